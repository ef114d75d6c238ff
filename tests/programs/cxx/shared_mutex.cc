/* SPDX-License-Identifier: MIT */
/* shared_mutex: readers together, writers alone
 *
 * flags: -std=c++17
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=0 seen=2
 * races: none
 * native: sc
 */
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int x;

int main()
{
	int seen;
	std::thread t([] {
		std::unique_lock<std::shared_mutex> hold(m);
		x = 1;
		x = 2;
	});
	{
		std::shared_lock<std::shared_mutex> hold(m);
		seen = x;
	}
	t.join();
	std::printf("seen=%d\n", seen);
}
