/* SPDX-License-Identifier: MIT */
/* recursive_mutex: taken twice by its owner, given back twice, and not to be
 * had by another in between
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: depth=2,tried=0 depth=2,tried=1
 * races: none
 * native: sc
 */
#include <cstdio>
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static int depth;

static void deeper(int n)
{
	std::lock_guard<std::recursive_mutex> hold(m);

	if (++depth < n)
		deeper(n);
}

int main()
{
	bool tried = false;
	std::thread t([&] {
		if (m.try_lock()) {
			/* Of the other's two locks none or both are held. */
			tried = depth == 0 || depth == 2;
			m.unlock();
		}
	});

	deeper(2);
	t.join();
	std::printf("depth=%d,tried=%d\n", depth, tried);
}
