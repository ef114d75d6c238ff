/* SPDX-License-Identifier: MIT */
/* variables.c - the variables of one module, by address, from its DWARF */
#include "replay/variables.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/demangle.h"
#include "replay/part.h"

enum {
	DEPTH_MAX = 24 /* of what is declared inside of what */
};

struct variable {
	uint64_t address, size;
	Dwarf_Die die;
	Dwarf_Off function; /* of a static local, else 0 */
	uint32_t next; /* that has its name, plus one, round and round; 0 */
};

struct table {
	struct variable *at;
	size_t count, room;
};

struct variables {
	Dwarf *dwarf;
	uint64_t bias;
	struct table fixed, tls; /* by address; by offset in the segment */
};

static void add(
	struct table *v, Dwarf_Die *die, uint64_t address, Dwarf_Off function)
{
	struct variable *row;
	Dwarf_Die type;

	if (!part_type(die, &type))
		return;
	if (v->count == v->room) {
		size_t room = v->room ? 2 * v->room : 64;
		struct variable *at = realloc(v->at, room * sizeof *at);

		if (!at)
			return;
		v->at = at;
		v->room = room;
	}
	row = &v->at[v->count++];
	row->address = address;
	row->size = part_size(&type);
	row->die = *die;
	row->function = function;
	row->next = 0;
}

/* Written down, or (clang) one of the unit's table of addresses. */
static bool fixed_address(
	Dwarf_Attribute *location, const Dwarf_Op *op, Dwarf_Addr *out)
{
	Dwarf_Attribute entry;

	if (op->atom == DW_OP_addr) {
		*out = op->number;
		return true;
	}
	return op->atom == DW_OP_addrx &&
	       dwarf_getlocation_attr(location, op, &entry) == 0 &&
	       dwarf_formaddr(&entry, out) == 0;
}

static void consider(
	struct variables *v, Dwarf_Die *die, Dwarf_Off function, uint64_t bias)
{
	Dwarf_Attribute attr;
	Dwarf_Addr address;
	Dwarf_Op *op;
	size_t n;

	if (!dwarf_attr(die, DW_AT_location, &attr) ||
		dwarf_getlocation(&attr, &op, &n) != 0)
		return;
	if (n == 1 && fixed_address(&attr, &op[0], &address))
		add(&v->fixed, die, address + bias, function);
	/* A constant and what adds the start of the thread's segment. */
	if (n == 2 && (op[1].atom == DW_OP_GNU_push_tls_address ||
			      op[1].atom == DW_OP_form_tls_address))
		add(&v->tls, die, op[0].number, function);
}

static void walk(struct variables *v, Dwarf_Die *parent, Dwarf_Off function,
	uint64_t bias, int depth)
{
	Dwarf_Die die;

	if (depth > DEPTH_MAX || dwarf_child(parent, &die) != 0)
		return;
	do {
		Dwarf_Off inside = function;

		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
			consider(v, &die, function, bias);
			continue;
		case DW_TAG_subprogram:
			inside = dwarf_dieoffset(&die);
			break;
		case DW_TAG_namespace:
		case DW_TAG_lexical_block:
		case DW_TAG_inlined_subroutine:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
			break;
		default:
			continue;
		}
		walk(v, &die, inside, bias, depth + 1);
	} while (dwarf_siblingof(&die, &die) == 0);
}

static int by_address(const void *a, const void *b)
{
	const struct variable *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

static void sort(struct table *t)
{
	if (t->count)
		qsort(t->at, t->count, sizeof *t->at, by_address);
}

/* By which others know it; NULL: it has none. */
static const char *full_name(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *linkage = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr))
		linkage = dwarf_formstring(&attr);
	return linkage ? linkage : dwarf_diename(die);
}

struct named {
	const char *name;
	struct variable *row;
};

