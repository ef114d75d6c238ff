/* SPDX-License-Identifier: MIT */
/* scarp.h - what a test may say to scarp
 *
 * Usable without the library: under a plain compiler, and in a program built
 * by scarp cc that runs without the command, choose is pseudo-random (seeded by
 * the environment variable SCARP_SEED, 1 if unset), a false assumption ends the
 * process with status 77, and the hint does nothing.
 */
#ifndef SCARP_SCARP_H
#define SCARP_SCARP_H

#include <stdbool.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's; absent (NULL) in a program that was not built by scarp cc. */
extern unsigned scarp_runtime_choose(unsigned n) __attribute__((weak));
extern void scarp_runtime_assume(bool holds) __attribute__((weak));
extern void scarp_runtime_spin_hint(void) __attribute__((weak));

/* For programs without the runtime: splitmix64 over one shared counter. */
static inline unsigned scarp_plain_choose(unsigned n)
{
	static unsigned long long drawn;
	const char *seed = getenv("SCARP_SEED");
	unsigned long long z = seed ? strtoull(seed, NULL, 0) : 1;

	z += 0x9e3779b97f4a7c15ULL *
	     (1 + __atomic_fetch_add(&drawn, 1, __ATOMIC_RELAXED));
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (unsigned)((z ^ (z >> 31)) % n);
}

/* A report names the line of the test that calls them, at every level. */
#define SCARP_CALL static inline __attribute__((always_inline))

/* Any number from 0 to n-1; n >= 1.  scarp explores every one. */
SCARP_CALL unsigned scarp_choose(unsigned n)
{
	return scarp_runtime_choose ? scarp_runtime_choose(n)
				    : scarp_plain_choose(n);
}

/* Executions in which an assumption is false are of no interest. */
SCARP_CALL void scarp_assume(bool holds)
{
	if (scarp_runtime_assume)
		scarp_runtime_assume(holds);
	else if (!holds)
		_Exit(77);
}

/* This thread waits, in a loop, for another one to do something. */
SCARP_CALL void scarp_spin_hint(void)
{
	if (scarp_runtime_spin_hint)
		scarp_runtime_spin_hint();
}

#undef SCARP_CALL

#ifdef __cplusplus
}
#endif

#endif
