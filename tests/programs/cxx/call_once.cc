/* SPDX-License-Identifier: MIT */
/* call_once: once, and again after an exception
 *
 * check: --exhaustive
 * verdict: verified
 * states: calls=2,caught=1
 * races: none
 * native: sc
 */
#include <cstdio>
#include <mutex>
#include <thread>

static std::once_flag once;
static int calls;

static int use()
{
	try {
		std::call_once(once, [] {
			if (++calls == 1)
				throw 1;
		});
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
	std::printf("calls=%d,caught=%d\n", calls, caught + mine);
}
