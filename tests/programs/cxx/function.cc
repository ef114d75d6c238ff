/* SPDX-License-Identifier: MIT */
/* function: stored, replaced and called, with a capture too large for its
 * buffer
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 3,13 3,23
 * native: sc
 */
#include "both.h"
#include <functional>

static std::function<int(int)> f = [](int n) { return n; };

int main()
{
	int sum = f(3), last;

	both([](int i) {
		long large[4] = {i, i, i, i};

		f = [=](int n) { return n + 10 * (int)large[3]; };
	});
	last = f(3);
	std::printf("%d,%d\n", sum, last);
}
