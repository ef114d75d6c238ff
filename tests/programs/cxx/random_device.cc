/* SPDX-License-Identifier: MIT */
/* random_device: std::random_device draws the same in every execution and mode;
 * libstdc++ would use an instruction of the processor, behind everybody's back
 *
 * Two additions and the join that follows the first of them: 3 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: partial
 * holes: assumed_random
 * distinct: 1
 * executions: 3
 */
#include <atomic>
#include <cstdio>
#include <random>
#include <thread>

static std::atomic<int> x;

static void work(unsigned *out)
{
	std::random_device device;
	unsigned first = device();

	x++;
	*out = first ^ device();
}

int main()
{
	unsigned a = 0, b = 0;
	std::thread t(work, &a), u(work, &b);

	t.join();
	u.join();
	std::printf("%x,%x,%d\n", a, b, a != b);
}
