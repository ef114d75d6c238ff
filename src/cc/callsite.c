/* SPDX-License-Identifier: MIT */
/* callsite.c - where in the source an imported function is called
 *
 * The runtime's own calls are skipped: the inventory says where it lies.  A
 * name that only data refers to is said to be "in a table".
 */
#include "cc/callsite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cc/reference.h"
#include "cc/units.h"

static void describe(const struct image *m, uint64_t where, char *out, size_t n)
{
	const struct unit *u;
	struct units units;
	const char *file = NULL;
	int line = 0;

	if (where == 0) {
		snprintf(out, n, "in a table");
		return;
	}
	units_read(&units, m);
	u = units_at(&units, where - 1);
	if (u) {
		Dwarf_Die die = u->die;
		Dwarf_Line *l = dwarf_getsrc_die(&die, where - 1);

		if (l && dwarf_lineno(l, &line) == 0)
			file = dwarf_linesrc(l, NULL, NULL);
	}
	if (file)
		snprintf(out, n, "%s:%d", file, line);
	else
		snprintf(out, n, "0x%" PRIx64, where);
	units_free(&units);
}

int callsite_find(const char *exe, const char *symbol, char *out, size_t n)
{
	static struct inventory inventory;
	bool known_place = inventory_read(&inventory, exe, NULL) == OK;
	uint64_t where;
	struct image m;
	int rc = -1;

	*out = 0;
	if (image_open(&m, exe, true, NULL) != OK)
		return -1;
	if (reference_find(
		    &m, symbol, known_place ? &inventory : NULL, &where)) {
		describe(&m, where, out, n);
		rc = 0;
	}
	image_close(&m);
	return rc;
}

int callsite_at(const char *exe, uint64_t address, char *out, size_t n)
{
	struct image m;

	*out = 0;
	if (image_open(&m, exe, true, NULL) != OK)
		return -1;
	describe(&m, address + 1, out, n);
	image_close(&m);
	return 0;
}
