/* SPDX-License-Identifier: MIT */
/* values.h - which values that a page has shown are no longer so
 *
 * A value stands under the name of the bytes that it was read from or written
 * to.  What changes some of these bytes under another name, or without a value
 * that is known (a copy, a free), leaves the first name without one.
 *
 * Memory   values_free gives it back.
 * Cost     a look at each name for each change.
 */
#ifndef REPORT_HTML_VALUES_H
#define REPORT_HTML_VALUES_H

#include "report/sequence.h"

struct json_t;

struct values {
	struct value_named {
		uint64_t address, size;
		char *name;
		bool is; /* it has a value now */
	} * at;
	unsigned count, room;
};

/* Bytes have a value under this name.  False: there is no room for more. */
bool values_enter(struct values *v, const struct touch *t, const char *name);
/* Bytes were changed; `name`: and have a value under it.  The names that have
 * none from here on; NULL: none. */
struct json_t *values_changed(
	struct values *v, const struct touch *t, const char *name);
void values_free(struct values *v);

#endif
