/* SPDX-License-Identifier: MIT */
/* queue: Michael and Scott's, over nodes that are used once; two threads put,
 * GET threads get
 *
 * Numbers: tests/oracle/erased.py.  Turns that help somebody else have an
 * effect and stay.
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DGET=1
 * verdict: verified
 * last_round: 26
 * blocked: 44
 * native: sc
 *
 * check: --exhaustive --refine none --turns erased
 * flags: -DGET=2
 * verdict: verified
 * last_round: 158
 * blocked: 764
 */
#include "test.h"

enum {
	PUT = 2
};

static atomic_int next[PUT + 2], head = 1, tail = 1;
static int got[GET];

static void move(atomic_int *which, int from, int to)
{
	atomic_compare_exchange_strong(which, &from, to);
}

static void *put(void *number)
{
	int n = *(int *)number;

	for (;;) {
		int t = atomic_load(&tail), after = atomic_load(&next[t]);

		if (t != atomic_load(&tail))
			continue;
		if (after) {
			move(&tail, t, after);
			continue;
		}
		if (atomic_compare_exchange_strong(&next[t], &after, n)) {
			move(&tail, t, n);
			return NULL;
		}
	}
}

static void *get(void *where)
{
	for (;;) {
		int h = atomic_load(&head), t = atomic_load(&tail);
		int after = atomic_load(&next[h]);

		if (h != atomic_load(&head))
			continue;
		if (h == t && !after)
			return NULL;
		if (h == t) {
			move(&tail, t, after);
		} else if (atomic_compare_exchange_strong(&head, &h, after)) {
			*(int *)where = after;
			return NULL;
		}
	}
}

int main(void)
{
	static int number[PUT] = {2, 3};
	pthread_t t[PUT + GET];

	for (int i = 0; i < PUT; i++)
		t[i] = start(put, &number[i]);
	for (int i = 0; i < GET; i++)
		t[PUT + i] = start(get, &got[i]);
	for (int i = 0; i < PUT + GET; i++)
		finish(t[i]);
	for (int i = 1; i < GET; i++)
		assert(!got[i] || got[i] != got[0]);
	return 0;
}
