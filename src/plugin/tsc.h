/* SPDX-License-Identifier: MIT */
/* tsc.h - the processor's time stamp counter, as both plugins ask for it
 *
 * What __rdtsc() and __rdtscp() become is a call of the runtime, which answers
 * by the test's own clock: one tick a nanosecond.  In pass-through mode, and in
 * assembly, it is the instruction.
 */
#ifndef PLUGIN_TSC_H
#define PLUGIN_TSC_H

#define SCARP_RDTSC "__scarp_rdtsc"   /* uint64_t (void) */
#define SCARP_RDTSCP "__scarp_rdtscp" /* uint64_t (uint32_t *) */

#endif
