/* SPDX-License-Identifier: MIT */
/* old_start.c - begins as programs did that were linked before glibc 2.34: what
 * is to run before main is given to the C library as a function
 *
 * Built with -nostartfiles.  The status is 3 if that function ran, under
 * control: the thread that it makes is one of the test's.
 */
#include <pthread.h>
#include <stddef.h>

extern int __libc_start_main(int (*main)(int, char **, char **), int argc,
	char **argv, void (*init)(int, char **, char **), void (*fini)(void),
	void (*loader_fini)(void), void *stack_end);

static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen;

static void *sees(void *unused)
{
	pthread_mutex_lock(&lock);
	seen++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void init(int argc, char **argv, char **envp)
{
	pthread_create(&thread, NULL, sees, NULL);
}

int main(int argc, char **argv, char **envp)
{
	pthread_mutex_lock(&lock);
	seen++;
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return seen + 1;
}

__attribute__((used)) static void begin(long *stack, void (*loader_fini)(void))
{
	__libc_start_main(main, (int)stack[0], (char **)&stack[1], init, NULL,
		loader_fini, stack);
}

__asm__(".globl _start\n"
	"_start:\n"
	"	xor %ebp, %ebp\n"
	"	mov %rsp, %rdi\n"
	"	mov %rdx, %rsi\n"
	"	and $-16, %rsp\n"
	"	call begin\n"
	"	hlt\n");
