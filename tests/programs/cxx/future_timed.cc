/* SPDX-License-Identifier: MIT */
/* future_timed: wait_for ends by the value or by time; wait_until and get have
 * it
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: ready=0,value=5 ready=1,value=5
 * races: none
 * native: sc
 */
#include <chrono>
#include <cstdio>
#include <future>
#include <thread>

int main()
{
	std::promise<int> p;
	std::future<int> f = p.get_future();
	std::thread t([&] { p.set_value(5); });
	bool ready = f.wait_for(std::chrono::milliseconds(1)) ==
		     std::future_status::ready;
	int value = f.get();

	t.join();
	std::printf("ready=%d,value=%d\n", ready, value);
}
