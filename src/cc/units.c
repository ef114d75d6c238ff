/* SPDX-License-Identifier: MIT */
/* units.c - the compilation units of an executable, and who compiled them */
#include "cc/units.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/holes.h"

static void *grown(void *array, size_t n, size_t size)
{
	if (n & (n - 1)) /* room is left: capacity is a power of two */
		return array;
	array = realloc(array, (n ? 2 * n : 1) * size);
	if (!array)
		abort();
	return array;
}

static const char *text(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute at;
	const char *s = dwarf_formstring(dwarf_attr(die, name, &at));

	return s ? s : "";
}

static bool is_cxx(int language)
{
	return language == DW_LANG_C_plus_plus ||
	       language == DW_LANG_C_plus_plus_11 ||
	       language == DW_LANG_C_plus_plus_14 ||
	       (language >= 0x2a && language <= 0x2b); /* 17 and 20 */
}

static void add_ranges(struct units *out, Dwarf_Die *die)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		if (start == end)
			continue;
		out->range = grown(out->range, out->ranges, sizeof *out->range);
		out->range[out->ranges++] =
			(struct range){start, end, (uint32_t)(out->units - 1)};
	}
}

static int by_start(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

void units_read(struct units *out, const struct image *exe)
{
	Dwarf_CU *cu = NULL;
	uint8_t type;
	Dwarf_Die die;

	*out = (struct units){0};
	while (exe->dwarf && dwarf_get_units(exe->dwarf, cu, &cu, NULL, &type,
				     &die, NULL) == 0) {
		struct unit *u;

		if (type != DW_UT_compile && type != DW_UT_skeleton)
			continue;
		out->unit = grown(out->unit, out->units, sizeof *out->unit);
		u = &out->unit[out->units++];
		u->die = die;
		u->name = text(&die, DW_AT_name);
		u->producer = text(&die, DW_AT_producer);
		u->gcc = strncmp(u->producer, "GNU C", 5) == 0;
		u->cxx = is_cxx(dwarf_srclang(&die));
		u->instrumented = strstr(u->producer, "-fsanitize=thread");
		u->plugin = strstr(u->producer, SCARP_PLUGIN_GCC) ||
			    strstr(u->producer, SCARP_PLUGIN_LLVM);
		add_ranges(out, &die);
	}
	if (out->ranges)
		qsort(out->range, out->ranges, sizeof *out->range, by_start);
}

void units_free(struct units *u)
{
	free(u->unit);
	free(u->range);
}

const struct unit *units_at(const struct units *u, uint64_t address)
{
	size_t low = 0, high = u->ranges;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (u->range[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || address >= u->range[low - 1].end)
		return NULL;
	return &u->unit[u->range[low - 1].unit];
}

/* "GNU C17 12.2.0 -O1 ..." and "Debian clang version 14.0.6 ..." */
static void compiler(const struct unit *u, struct inventory *i)
{
	const char *v = strstr(u->producer, "version ");
	const char *at = u->gcc ? strchr(u->producer + 5, ' ')
			 : v	? v + strlen("version")
				: NULL;
	char version[32] = "";

	if (at)
		sscanf(at, " %31[0-9.]", version);
	snprintf(i->compiler, sizeof i->compiler, "%s %s",
		u->gcc ? "gcc"
		: v    ? "clang"
		       : "unknown",
		version);
}

/* The last -O of a producer; the strongest one is kept. */
static void level(const char *producer, struct inventory *i)
{
	static const char order[] = "g01s23f";
	const char *at = producer, *last = NULL, *new, *old;
	char kind;

	while ((at = strstr(at, " -O")))
		last = at += 3;
	if (!last)
		return;
	kind = *last == ' ' || !*last ? '1' : *last;
	new = strchr(order, kind);
	old = i->level[0] ? strchr(order, i->level[2]) : NULL;
	if (new && (!old || new > old))
		snprintf(i->level, sizeof i->level, "-O%c", kind);
	if (new &&new > strchr(order, '1'))
		i->flags |= INVENTORY_KEEP_O;
}

void units_describe(const struct units *u, struct draft *d)
{
	struct inventory *i = d->of;

	for (size_t n = 0; n < u->units; n++) {
		if (!u->unit[n].instrumented)
			continue;
		if (i->units++ == 0)
			compiler(&u->unit[n], i);
		if (u->unit[n].cxx)
			i->flags |= INVENTORY_CXX;
		i->flags |= u->unit[n].gcc ? INVENTORY_GCC : INVENTORY_CLANG;
		level(u->unit[n].producer, i);
	}
	if (i->units == 0)
		i->flags |= INVENTORY_NO_DEBUG;
}
