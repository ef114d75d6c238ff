/* SPDX-License-Identifier: MIT */
/* hidden_race: a mutex that protects nothing orders two increments in one
 * interleaving, not in the other (Blum: Practical concurrency testing, 2018,
 * figure 2.6(a); Blum and Gibson: Stateless model checking with data-race
 * preemption points, 2016, figure 3)
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
 * By limited happens-before, which knows nothing of who had the mutex before,
 * one execution is enough.
 *
 * check: --strategy dfs --points racing --happens-before=limited
 * and: --max-executions 1
 * flags: -DUNREAD
 * verdict: partial
 * holes: budget points_left_out
 * pair: write A1, read A2, one, unclassified
 * pair: write A1, write A2, one, unclassified
 * exit: 4
 *
 * check: --strategy dfs --points racing --max-executions 1
 * flags: -DUNREAD
 * verdict: partial
 * holes: points_left_out
 * races: none
 * exit: 0
 *
 * check: --happens-before=limited
 * flags: -DUNREAD
 * verdict: verified
 * pair: write A1, read A2, both, benign here
 * pair: write A1, write A2, both, benign here
 * pair: read A1, write A2, both, benign here
 *
 * The flag says that the first one came first; then there is no race in any
 * interleaving (figures 2.6(b) and 3(b)).
 *
 * check: --exhaustive
 * flags: -DFLAG
 * verdict: verified
 * races: none
 * states: x=1 x=2
 * native: sc
 *
 * Limited happens-before thinks so, where neither waits for the other.
 *
 * check: --strategy dfs --points racing --happens-before=limited
 * flags: -DFLAG -DUNREAD
 * verdict: partial
 * holes: points_left_out
 * pair: write B1, read B2, one, unclassified
 * pair: write B1, write B2, one, unclassified
 * exit: 0
 *
 * check: --strategy dfs --points racing
 * flags: -DFLAG -DUNREAD
 * verdict: partial
 * holes: points_left_out
 * races: none
 * exit: 0
 *
 * check: --happens-before=limited
 * flags: -DFLAG -DUNREAD
 * verdict: verified
 * races: none
 *
 * There the space that proves all settles the one without points, before that
 * has begun.  Where every space is explored the candidates are seen, and are no
 * races: whoever stops before his side, the other one does not come first.
 *
 * check: --happens-before=limited --no-memory --max-executions 2000
 * flags: -DFLAG -DUNREAD
 * verdict: verified
 * pair: write B1, read B2, one, false positive
 * pair: write B1, write B2, one, false positive
 * pair: read B1, write B2, one, false positive
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
#ifndef UNREAD
	printf("x=%d\n", x);
#endif
	return 0;
}
