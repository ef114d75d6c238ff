/* SPDX-License-Identifier: MIT */
/* never_made: a call that touches files is linked, and a hole when it is made
 *
 * modes: fork
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive
 * args: made
 * verdict: partial
 * holes: file_writes
 * says: the next one meets (setxattr)
 */
#include "test.h"

#include <sys/xattr.h>

static void *nothing(void *arg)
{
	return arg;
}

int main(int argc, char **argv)
{
	finish(start(nothing, NULL));
	if (argc > 1)
		setxattr("/nowhere/at/all", "user.none", "", 0, 0);
	return 0;
}
