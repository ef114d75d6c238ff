/* SPDX-License-Identifier: MIT */
/* constructor_thread: a global object starts a thread before main; what the two
 * then do is explored
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=1 x=2
 * native: sc
 */
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<int> x;

static void increment()
{
	x = x + 1; /* a load and a store */
}

struct starter {
	std::thread thread;
	starter() : thread(increment)
	{
	}
};

static starter early;

int main()
{
	increment();
	early.thread.join();
	std::printf("x=%d\n", x.load());
}
