/* SPDX-License-Identifier: MIT */
/* vector: grows in both threads
 *
 * An insertion at the front of one with room moves what is there by memmove:
 * two after one leaves 2 1 7 8 9, one after two 1 2 7 8 9.
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: 1,2,size=20,21789 2,1,size=20,12789
 * native: sc
 */
#include "both.h"
#include <vector>

static std::vector<int> v, w;

int main()
{
	w.reserve(8);
	w = {7, 8, 9};
	both([](int i) {
		for (int k = 0; k < 10; k++)
			v.push_back(i);
		w.insert(w.begin(), i);
	});
	std::printf("%d,%d,size=%d,", v.front(), v.back(), (int)v.size());
	for (int n : w)
		std::printf("%d", n);
	std::printf("\n");
}
