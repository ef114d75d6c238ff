// SPDX-License-Identifier: MIT
/* The flag is set without the lock, so that the wake-up may come between a look
 * at it and the sleep.
 */
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable more;
static std::atomic<bool> ready;

static void wait()
{
	std::unique_lock<std::mutex> held(lock);

	more.wait(held, [] { return ready.load(); }); /* WAITS */
}

int main()
{
	std::thread other([] {
		ready = true;
		more.notify_all();
	});

	wait();
	other.join();
}
