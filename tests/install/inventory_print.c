/* SPDX-License-Identifier: MIT */
/* inventory_print.c - prints the inventory of an executable, for the tests
 *
 * One fact a line; the exit code is the positive error code.
 */
#include <stdio.h>

#include "cc/callsite.h"
#include "channel/inventory.h"
#include "channel/known.h"

static struct inventory inv;

static void unknowns(const char *exe)
{
	for (uint32_t n = 0; n < inv.unknowns; n++) {
		const struct inventory_unknown *u = &inv.unknown[n];
		const char *name = inventory_text(&inv, u->name);
		char where[512] = "";

		if (!u->module)
			callsite_find(exe, name, where, sizeof where);
		printf("unknown %s [%s] %s: %s\n", name,
			inventory_text(&inv, u->module), where,
			unknown_why_text[u->why]);
	}
}

int main(int argc, char **argv)
{
	struct err err;
	int rc = inventory_read(&inv, argc > 1 ? argv[1] : "", &err);

	if (rc != OK) {
		printf("error %s\n", err.text);
		return -rc;
	}
	printf("state %s\n",
		inv.state == INVENTORY_COMPLETE ? "complete" : "not patched");
	printf("compiler %s\nlevel %s\nunits %u\n", inv.compiler, inv.level,
		inv.units);
	printf("flags%s%s%s\n", inv.flags & INVENTORY_KEEP_O ? " keep_o" : "",
		inv.flags & INVENTORY_USES_FENV ? " fenv" : "",
		inv.flags & INVENTORY_CXX ? " c++" : "");
	if (inv.aggregates)
		printf("aggregate %s %s:%u\n",
			inventory_text(&inv, inv.aggregate_name),
			inventory_text(&inv, inv.aggregate_file),
			inv.aggregate_line);
	if (inv.holes)
		printf("hole %u %s\n", inv.holes,
			inventory_text(&inv, inv.hole));
	unknowns(argv[1]);
	for (uint32_t n = 0; n < inv.modules; n++)
		printf("module %s %u\n",
			inventory_text(&inv, inv.module[n].name),
			inv.module[n].functions);
	return 0;
}
