/* SPDX-License-Identifier: MIT */
/* deadlock: two std::mutex in opposite order; std::lock takes both without
 *
 * Only one of the two uses std::lock in the exhausted check: it gives back what
 * it has and waits for the one that it could not have, so it tries at most
 * twice.  Two that use it can go on giving way to each other for ever (natively
 * as well), and a search in which nobody is fair does not end; that is sampled.
 *
 * check: --exhaustive
 * flags: -DWRONG
 * verdict: bug deadlock
 *
 * check: --exhaustive
 * verdict: verified
 * states: ended
 * races: none
 * native: sc
 *
 * check: --strategy random --max-executions 2000
 * flags: -DTWO
 * verdict: partial
 * holes: sampled
 * exit: 0
 * states: ended
 * races: none
 * native: sc
 */
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex a, b;

static void nested(std::mutex &first, std::mutex &second)
{
	std::lock_guard<std::mutex> one(first), two(second);
}

static void both(std::mutex &first, std::mutex &second)
{
	std::lock(first, second);
	std::lock_guard<std::mutex> one(first, std::adopt_lock);
	std::lock_guard<std::mutex> two(second, std::adopt_lock);
}

int main()
{
#ifdef TWO
	std::thread t([] { both(b, a); });
#else
	std::thread t([] { nested(b, a); });
#endif

#ifdef WRONG
	nested(a, b);
#else
	both(a, b);
#endif
	t.join();
	std::printf("ended\n");
}
