/* SPDX-License-Identifier: MIT */
/* constant_cxx: the same in C++, where it may be asked for by name
 *
 * The thread runs while main waits for its end: one trace.
 *
 * compilers: gcc
 *
 * check: --exhaustive
 * verdict: verified
 * states: 3
 * executions: 1
 *
 * check: --exhaustive
 * flags: -O0 -std=c++14
 * modes: checkpoint
 * verdict: verified
 * states: 3
 * executions: 1
 */
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

constexpr std::size_t length = std::strlen("abc");
static_assert(strcmp("a", "b") < 0 && std::memcmp("ab", "ab", 2) == 0, "");

template <std::size_t N> struct room {
	char bytes[N];
};

struct shape {
	static constexpr double root = std::sqrt(4.0);
	std::size_t n = std::strlen("four");
};

constexpr int distance(int a, int b)
{
	return std::abs(a - b);
}

int main()
{
	static_assert(sizeof(room<std::strlen("ab")>) == 2, "");
	static_assert(distance(1, 3) == 2 && shape::root == 2, "");
	char text[4] = "abc";
	std::size_t n = 0;

	std::thread t([&] { n = std::strlen(text); });
	t.join();
	assert(n == length && shape().n == 4);
	std::printf("%d\n", static_cast<int>(n));
}
