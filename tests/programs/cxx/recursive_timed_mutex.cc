/* SPDX-License-Identifier: MIT */
/* recursive_timed_mutex: a second thread has it in time or not, its owner has
 * it again at once
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: got=0 got=1
 * races: none
 * native: sc
 */
#include <cassert>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

static std::recursive_timed_mutex m;

int main()
{
	bool got = false;
	std::thread t([&] {
		got = m.try_lock_for(std::chrono::milliseconds(1));
		if (got)
			m.unlock();
	});

	m.lock();
	assert(m.try_lock_for(std::chrono::milliseconds(1)));
	m.unlock();
	m.unlock();
	t.join();
	std::printf("got=%d\n", got);
}
