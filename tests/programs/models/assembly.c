/* SPDX-License-Identifier: MIT */
/* assembly: instructions that wait for stores, in assembly and as intrinsics
 *
 * Store buffering (sb) with a fence on each side: 00 cannot come out; sfence
 * and lfence do not help.  By sc nothing is different: three traces.  LOCKED:
 * two additions to a variable by a locked instruction are made at once, as
 * wholes, and none is lost.  STREAM: a non-temporal store may leave its buffer
 * before older ones, which is not explored, and said.  MESSAGE: by pso mp has
 * four traces, and 10 among them; three with an sfence between the stores, as
 * by sc.  One behind a store of its own statement orders nothing before that.
 *
 * native: prints anything
 *
 * check: --exhaustive
 * flags: -DFENCE=FENCE_TEXT
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE=FENCE_TEXT
 * verdict: verified
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE=FENCE_INTRINSIC
 * verdict: verified
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE=FENCE_STACK
 * verdict: verified
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE=FENCE_EXCHANGE
 * verdict: verified
 * states: 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE=FENCE_STORES
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso
 * flags: -DFENCE=FENCE_LOADS
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DFENCE=FENCE_STORES
 * verdict: verified
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DMESSAGE -DFENCE=FENCE_LOADS
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model pso
 * flags: -DMESSAGE -DFENCE=FENCE_STORES
 * verdict: verified
 * executions: 3
 * states: 00 01 11
 *
 * check: --exhaustive --model pso
 * flags: -DMESSAGE -DFENCE=FENCE_STORES_INTRINSIC
 * verdict: verified
 * executions: 3
 * states: 00 01 11
 *
 * check: --exhaustive --model pso
 * flags: -DMESSAGE -DFENCE=FENCE_STORES_LATER
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive
 * flags: -DMESSAGE -DFENCE=FENCE_STORES
 * verdict: verified
 * executions: 3
 * states: 00 01 11
 *
 * check: --exhaustive
 * flags: -DLOCKED
 * verdict: verified
 * states: s2
 *
 * check: --exhaustive --model tso
 * flags: -DLOCKED
 * verdict: verified
 * states: s2
 *
 * check: --exhaustive
 * flags: -DSTREAM=INTRINSIC
 * verdict: verified
 * states: done
 *
 * check: --exhaustive --model tso
 * flags: -DSTREAM=INTRINSIC
 * verdict: partial
 * states: done
 * holes: unbuffered
 * exit: 4
 *
 * check: --exhaustive
 * flags: -DSTREAM=TEXT
 * verdict: verified
 * states: done
 *
 * check: --exhaustive --model tso
 * flags: -DSTREAM=TEXT
 * verdict: partial
 * states: done
 * holes: unbuffered
 * exit: 4
 */
#include <emmintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define FENCE_TEXT __asm__ volatile("mfence" ::: "memory")
#define FENCE_INTRINSIC _mm_mfence()
#define FENCE_STACK __asm__ volatile("lock; addl $0,-4(%%rsp)" ::: "memory")
#define FENCE_EXCHANGE                                                         \
	__asm__ volatile("xchgl %0, %1"                                        \
			 : "=r"(got), "+m"(mine)                               \
			 : "0"(1)                                              \
			 : "memory")
#define FENCE_STORES __asm__ volatile("sfence" ::: "memory")
#define FENCE_STORES_INTRINSIC _mm_sfence()
#define FENCE_STORES_LATER                                                     \
	__asm__ volatile("movl $1, %0; sfence" : "=m"(mine) : : "memory")
#define FENCE_LOADS __asm__ volatile("lfence" ::: "memory")

#if defined STREAM
#define INTRINSIC 1
#define TEXT 2
int place; /* clang makes a static one a bool, stored as any other */

static void *other(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t t;

#if STREAM == INTRINSIC
	_mm_stream_si32(&place, 1);
#else
	__asm__ volatile("movnti %1, %0" : "=m"(place) : "r"(1));
#endif
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	puts(place ? "done" : "lost");
}
#elif defined LOCKED
static int sum;

static void add(void)
{
	__asm__ volatile("lock; addl %1, %0" : "+m"(sum) : "r"(1) : "cc");
}

static void *other(void *unused)
{
	add();
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	add();
	pthread_join(t, NULL);
	printf("s%d\n", sum);
}
#elif defined MESSAGE
static _Alignas(8) atomic_int x;
static _Alignas(8) atomic_int y;

static void *other(void *unused)
{
	static int mine;

	atomic_store_explicit(&x, 1, memory_order_relaxed);
	FENCE;
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	(void)mine;
	return unused;
}

int main(void)
{
	int b, a;
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	b = atomic_load_explicit(&y, memory_order_relaxed);
	a = atomic_load_explicit(&x, memory_order_relaxed);
	pthread_join(t, NULL);
	printf("%d%d\n", b, a);
}
#else
static atomic_int x, y;
static int a, b;

static void *other(void *unused)
{
	static int mine;
	int got = 0;

	atomic_store_explicit(&y, 1, memory_order_relaxed);
	FENCE;
	b = atomic_load_explicit(&x, memory_order_relaxed);
	(void)got;
	(void)mine;
	return unused;
}

int main(void)
{
	pthread_t t;
	static int mine;
	int got = 0;

	pthread_create(&t, NULL, other, NULL);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	FENCE;
	a = atomic_load_explicit(&y, memory_order_relaxed);
	pthread_join(t, NULL);
	(void)got;
	(void)mine;
	printf("%d%d\n", a, b);
}
#endif
