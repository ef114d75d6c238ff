/* SPDX-License-Identifier: MIT */
/* weak_orders: what asked for less than seq_cst had it, and the verdict says
 * that; by tso it has what x86 gives, and nothing of the kind is said
 *
 * check: --exhaustive
 * verdict: verified
 * executions: 3
 * scope: weak_orders
 *
 * check: --exhaustive
 * flags: -DSEQ_CST
 * modes: checkpoint restart
 * verdict: verified
 * executions: 3
 * says: one execution of each (sc)
 *
 * check: --exhaustive --model tso
 * verdict: verified
 * says: one execution of each (tso
 */
#include "test.h"
#include <stdatomic.h>

#ifdef SEQ_CST
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_release
#endif

static atomic_int x, y;

static void *writes(void *unused)
{
	atomic_store_explicit(&x, 1, ORDER);
	atomic_store_explicit(&y, 1, ORDER);
	return unused;
}

int main(void)
{
	pthread_t t = start(writes, NULL);

	if (atomic_load(&y))
		assert(atomic_load(&x) == 1);
	else
		(void)atomic_load(&x);
	finish(t);
	return 0;
}
