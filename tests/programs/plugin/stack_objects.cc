/* SPDX-License-Identifier: MIT */
/* stack_objects: objects of the library on a thread's stack, shared with
 * another
 *
 * Each thread makes the object one longer, or its number one larger: 2, or 1
 * when both looked before either stored.
 *
 * verdict: verified
 * states: 1 2
 * races: some
 * holes: may_tear
 *
 * check: --exhaustive
 * args: string
 *
 * check: --exhaustive
 * args: array
 *
 * check: --exhaustive
 * args: pair
 *
 * check: --exhaustive
 * args: string
 * flags: -O0
 *
 * check: --exhaustive
 * args: string
 * flags: -std=c++20
 *
 * check: --exhaustive
 * args: array
 * flags: --keep-O -O2
 */
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

static __attribute__((noinline)) std::pair<long, long> made(long a, long b)
{
	return {a, b};
}

/* Short enough to lie in the object itself. */
static long string()
{
	std::string text;
	std::thread other([&text] { text.push_back('b'); });

	text.push_back('a');
	other.join();
	return (long)text.size();
}

static long array()
{
	std::array<long, 4> counts = {0, 0, 0, 0};
	std::thread other([&counts] { counts[2] = counts[2] + 1; });

	counts[2] = counts[2] + 1;
	other.join();
	return counts[2];
}

static long pair()
{
	std::pair<long, long> count(7, 0);
	std::thread other([&count] { count.second = count.second + 1; });

	count = made(8, count.second + 1);
	other.join();
	return count.second;
}

int main(int argc, char **argv)
{
	const char *how = argv[argc - 1];
	long found = 0;
	std::thread owner([&found, how] {
		found = strcmp(how, "string") == 0  ? string()
			: strcmp(how, "array") == 0 ? array()
						    : pair();
	});

	owner.join();
	printf("%ld\n", found);
	return 0;
}
