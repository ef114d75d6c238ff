/* SPDX-License-Identifier: MIT */
/* vector: grows in both threads
 *
 * holes: aggregate_results
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1,2,size=20 2,1,size=20
 * native: sc
 */
#include "both.h"
#include <vector>

static std::vector<int> v;

int main()
{
	both([](int i) {
		for (int k = 0; k < 10; k++)
			v.push_back(i);
	});
	std::printf("%d,%d,size=%d\n", v.front(), v.back(), (int)v.size());
}
