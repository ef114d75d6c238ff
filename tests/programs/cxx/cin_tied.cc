/* SPDX-License-Identifier: MIT */
/* cin_tied: a call of std::cin flushes what std::cout has, so that it is not
 * lost where the process ends at once; untied it does not
 *
 * check: --exhaustive
 * verdict: verified
 * states: out-end
 * native: sc
 *
 * check: --exhaustive
 * flags: -DUNTIED
 * verdict: verified
 * states: -end
 */
#include <iostream>
#include <thread>
#include <unistd.h>

int main()
{
	std::thread t([] {
		std::cout << "out";
#ifdef UNTIED
		std::cin.tie(nullptr);
#endif
		std::cin.peek();
	});

	t.join();
	if (write(1, "-end\n", 5) == 5)
		_exit(0);
}
