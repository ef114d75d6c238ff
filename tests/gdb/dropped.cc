/* SPDX-License-Identifier: MIT */
/* dropped.cc - a list is summed after another thread has dropped it */
#include <mutex>
#include <thread>
#include <vector>

struct list {
	std::mutex lock;
	std::vector<int> *all = new std::vector<int>{1, 2, 3};

	void drop()
	{
		std::lock_guard<std::mutex> guard(lock);
		delete all;
		all = nullptr;
	}

	int sum(int seed)
	{
		std::lock_guard<std::mutex> guard(lock);
		int s = seed;
		for (int i : *all) /* BUG */
			s += i;
		return s;
	}
};

int main()
{
	list l;
	std::thread a([&] { l.drop(); });
	std::thread b([&] { l.sum(41); });

	a.join();
	b.join();
}
