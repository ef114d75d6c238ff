/* SPDX-License-Identifier: MIT */
/* condition: cnd_wait, signal, broadcast; a timed wait ends either way
 *
 * check: --exhaustive
 * verdict: verified
 * states: timeout=0 timeout=1
 * races: none
 * native: sc
 */
#include "test.h"
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int stage;

static int work(void *unused)
{
	mtx_lock(&m);
	while (stage == 0)
		cnd_wait(&c, &m);
	stage = 2;
	cnd_broadcast(&c);
	mtx_unlock(&m);
	return 0;
}

int main(void)
{
	struct timespec at;
	int timeout = 0;
	thrd_t t;

	mtx_init(&m, mtx_plain);
	cnd_init(&c);
	thrd_create(&t, work, NULL);
	mtx_lock(&m);
	stage = 1;
	cnd_signal(&c);
	timespec_get(&at, TIME_UTC);
	while (stage != 2 && !timeout)
		timeout = cnd_timedwait(&c, &m, &at) == thrd_timedout;
	mtx_unlock(&m);
	thrd_join(t, NULL);
	assert(stage == 2);
	cnd_destroy(&c);
	mtx_destroy(&m);
	printf("timeout=%d\n", timeout);
	return 0;
}
