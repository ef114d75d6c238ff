/* SPDX-License-Identifier: MIT */
/* library_data: the same with data of another library: the last word of
 * wclog, which nobody reads here
 *
 * Position-independent code reaches it where it is, in libstdc++'s own data.
 *
 * holes: unannounced
 * modes: checkpoint restart
 * fallback: fork
 *
 * check: --exhaustive --reduce none
 * flags: -fPIC
 * verdict: verified
 * native: sc
 * states: counted=1
 * executions: 3
 * says: of libstdc++
 * says: starting again in fork mode
 */
#include <atomic>
#include <cstdio>
#include <iostream>
#include <thread>

static std::atomic<int> x;

int main()
{
	std::thread t([] { x++; }), u([] { x++; });
	int *counted = (int *)(&std::wclog + 1) - 1, before = *counted;

	__asm__ volatile("incl (%0)" : : "r"(counted) : "memory");
	t.join();
	u.join();
	std::printf("counted=%d\n", *counted - before);
}
