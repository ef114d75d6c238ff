/* SPDX-License-Identifier: MIT */
#include "native/start.h"

#include "build_id.h"
#include "channel/reruns.h"
#include "native/case.h"
#include "native/driver.h"
#include "native/entry/library.h"
#include "native/fail.h"
#include "native/threads/fiber.h"
#include "native/heap/heap.h"
#include "native/kernel/content.h"
#include "native/kernel/map.h"
#include "native/linear/serial.h"
#include "native/model/buffer.h"
#include "native/model/written.h"
#include "native/output.h"
#include "native/outside/outside.h"
#include "native/posix/ident.h"
#include "native/raw.h"
#include "native/races/shadow.h"
#include "native/threads/early.h"
#include "native/threads/thread.h"
#include "linear/own.h"
#include "search/model.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct runtime rt;

void start_die(const char *text)
{
	(void)!write(2, "scarp: ", 7);
	(void)!write(2, text, strlen(text));
	(void)!write(2, "\n", 1);
	_exit(3);
}

static void *reserve(uint64_t at, uint64_t bytes)
{
	void *p = mmap((void *)at, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			MAP_FIXED_NOREPLACE,
		-1, 0);

	if (p != (void *)at)
		start_die(
			"cannot reserve address space: is the limit on virtual "
			"memory (ulimit -v) low, or overcommit off?" SC(511));
	return p;
}

/* The rest of the runtime's memory, one part after the other. */
static void *part(uint64_t bytes)
{
	static uint64_t next = RT_BASE;
	void *p;

	bytes = (bytes + 0xfffff) & ~0xfffffull;
	p = reserve(next, bytes);
	next += bytes + STACK_GUARD; /* unmapped between parts */
	next = (next + 0xfffff) & ~0xfffffull;
	return p;
}

void rewind_memory(void *memory, size_t bytes);

static void reserve_all(void)
{
	reserve(SHADOW_BASE, SHADOW_BYTES);
	madvise((void *)SHADOW_BASE, SHADOW_BYTES, MADV_NOHUGEPAGE);
	reserve(TILES_BASE, TILES_BYTES);
	madvise((void *)TILES_BASE, TILES_BYTES, MADV_NOHUGEPAGE);
	undo.base = undo.top = undo.most = part(LOG_BYTES);
	rt.arena = part(ARENA_BYTES);
	rt.thread = part(THREADS_MAX * sizeof(struct thread));
	rt.pending = part(THREADS_MAX * sizeof(struct pending));
	rt.object = part((uint64_t)OBJECTS_MAX * sizeof(struct object));
	clock_rows = part(CLOCK_ROWS_BYTES);
	disk_memory(part(DISK_BYTES));
	rewind_memory(part(STEPS_MAX * 512ull), STEPS_MAX * 512ull);
	heap_init();
	map_init();
	if (rt.channel->config.model != MODEL_sc) {
		buffers_memory(part(buffers_bytes()));
		written_memory(part(written_bytes()));
	}
}

/* Of the descriptor; NULL: none. */
static const char *channel_text(char **envp)
{
	size_t n = strlen(CHANNEL_ENV);

	for (; *envp; envp++)
		if (strncmp(*envp, CHANNEL_ENV, n) == 0 && (*envp)[n] == '=')
			return *envp + n + 1;
	return 0;
}

bool start_comes(char **envp)
{
	return channel_text(envp) != 0;
}

/* Parses the descriptor; -1: none or not ours. */
static int channel_fd(char **envp)
{
	const char *text = channel_text(envp);
	int fd = text ? atoi(text) : -1;
	struct stat st;

	return text && REAL(fstat)(fd, &st) == 0 &&
			       st.st_size == (off_t)sizeof(struct channel)
		       ? fd
		       : -1;
}

static struct channel_names *attach_names(int fd)
{
	struct channel_names *n = mmap((void *)CHANNEL_NAMES_BASE, sizeof *n,
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, fd,
		0);

	if (n != (void *)CHANNEL_NAMES_BASE)
		start_die("cannot map the table of threads" SC(511));
	close(fd);
	return n;
}

static void attach_reruns(int fd)
{
	void *at = (void *)CHANNEL_RERUNS_BASE;

	if (mmap(at, sizeof(struct channel_reruns), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, fd,
		    0) != at)
		start_die("cannot map the table of traces" SC(511));
	close(fd);
}

