/* SPDX-License-Identifier: MIT */
/* reuse: a control block used again, inside one execution and by the next one,
 * shows nothing of the thread before
 *
 * More threads one after another than there are numbers.  Each finds its
 * thread-local variable, errno, key, name, mask of signals and rounding mode as
 * a thread's first instruction should, and changes them all.
 *
 * check: --strategy random --max-executions 3 --max-steps 100000
 * flags: -lm
 * verdict: partial
 * native: sc 3
 * exit: 0
 * executions: 3
 * states: destroyed=4200
 *
 * check: --strategy random --max-executions 3 --max-steps 100000
 * flags: -lm -DSTALE
 * modes: restart
 * verdict: bug join_error
 */
#include "test.h"
#include <fenv.h>

enum {
	THREADS = 4200
};
static __thread int own = 3;
static __thread int zero;
static pthread_key_t key, plain;
static int destroyed;

static void destroy(void *value)
{
	destroyed++;
}

static void *work(void *unused)
{
	char name[16];

	assert(own == 3 && zero == 0 && errno == 0);
	assert(pthread_getspecific(key) == NULL);
	assert(pthread_getspecific(plain) == NULL);
	assert(fegetround() == FE_TONEAREST);
	assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
	assert(strcmp(name, "changed") != 0);
	own = zero = 7;
	errno = EDOM;
	pthread_setspecific(key, &own);
	pthread_setspecific(plain, &own);
	fesetround(FE_UPWARD);
	pthread_setname_np(pthread_self(), "changed");
	return NULL;
}

int main(void)
{
	pthread_t first = 0;

	pthread_key_create(&key, destroy);
	pthread_key_create(&plain, NULL);
	for (int i = 0; i < THREADS; i++) {
		pthread_t t = start(work, NULL);

		finish(t);
		if (i == 0)
			first = t;
	}
#ifdef STALE
	start(work, NULL);	   /* has the number of the first now */
	pthread_join(first, NULL); /* BUG */
#endif
	printf("destroyed=%d\n", destroyed);
	return first == 0;
}
