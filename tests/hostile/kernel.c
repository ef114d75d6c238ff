/* SPDX-License-Identifier: MIT */
/* kernel.c - processes, descriptors and memory, all of them */
#include "hostile.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

HOSTILE(fork_here, "error")
{
	shared = fork();
}
HOSTILE(vfork_here, "error")
{
	if (vfork() == 0)
		_exit(0);
}
HOSTILE(system_here, "error")
{
	shared = system("true");
}
HOSTILE(popen_here, "error")
{
	FILE *f = popen("true", "r");

	if (f)
		pclose(f);
}
HOSTILE(spawn_here, "error")
{
	char *argv[] = {(char *)"true", 0};
	pid_t pid;

	shared = posix_spawn(&pid, "/bin/true", 0, 0, argv, environ);
}
HOSTILE(exec_here, "error")
{
	execl("/bin/true", "true", (char *)0);
}
HOSTILE(exec_unseen, "error any")
{
	static char *argv[] = {(char *)"true", 0};

	call_unseen(SYS_execve, (long)"/bin/true", (long)argv, (long)environ);
}
HOSTILE(forks_unseen, "any")
{
	for (int i = 0; i < 5; i++)
		if (call_unseen(SYS_fork, 0, 0, 0) == 0)
			call_unseen(SYS_exit_group, 0, 0, 0);
}
HOSTILE(child_that_goes_on_unseen, "partial")
{
	call_unseen(SYS_fork, 0, 0, 0);
}
HOSTILE(vfork_unseen, "any")
{
	call_unseen(SYS_vfork, 0, 0, 0);
}

HOSTILE(all_descriptors, "any")
{
	for (int i = 0; i < 5000 && dup(1) >= 0; i++)
		;
}
HOSTILE(all_descriptors_unseen, "any")
{
	for (int i = 0; i < 5000 && call_unseen(SYS_dup, 1, 0, 0) >= 0; i++)
		;
}
HOSTILE(close_all, "any")
{
	for (int i = 0; i < 1024; i++)
		close(i);
}
HOSTILE(close_all_unseen, "any")
{
	call_unseen(SYS_close_range, 0, ~0u, 0);
}
HOSTILE(channel_cut_unseen, "any")
{
	for (int i = 3; i < 64; i++)
		call_unseen(SYS_ftruncate, i, 0, 0);
}
HOSTILE(limit_of_descriptors, "any")
{
	struct rlimit none = {0, 0};

	setrlimit(RLIMIT_NOFILE, &none);
}

HOSTILE(huge_block, "verified partial")
{
	void *p = malloc((size_t)1 << 46);

	shared = p != 0;
	free(p);
}
HOSTILE(overflowing_block, "verified partial")
{
	volatile size_t most = (size_t)-1;
	void *p = calloc(most / 2, 3);

	shared = p != 0;
	free(p);
}
HOSTILE(all_the_heap, "partial verified error")
{
	while (malloc((size_t)1 << 30))
		;
}
HOSTILE(all_mappings, "any")
{
	for (int i = 0; i < 70000; i++)
		if (mmap(0, 4096, i % 2 ? PROT_READ : PROT_NONE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
			break;
}
HOSTILE(huge_mapping, "any")
{
	shared = mmap(0, (size_t)1 << 46, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
HOSTILE(unmap_everything_unseen, "crash any")
{
	call_unseen(SYS_munmap, 0, 0x7fffffff0000, 0);
}
HOSTILE(unmap_the_heap, "any")
{
	munmap((void *)0x200400000000, 1 << 20);
	free(malloc(24));
}
HOSTILE(unmap_the_channel, "any")
{
	munmap((void *)0x120000000000, 1 << 20);
}
HOSTILE(unmap_the_channel_unseen, "crash any")
{
	call_unseen(SYS_munmap, 0x120000000000, 1 << 20, 0);
}
HOSTILE(no_access_to_itself, "crash any")
{
	mprotect((void *)((uintptr_t)no_access_to_itself & ~0xffful), 4096,
		PROT_NONE);
}
HOSTILE(brk_unseen, "any")
{
	long now = call_unseen(SYS_brk, 0, 0, 0);

	call_unseen(SYS_brk, now + (1 << 20), 0, 0);
	*(volatile char *)now = 1;
}
HOSTILE(little_memory, "any")
{
	struct rlimit little = {1 << 20, 1 << 20};

	setrlimit(RLIMIT_AS, &little);
	free(malloc((size_t)16 << 20));
}

static void *nothing(void *unused)
{
	return unused;
}
HOSTILE(too_many_threads, "error partial")
{
	pthread_t t;

	for (int i = 0; i < 5000; i++)
		pthread_create(&t, 0, nothing, 0);
}
HOSTILE(stale_thread, "join_error misuse any")
{
	pthread_t t;

	pthread_create(&t, 0, nothing, 0);
	pthread_join(t, 0);
	pthread_join(t, 0);
}
HOSTILE(no_thread, "join_error misuse crash any")
{
	pthread_join((pthread_t)0x41, 0);
}
HOSTILE(lock_of_garbage, "bad_object misuse crash deadlock any")
{
	static pthread_mutex_t garbage;

	memset(&garbage, 0x41, sizeof garbage);
	pthread_mutex_lock(&garbage);
	pthread_mutex_unlock(&garbage);
}
HOSTILE(lock_in_no_memory, "crash bad_object misuse")
{
	pthread_mutex_lock((pthread_mutex_t *)(uintptr_t)0x4141);
}
