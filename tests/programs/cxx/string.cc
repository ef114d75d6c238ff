/* SPDX-License-Identifier: MIT */
/* string: its members are compiled into libstdc++.so before C++20
 *
 * Each replaces the first two letters that are left, by a copy in one string
 * and by filling in another: whoever comes first finds aabbcc, the second
 * bbcc.
 *
 * default: checkpoint
 *
 * check: --exhaustive
 * verdict: verified
 * states: aXXXXXXXXXXXXXXXXXXXXbXXXXXXXXXXXXXXXXXXXX
 * states: bXXXXXXXXXXXXXXXXXXXXaXXXXXXXXXXXXXXXXXXXX
 * native: sc
 *
 * check: --exhaustive
 * flags: -std=c++20
 * verdict: verified
 * states: aXXXXXXXXXXXXXXXXXXXXbXXXXXXXXXXXXXXXXXXXX
 * states: bXXXXXXXXXXXXXXXXXXXXaXXXXXXXXXXXXXXXXXXXX
 */
#include "both.h"
#include <string>

static std::string s, t, copied = "aabbcc", filled = "aabbcc";

int main()
{
	both([](int i) {
		std::size_t two;

		s += i == 1 ? "a" : "b";
		s.append(20, 'X');
		t.assign(s);
		t.insert(0, "front");
		t.resize(3);
		two = filled.size() / 3; // no constant, which gcc would inline
		copied.replace(copied.find_first_of("abc"), 2,
			i == 1 ? "11" : "22", two);
		filled.replace(filled.find_first_of("abc"), 2, two,
			i == 1 ? '1' : '2');
	});
	assert(t == "fro");
	assert(copied == (s[0] == 'a' ? "1122cc" : "2211cc"));
	assert(filled == copied);
	std::printf("%s\n", s.c_str());
}
