/* SPDX-License-Identifier: MIT */
/* map: its trees are balanced by code inside libstdc++.so
 *
 * The value is the size before the insertion of the 20 keys of this thread; ten
 * of them are erased again.
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: size=20,0,10 size=20,10,0
 * native: sc
 */
#include "both.h"
#include <map>

static std::map<int, int> m;

int main()
{
	both([](int i) {
		int before = (int)m.size();

		for (int k = 0; k < 20; k++)
			m[1000 * i + (k * 7) % 20] = before;
		for (int k = 0; k < 20; k += 2)
			m.erase(1000 * i + k);
	});
	std::printf("size=%d,%d,%d\n", (int)m.size(), m[1001], m[2001]);
}
