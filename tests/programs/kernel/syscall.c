/* SPDX-License-Identifier: MIT */
/* syscall: by number, what is modelled is what the function of that name does,
 * and what writes nothing is the kernel's
 *
 * No thread but main: one execution.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * executions: 1
 * states: fine
 * native: sc 3
 */
#include "test.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

int main(void)
{
	char text[4] = "";
	int p[2];
	long m, n;

	assert(syscall(SYS_pipe2, p, O_CLOEXEC) == 0 && p[0] == 3);
	assert(syscall(SYS_write, p[1], "abc", 3) == 3);
	assert(syscall(SYS_read, p[0], text, 3) == 3 && !strcmp(text, "abc"));
	assert(syscall(SYS_dup, p[0]) == 5 && fcntl(5, F_GETFD) == 0);
	assert(syscall(SYS_close, 77) == -1 && errno == EBADF);
	m = syscall(SYS_mmap, 0L, 4096L, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
	assert(m != -1 && *(int *)m == 0);
	*(int *)m = 5;
	assert(syscall(SYS_munmap, m, 4096L) == 0);
	n = syscall(SYS_umask, 0777);
	assert(syscall(SYS_umask, n) == 0777);
	assert(syscall(SYS_getuid) == getuid());
	printf("fine\n");
	return 0;
}
