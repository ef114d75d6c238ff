/* SPDX-License-Identifier: MIT */
/* idle_wait_for: the loop of many a background thread comes to an end
 *
 * check: --exhaustive
 * verdict: verified
 * scope: clock_waits clock_loops
 */
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static bool done;

int main()
{
	std::thread t([] {
		std::unique_lock<std::mutex> lock(m);

		while (!done)
			c.wait_for(lock, std::chrono::milliseconds(1));
	});

	{
		std::lock_guard<std::mutex> lock(m);
		done = true;
	}
	c.notify_one();
	t.join();
}
