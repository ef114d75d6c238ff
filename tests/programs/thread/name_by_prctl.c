/* SPDX-License-Identifier: MIT */
/* name_by_prctl: a thread asks for its own name by prctl while another one
 * gives it a new one
 *
 * check: --exhaustive
 * args: asks
 * verdict: verified
 * states: old new
 *
 * check: --exhaustive
 * args: names
 * verdict: verified
 * states: old new
 */
#include "test.h"

#include <sys/prctl.h>

static char name[16];
static pthread_t first;

static void *asks(void *arg)
{
	prctl(PR_GET_NAME, name);
	return arg;
}

static void *names_first(void *arg)
{
	pthread_setname_np(first, "new");
	return arg;
}

int main(int argc, char **argv)
{
	bool other = argv[argc - 1][0] == 'a';
	pthread_t t;

	first = pthread_self();
	prctl(PR_SET_NAME, "old");
	t = start(other ? asks : names_first, NULL);
	if (other)
		pthread_setname_np(t, "new");
	else
		asks(NULL);
	finish(t);
	printf("%s\n", name);
	return 0;
}
