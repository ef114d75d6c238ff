/* SPDX-License-Identifier: MIT */
/* queue.cc - std::thread, std::mutex, std::condition_variable: the consumer
 * asks for an item once, not in a loop, and there are two of them
 */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

static std::mutex lock;
static std::condition_variable filled;
static std::queue<int> items;

static void take()
{
	std::unique_lock<std::mutex> held(lock);

	if (items.empty())
		filled.wait(held);
	assert(!items.empty()); /* BUG */
	items.pop();
}

int main()
{
	std::vector<std::thread> threads;

	threads.emplace_back(take);
	threads.emplace_back(take);
	for (int i = 0; i < 2; i++) {
		std::lock_guard<std::mutex> held(lock);

		items.push(i);
		filled.notify_all();
	}
	for (std::thread &t : threads)
		t.join();
}
