/* SPDX-License-Identifier: MIT */
/* atomic_shared_ptr: loaded while another stores; each object is destroyed once
 *
 * Races are not asked for: libstdc++ 12 ends a load with a relaxed unlock, so
 * that its read of the pointer is not ordered before the next store.
 *
 * flags: -std=c++20
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: seen=1,gone=2 seen=2,gone=2
 * native: sc
 */
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

static std::atomic<int> gone;

struct object {
	int value;
	explicit object(int v) : value(v)
	{
	}
	~object()
	{
		gone++;
	}
};

int main()
{
	int seen = 0;
	{
		std::atomic<std::shared_ptr<object>> p(
			std::make_shared<object>(1));
		std::thread t([&] { p.store(std::make_shared<object>(2)); });

		seen = p.load()->value;
		t.join();
	}
	std::printf("seen=%d,gone=%d\n", seen, gone.load());
}
