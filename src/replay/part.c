/* SPDX-License-Identifier: MIT */
#include "replay/part.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#include "replay/shape_of.h"

enum {
	DEPTH_MAX = 24 /* of types inside of types */
};

bool part_type(Dwarf_Die *die, Dwarf_Die *type)
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
			if (!part_type(type, &next))
				return;
			*type = next;
			continue;
		default:
			return;
		}
	}
}

uint64_t part_size(Dwarf_Die *type)
{
	Dwarf_Word size;

	return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

struct name {
	char *at;
	size_t size;
	uint32_t begins; /* datum.begins, once that is known */
};

static void append(struct name *name, const char *text)
{
	size_t used = strlen(name->at);

	snprintf(name->at + used, name->size - used, "%s", text);
}

uint64_t part_elements(Dwarf_Die *array)
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
	uint64_t one = part_size(element), dimension[8], below = 1;
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

/* The member of a struct that holds `size` bytes at `offset`, or is just that:
 * its own offset. */
static bool member_of(Dwarf_Die *type, uint64_t offset, uint64_t size,
	bool just, Dwarf_Die *member, uint64_t *start)
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
		if (!part_type(member, &inner))
			continue;
		if (just && (offset != at || part_size(&inner) != size))
			continue;
		if (offset >= at && offset - at < part_size(&inner) &&
			offset - at + size <= part_size(&inner)) {
			*start = at;
			return true;
		}
	} while (dwarf_siblingof(member, member) == 0);
	return false;
}

