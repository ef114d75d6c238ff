/* SPDX-License-Identifier: MIT */
/* no_ring: who would have an io_uring is told that the kernel has none, and
 * that is said; who looks for a file of /proc that there is not is told so
 *
 * check: --exhaustive
 * verdict: verified
 * scope: no_io_uring
 * states: none
 * native: prints some
 */
#include "test.h"

#include <fcntl.h>
#include <sys/syscall.h>

int main(void)
{
	static char params[120];
	long ring;

	assert(open("/proc/there_is_no_such_file", O_RDONLY) == -1);
	assert(errno == ENOENT);
	ring = syscall(SYS_io_uring_setup, 1, params);
	assert(ring >= 0 || errno == ENOSYS || errno == EPERM);
	puts(ring >= 0 ? "some" : "none");
	return 0;
}
