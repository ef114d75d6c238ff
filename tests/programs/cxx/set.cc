/* SPDX-License-Identifier: MIT */
/* set: the second thread inserts one more
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1.2.12. 1.2.11.
 * native: sc
 */
#include "both.h"
#include <set>

static std::set<int> s;

int main()
{
	both([](int i) {
		s.insert(i);
		if (s.size() == 2)
			s.insert(10 + i);
	});
	for (int n : s)
		std::printf("%d.", n);
	std::printf("\n");
}
