/* SPDX-License-Identifier: MIT */
/* again_tsc_cxx: the time stamp counter in C++, where gcc takes its builtin for
 * a call that may throw; without optimization, and with
 *
 * verdict: verified
 * states: later
 * native: sc
 *
 * check: --exhaustive
 * flags: -O0
 *
 * check: --exhaustive
 * flags: -O2
 */
#include <cstdio>
#include <x86intrin.h>

struct watch {
	unsigned long long begun = __rdtsc();

	~watch() { std::puts(ended >= begun ? "later" : "earlier"); }
	unsigned long long ended = 0;
};

int main()
{
	watch w;
	unsigned processor;

	while (w.ended < w.begun + 1000)
		w.ended = __rdtscp(&processor);
	return 0;
}
