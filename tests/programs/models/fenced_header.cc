/* SPDX-License-Identifier: MIT */
/* fenced_header: --fence where a header of the system's makes the store
 *
 * Without optimisation std::atomic<bool>::store is a function of <atomic>, one
 * for both sides; the line is that of who calls it.  With it, it is inlined.
 * Store buffering as in fenced.c: 4 traces by tso, 3 with both stores fenced.
 * What `set` stores for its callers is of its own line, and not of theirs.
 *
 * native: prints anything
 *
 * check: --exhaustive --model tso
 * flags: --keep-O -O0
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced_header.cc:68
 * and: --fence fenced_header.cc:75
 * flags: --keep-O -O0
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced_header.cc:68
 * flags: --keep-O -O0
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced_header.cc:68
 * and: --fence fenced_header.cc:75
 * flags: --keep-O -O2
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced_header.cc:68
 * and: --fence fenced_header.cc:75
 * flags: -DCALL --keep-O -O0
 * verdict: verified
 * executions: 4
 * states: 00 01 10 11
 *
 * check: --exhaustive --model tso --fence fenced_header.cc:60
 * flags: -DCALL --keep-O -O0
 * verdict: verified
 * executions: 3
 * states: 01 10 11
 */
#include <atomic>
#include <cstdio>
#include <pthread.h>

static std::atomic<bool> x, y;
static int a, b;

#ifdef CALL
static void set(std::atomic<bool> &of)
{
	of.store(true, std::memory_order_relaxed); /* SET */
}
#else
#define set(of) of.store(true, std::memory_order_relaxed)
#endif

static void *left(void *)
{
	set(x); /* X */
	a = y.load(std::memory_order_relaxed);
	return nullptr;
}

static void *right(void *)
{
	set(y); /* Y */
	b = x.load(std::memory_order_relaxed);
	return nullptr;
}

int main()
{
	pthread_t one, two;

	pthread_create(&one, nullptr, left, nullptr);
	pthread_create(&two, nullptr, right, nullptr);
	pthread_join(one, nullptr);
	pthread_join(two, nullptr);
	std::printf("%d%d\n", a, b);
}