static struct channel *attach(char **envp)
{
	int fd = channel_fd(envp);
	struct channel *c;

	if (fd < 0)
		return 0;
	c = mmap((void *)CHANNEL_BASE, sizeof *c, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, fd, 0);
	if (c != (void *)CHANNEL_BASE)
		start_die("cannot map the channel" SC(511));
	if (c->magic != CHANNEL_MAGIC) {
		munmap(c, sizeof *c);
		return 0;
	}
	if (c->config.shared)
		rt.names = attach_names(fd + CHANNEL_NAMES_FD);
	if (c->config.reruns)
		attach_reruns(fd + CHANNEL_RERUNS_FD);
	serial_attach(fd + OWN_FD);
	/* Children of the test must not meet it. */
	close(fd);
	unsetenv(CHANNEL_ENV);
	snprintf(c->runtime_build, sizeof c->runtime_build, "%s", SCARP_BUILD);
	if (c->version != CHANNEL_VERSION || c->bytes != sizeof *c ||
		strcmp(c->build, SCARP_BUILD) != 0)
		_exit(3); /* the command compares and explains */
	return c;
}

/* Libraries that are part of every program: what their constructors do is done
 * before main in any case, and no thread of the test sees it half done. */
static bool of_the_system(const char *name)
{
	static const char *const known[] = {"linux-vdso.so", "ld-linux",
		"libc.so", "libm.so", "libgcc_s.so", "libstdc++.so"};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(name, known[i], strlen(known[i])) == 0)
			return true;
	return false;
}

/* The loader runs them before ours; an empty one is in every library. */
static void constructed_before(const struct dl_phdr_info *info)
{
	const char *slash = strrchr(info->dlpi_name, '/');
	const char *name = slash ? slash + 1 : info->dlpi_name;
	const ElfW(Dyn) *d = NULL;

	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			d = (const void *)(info->dlpi_addr +
					   info->dlpi_phdr[i].p_vaddr);
	for (; d && d->d_tag != DT_NULL; d++)
		if ((d->d_tag == DT_INIT_ARRAYSZ ||
			    d->d_tag == DT_FINI_ARRAYSZ) &&
			d->d_un.d_val > sizeof(void (*)(void)) &&
			!of_the_system(name))
			caveat(CAVEAT_constructors_before, "%s", name);
}

static int add_module(struct dl_phdr_info *info, size_t size, void *data)
{
	struct channel *c = data;
	struct channel_module *m = &c->module[c->modules];
	uint64_t low = UINT64_MAX, high = 0;

	if (c->modules == MODULES_MAX)
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type != PT_LOAD)
			continue;
		if (info->dlpi_addr + p->p_vaddr < low)
			low = info->dlpi_addr + p->p_vaddr;
		if (info->dlpi_addr + p->p_vaddr + p->p_memsz > high)
			high = info->dlpi_addr + p->p_vaddr + p->p_memsz;
	}
	if (c->modules == 0) {
		ssize_t n = raw_syscall6(SYS_readlink, (long)"/proc/self/exe",
			(long)m->path, sizeof m->path - 1, 0, 0, 0);

		m->path[n > 0 ? n : 0] = 0;
		m->instrumented = 1;
	} else {
		snprintf(m->path, sizeof m->path, "%s", info->dlpi_name);
		if (!inventory_is_library_at(low, high) && !library_held(low))
			constructed_before(info);
	}
	m->base = info->dlpi_addr;
	m->start = low;
	m->end = high;
	m->runtime = inventory_is_library_at(low, high);
	c->modules++;
	return 0;
}

void start_under_control(int argc, char **argv, char **envp)
{
	early_over();
	rt.channel = attach(envp);
	if (!rt.channel)
		return;
	rt.argc = argc;
	rt.argv = argv;
	rt.envp = environ;
	rt.loader = (int)raw_syscall(SYS_gettid, 0, 0);
	if ((uint32_t)rt.loader - PROCESS_ID < THREADS_MAX)
		rt.loader = 0;
	fiber_init();
	rt.driver_fs = fiber_get_fs();
	reserve_all();
	rt.channel->modules = 0;
	dl_iterate_phdr(add_module, rt.channel);
	outside_init();
	tcb_init();
	signals_init();
	outcomes_init();
	case_init();
	driver_run();
}
