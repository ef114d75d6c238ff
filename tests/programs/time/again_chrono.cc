/* SPDX-License-Identifier: MIT */
/* again_chrono: a worker of a pool that spins for a while before it sleeps, and
 * draws a number in each turn (as marl's do)
 *
 * verdict: verified
 * scope: clock_stands
 * states: work=0 work=1
 * native: prints anything
 *
 * check: --exhaustive
 *
 * check: --exhaustive --reduce source
 */
#include <atomic>
#include <chrono>
#include <cstdio>
#include <random>
#include <thread>

static std::atomic<int> work;
static volatile unsigned long drawn;

static bool spin_for_work()
{
	std::minstd_rand random;
	const auto duration = std::chrono::milliseconds(1);
	const auto begin = std::chrono::steady_clock::now();

	while (std::chrono::steady_clock::now() - begin < duration) {
		drawn = random();
		if (work.load())
			return true;
		std::this_thread::yield();
	}
	return false;
}

int main()
{
	std::thread giver([] { work = 1; });
	bool found = spin_for_work();

	giver.join();
	std::printf("work=%d\n", found);
}
