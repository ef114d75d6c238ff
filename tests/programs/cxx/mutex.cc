/* SPDX-License-Identifier: MIT */
/* mutex: lock_guard, unique_lock, scoped_lock, recursive_mutex
 *
 * check: --exhaustive
 * verdict: verified
 * states: c=2,got=0 c=2,got=1
 * races: none
 * native: sc
 */
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex m;
static std::recursive_mutex r;
static int c;

static void increment()
{
	std::lock_guard<std::recursive_mutex> outer(r), inner(r);
	c++;
}

int main()
{
	std::thread t([] {
		increment();
		std::lock_guard<std::mutex> hold(m);
	});
	std::unique_lock<std::mutex> lock(m, std::try_to_lock);
	bool got = lock.owns_lock();

	if (got)
		lock.unlock();
	increment();
	t.join();
	std::printf("c=%d,got=%d\n", c, got);
}
