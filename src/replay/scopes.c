/* SPDX-License-Identifier: MIT */
/* scopes.c - the local variables of the functions and blocks around an address
 *
 * Locals are found by their distance from the frame's canonical address, which
 * is how compilers describe those that live in memory.
 */
#include "replay/scopes.h"

#include <dwarf.h>
#include <stdio.h>

#include "replay/part.h"
#include "replay/variables.h"

/* What DW_OP_fbreg counts from: gcc says the canonical frame address, clang the
 * frame pointer, which lies two words below. */
static bool frame_base(Dwarf_Die *scopes, int n, uint64_t cfa, uint64_t *base)
{
	Dwarf_Attribute attr;
	Dwarf_Op *op;
	size_t length;

	for (int i = 0; i < n; i++) {
		if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram)
			continue;
		if (!dwarf_attr(&scopes[i], DW_AT_frame_base, &attr) ||
			dwarf_getlocation(&attr, &op, &length) != 0 ||
			length != 1)
			return false;
		if (op[0].atom == DW_OP_call_frame_cfa)
			*base = cfa;
		else if (op[0].atom == DW_OP_reg6)
			*base = cfa - 16;
		else
			return false;
		return true;
	}
	return false;
}

struct wanted {
	uint64_t pc, base, address, size; /* pc without bias */
};

static bool is_it(Dwarf_Die *die, const struct wanted *w, struct datum *out)
{
	const char *name = dwarf_diename(die);
	uint64_t bytes = variables_size(die), start, offset;
	Dwarf_Attribute attr;
	Dwarf_Op *op;
	size_t length;

	if (!name || !bytes ||
		!dwarf_attr_integrate(die, DW_AT_location, &attr) ||
		dwarf_getlocation_addr(&attr, w->pc, &op, &length, 1) < 1 ||
		length != 1 || op[0].atom != DW_OP_fbreg)
		return false;
	start = w->base + op[0].number;
	offset = w->address - start;
	if (offset >= bytes)
		return false;
	snprintf(out->name, sizeof out->name, "%s", name);
	out->size = part_name(die, &offset, w->size, out);
	return true;
}

static bool in_scope(
	Dwarf_Die *scope, const struct wanted *w, struct datum *out)
{
	Dwarf_Die die;

	if (dwarf_child(scope, &die) != 0)
		return false;
	do {
		int tag = dwarf_tag(&die);

		if ((tag == DW_TAG_variable ||
			    tag == DW_TAG_formal_parameter) &&
			is_it(&die, w, out))
			return true;
	} while (dwarf_siblingof(&die, &die) == 0);
	return false;
}

bool locals_find(struct blocks *b, uint64_t pc, uint64_t cfa, uint64_t address,
	uint64_t size, struct datum *out)
{
	struct wanted w = {pc, 0, address, size};
	Dwarf_Addr bias = 0;
	Dwarf_Die scopes[BLOCKS_AROUND];
	bool found = false;
	int n = (int)blocks_around(b, pc, scopes, BLOCKS_AROUND, &bias);
	const char *name;

	w.pc -= bias;
	if (!frame_base(scopes, n, cfa, &w.base))
		return false;
	for (int i = 0; i < n && !found; i++)
		found = in_scope(&scopes[i], &w, out);
	if (!found)
		return false;
	name = dwarf_diename(&scopes[n - 1]); /* the function itself */
	snprintf(out->function, sizeof out->function, "%s", name ? name : "?");
	return true;
}
