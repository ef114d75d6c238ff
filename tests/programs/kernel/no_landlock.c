/* SPDX-License-Identifier: MIT */
/* no_landlock: who would have rules of landlock is told that the kernel has
 * none
 *
 * check: --exhaustive
 * verdict: verified
 * states: none
 * native: prints some
 */
#include "test.h"

#include <sys/syscall.h>

int main(void)
{
	/* Which version there is. */
	long version = syscall(SYS_landlock_create_ruleset, 0, 0, 1);

	assert(version >= 1 || errno == ENOSYS || errno == EOPNOTSUPP);
	if (version < 0) {
		assert(syscall(SYS_landlock_add_rule, -1, 0, 0, 0) == -1);
		assert(errno == ENOSYS || errno == EOPNOTSUPP);
		assert(syscall(SYS_landlock_restrict_self, -1, 0) == -1);
		assert(errno == ENOSYS || errno == EOPNOTSUPP);
	}
	puts(version >= 1 ? "some" : "none");
	return 0;
}
