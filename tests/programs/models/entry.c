/* SPDX-License-Identifier: MIT */
/* entry: mutual exclusion by two flags, and by Peterson's algorithm
 *
 * Both are right by sc.  By tso each thread may read the other's flag before
 * its own can be seen, and both are inside, unless a fence is between. Accesses
 * to `inside` do not race by sc, and their number is no point.
 *
 * native: prints anything
 * native: exits 0 -6
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * verdict: bug assertion
 * replays: 1
 *
 * check: --model tso
 * verdict: bug assertion
 *
 * check: --strategy random --max-executions 1000 --model tso
 * verdict: bug assertion
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE=seq_cst
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE=acq_rel
 * verdict: bug assertion
 *
 * check: --exhaustive
 * flags: -DPETERSON
 * verdict: verified
 *
 * check: --exhaustive --model tso
 * flags: -DPETERSON
 * verdict: bug assertion
 * replays: 1
 *
 * check: --exhaustive --model tso
 * flags: -DPETERSON -DFENCE=seq_cst
 * verdict: verified
 *
 * By pso two flags need no more than that.  But Peterson's turn may be seen
 * before the flag: T0's turn and no flag, T1 comes and goes in, and T0 finds
 * its own turn.
 *
 * check: --exhaustive --model pso
 * flags: -DFENCE=seq_cst
 * verdict: verified
 *
 * check: --exhaustive --model pso
 * flags: -DPETERSON -DFENCE=seq_cst
 * verdict: bug assertion
 * replays: 1
 *
 * check: --model pso
 * flags: -DPETERSON -DFENCE=seq_cst
 * verdict: bug assertion
 *
 * check: --strategy pct --max-executions 3000 --model pso
 * flags: -DPETERSON -DFENCE=seq_cst
 * verdict: bug assertion
 *
 * check: --exhaustive --model pso
 * flags: -DPETERSON -DFENCE=seq_cst -DTURN=release
 * verdict: verified
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef TURN
#define TURN relaxed
#endif
#define JOINED(a, b) a##b
#define ORDER(order) JOINED(memory_order_, order)
#ifdef FENCE
#define fence() atomic_thread_fence(ORDER(FENCE))
#else
#define fence() (void)0
#endif

static atomic_int flag[2];
static _Alignas(8) atomic_int turn;
static int inside;

static void section(void)
{
	assert(inside++ == 0); /* BUG */
	inside--;
}

static void *enter(void *argument)
{
	int me = (int)(intptr_t)argument;

	atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
#ifdef PETERSON
	atomic_store_explicit(&turn, !me, ORDER(TURN));
	fence();
	while (atomic_load_explicit(&flag[!me], memory_order_acquire) &&
		atomic_load_explicit(&turn, memory_order_acquire) == !me)
		;
	section();
#else
	fence();
	if (!atomic_load_explicit(&flag[!me], memory_order_acquire))
		section();
#endif
	atomic_store_explicit(&flag[me], 0, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, enter, (void *)1);
	enter((void *)0);
	pthread_join(t, NULL);
}
