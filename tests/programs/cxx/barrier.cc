/* SPDX-License-Identifier: MIT */
/* barrier: the completion runs once a phase, between all that came before and
 * all that comes after
 *
 * The library's tree of arrivals takes many atomic operations: sampled.
 *
 * holes: sampled
 * flags: -std=c++20
 * default: checkpoint
 *
 * check: --strategy random --max-executions 2000
 * verdict: verified
 * exit: 0
 * states: phases=2,sum=6
 * races: none
 * native: sc
 */
#include <barrier>
#include <cstdio>
#include <thread>

static int phases, part[2], sum;

static void complete() noexcept
{
	phases++;
	sum += part[0] + part[1];
}

static std::barrier all(2, complete);

static void work(int i)
{
	for (int phase = 1; phase <= 2; phase++) {
		part[i] = phase;
		all.arrive_and_wait();
	}
}

int main()
{
	std::thread t(work, 0);

	work(1);
	t.join();
	std::printf("phases=%d,sum=%d\n", phases, sum);
}
