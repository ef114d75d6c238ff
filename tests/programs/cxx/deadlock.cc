/* SPDX-License-Identifier: MIT */
/* deadlock: two std::mutex in opposite order; std::lock takes both without
 *
 * holes: aggregate_results
 *
 * check: --exhaustive
 * flags: -DWRONG
 * verdict: bug deadlock
 *
 * check: --exhaustive
 * verdict: verified
 * states: ended
 * native: sc
 */
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex a, b;

static void both(std::mutex &first, std::mutex &second)
{
#ifdef WRONG
	std::lock_guard<std::mutex> one(first), two(second);
#else
	std::lock(first, second);
	std::lock_guard<std::mutex> one(first, std::adopt_lock);
	std::lock_guard<std::mutex> two(second, std::adopt_lock);
#endif
}

int main()
{
	std::thread t([] { both(b, a); });

	both(a, b);
	t.join();
	std::printf("ended\n");
}
