/* SPDX-License-Identifier: MIT */
/* deque: grows at both ends
 *
 * An insertion before the fourth of eight or nine moves the first three to the
 * front by memmove: 3 4 5 2 1 6 7 8 9 0, or 1 before 2.
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 2,2,size=400,3452167890 1,1,size=400,3451267890
 * native: sc
 */
#include "both.h"
#include <deque>

static std::deque<int> d, e = {3, 4, 5, 6, 7, 8, 9, 0};

int main()
{
	both([](int i) {
		for (int k = 0; k < 100; k++) {
			d.push_back(i);
			d.push_front(i);
		}
		e.insert(e.begin() + 3, i);
	});
	std::printf("%d,%d,size=%d,", d.front(), d.back(), (int)d.size());
	for (int n : e)
		std::printf("%d", n);
	std::printf("\n");
}
