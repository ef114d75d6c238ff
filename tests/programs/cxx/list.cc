/* SPDX-License-Identifier: MIT */
/* list: its links are written by code inside libstdc++.so
 *
 * By hand: 1 then 2 leaves [1], [10 1], [10 1 2], [20 10 1 2], reversed; 2
 * then 1 leaves [20 2], reversed [2 20], [2 20 1], [10 2 20 1].
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 2.1.10.20. 10.2.20.1.
 * native: sc
 */
#include "both.h"
#include <list>

static std::list<int> l;

int main()
{
	both([](int i) {
		l.push_back(i);
		l.push_front(10 * i);
		if (i == 2)
			l.reverse();
	});
	for (int n : l)
		std::printf("%d.", n);
	std::printf("\n");
}
