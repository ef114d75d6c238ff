/* SPDX-License-Identifier: MIT */
/* timed_mutex: try_lock_for ends by the lock or by time
 *
 * check: --exhaustive
 * verdict: verified
 * states: got=0 got=1
 * native: sc
 */
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

static std::timed_mutex m;

int main()
{
	std::thread t([] { std::lock_guard<std::timed_mutex> hold(m); });
	bool got = m.try_lock_for(std::chrono::hours(1));

	if (got)
		m.unlock();
	t.join();
	std::printf("got=%d\n", got);
}