/* Of a union the member of that size, if there is one. */
static bool member_at(Dwarf_Die *type, uint64_t offset, uint64_t size,
	Dwarf_Die *member, uint64_t *start)
{
	return (size && dwarf_tag(type) == DW_TAG_union_type &&
		       member_of(type, offset, size, true, member, start)) ||
	       member_of(type, offset, size, false, member, start);
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
			!part_type(&member, &inner))
			continue;
		if (!shape_bit_field(&member, &first, &bits)) {
			if (dwarf_attr(
				    &member, DW_AT_data_member_location, &attr))
				dwarf_formudata(&attr, &at);
			if (at < offset + size &&
				at + part_size(&inner) > offset)
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

static bool has_members(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
	       tag == DW_TAG_union_type;
}

bool part_open_end(
	Dwarf_Die *type, Dwarf_Die *last, Dwarf_Die *element, uint64_t *start)
{
	Dwarf_Attribute attr;
	Dwarf_Word at = 0;
	Dwarf_Die member, array;
	bool any = false;

	if (!has_members(dwarf_tag(type)) || dwarf_child(type, &member) != 0)
		return false;
	do {
		if (dwarf_tag(&member) == DW_TAG_member) {
			*last = member;
			any = true;
		}
	} while (dwarf_siblingof(&member, &member) == 0);
	if (!any || !part_type(last, &array))
		return false;
	peel(&array);
	if (dwarf_tag(&array) != DW_TAG_array_type || part_elements(&array) ||
		!part_type(&array, element) ||
		!dwarf_attr(last, DW_AT_data_member_location, &attr) ||
		dwarf_formudata(&attr, &at) != 0)
		return false;
	*start = at;
	return part_size(element) != 0;
}

/* What is the only thing in a structure, as in an atomic. */
static void unwrap(Dwarf_Die *type)
{
	Dwarf_Die member, inner;
	uint64_t start;

	peel(type);
	for (int i = 0;
		i < DEPTH_MAX && has_members(dwarf_tag(type)) &&
		dwarf_tag(type) != DW_TAG_union_type &&
		member_of(type, 0, part_size(type), true, &member, &start) &&
		part_type(&member, &inner);
		i++) {
		*type = inner;
		peel(type);
	}
}

/* One of several scalars in a word. */
static bool scalar(
	struct shapes *out, Dwarf_Die *type, uint64_t offset, uint64_t size)
{
	struct shape *s = &out->at[out->count];

	unwrap(type);
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
		if (!part_type(&member, &inner) ||
			!scalar(out, &inner, at, part_size(&inner))) {
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
	uint64_t one = part_size(element), n = one ? size / one : 0;
	char text[48];

	if (n < 2 || offset % one || size % one)
		return false;
	if (n < part_size(array) / one) {
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

/* Is there another member of that type, as of the two ends of a std::deque? */
static bool has_twin(Dwarf_Die *type, Dwarf_Die *member, Dwarf_Die *inner)
{
	Dwarf_Die other, of, peeled = *inner;

	peel(&peeled);
	if (!has_members(dwarf_tag(&peeled)) || dwarf_child(type, &other) != 0)
		return false;
	do {
		if (dwarf_tag(&other) == DW_TAG_member &&
			dwarf_dieoffset(&other) != dwarf_dieoffset(member) &&
			part_type(&other, &of) &&
			dwarf_dieoffset(&of) == dwarf_dieoffset(inner))
			return true;
	} while (dwarf_siblingof(&other, &other) == 0);
	return false;
}

/* Declared in a header that the user did not write. */
static bool of_library(Dwarf_Die *member)
{
	const char *file = dwarf_decl_file(member);

	return !file || strncmp(file, "/usr/", 5) == 0;
}

/* All of a type that has no name of its own: is one member just that? */
static bool has_just(Dwarf_Die *type, uint64_t size)
{
	Dwarf_Die member;
	uint64_t start;

	return has_members(dwarf_tag(type)) &&
	       member_of(type, 0, size, true, &member, &start);
}

/* Goes down from a variable to the part at `offset`, naming the way. */
static uint64_t descend(struct name *name, Dwarf_Die type, uint64_t *offset,
	uint64_t size, struct shapes *shapes)
{
	uint64_t whole = part_size(&type);
	const char *inside = NULL;
	bool nameless = false;

	for (int depth = 0; depth < DEPTH_MAX; depth++) {
		Dwarf_Die inner, member, last;
		uint64_t start;
		const char *called;
		int tag;

		whole = part_size(&type);
		peel(&type);
		tag = dwarf_tag(&type);
		if (!*offset && tag != DW_TAG_array_type && !name->begins)
			name->begins = (uint32_t)strlen(name->at);
		if (tag == DW_TAG_array_type && inside && size) {
			append(name, ".");
			append(name, inside);
			inside = NULL;
		}
		if (size && has_members(tag) &&
			bit_fields(name, &type, *offset, size, shapes)) {
			*offset = 0;
			return size;
		}
		if (tag == DW_TAG_array_type && part_type(&type, &inner) &&
			part_elements(&type) &&
			run_of(name, &type, &inner, *offset, size, shapes)) {
			*offset = 0;
			return size;
		}
		if (size && *offset == 0 && whole <= size &&
			!(nameless && has_just(&type, size)) &&
			!part_open_end(&type, &last, &inner, &start))
			break;
		if (tag == DW_TAG_array_type) {
			if (!part_type(&type, &inner) || !part_elements(&type))
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
			!part_type(&member, &inner))
			break;
		called = dwarf_diename(&member);
		nameless = !called && dwarf_tag(&member) == DW_TAG_member;
		if (called && strncmp(called, "__", 2) == 0 &&
			of_library(&member))
			break; /* a library's own business */
		if (called && called[0] == '_' && of_library(&member) &&
			!has_twin(&type, &member, &inner)) {
			inside = called; /* of layers the last */
		} else if (called && dwarf_tag(&member) == DW_TAG_member) {
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
	unwrap(&type);
	if (*offset == 0 && whole == size && has_members(dwarf_tag(&type))) {
		scalars(shapes, &type, size);
	} else if (*offset == 0 && whole == size) {
		shapes->at[0] = shape_of(&type);
		shapes->count = 1;
	}
	return whole;
}

uint64_t part_name(
	Dwarf_Die *die, uint64_t *offset, uint64_t size, struct datum *out)
{
	Dwarf_Die type;

	return part_type(die, &type) ? part_of(&type, offset, size, out) : 0;
}

uint64_t part_of(
	Dwarf_Die *type, uint64_t *offset, uint64_t size, struct datum *out)
{
	struct name name = {out->name, sizeof out->name, 0};
	uint64_t whole = descend(&name, *type, offset, size, &out->shapes);
	char text[32];

	if (*offset && size) {
		snprintf(text, sizeof text, "+%lu", (unsigned long)*offset);
		append(&name, text);
	}
	out->begins = name.begins ? name.begins : (uint32_t)strlen(out->name);
	return whole;
}
