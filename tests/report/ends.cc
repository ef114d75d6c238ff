// SPDX-License-Identifier: MIT
/* One thread puts into a queue, another one takes out of it. */
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>

static std::deque<int> jobs;
static std::mutex lock;

int main()
{
	std::thread puts([] {
		std::lock_guard<std::mutex> held(lock);

		jobs.push_back(1);
	});
	std::thread takes([] {
		std::lock_guard<std::mutex> held(lock);

		if (!jobs.empty())
			jobs.pop_front();
	});

	puts.join();
	takes.join();
	assert(jobs.size() == 1);
}
