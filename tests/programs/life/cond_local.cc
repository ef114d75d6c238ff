/* SPDX-License-Identifier: MIT */
/* cond_local: a local condition variable of a function that is called twice,
 * at one address: two lives
 *
 * Its constructor is libstdc++'s and announces nothing.
 *
 * check: --exhaustive
 * verdict: verified
 * races: none
 */
#include <condition_variable>
#include <mutex>
#include <thread>

static void meet()
{
	std::mutex m;
	std::condition_variable c;
	bool come = false;
	std::thread other([&] {
		std::lock_guard<std::mutex> l(m);
		come = true;
		c.notify_one();
	});

	{
		std::unique_lock<std::mutex> l(m);
		while (!come)
			c.wait(l);
	}
	other.join();
}

int main()
{
	meet();
	meet();
	return 0;
}
