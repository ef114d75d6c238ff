/* SPDX-License-Identifier: MIT */
/* library_assertion: an index that is too big in one schedule
 *
 * The library's own check (scarp c++ switches it on) is an assertion like the
 * test's, told at the test's line.
 *
 * check: --exhaustive
 * verdict: bug assertion
 * says: libstdc++: "__n < this->size()" is not so
 */
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> numbers{1, 2, 3};
static std::mutex m;

int main()
{
	std::thread shrink([] {
		std::lock_guard<std::mutex> lock(m);
		numbers.pop_back();
	});

	{
		std::lock_guard<std::mutex> lock(m);
		numbers[2] = 0; /* BUG */
	}
	shrink.join();
	return 0;
}
