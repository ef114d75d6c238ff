/* SPDX-License-Identifier: MIT */
/* static_local_throws: a constructor that throws leaves it to the next caller
 *
 * check: --exhaustive
 * verdict: verified
 * states: tried=2,caught=1
 * races: none
 * native: sc
 */
#include <cstdio>
#include <thread>

static int tried;

struct object {
	object()
	{
		if (++tried == 1)
			throw 1;
	}
};

static int use()
{
	try {
		static object o;
	} catch (int) {
		return 1;
	}
	return 0;
}

int main()
{
	int caught = 0, mine;
	std::thread t([&] { caught = use(); });

	mine = use();
	t.join();
	std::printf("tried=%d,caught=%d\n", tried, caught + mine);
}
