/* SPDX-License-Identifier: MIT */
/* string: its members are compiled into libstdc++.so before C++20
 *
 * holes: aggregate_results
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: aXXXXXXXXXXXXXXXXXXXXbXXXXXXXXXXXXXXXXXXXX bXXXXXXXXXXXXXXXXXXXXaXXXXXXXXXXXXXXXXXXXX
 * native: sc
 *
 * check: --exhaustive
 * flags: -std=c++20
 * verdict: verified
 * states: aXXXXXXXXXXXXXXXXXXXXbXXXXXXXXXXXXXXXXXXXX bXXXXXXXXXXXXXXXXXXXXaXXXXXXXXXXXXXXXXXXXX
 */
#include "both.h"
#include <string>

static std::string s, t;

int main()
{
	both([](int i) {
		s += i == 1 ? "a" : "b";
		s.append(20, 'X');
		t.assign(s);
		t.insert(0, "front");
		t.resize(3);
	});
	assert(t == "fro");
	std::printf("%s\n", s.c_str());
}
