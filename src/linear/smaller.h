/* SPDX-License-Identifier: MIT */
/* smaller.h - what of a wrong history is wrong by itself
 *
 * Operations are in units that can be taken out of what is right.  Units are
 * taken out, many at once first, as long as the rest is wrong.
 */
#ifndef LINEAR_SMALLER_H
#define LINEAR_SMALLER_H

#include "linear/history.h"
#include "linear/spec.h"

#define UNIT_FIXED UINT32_MAX /* stays */

/* The unit of each of n operations of one object, numbered by their first call,
 * from `next` on; returns the next number.  `single`: of what is taken out with
 * others, units are what can also be taken out alone. */
uint32_t linear_units(const struct linear_spec *spec,
	const struct linear_op *op, size_t n, bool single, uint32_t next,
	uint32_t *unit);

/* Is what is left wrong? */
typedef bool linear_still_wrong(void *context, const bool *kept);

/* `kept`, by operation, is what is left before and after. */
void linear_smaller(const uint32_t *unit, size_t n, uint32_t units, bool *kept,
	linear_still_wrong *wrong, void *context);

#endif
