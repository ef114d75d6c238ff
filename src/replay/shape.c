/* SPDX-License-Identifier: MIT */
#include "replay/shape_of.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

static uint8_t of_base(Dwarf_Die *type)
{
	Dwarf_Attribute attr;
	Dwarf_Word encoding = 0;

	if (dwarf_attr(type, DW_AT_encoding, &attr))
		dwarf_formudata(&attr, &encoding);
	switch (encoding) {
	case DW_ATE_boolean:
		return SHAPE_BOOL;
	case DW_ATE_float:
		return SHAPE_FLOAT;
	case DW_ATE_signed:
	case DW_ATE_signed_char:
		return SHAPE_SIGNED;
	case DW_ATE_unsigned:
	case DW_ATE_unsigned_char:
	case DW_ATE_UTF:
		return SHAPE_UNSIGNED;
	default:
		return SHAPE_UNKNOWN;
	}
}

struct shape shape_of(Dwarf_Die *type)
{
	switch (dwarf_tag(type)) {
	case DW_TAG_base_type:
		return (struct shape){.how = of_base(type)};
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
		return (struct shape){.how = SHAPE_POINTER};
	case DW_TAG_enumeration_type:
		return (struct shape){.how = SHAPE_ENUM,
			.names = dwarf_dieoffset(type),
			.dwarf = dwarf_cu_getdwarf(type->cu)};
	default:
		return (struct shape){0};
	}
}

static bool number_of(Dwarf_Die *die, unsigned name, uint64_t *out)
{
	Dwarf_Attribute attr;
	Dwarf_Word n;

	if (!dwarf_attr(die, name, &attr) || dwarf_formudata(&attr, &n) != 0)
		return false;
	*out = n;
	return true;
}

/* Before DWARF 4 they were counted from the other end of a storage unit. */
bool shape_bit_field(Dwarf_Die *member, uint64_t *first, uint64_t *bits)
{
	uint64_t start = 0, unit, below;

	if (!number_of(member, DW_AT_bit_size, bits))
		return false;
	if (number_of(member, DW_AT_data_bit_offset, first))
		return true;
	number_of(member, DW_AT_data_member_location, &start);
	if (!number_of(member, DW_AT_byte_size, &unit) ||
		!number_of(member, DW_AT_bit_offset, &below))
		return false;
	*first = 8 * (start + unit) - below - *bits;
	return true;
}

uint64_t shape_bits(const struct shape *s, uint64_t value)
{
	uint64_t sign;

	if (!s->bits || s->bits >= 64)
		return value;
	value = value >> s->shift & ((1ull << s->bits) - 1);
	sign = 1ull << (s->bits - 1);
	return s->how == SHAPE_SIGNED ? (value ^ sign) - sign : value;
}

static bool floating(uint64_t value, uint64_t size, char *out, size_t out_size)
{
	double d;
	float f;

	if (size == sizeof f) {
		memcpy(&f, &value, sizeof f);
		snprintf(out, out_size, "%.9g", (double)f);
		if (strlen(out) > 7)
			snprintf(out, out_size, "%.7g", (double)f);
		return true;
	}
	if (size != sizeof d)
		return false;
	memcpy(&d, &value, sizeof d);
	snprintf(out, out_size, "%.15g", d);
	return true;
}

static bool is_value(Dwarf_Die *enumerator, uint64_t value, uint64_t mask)
{
	Dwarf_Attribute attr;
	Dwarf_Sword s;
	Dwarf_Word u;

	if (!dwarf_attr(enumerator, DW_AT_const_value, &attr))
		return false;
	if (dwarf_formsdata(&attr, &s) == 0 && ((uint64_t)s & mask) == value)
		return true;
	return dwarf_formudata(&attr, &u) == 0 && (u & mask) == value;
}

static bool enumerator(const struct shape *s, uint64_t value, uint64_t size,
	char *out, size_t out_size)
{
	uint64_t bits = s->bits ? s->bits : 8 * size;
	uint64_t mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;
	Dwarf_Die type, child;

	if (!s->dwarf || !dwarf_offdie(s->dwarf, s->names, &type) ||
		dwarf_child(&type, &child) != 0)
		return false;
	do {
		const char *name = dwarf_diename(&child);

		if (dwarf_tag(&child) == DW_TAG_enumerator && name &&
			is_value(&child, value & mask, mask)) {
			snprintf(out, out_size, "%s", name);
			return true;
		}
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

/* "one\0"; what is no text is a number. */
static bool quoted(uint64_t value, uint64_t size, char *out, size_t out_size)
{
	size_t used = (size_t)snprintf(out, out_size, "\"");

	for (uint64_t i = 0; i < size && i < 8; i++) {
		unsigned char c = (unsigned char)(value >> 8 * i);

		if (c && (c < ' ' || c > '~'))
			return false;
		used += (size_t)snprintf(out + used, out_size - used,
			c ? (c == '"' || c == '\\' ? "\\%c" : "%c") : "\\0", c);
	}
	snprintf(out + used, out_size - used, "\"");
	return true;
}

bool shape_text(const struct shape *s, uint64_t value, uint64_t size, char *out,
	size_t out_size)
{
	switch ((enum shape_how)s->how) {
	case SHAPE_BOOL:
		if (value > 1)
			return false;
		snprintf(out, out_size, "%s", value ? "true" : "false");
		return true;
	case SHAPE_FLOAT:
		return floating(value, size, out, out_size);
	case SHAPE_TEXT:
		return quoted(value, size, out, out_size);
	case SHAPE_ENUM:
		return enumerator(s, value, size, out, out_size);
	default:
		return false;
	}
}
