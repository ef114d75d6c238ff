/* SPDX-License-Identifier: MIT */
/* atomic: operators, compare_exchange, fences, a pointer and a bool
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=6,won=1
 * native: sc
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

static std::atomic<int> sum;
static std::atomic<int *> slot;
static std::atomic<bool> flag;

static int work(int by)
{
	int *none = nullptr;
	static int place;

	sum += by;
	std::atomic_thread_fence(std::memory_order_seq_cst);
	flag.store(true, std::memory_order_release);
	return slot.compare_exchange_strong(none, &place);
}

int main()
{
	int won = 0, mine;
	std::thread t([&] { won = work(2); });

	mine = work(4);
	t.join();
	assert(flag.load());
	std::printf("sum=%d,won=%d\n", sum.load(), won + mine);
}
