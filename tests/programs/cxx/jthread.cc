/* SPDX-License-Identifier: MIT */
/* jthread: joins by itself; a stop is asked for, seen, and calls back once
 *
 * A stop takes some thirty atomic operations: sampled.
 *
 * holes: sampled
 * flags: -std=c++20
 * default: checkpoint
 *
 * check: --strategy random --max-executions 2000
 * verdict: verified
 * exit: 0
 * states: called=1,stopped=1
 * races: none
 * native: sc
 */
#include <atomic>
#include <cstdio>
#include <stop_token>
#include <thread>

static std::atomic<int> called;
static bool stopped;

int main()
{
	{
		std::jthread t([](std::stop_token stop) {
			std::stop_callback call(stop, [] { called++; });

			while (!stop.stop_requested())
				std::this_thread::yield();
			stopped = true;
		});
	}
	std::printf("called=%d,stopped=%d\n", called.load(), stopped);
}
