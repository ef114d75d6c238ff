/* SPDX-License-Identifier: MIT */
/* partial: stores that overtake older ones of their thread (--model pso)
 *
 * Numbers of executions are those of tests/oracle/models.py (WAYS), which knows
 * nothing of scarp; lines are by hand.
 *
 * S         x=2; y=1 | a=y; x=1: the second thread's store may come first of
 *           all to x, and last of all, whatever it read: four, by tso three
 * FIB       i += j, twice or three times, and j += i, without locks
 * WORD      mp where both variables lie in eight aligned bytes: in order
 * PARTS     a store that crosses eight bytes is two, which anybody comes
 *           between: the machine may do otherwise (a hole)
 * UNALIGNED an atomic one of that sort is made at once (a hole)
 * MANY      stores to more places than are counted leave in order (a hole)
 * CHAIN     who sees the last of three release stores sees the stores before
 *           each of them: t is 1 only with u = v = 1
 * BEHIND    a release fence is one for stores behind it alone: x and y are in
 *           no order, z comes after both; so does a stronger one, which waits
 * AFTER     creating a thread waits for all buffers
 * OVER      y may be seen, and written over by who saw it, while x, which was
 *           stored before, is not: then its thread reads what the other one
 *           wrote
 * PUBLISHED what a release store publishes is no race, though plain stores that
 *           do race are late beside it
 *
 * native: prints anything
 *
 * check: --exhaustive --model tso
 * flags: -DS
 * verdict: verified
 * executions: 3
 *
 * check: --exhaustive --model pso
 * flags: -DS
 * verdict: verified
 * executions: 4
 * blocked: 0
 * scope: words
 * replays: 0
 *
 * check: --exhaustive --model pso
 * flags: -DFIB=2
 * verdict: verified
 * executions: 20
 * blocked: 0
 *
 * check: --exhaustive --model pso
 * flags: -DFIB=3
 * verdict: verified
 * executions: 175
 * blocked: 0
 *
 * check: --exhaustive --reduce source --model pso
 * flags: -DFIB=2
 * verdict: verified
 * executions: 20
 *
 * check: --exhaustive --model pso -j 4
 * flags: -DFIB=3
 * verdict: verified
 * executions: 175
 * modes: checkpoint
 *
 * check: --exhaustive --model pso
 * flags: -DWORD
 * verdict: verified
 * executions: 3
 * states: 00 01 11
 *
 * check: --exhaustive --model pso
 * flags: -DPARTS
 * verdict: partial
 * exit: 4
 * holes: may_tear
 * states: 00 05 50 55
 *
 * check: --exhaustive --model pso
 * flags: -DUNALIGNED
 * verdict: partial
 * exit: 4
 * holes: unbuffered
 *
 * check: --exhaustive --model tso
 * flags: -DUNALIGNED
 * verdict: verified
 *
 * check: --exhaustive --model pso
 * flags: -DMANY
 * verdict: partial
 * exit: 4
 * holes: unbuffered
 * states: in_order
 *
 * check: --exhaustive --model pso
 * flags: -DCHAIN
 * verdict: verified
 * executions: 5
 * blocked: 0
 * states: 000 010 100 110 111
 *
 * check: --exhaustive --reduce none --model pso
 * flags: -DBEHIND
 * verdict: verified
 * states: 000 010 001 011 111
 * modes: checkpoint
 *
 * check: --exhaustive --audit --model pso
 * flags: -DBEHIND
 * verdict: verified
 * executions: 5
 * blocked: 0
 * states: 000 010 001 011 111
 *
 * check: --exhaustive --model pso
 * flags: -DBEHIND -DFENCE=seq_cst
 * verdict: verified
 * executions: 5
 * blocked: 0
 * states: 000 010 001 011 111
 *
 * check: --exhaustive --model pso
 * flags: -DAFTER
 * verdict: verified
 * states: 11
 *
 * check: --exhaustive --model pso
 * flags: -DOVER
 * verdict: verified
 * executions: 10
 * blocked: 0
 * states: 100 101 110 111 200 201 210 211
 *
 * check: --exhaustive --model pso
 * flags: -DPUBLISHED
 * verdict: verified
 * states: 07 17 10 00
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#define put(p, value) atomic_store_explicit(p, value, memory_order_relaxed)
#define give(p, value) atomic_store_explicit(p, value, memory_order_release)
#define get(p) atomic_load_explicit(p, memory_order_relaxed)
#define take(p) atomic_load_explicit(p, memory_order_acquire)

/* Not static: else compilers know all that is stored there. */
_Alignas(8) atomic_int x;
_Alignas(8) atomic_int y;
_Alignas(8) atomic_int z;
static int a, b, c;

