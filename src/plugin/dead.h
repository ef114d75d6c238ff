/* SPDX-License-Identifier: MIT */
/* dead.h - additions whose result nobody uses
 *
 * Two atomic additions to one place commute if neither thread learns anything
 * by them.  The compiler knows which results are dead, the runtime does not: so
 * a plugin marks such an addition, of whatever order, by a bit in its memory
 * order, which means nothing to anybody else.  What is not marked counts as
 * used.
 */
#ifndef PLUGIN_DEAD_H
#define PLUGIN_DEAD_H

enum {
	SCARP_DEAD = 1 << 20 /* as DEAD of src/native/hooks/atomic_order.h */
};

#endif
