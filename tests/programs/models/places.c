/* SPDX-License-Identifier: MIT */
/* places: stores that are late, wherever the memory lies
 *
 * Store buffering (sb) between main and a thread, both variables being where
 * PLACE says: 01, 10 and 11 by sc, 00 as well by tso; plain or atomic.  With
 * locals of main, of a thread and thread-local variables the bytes lie among
 * what goes back as a stack.  BYTES: halves of one word, written each by one
 * thread, read as a whole by none, are two places.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * flags: -DPLACE=LOCAL
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DPLACE=LOCAL
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --reduce none --model tso
 * flags: -DPLACE=LOCAL
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DPLACE=LOCAL -DPLAIN
 * verdict: verified
 * last_round: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DPLACE=HEAP -DPLAIN
 * verdict: verified
 * last_round: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DPLACE=OTHERS
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DPLACE=BYTES
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DPLACE=BYTES -DPLAIN
 * verdict: verified
 * last_round: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DPLACE=LOCAL -DPLAIN
 * verdict: verified
 * last_round: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DPLACE=HEAP
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DPLACE=OTHERS
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DPLACE=BYTES -DPLAIN
 * verdict: verified
 * last_round: 4
 * states: 00 01 10 11
 *
 * Where the thread that reads 0 of y fails there and then, its view is on when
 * the execution ends.  Others come to 10 and 11.
 *
 * check: --exhaustive --stop-after 0 --model tso
 * flags: -DPLACE=HEAP -DFAILS
 * verdict: bug assertion
 * states: 10 11
 *
 * check: --exhaustive --reduce none --stop-after 0 --model tso
 * flags: -DPLACE=LOCAL -DFAILS
 * verdict: bug assertion
 * states: 10 11
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCAL 1 /* of main */
#define HEAP 2
#define OTHERS 3 /* one of main's, and one of the thread that creates both */
#define BYTES 4	 /* of one word */

#ifdef PLAIN
#define put(p, value) (*(p) = (value))
#define get(p) (*(p))
#else
#define put(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)
#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#endif

struct both {
	volatile char *x, *y;
	int a, b;
};

static void *one(void *argument)
{
	struct both *w = argument;

	put(w->x, 1);
	w->a = get(w->y);
#ifdef FAILS
	assert(w->a); /* BUG */
#endif
	return NULL;
}

static void *two(void *argument)
{
	struct both *w = argument;

	put(w->y, 1);
	w->b = get(w->x);
	return NULL;
}

static void run(struct both *w)
{
	pthread_t t, u;

	pthread_create(&t, NULL, one, w);
	pthread_create(&u, NULL, two, w);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	if (!get(w->x) || !get(w->y))
		puts("lost");
}

#if PLACE == OTHERS
static void *between(void *argument)
{
	struct both *w = argument;
	volatile char y = 0;

	w->y = &y;
	run(w);
	return NULL;
}
#endif

int main(void)
{
	struct both w = {0};
	volatile char x = 0;
#if PLACE == LOCAL
	volatile char y = 0;

	w.x = &x;
	w.y = &y;
	run(&w);
#elif PLACE == HEAP
	w.x = calloc(1, 1);
	w.y = calloc(1, 1);
	run(&w);
	free((void *)w.x);
	free((void *)w.y);
	(void)x;
#elif PLACE == OTHERS
	pthread_t t;

	w.x = &x;
	pthread_create(&t, NULL, between, &w);
	pthread_join(t, NULL);
#else
	static volatile char word[2];

	w.x = &word[0];
	w.y = &word[1];
	run(&w);
	(void)x;
#endif
	printf("%d%d\n", w.a, w.b);
}