#if defined S
#define T1 put(&x, 2), put(&y, 1)
#define T2 a = get(&y), put(&x, 1)
#define SHOW printf("%d%d\n", a, get(&x))
#elif defined FIB
#define LOOP(i, j)                                                             \
	for (int k = 0; k < FIB; k++)                                          \
	put(i, get(i) + get(j))
#define T1 LOOP(&x, &y)
#define T2 LOOP(&y, &x)
#define SHOW printf("%d %d\n", get(&x), get(&y))
#elif defined WORD
_Alignas(8) atomic_int word[2];
#define T1 put(&word[0], 1), put(&word[1], 1)
#define T2 a = get(&word[1]), b = get(&word[0])
#define SHOW printf("%d%d\n", a, b)
#elif defined PARTS
struct {
	_Alignas(8) char low[4];
	_Alignas(1) char crosses[8];
} parts;
#define T1 *(volatile uint64_t *)(void *)parts.crosses = 0x0500000005ull
#define T2                                                                     \
	a = ((volatile char *)parts.crosses)[4],                               \
	b = ((volatile char *)parts.crosses)[0]
#define SHOW printf("%d%d\n", a, b)
#elif defined UNALIGNED
_Alignas(8) char bytes[16];
#define T1 __atomic_store_n((int *)(void *)(bytes + 6), 5, __ATOMIC_RELAXED)
#define T2 a = get(&x)
#define SHOW printf("%d\n", a)
#elif defined MANY
struct {
	_Alignas(8) atomic_int n;
} many[300];
#define T1                                                                     \
	for (int i = 0; i < 300; i++)                                          \
	put(&many[i].n, 1)
#define T2 a = get(&many[299].n), b = get(&many[298].n)
#define SHOW puts(a > b ? "out_of_order" : "in_order")
#elif defined CHAIN
_Alignas(8) atomic_int t, u, v;
#define T1 put(&u, 1), give(&x, 1), put(&v, 1), give(&y, 1), give(&z, 1)
#define T2 a = take(&z), b = get(&v), c = get(&u)
#define SHOW printf("%d%d%d\n", c, b, a)
#elif defined BEHIND
#ifndef FENCE
#define FENCE release
#endif
#define JOINED(a, b) a##b
#define ORDER(order) JOINED(memory_order_, order)
#define T1 put(&x, 1), put(&y, 1), atomic_thread_fence(ORDER(FENCE)), put(&z, 1)
#define T2 a = get(&z), b = get(&y), c = get(&x)
#define SHOW printf("%d%d%d\n", a, b, c)
#elif defined AFTER
static void *reader(void *unused)
{
	a = get(&y);
	b = get(&x);
	return unused;
}

static void create(void)
{
	pthread_t t;

	put(&x, 1);
	put(&y, 1);
	pthread_create(&t, NULL, reader, NULL);
	pthread_join(t, NULL);
}
#define T1 create()
#define T2 get(&x)
#define SHOW printf("%d%d\n", a, b)
#elif defined OVER
#define T1 put(&x, 1), put(&y, 1), a = get(&y)
#define T2 b = get(&y), put(&y, 2), c = get(&x)
#define SHOW printf("%d%d%d\n", a, b, c)
#elif defined PUBLISHED
static _Alignas(8) volatile int plain;
static int data;
static void reads(void)
{
	b = plain;
	if (take(&x))
		a = data;
}
#define T1 data = 7, give(&x, 1), plain = 1
#define T2 reads()
#define SHOW printf("%d%d\n", b, a)
#endif

static void *one(void *unused)
{
	T1;
	return unused;
}

static void *two(void *unused)
{
	T2;
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, one, NULL);
	pthread_create(&u, NULL, two, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	(void)c;
	(void)x;
	(void)y;
	(void)z;
	SHOW;
}
