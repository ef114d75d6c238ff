/* SPDX-License-Identifier: MIT */
/* condition_variable: wait with a predicate, notify_one
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
#include <thread>

static std::mutex m;
static std::condition_variable full;
static int item;

int main()
{
	std::thread t([] {
		std::lock_guard<std::mutex> hold(m);
		item = 7;
		full.notify_one();
	});
	{
		std::unique_lock<std::mutex> lock(m);
		full.wait(lock, [] { return item != 0; });
		std::printf("item=%d\n", item);
	}
	t.join();
}
