/* SPDX-License-Identifier: MIT */
/* variables.c - the variables of one module, by address, from its DWARF */
#include "replay/variables.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/demangle.h"
#include "replay/shape_of.h"

enum {
	DEPTH_MAX = 24
};

struct variable {
	uint64_t address, size;
	Dwarf_Die die;
	Dwarf_Off function; /* of a static local, else 0 */
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

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attr;

	return dwarf_attr_integrate(die, DW_AT_type, &attr) &&
	       dwarf_formref_die(&attr, type);
}

/* Without names and qualifiers. */
static void peel(Dwarf_Die *type)
{
	for (int i = 0; i < DEPTH_MAX; i++) {
		Dwarf_Die next;

		switch (dwarf_tag(type)) {
		case DW_TAG_typedef:
		case DW_TAG_const_type:
		case DW_TAG_volatile_type:
		case DW_TAG_atomic_type:
		case DW_TAG_restrict_type:
			if (!type_of(type, &next))
				return;
			*type = next;
			continue;
		default:
			return;
		}
	}
}

static uint64_t size_of(Dwarf_Die *type)
{
	Dwarf_Word size;

	return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

static void add(
	struct table *v, Dwarf_Die *die, uint64_t address, Dwarf_Off function)
{
	struct variable *row;
	Dwarf_Die type;

	if (!type_of(die, &type))
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
	row->size = size_of(&type);
	row->die = *die;
	row->function = function;
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

struct name {
	char *at;
	size_t size;
};

static void append(struct name *name, const char *text)
{
	size_t used = strlen(name->at);

	snprintf(name->at + used, name->size - used, "%s", text);
}

static uint64_t elements(Dwarf_Die *array)
{
	Dwarf_Die child;
	Dwarf_Attribute attr;
	Dwarf_Word n = 0;

	if (dwarf_child(array, &child) != 0)
		return 0;
	/* The first dimension: the others are part of the element. */
	do {
		if (dwarf_tag(&child) != DW_TAG_subrange_type)
			continue;
		if (dwarf_attr(&child, DW_AT_count, &attr) &&
			dwarf_formudata(&attr, &n) == 0)
			return n;
		if (dwarf_attr(&child, DW_AT_upper_bound, &attr) &&
			dwarf_formudata(&attr, &n) == 0)
			return n + 1;
		return 0;
	} while (dwarf_siblingof(&child, &child) == 0);
	return 0;
}

/* Every dimension of an array, outermost first. */
static void index_name(struct name *name, Dwarf_Die *array, uint64_t *offset,
	uint64_t total, Dwarf_Die *element)
{
	uint64_t one = size_of(element), dimension[8], below = 1;
	int n = 0;
	Dwarf_Die child;
	char text[32];

	if (!one || dwarf_child(array, &child) != 0)
		return;
	do {
		Dwarf_Attribute attr;
		Dwarf_Word count = 0;

		if (dwarf_tag(&child) != DW_TAG_subrange_type || n == 8)
			continue;
		if (dwarf_attr(&child, DW_AT_upper_bound, &attr) &&
			dwarf_formudata(&attr, &count) == 0)
			count++;
		else if (dwarf_attr(&child, DW_AT_count, &attr))
			dwarf_formudata(&attr, &count);
		dimension[n++] = count;
	} while (dwarf_siblingof(&child, &child) == 0);
	for (int i = 1; i < n; i++)
		below *= dimension[i] ? dimension[i] : 1;
	for (int i = 0; i < n; i++) {
		snprintf(text, sizeof text, "[%lu]",
			(unsigned long)(*offset / (one * below)));
		append(name, text);
		*offset %= one * below;
		if (i + 1 < n)
			below /= dimension[i + 1] ? dimension[i + 1] : 1;
	}
}

/* The member of a struct that holds `size` bytes at `offset`: its type, its own
 * offset. */
static bool member_at(Dwarf_Die *type, uint64_t offset, uint64_t size,
	Dwarf_Die *member, uint64_t *start)
{
	if (dwarf_child(type, member) != 0)
		return false;
	do {
		int tag = dwarf_tag(member);
		Dwarf_Attribute attr;
		Dwarf_Word at = 0;
		Dwarf_Die inner;

		if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
			continue;
		if (dwarf_attr(member, DW_AT_external, &attr))
			continue; /* a static member lies elsewhere */
		if (dwarf_attr(member, DW_AT_bit_size, &attr))
			continue; /* bit_fields() has them */
		if (dwarf_attr(member, DW_AT_data_member_location, &attr) &&
			dwarf_formudata(&attr, &at) != 0)
			continue;
		if (!type_of(member, &inner))
			continue;
		if (offset >= at && offset - at < size_of(&inner) &&
			offset - at + size <= size_of(&inner)) {
			*start = at;
			return true;
		}
	} while (dwarf_siblingof(member, member) == 0);
	return false;
}

static void append_fields(struct name *name, char called[][64], unsigned n)
{
	append(name, n > 1 ? ".{" : ".");
	for (unsigned i = 0; i < n; i++) {
		append(name, i ? ", " : "");
		append(name, called[i]);
	}
	append(name, n > 1 ? "}" : "");
}

/* The bit fields in `size` bytes at `offset`, where nothing else lies: which of
 * them an access is to, it does not say.  How many. */
static unsigned bit_fields(struct name *name, Dwarf_Die *type, uint64_t offset,
	uint64_t size, struct shapes *out)
{
	char called[FIELDS_MAX][64];
	Dwarf_Die member;
	unsigned n = 0;

	if (size > 8 || dwarf_child(type, &member) != 0)
		return 0;
	do {
		uint64_t first, bits, at = 0;
		Dwarf_Attribute attr;
		Dwarf_Die inner;

		if (dwarf_tag(&member) != DW_TAG_member ||
			dwarf_attr(&member, DW_AT_external, &attr) ||
			!type_of(&member, &inner))
			continue;
		if (!shape_bit_field(&member, &first, &bits)) {
			if (dwarf_attr(
				    &member, DW_AT_data_member_location, &attr))
				dwarf_formudata(&attr, &at);
			if (at < offset + size && at + size_of(&inner) > offset)
				return 0;
			continue;
		}
		if (n == FIELDS_MAX || first < 8 * offset ||
			first + bits > 8 * (offset + size))
			continue;
		peel(&inner);
		out->at[n] = shape_of(&inner);
		out->at[n].shift = (uint8_t)(first - 8 * offset);
		out->at[n].bits = (uint8_t)bits;
		snprintf(called[n++], sizeof called[0], "%s",
			dwarf_diename(&member) ? dwarf_diename(&member) : "?");
	} while (dwarf_siblingof(&member, &member) == 0);
	if (n)
		append_fields(name, called, n);
	out->count = (uint8_t)n;
	return n;
}

/* One of several scalars in a word. */
static bool scalar(
	struct shapes *out, Dwarf_Die *type, uint64_t offset, uint64_t size)
{
	struct shape *s = &out->at[out->count];

	peel(type);
	if (out->count == FIELDS_MAX || !size || offset + size > 8)
		return false;
	*s = shape_of(type);
	s->shift = (uint8_t)(8 * offset);
	s->bits = (uint8_t)(8 * size);
	out->count++;
	return s->how != SHAPE_UNKNOWN;
}

/* A structure that is copied as one word: what its members are. */
static void scalars(struct shapes *out, Dwarf_Die *type, uint64_t size)
{
	Dwarf_Die member, inner;
	Dwarf_Attribute attr;

	if (size > 8 || dwarf_tag(type) == DW_TAG_union_type ||
		dwarf_child(type, &member) != 0)
		return;
	do {
		Dwarf_Word at = 0;

		if (dwarf_tag(&member) != DW_TAG_member ||
			dwarf_attr(&member, DW_AT_external, &attr))
			continue;
		if (dwarf_attr(&member, DW_AT_data_member_location, &attr))
			dwarf_formudata(&attr, &at);
		if (!type_of(&member, &inner) ||
			!scalar(out, &inner, at, size_of(&inner))) {
			out->count = 0;
			return;
		}
	} while (dwarf_siblingof(&member, &member) == 0);
}

/* Several elements of an array: "[0..3]", if they are not all; of a string they
 * are text. */
static bool run_of(struct name *name, Dwarf_Die *array, Dwarf_Die *element,
	uint64_t offset, uint64_t size, struct shapes *out)
{
	uint64_t one = size_of(element), n = one ? size / one : 0;
	char text[48];

	if (n < 2 || offset % one || size % one)
		return false;
	if (n < elements(array)) {
		snprintf(text, sizeof text, "[%lu..%lu]",
			(unsigned long)(offset / one),
			(unsigned long)(offset / one + n - 1));
		append(name, text);
	}
	if (one == 1 && size <= 8) {
		out->at[0] = (struct shape){.how = SHAPE_TEXT};
		out->count = 1;
		return true;
	}
	for (uint64_t i = 0; i < n && size <= 8; i++) {
		Dwarf_Die type = *element;

		if (!scalar(out, &type, i * one, one)) {
			out->count = 0;
			break;
		}
	}
	return true;
}

static bool has_members(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
	       tag == DW_TAG_union_type;
}

/* Goes down from a variable to the part at `offset`, naming the way. */
static uint64_t descend(struct name *name, Dwarf_Die type, uint64_t *offset,
	uint64_t size, struct shapes *shapes)
{
	uint64_t whole = size_of(&type);
	const char *inside = NULL;

	for (int depth = 0; depth < DEPTH_MAX; depth++) {
		Dwarf_Die inner, member;
		uint64_t start;
		const char *called;
		int tag;

		whole = size_of(&type);
		peel(&type);
		tag = dwarf_tag(&type);
		if (size && has_members(tag) &&
			bit_fields(name, &type, *offset, size, shapes)) {
			*offset = 0;
			return size;
		}
		if (tag == DW_TAG_array_type && type_of(&type, &inner) &&
			elements(&type) &&
			run_of(name, &type, &inner, *offset, size, shapes)) {
			*offset = 0;
			return size;
		}
		if (size && *offset == 0 && whole <= size)
			break;
		if (tag == DW_TAG_array_type) {
			if (!type_of(&type, &inner) || !elements(&type))
				break;
			index_name(name, &type, offset, whole, &inner);
			type = inner;
			continue;
		}
		if (!has_members(tag))
			break;
		/* An empty base lies where the first member does. */
		if (!(member_at(&type, *offset, size, &member, &start) ||
			    member_at(&type, *offset, 0, &member, &start)) ||
			!type_of(&member, &inner))
			break;
		called = dwarf_diename(&member);
		if (called && strncmp(called, "__", 2) == 0)
			break;			/* a library's own business */
		if (called && called[0] == '_') /* but of layers the last */
			inside = called;
		else if (called && dwarf_tag(&member) == DW_TAG_member) {
			append(name, ".");
			append(name, called);
		}
		*offset -= start;
		type = inner;
	}
	if (inside && size) {
		append(name, ".");
		append(name, inside);
	}
	peel(&type);
	if (*offset == 0 && whole == size && has_members(dwarf_tag(&type))) {
		scalars(shapes, &type, size);
	} else if (*offset == 0 && whole == size) {
		shapes->at[0] = shape_of(&type);
		shapes->count = 1;
	}
	return whole;
}

uint64_t variables_part(
	Dwarf_Die *die, uint64_t *offset, uint64_t size, struct datum *out)
{
	struct name name = {out->name, sizeof out->name};
	Dwarf_Die type;
	uint64_t whole = 0;
	char text[32];

	if (type_of(die, &type))
		whole = descend(&name, type, offset, size, &out->shapes);
	if (*offset && size) {
		snprintf(text, sizeof text, "+%lu", (unsigned long)*offset);
		append(&name, text);
	}
	return whole;
}

uint64_t variables_size(Dwarf_Die *die)
{
	Dwarf_Die type;

	return type_of(die, &type) ? size_of(&type) : 0;
}

static void name_variable(Dwarf_Die *die, char *out, size_t size)
{
	Dwarf_Attribute attr;
	const char *linkage = NULL, *plain = dwarf_diename(die);

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr))
		linkage = dwarf_formstring(&attr);
	if (linkage)
		demangle(linkage, out, size);
	else
		snprintf(out, size, "%s", plain ? plain : "?");
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
	out->size = variables_part(&die, &offset, size, out);
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
