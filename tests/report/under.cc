// SPDX-License-Identifier: MIT
// Members whose names begin with an underscore, of classes that wrap others.
#include <condition_variable>
#include <mutex>
#include <thread>

struct Gate {
	std::mutex _lock;
	std::condition_variable _cv;
	bool _go = false;

	void wait()
	{
		std::unique_lock<std::mutex> l(_lock);
		_cv.wait(l, [this] { return _go; });
	}
};

int main()
{
	Gate gate;
	std::thread t([&] { gate.wait(); });

	t.join();
}
