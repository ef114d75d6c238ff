/* SPDX-License-Identifier: MIT */
/* mutex: plain, recursive, timed; trylock answers thrd_busy
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2,busy=0 c=2,busy=1
 * races: none
 * native: sc
 */
#include "test.h"
#include <threads.h>

static mtx_t plain, nested, timed;
static int c;

static int work(void *unused)
{
	int busy;

	mtx_lock(&plain);
	c++;
	mtx_unlock(&plain);
	mtx_lock(&nested);
	mtx_lock(&nested);
	mtx_unlock(&nested);
	mtx_unlock(&nested);
	busy = mtx_trylock(&timed);
	assert(busy == thrd_success || busy == thrd_busy);
	if (busy == thrd_success)
		mtx_unlock(&timed);
	return busy == thrd_busy;
}

int main(void)
{
	struct timespec at;
	thrd_t t;
	int busy;

	mtx_init(&plain, mtx_plain);
	mtx_init(&nested, mtx_plain | mtx_recursive);
	mtx_init(&timed, mtx_timed);
	thrd_create(&t, work, NULL);
	mtx_lock(&plain);
	c++;
	mtx_unlock(&plain);
	timespec_get(&at, TIME_UTC);
	at.tv_sec += 3600;
	if (mtx_timedlock(&timed, &at) == thrd_success)
		mtx_unlock(&timed);
	thrd_join(t, &busy);
	mtx_destroy(&plain);
	mtx_destroy(&nested);
	mtx_destroy(&timed);
	printf("c=%d,busy=%d\n", c, busy);
	return 0;
}
