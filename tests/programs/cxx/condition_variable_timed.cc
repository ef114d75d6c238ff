/* SPDX-License-Identifier: MIT */
/* condition_variable_timed: wait_for ends by notify_all or by time
 *
 * check: --exhaustive
 * verdict: verified
 * states: set=0 set=1
 * races: none
 * native: sc
 */
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static bool set;

int main()
{
	bool seen;
	std::thread t([] {
		std::lock_guard<std::mutex> hold(m);
		set = true;
		c.notify_all();
	});
	{
		std::unique_lock<std::mutex> lock(m);
		seen = c.wait_for(lock, std::chrono::microseconds(50),
			[] { return set; });
	}
	t.join();
	std::printf("set=%d\n", seen);
}
