/* SPDX-License-Identifier: MIT */
/* wide_operands: what an atomic operation of unusual size is given, or gives
 * back, is memory of its own, which another thread may write to: a race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=0
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=1
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=2
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=3
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=4
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=5
 * verdict: bug data_race
 *
 * check: --exhaustive --races=error
 * flags: -DCALL=6
 * verdict: verified
 */
#include "test.h"

struct large {
	long a, b, n;
};

static _Atomic struct large shared;
static struct large plain;

/* By the names that compilers call, so that no copy stands between. */
void load(size_t n, const volatile void *p, void *out, int mo) __asm__(
	"__atomic_load");
void store(size_t n, volatile void *p, void *from, int mo) __asm__(
	"__atomic_store");
void exchange(size_t n, volatile void *p, void *from, void *out,
	int mo) __asm__("__atomic_exchange");
bool compare(size_t n, volatile void *p, void *expected, void *desired, int mo,
	int failed) __asm__("__atomic_compare_exchange");

static void *change(void *unused)
{
#if CALL < 6
	plain.b = 1;
#endif
	return NULL;
}

int main(void)
{
	pthread_t t = start(change, NULL);
	struct large own = {.n = CALL == 5};
	const int mo = memory_order_seq_cst;

#if CALL == 0 || CALL == 6
	load(sizeof plain, &shared, &plain, mo);
#elif CALL == 1
	store(sizeof plain, &shared, &plain, mo);
#elif CALL == 2
	exchange(sizeof plain, &shared, &plain, &own, mo);
#elif CALL == 3
	exchange(sizeof plain, &shared, &own, &plain, mo);
#elif CALL == 4 /* what is written, if it succeeds */
	compare(sizeof plain, &shared, &own, &plain, mo, mo);
#elif CALL == 5 /* what is expected */
	compare(sizeof plain, &shared, &plain, &own, mo, mo);
#endif
	finish(t);
	return own.n == 2;
}
