/* SPDX-License-Identifier: MIT */
/* storage: tss_ values are a thread's own and meet their destructor; call_once
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=3,calls=1
 * native: sc
 */
#include "test.h"
#include <threads.h>

static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static atomic_int sum;
static int calls;

static void at_end(void *value)
{
	atomic_fetch_add(&sum, *(int *)value);
}

static void initialise(void)
{
	calls++;
	tss_create(&key, at_end);
}

static int work(void *value)
{
	call_once(&once, initialise);
	assert(tss_get(key) == NULL);
	tss_set(key, value);
	assert(tss_get(key) == value);
	return 0;
}

int main(void)
{
	int one = 1, two = 2;
	thrd_t a, b;

	thrd_create(&a, work, &one);
	thrd_create(&b, work, &two);
	thrd_join(a, NULL);
	thrd_join(b, NULL);
	printf("sum=%d,calls=%d\n", atomic_load(&sum), calls);
	return 0;
}
