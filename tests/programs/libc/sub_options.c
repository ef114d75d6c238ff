/* SPDX-License-Identifier: MIT */
/* sub_options: getsubopt reads the text of options, cuts it, and tells where it
 * goes on, as any code of the test would
 *
 * With "beside" the other thread writes a letter of the name that is read: a
 * race, and two outcomes, for the text is read at once (it is one word, and one
 * byte of it is written). Printed is that letter only where it was there
 * before, so there are two traces. With "alone" each has its own text, and
 * there is one.
 *
 * verdict: verified
 *
 * check: --exhaustive
 * args: alone
 * states: 1:3
 * last_round: 1
 *
 * check: --exhaustive
 * args: beside
 * races: some
 * states: 1:3 -1:sZ=3
 * last_round: 2
 */
#define _GNU_SOURCE
#include "test.h"

#include <stdlib.h>

static char __attribute__((aligned(8))) shared[] = "si=3,ro";
static char own[] = "si";
static char *const tokens[] = {"ro", "si", NULL};

static void *writes(void *text)
{
	((char *)text)[1] = 'Z';
	return NULL;
}

int main(int argc, char **argv)
{
	bool beside = argv[argc - 1][0] == 'b';
	char *at = shared, *value = NULL;
	pthread_t t = start(writes, beside ? shared : own);
	int which = getsubopt(&at, tokens, &value);

	printf("%d:%s\n", which, value);
	assert(at == shared + 5 && shared[4] == 0);
	finish(t);
	assert(getsubopt(&at, tokens, &value) == 0 && !value);
	assert(getsubopt(&at, tokens, &value) == -1 && !*at);
	return 0;
}
