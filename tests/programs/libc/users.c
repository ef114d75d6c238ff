/* SPDX-License-Identifier: MIT */
/* users: what getpwnam returns lies in memory that all threads share, so that
 * two of them race, and one may see what the other has looked for; with _r each
 * has its own
 *
 * The thread looks for daemon, main for root; root's number is read before the
 * other call or behind it.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * states: 0 1
 * races: some
 * native: prints anything
 *
 * check: --exhaustive
 * args: own
 * verdict: verified
 * states: 0
 * executions: 1
 * races: none
 */
#include "test.h"

#include <grp.h>
#include <pwd.h>

static bool own;

static unsigned number_of(const char *name)
{
	struct passwd user, *found;
	char text[2048];

	if (own) {
		assert(getpwnam_r(name, &user, text, sizeof text, &found) == 0);
		return found->pw_uid;
	}
	return getpwnam(name)->pw_uid;
}

static void *look(void *unused)
{
	number_of("daemon");
	return unused;
}

int main(int argc, char **argv)
{
	unsigned number;
	pthread_t t;

	(void)argv;
	own = argc > 1;
	assert(getpwuid(0) && getgrgid(0) && getgrgid(0)->gr_mem);
	t = start(look, NULL);
	number = number_of("root");
	finish(t);
	printf("%u\n", number);
	return 0;
}
