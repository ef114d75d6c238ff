/* SPDX-License-Identifier: MIT */
/* fence.h - instructions that wait until the stores before them can be seen, as
 * both plugins tell of them
 *
 * _mm_mfence(), and assembly with mfence, a locked instruction or an exchange
 * with memory: the runtime is called before.  By sc it does nothing.  What such
 * an instruction stores is announced as made whole, which is seen at once.
 *
 * _mm_sfence() and sfence let stores behind them be seen after those before
 * them: the runtime is called between.
 */
#ifndef PLUGIN_FENCE_H
#define PLUGIN_FENCE_H

#define SCARP_FENCE "__scarp_fence" /* void (void) */

#define SCARP_STORE_FENCE "__scarp_store_fence" /* void (void) */

/* Non-temporal stores may be seen before older ones: before each. */
#define SCARP_NON_TEMPORAL "__scarp_non_temporal" /* void (void) */

#endif
