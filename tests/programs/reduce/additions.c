/* SPDX-License-Identifier: MIT */
/* additions: those whose result nobody uses, and which learn nothing, commute
 *
 * N threads with one operation each.  One trace if they all commute, else N!;
 * whether a result is used is the compilers' to say, with every optimisation.
 * A load, store or exchange beside two additions comes after none, one or the
 * other, or both of them: four traces, and six where additions have an order.
 * Who waits in a loop for both of two does not turn in it if both came before:
 * one trace, or two where additions have an order (as they do if the loop is
 * one that waits for the sum, which is the compiler's to choose).
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed
 * verdict: verified
 * blocked: 0
 * executions: 1
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DN=3 -DORDER=relaxed
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce source
 * flags: -DN=3 -DORDER=relaxed
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --reduce source --refine none
 * flags: -DN=3 -DORDER=relaxed
 * verdict: verified
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -O0
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -O2
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -O3
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=4 -DORDER=release
 * verdict: verified
 * blocked: 0
 * executions: 1
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DN=4 -DORDER=release
 * verdict: verified
 * blocked: 0
 * executions: 24
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=acquire
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=acq_rel
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=seq_cst
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DUSED
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DUSED -O0
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DUSED -O2
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DRETURNED -O2
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DSUB
 * verdict: verified
 * blocked: 0
 * executions: 1
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DSUB -O0
 * verdict: verified
 * blocked: 0
 * executions: 1
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=release -DNEW
 * verdict: verified
 * blocked: 0
 * executions: 1
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=release -DNEW -O0
 * verdict: verified
 * blocked: 0
 * executions: 1
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=2 -DORDER=relaxed -DWIDTHS
 * verdict: verified
 * blocked: 0
 * executions: 2
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=2 -DORDER=relaxed -DORDERS
 * verdict: verified
 * blocked: 0
 * executions: 2
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DLOADS
 * verdict: verified
 * blocked: 0
 * executions: 4
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DN=3 -DORDER=relaxed -DLOADS
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DSTORES
 * verdict: verified
 * blocked: 0
 * executions: 4
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DN=3 -DORDER=relaxed -DSTORES
 * verdict: verified
 * blocked: 0
 * executions: 6
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DEXCHANGES
 * verdict: verified
 * blocked: 0
 * executions: 4
 *
 * check: --exhaustive --reduce optimal
 * flags: -DN=3 -DORDER=relaxed -DWAITS
 * verdict: verified
 *
 * check: --exhaustive --reduce optimal --refine none
 * flags: -DN=3 -DORDER=relaxed -DWAITS
 * verdict: verified
 * last_round: 2
 *
 * check: --exhaustive --reduce source
 * flags: -DN=3 -DORDER=relaxed -DWAITS
 * verdict: verified
 *
 * check: --exhaustive --reduce source --refine none
 * flags: -DN=3 -DORDER=relaxed -DWAITS
 * verdict: verified
 * last_round: 2
 */
#include "test.h"

#define PASTE(a, b) a##b
#define OF(order) PASTE(memory_order_, order)
#define MO OF(ORDER)

static union {
	_Atomic uint32_t all;
	_Atomic uint16_t half[2];
} x;
static uint32_t old[N];

#if defined(RETURNED)
__attribute__((noinline)) static uint32_t add(void)
{
	return atomic_fetch_add_explicit(&x.all, 1, MO);
}
#endif

static void other(void)
{
#if defined(WIDTHS)
	atomic_fetch_add_explicit(&x.half[1], 1, MO);
#elif defined(ORDERS)
	atomic_fetch_add_explicit(&x.all, 1, memory_order_release);
#elif defined(LOADS)
	old[N - 1] = atomic_load_explicit(&x.all, MO);
#elif defined(STORES)
	atomic_store_explicit(&x.all, 7, MO);
#elif defined(EXCHANGES)
	old[N - 1] = atomic_exchange_explicit(&x.all, 7, MO);
#elif defined(WAITS)
	while (atomic_load_explicit(&x.all, MO) != 2)
		;
#endif
}

static void *work(void *number)
{
	long n = (long)number;

#if defined(WIDTHS) || defined(ORDERS) || defined(LOADS) || defined(STORES) || \
	defined(EXCHANGES) || defined(WAITS)
	if (n == N - 1) {
		other();
		return NULL;
	}
#endif
#if defined(USED)
	old[n] = atomic_fetch_add_explicit(&x.all, 1, MO);
#elif defined(RETURNED)
	old[n] = add();
#elif defined(SUB)
	atomic_fetch_sub_explicit(&x.all, 1, MO);
#elif defined(NEW)
	__atomic_add_fetch((uint32_t *)&x.all, 1, MO);
#else
	atomic_fetch_add_explicit(&x.all, 1, MO);
#endif
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (long i = 0; i < N; i++)
		t[i] = start(work, (void *)i);
	for (int i = 0; i < N; i++)
		finish(t[i]);
	for (int i = 0; i < N; i++)
		assert(old[i] <= 7);
	return 0;
}
