/* SPDX-License-Identifier: MIT */
/* thread: std::thread with arguments, moved, asked for its id, detached
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=12
 * native: sc
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>
#include <utility>

static std::atomic<int> sum, detached;

static void add(int n, const int &by)
{
	sum += n * by;
}

int main()
{
	int two = 2;
	std::thread a(add, 1, std::cref(two)), b(add, 5, std::cref(two));
	std::thread moved(std::move(a));

	assert(!a.joinable() && moved.joinable());
	assert(moved.get_id() != b.get_id());
	assert(moved.get_id() != std::this_thread::get_id());
	moved.join();
	b.join();
	std::thread([] { detached = 1; }).detach();
	while (!detached)
		std::this_thread::yield();
	std::printf("sum=%d\n", sum.load());
}
