/* SPDX-License-Identifier: MIT */
/* uncaught_in_one_schedule: vector::at throws only when the other came first
 *
 * check: --exhaustive
 * verdict: bug uncaught_exception
 *
 * check:
 * verdict: bug uncaught_exception
 */
#include <mutex>
#include <thread>
#include <vector>

static std::mutex m;
static std::vector<int> v = {1};

int main()
{
	std::thread t([] {
		std::lock_guard<std::mutex> hold(m);
		v.clear();
	});
	{
		std::lock_guard<std::mutex> hold(m);
		v.at(0) = 2;
	}
	t.join();
}
