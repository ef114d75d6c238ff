/* SPDX-License-Identifier: MIT */
/* wakeup_save.h - wakeup trees as plain data
 *
 * Branch by branch, children before siblings; each says whether it has any.
 */
#ifndef SEARCH_REDUCE_WAKEUP_SAVE_H
#define SEARCH_REDUCE_WAKEUP_SAVE_H

#include "search/reduce/wakeup.h"
#include "search/saved.h"

/* One branch; into a new one, with nothing at it (*flags: what it had). */
void branch_put(
	const struct wakeup *w, const struct branch *b, struct writer *out);
bool branch_get(
	struct wakeup *w, struct branch *b, uint8_t *flags, struct reader *r);

/* All that hangs at nodes 0 .. nodes, and what is taken at `from` .. nodes-1.
 * `scratch` has room for `most` words: as many as sequences have options. */
void wakeup_put(const struct wakeup *w, uint32_t from, uint32_t nodes,
	uint32_t *scratch, uint32_t most, struct writer *out);

/* Into one in which nothing hangs; what was taken hangs again.  False: damaged,
 * or it does not fit. */
bool wakeup_get(
	struct wakeup *w, uint32_t from, uint32_t nodes, struct reader *r);

#endif