static int by_name(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Those of one name in a ring.  One that several units declare lies at one
 * address. */
static void find_others(struct table *t)
{
	struct named *all = malloc((t->count + 1) * sizeof *all);
	size_t n = 0, first = 0;

	for (size_t i = 0; all && i < t->count; i++) {
		const char *name = full_name(&t->at[i].die);

		if (name && (!i || t->at[i].address != t->at[i - 1].address))
			all[n++] = (struct named){name, &t->at[i]};
	}
	if (n)
		qsort(all, n, sizeof *all, by_name);
	for (size_t i = 0; i < n; i++) {
		bool last =
			i + 1 == n || strcmp(all[i].name, all[i + 1].name) != 0;
		const struct variable *next = all[last ? first : i + 1].row;

		if (next != all[i].row)
			all[i].row->next = (uint32_t)(next - t->at) + 1;
		first = last ? i + 1 : first;
	}
	free(all);
}

struct variables *variables_new(Dwfl_Module *module)
{
	struct variables *v = calloc(1, sizeof *v);
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias = 0;

	if (!v)
		return NULL;
	v->dwarf = dwfl_module_getdwarf(module, &bias);
	while (v->dwarf && (unit = dwfl_module_nextcu(module, unit, &bias)))
		walk(v, unit, 0, bias, 0);
	v->bias = bias;
	sort(&v->fixed);
	sort(&v->tls);
	find_others(&v->fixed);
	find_others(&v->tls);
	return v;
}

void variables_free(struct variables *v)
{
	if (!v)
		return;
	free(v->fixed.at);
	free(v->tls.at);
	free(v);
}

uint64_t variables_size(Dwarf_Die *die)
{
	Dwarf_Die type;

	return part_type(die, &type) ? part_size(&type) : 0;
}

static void name_variable(Dwarf_Die *die, char *out, size_t size)
{
	const char *name = full_name(die), *plain = dwarf_diename(die);

	if (name && name != plain)
		demangle(name, out, size);
	else
		snprintf(out, size, "%s", plain ? plain : "?");
}

/* "in count", "of queue.c": what tells it from others of its name. */
static void tell_apart(const struct table *t, const struct variable *row,
	Dwarf_Die *die, struct datum *out)
{
	const char *path = dwarf_decl_file(die);
	const char *last = path ? strrchr(path, '/') : NULL;

	for (uint32_t i = row->next;
		i && &t->at[i - 1] != row && out->others < OTHERS_MAX;
		i = t->at[i - 1].next) {
		out->other[out->others].start = t->at[i - 1].address;
		out->other[out->others++].end =
			t->at[i - 1].address + t->at[i - 1].size;
	}
	if (out->function[0])
		snprintf(out->of, sizeof out->of, "in %.80s", out->function);
	else if (path)
		snprintf(out->of, sizeof out->of, "of %.80s",
			last ? last + 1 : path);
}

static bool find(const struct variables *v, const struct table *t,
	uint64_t address, uint64_t size, struct datum *out)
{
	size_t low = 0, high = t->count;
	const struct variable *row;
	uint64_t offset;
	Dwarf_Die die;

	while (low < high) { /* the last that starts at or below */
		size_t mid = (low + high) / 2;

		if (t->at[mid].address <= address)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0)
		return false;
	row = &t->at[low - 1];
	offset = address - row->address;
	if (offset >= (row->size ? row->size : 1))
		return false;
	*out = (struct datum){.size = row->size};
	die = row->die;
	name_variable(&die, out->name, sizeof out->name);
	if (row->function) {
		Dwarf_Die function;
		const char *called = NULL;

		if (dwarf_offdie(v->dwarf, row->function, &function))
			called = dwarf_diename(&function);
		snprintf(out->function, sizeof out->function, "%s",
			called ? called : "?");
	}
	tell_apart(t, row, &die, out);
	out->size = part_name(&die, &offset, size, out);
	return true;
}

/* Some code of the compilation unit that a variable is of; 0: it has none. */
static uint64_t code_of_unit(const struct variables *v, Dwarf_Die *die)
{
	Dwarf_Addr base, start = 0, end = 0;
	Dwarf_Die unit;
	ptrdiff_t at = 0;

	if (!dwarf_diecu(die, &unit, NULL, NULL))
		return 0;
	while ((at = dwarf_ranges(&unit, at, &base, &start, &end)) > 0)
		if (start != end)
			return start + v->bias;
	return 0;
}

static void each(const struct variables *v, const struct table *t, bool tls,
	symbols_found found, void *arg)
{
	for (size_t i = 0; i < t->count; i++) {
		struct symbol s = {.tls = tls};
		Dwarf_Die die = t->at[i].die, function;
		Dwarf_Attribute attr;
		const char *name = NULL, *path = dwarf_decl_file(&die);

		if (dwarf_attr_integrate(&die, DW_AT_linkage_name, &attr))
			name = dwarf_formstring(&attr);
		if (!name)
			name = dwarf_diename(&die);
		demangle_plain(name ? name : "", s.name, sizeof s.name);
		if (t->at[i].function &&
			dwarf_offdie(v->dwarf, t->at[i].function, &function)) {
			name = dwarf_diename(&function);
			snprintf(s.function, sizeof s.function, "%s",
				name ? name : "?");
		}
		snprintf(s.path, sizeof s.path, "%s", path ? path : "");
		s.start = t->at[i].address;
		s.end = s.start + t->at[i].size;
		s.unit = code_of_unit(v, &die);
		if (s.name[0])
			found(arg, &s);
	}
}

void variables_each(const struct variables *v, symbols_found found, void *arg)
{
	each(v, &v->fixed, false, found, arg);
	each(v, &v->tls, true, found, arg);
}

bool variables_find(const struct variables *v, uint64_t address, uint64_t size,
	struct datum *out)
{
	return find(v, &v->fixed, address, size, out);
}

bool variables_find_tls(const struct variables *v, uint64_t offset,
	uint64_t size, struct datum *out)
{
	return find(v, &v->tls, offset, size, out);
}
