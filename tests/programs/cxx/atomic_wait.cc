/* SPDX-License-Identifier: MIT */
/* atomic_wait: C++20 wait and notify, which sleep on a futex
 *
 * flags: -std=c++20
 *
 * check: --exhaustive
 * verdict: verified
 * states: x=5
 * races: none
 * native: sc
 */
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<int> ready;
static int x;

int main()
{
	std::thread t([] {
		x = 5;
		ready = 1;
		ready.notify_one();
	});

	ready.wait(0);
	std::printf("x=%d\n", x);
	t.join();
}
