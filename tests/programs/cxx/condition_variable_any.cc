/* SPDX-License-Identifier: MIT */
/* condition_variable_any: waits with a shared_lock, which the library locks and
 * unlocks around its own mutex
 *
 * flags: -std=c++17
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: item=7
 * races: none
 * native: sc
 */
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static std::condition_variable_any c;
static int item;

int main()
{
	std::thread t([] {
		{
			std::unique_lock<std::shared_mutex> lock(m);
			item = 7;
		}
		c.notify_one();
	});
	int seen;
	{
		std::shared_lock<std::shared_mutex> lock(m);
		c.wait(lock, [] { return item != 0; });
		seen = item;
	}
	t.join();
	std::printf("item=%d\n", seen);
}
