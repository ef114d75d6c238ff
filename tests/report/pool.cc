// SPDX-License-Identifier: MIT
/* A pool of threads, of which each leaves when it is told to, whatever there is
 * to do.
 */
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Pool
{
public:
	Pool()
	{
		for (int i = 0; i < 2; i++)
			workers.emplace_back([this] { run(); });
	}

	void put(std::function<void()> f)
	{
		{
			std::lock_guard<std::mutex> guard(lock);
			jobs.push_back(std::move(f));
		}
		more.notify_one();
	}

	~Pool()
	{
		{
			std::lock_guard<std::mutex> guard(lock);
			stop = true;
		}
		more.notify_all();
		for (auto &w : workers)
			w.join();
	}

private:
	void run()
	{
		for (;;) {
			std::function<void()> f;
			{
				std::unique_lock<std::mutex> guard(lock);
				more.wait(guard, [this] { return stop || !jobs.empty(); });
				if (stop)
					return;
				f = std::move(jobs.front());
				jobs.pop_front();
			}
			f();
		}
	}

	std::mutex lock;
	std::condition_variable more;
	std::deque<std::function<void()>> jobs;
	std::vector<std::thread> workers;
	bool stop = false;
};

int main()
{
	long done = 0, a = 1, b = 2, c = 3;
	{
		Pool pool;

		pool.put([&done, a, b, c] { done += a + b + c; });
	}
	assert(done == 6);
}
