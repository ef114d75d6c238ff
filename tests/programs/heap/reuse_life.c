/* SPDX-License-Identifier: MIT */
/* reuse_life: a block that was handed out again has the zones of its new size,
 * its old bytes (calloc clears them; natively free writes some), and no lock of
 * its former life
 *
 * In each, alternative 0 first: the second execution is the one meant.
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=20 -DSECOND=10 -DUSE=q[9]=1
 * verdict: verified
 * executions: 2
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=20 -DSECOND=10 -DUSE=again?(q[10]=1):0
 * verdict: bug heap_overflow
 * executions: 2
 * bugs: 1
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DSECOND=23 -DUSE=q[22]=1
 * verdict: verified
 * executions: 2
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DSECOND=23 -DUSE=again?(q[23]=1):0
 * verdict: bug heap_overflow
 * executions: 2
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DSECOND=10 -DUSE=again?(q[-1]=1):0
 * verdict: bug heap_underflow
 * executions: 2
 *
 * A stale pointer meets a live block; freed again it is dead again.
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DSECOND=10 -DUSE=again?(p[0]=1):0
 * verdict: verified
 * executions: 2
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DSECOND=10 -DUSE=(free((void*)q),again?(p[0]=1):0)
 * verdict: bug use_after_free
 * executions: 2
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DSECOND=10 -DUSE=(free((void*)q),free((void*)q))
 * verdict: bug double_free
 * executions: 2
 * bugs: 1
 *
 * Without the choice made, it is use after free as ever.
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DSECOND=10 -DUSE=again?0:(p[0]=1)
 * verdict: bug use_after_free
 * executions: 2
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DSECOND=10 -DUSE=assert(q[0]==(again?7:0))
 * verdict: verified
 * executions: 2
 * native: exits -6
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=10 -DCALLOC=10 -DUSE=assert(q[0]==0)
 * verdict: verified
 * executions: 2
 *
 * A mutex that was destroyed with its block may be used once more without
 * initialisation natively; here the new life begins without any.
 *
 * check: --exhaustive --reduce none --heap=reuse --stop-after 0
 * flags: -DFIRST=40 -DSECOND=40 -DLOCK -DUSE=lock(q)
 * verdict: verified
 * executions: 2
 */
#include "test.h"

static __attribute__((unused)) void lock(volatile char *at)
{
	pthread_mutex_t *m = (pthread_mutex_t *)at,
			fresh = PTHREAD_MUTEX_INITIALIZER;

	memcpy(m, &fresh, sizeof fresh);
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
}

int main(void)
{
	volatile char *volatile p = malloc(FIRST), *volatile q;
	bool again;

	p[0] = 7;
#ifdef LOCK
	pthread_mutex_init((pthread_mutex_t *)p, NULL);
	pthread_mutex_destroy((pthread_mutex_t *)p);
#endif
	free((void *)p);
#ifdef CALLOC
	q = calloc(1, CALLOC);
#else
	q = malloc(SECOND);
#endif
	again = q == p;
	(void)again;
	(void)(USE); /* BUG */
	return 0;
}
