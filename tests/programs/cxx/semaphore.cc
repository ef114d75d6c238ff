/* SPDX-License-Identifier: MIT */
/* semaphore: counting and binary; an item that is there in time for a try or
 * not
 *
 * The library spins before it sleeps, in loops that count: sampled.
 *
 * holes: sampled
 * flags: -std=c++20
 * default: checkpoint
 *
 * check: --strategy random --max-executions 2000
 * verdict: verified
 * exit: 0
 * states: sum=3,tried=0 sum=3,tried=1
 * races: none
 * native: sc
 */
#include <cstdio>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> items(0);
static std::binary_semaphore turn(1);
static int sum;

int main()
{
	std::thread t([] {
		turn.acquire();
		sum += 1;
		turn.release();
		items.release();
	});
	bool tried = items.try_acquire();

	turn.acquire();
	sum += 2;
	turn.release();
	if (!tried)
		items.acquire();
	t.join();
	std::printf("sum=%d,tried=%d\n", sum, tried);
}
