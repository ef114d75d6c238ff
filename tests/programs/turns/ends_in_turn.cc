/* SPDX-License-Identifier: MIT */
/* ends_in_turn: an object that ends in each turn has held what it allocated
 *
 * Where that was is left on the stack, and different in each turn; nobody looks
 * for it (tests/oracle/erased.py, look).
 *
 * check: --exhaustive --refine none --turns erased
 * verdict: verified
 * last_round: 6
 * blocked: 21
 * states: 3
 * native: sc
 *
 * check: --exhaustive --refine none --turns erased
 * compilers: clang
 * verdict: verified
 * last_round: 6
 * blocked: 21
 * states: 3
 */
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

static std::atomic<int> x;

static void step()
{
	for (;;) {
		int old = x.load();
		std::string text(40, static_cast<char>('a' + old));
		int next = text[3] - 'a' + 1;

		if (x.compare_exchange_strong(old, next))
			return;
	}
}

int main()
{
	std::thread a(step), b(step), c(step);

	a.join();
	b.join();
	c.join();
	std::printf("%d\n", x.load());
}
