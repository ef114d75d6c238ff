/* SPDX-License-Identifier: MIT */
/* future: promise and future, async and its exception
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 7,caught=9
 * native: sc
 */
#include <cstdio>
#include <future>
#include <thread>

int main()
{
	std::promise<int> p;
	std::future<int> f = p.get_future();
	std::thread t([&] { p.set_value(7); });
	int value = f.get(), caught = 0;

	t.join();
	auto g = std::async(std::launch::async, []() -> int { throw 9; });
	try {
		g.get();
	} catch (int n) {
		caught = n;
	}
	std::printf("%d,caught=%d\n", value, caught);
}
