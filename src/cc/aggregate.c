/* SPDX-License-Identifier: MIT */
/* aggregate.c - does an executable call functions that return aggregates?
 *
 * Call sites are in the debug information from -O1 on.  Where a function does
 * not list all of its calls, as at -O0, every declaration in its unit counts
 * as called.  A huge program is not searched: yes is assumed.
 */
#include "cc/aggregate.h"

#include <dwarf.h>
#include <string.h>
#include "cc/byvalue.h"

enum {
	DIES_MAX = 1 << 20
};

struct look {
	struct draft *draft;
	const struct unit *unit;
	size_t dies;
	bool incomplete;   /* a function does not list its calls */
	bool indirect;	   /* a call through a pointer */
	bool any;	   /* something is declared to return an aggregate */
	bool any_indirect; /* something that is called through a pointer */
	Dwarf_Die first, first_indirect;
};

static void found(struct look *k, Dwarf_Die *what, Dwarf_Addr where)
{
	struct inventory *i = k->draft->of;
	Dwarf_Attribute at;
	const char *name, *file = NULL;
	int line = 0;

	if (i->aggregates++ > 0)
		return;
	name = dwarf_formstring(dwarf_attr_integrate(what, DW_AT_name, &at));
	if (where) {
		Dwarf_Die unit = k->unit->die;
		Dwarf_Line *l = dwarf_getsrc_die(&unit, where - 1);

		if (l && dwarf_lineno(l, &line) == 0)
			file = dwarf_linesrc(l, NULL, NULL);
	}
	if (!file) {
		file = dwarf_decl_file(what);
		dwarf_decl_line(what, &line);
	}
	i->aggregate_name = draft_text(k->draft, name ? name : "");
	i->aggregate_file = draft_text(k->draft, file ? file : k->unit->name);
	i->aggregate_line = (uint32_t)line;
}

static void call(struct look *k, Dwarf_Die *site)
{
	Dwarf_Attribute at;
	Dwarf_Addr where = 0;
	Dwarf_Die callee;

	if (!dwarf_formref_die(
		    dwarf_attr(site, DW_AT_call_origin, &at), &callee) &&
		!dwarf_formref_die(dwarf_attr(site, DW_AT_abstract_origin, &at),
			&callee)) {
		k->indirect = true;
		return;
	}
	if (!byvalue_aggregate(&callee))
		return;
	if (dwarf_formaddr(
		    dwarf_attr(site, DW_AT_call_return_pc, &at), &where) != 0)
		dwarf_lowpc(site, &where);
	found(k, &callee, where);
}

static void declaration(struct look *k, Dwarf_Die *die, int tag)
{
	bool code = tag == DW_TAG_subprogram &&
		    (dwarf_hasattr(die, DW_AT_low_pc) ||
			    dwarf_hasattr(die, DW_AT_ranges));

	if (code && !dwarf_hasattr(die, DW_AT_call_all_calls) &&
		!dwarf_hasattr(die, DW_AT_call_all_source_calls) &&
		!dwarf_hasattr(die, DW_AT_GNU_all_call_sites))
		k->incomplete = true;
	if (code && dwarf_diename(die) &&
		strcmp(dwarf_diename(die), "main") == 0 &&
		!dwarf_hasattr(die, DW_AT_type))
		k->draft->of->flags |= INVENTORY_VOID_MAIN;
	if (k->any && k->any_indirect)
		return;
	if (!byvalue_aggregate(die))
		return;
	if (!k->any) {
		k->any = true;
		k->first = *die;
	}
	if (!k->any_indirect &&
		(tag == DW_TAG_subroutine_type ||
			dwarf_hasattr_integrate(die, DW_AT_virtuality))) {
		k->any_indirect = true;
		k->first_indirect = *die;
	}
}

/* Visits `die` and what is below and after it. */
static void walk(struct look *k, Dwarf_Die *die)
{
	Dwarf_Die child;

	do {
		int tag = dwarf_tag(die);

		if (++k->dies > DIES_MAX)
			return;
		if (tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site)
			call(k, die);
		else if (tag == DW_TAG_subprogram ||
			 tag == DW_TAG_subroutine_type)
			declaration(k, die, tag);
		if (dwarf_haschildren(die) > 0 && tag != DW_TAG_call_site &&
			dwarf_child(die, &child) == 0)
			walk(k, &child);
	} while (dwarf_siblingof(die, die) == 0);
}

void aggregate_list(struct draft *d, const struct units *units)
{
	struct look k = {.draft = d};

	for (size_t i = 0; i < units->units; i++) {
		Dwarf_Die child;

		k.unit = &units->unit[i];
		if (!k.unit->instrumented || !k.unit->gcc || k.unit->plugin)
			continue;
		k.incomplete = k.indirect = k.any = k.any_indirect = false;
		child = k.unit->die;
		if (dwarf_child(&child, &child) == 0)
			walk(&k, &child);
		if (k.dies > DIES_MAX)
			break;
		if (k.any && k.incomplete)
			found(&k, &k.first, 0);
		if (k.any_indirect && k.indirect)
			found(&k, &k.first_indirect, 0);
	}
	if (k.dies > DIES_MAX) {
		d->of->flags |= INVENTORY_AGGREGATES_ASSUMED;
		d->of->aggregates += d->of->aggregates == 0;
	}
}
