/* SPDX-License-Identifier: MIT */
/* shared_timed_mutex: a reader in time or not, beside a writer
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: got=0,seen=-1 got=1,seen=0 got=1,seen=2
 * races: none
 * native: sc
 */
#include <chrono>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex m;
static int value;

int main()
{
	bool got = false;
	int seen = -1;
	std::thread t([&] {
		std::shared_lock<std::shared_timed_mutex> lock(
			m, std::chrono::milliseconds(1));

		got = lock.owns_lock();
		if (got)
			seen = value;
	});
	{
		std::unique_lock<std::shared_timed_mutex> lock(m);
		value++;
		value++;
	}
	t.join();
	std::printf("got=%d,seen=%d\n", got, seen);
}
