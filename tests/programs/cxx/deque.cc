/* SPDX-License-Identifier: MIT */
/* deque: grows at both ends
 *
 * holes: aggregate_results
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 2,2,size=400 1,1,size=400
 * native: sc
 */
#include "both.h"
#include <deque>

static std::deque<int> d;

int main()
{
	both([](int i) {
		for (int k = 0; k < 100; k++) {
			d.push_back(i);
			d.push_front(i);
		}
	});
	std::printf("%d,%d,size=%d\n", d.front(), d.back(), (int)d.size());
}
