/* SPDX-License-Identifier: MIT */
/* number_taken: a thread writes to a number, or reads from it, that another one
 * gives to another pipe, whoever is first
 *
 * check: --exhaustive
 * args: write uses
 * verdict: verified
 * states: a b
 *
 * check: --exhaustive
 * args: write gives
 * verdict: verified
 * states: a b
 *
 * check: --exhaustive
 * args: read uses
 * verdict: verified
 * states: a b
 *
 * check: --exhaustive
 * args: read gives
 * verdict: verified
 * states: a b
 */
#include "test.h"

#include <fcntl.h>
#include <unistd.h>

static int a[2], b[2];
static bool writes;
static char got;

static void *uses(void *arg)
{
	if (writes)
		assert(write(a[1], "w", 1) == 1);
	else
		assert(read(a[0], &got, 1) == 1);
	return arg;
}

static void *gives(void *arg)
{
	int end = writes;

	assert(dup2(b[end], a[end]) == a[end]);
	return arg;
}

int main(int argc, char **argv)
{
	bool first = argv[argc - 1][0] == 'u';
	pthread_t t;
	int kept;

	writes = argv[argc - 2][0] == 'w';
	assert(pipe(a) == 0 && pipe(b) == 0);
	kept = dup(a[1]);
	if (!writes)
		assert(write(a[1], "a", 1) == 1 && write(b[1], "b", 1) == 1);
	t = start(first ? uses : gives, NULL);
	if (first)
		gives(NULL);
	else
		uses(NULL);
	finish(t);
	if (writes) {
		fcntl(a[0], F_SETFL, O_NONBLOCK);
		got = read(a[0], &got, 1) == 1 ? 'a' : 'b';
	}
	printf("%c\n", got);
	return kept < 0;
}
