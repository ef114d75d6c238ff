/* SPDX-License-Identifier: MIT */
/* hidden_race: a mutex that protects nothing orders two increments in one
 * interleaving, not in the other (Blum: Practical concurrency testing, 2018,
 * figure 2.6(a))
 *
 * In the order that is tried first nothing races, by happens-before; among all
 * of them something does, and an increment may be lost.
 *
 * check: --exhaustive
 * verdict: verified
 * pair: write A1, read A2, both, benign here
 * pair: write A1, write A2, both, benign here
 * pair: read A1, write A2, both, benign here
 * states: x=1 x=2
 *
 * The same when several jobs share the work.
 *
 * check:
 * verdict: verified
 * pair: write A1, read A2, both, benign here
 * pair: write A1, write A2, both, benign here
 * pair: read A1, write A2, both, benign here
 *
 * The flag says that the first one came first; then there is no race in any
 * interleaving (figure 2.6(b)).
 *
 * check: --exhaustive
 * flags: -DFLAG
 * verdict: verified
 * races: none
 * states: x=1 x=2
 * native: sc
 */
#include "test.h"

static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static int x;
static bool y;

static void *first(void *unused)
{
	x++; /* A1, B1 */
	pthread_mutex_lock(&mx);
	y = true;
	pthread_mutex_unlock(&mx);
	return NULL;
}

static void *second(void *unused)
{
	bool seen;

	pthread_mutex_lock(&mx);
	seen = y;
	pthread_mutex_unlock(&mx);
#ifndef FLAG
	seen = true;
#endif
	if (seen)
		x++; /* A2, B2 */
	return NULL;
}

int main(void)
{
	pthread_t t = start(first, NULL), u = start(second, NULL);

	finish(t);
	finish(u);
	printf("x=%d\n", x);
	return 0;
}
