/* SPDX-License-Identifier: MIT */
/* static_local: constructed once, and nobody gets it before it is complete
 *
 * check: --exhaustive
 * verdict: verified
 * states: made=1
 * races: none
 * native: sc
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

static std::atomic<int> made;

struct object {
	std::atomic<int> value;
	object() : value(0)
	{
		made++;
		value = 1; /* here another thread may run */
		value = 2;
	}
};

static void use()
{
	static object o;

	assert(o.value == 2);
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
	std::printf("made=%d\n", made.load());
}
