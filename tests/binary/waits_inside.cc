/* SPDX-License-Identifier: MIT */
/* waits_inside.cc - the C++ library waits on behalf of the test: nobody notifies
 */
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable never;

static __attribute__((noinline)) int wait_with(int number)
{
	std::unique_lock<std::mutex> held(lock);

	never.wait(held); /* WAITS */
	return number + 1;
}

int main()
{
	std::thread t([] { return wait_with(1) + wait_with(2); });

	t.join();
}
