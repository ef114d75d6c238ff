/* SPDX-License-Identifier: MIT */
/* latch: whoever waits sees what was done before the last count
 *
 * flags: -std=c++20
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=3
 * races: none
 * native: sc
 */
#include <cstdio>
#include <latch>
#include <thread>

static std::latch done(2);
static int a, b;

int main()
{
	std::thread t([] {
		a = 1;
		done.count_down();
	});
	std::thread u([] {
		b = 2;
		done.count_down();
	});

	done.wait();
	int seen = a + b;

	t.join();
	u.join();
	std::printf("seen=%d\n", seen);
}
