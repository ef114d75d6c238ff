/* SPDX-License-Identifier: MIT */
/* shared_ptr: whoever lets go last destroys the object, once; a weak_ptr finds
 * it or not
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: found=0,destroyed=1 found=1,destroyed=1
 * races: none
 * native: sc
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <memory>
#include <thread>

static std::atomic<int> destroyed;

struct object {
	int value = 7;
	~object()
	{
		destroyed++;
	}
};

int main()
{
	auto strong = std::make_shared<object>();
	std::weak_ptr<object> weak = strong;
	bool found = false;
	std::thread t([&] {
		if (auto p = weak.lock()) {
			assert(p->value == 7);
			found = true;
		}
	});

	strong.reset();
	t.join();
	std::printf("found=%d,destroyed=%d\n", found, destroyed.load());
}
