/* SPDX-License-Identifier: MIT */
#include "replay/blocks.h"

#include <dwarf.h>
#include <stdlib.h>

enum {
	DEPTH_MAX = 64,
	NONE = -1
};

/* A piece of code, [low, high).  Pieces nest: `up` is the one around it. */
struct piece {
	Dwarf_Addr low, high;
	Dwarf_Off die;
	int depth, up;
};

struct pieces {
	struct piece *at;
	size_t count, room;
};

struct unit {
	Dwarf_Die *die;
	struct pieces pieces;
	bool read;
};

struct blocks {
	Dwarf *dwarf;
	Dwarf_Addr bias;
	struct unit *unit;
	size_t units, room;
	struct pieces code; /* of the units; `die` is an index */
};

static void add(struct pieces *p, Dwarf_Die *die, Dwarf_Off is, int depth)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		if (low >= high)
			continue;
		if (p->count == p->room) {
			size_t room = p->room ? 2 * p->room : 64;
			struct piece *more =
				realloc(p->at, room * sizeof *more);

			if (!more)
				return;
			p->at = more;
			p->room = room;
		}
		p->at[p->count++] = (struct piece){low, high, is, depth, NONE};
	}
}

/* What is around comes first. */
static int by_address(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	if (x->high != y->high)
		return x->high > y->high ? -1 : 1;
	return x->depth < y->depth ? -1 : x->depth > y->depth;
}

static void nest(struct pieces *p)
{
	if (p->count)
		qsort(p->at, p->count, sizeof *p->at, by_address);
	for (size_t i = 1; i < p->count; i++) {
		int up = (int)i - 1;

		while (up != NONE && p->at[up].high <= p->at[i].low)
			up = p->at[up].up;
		p->at[i].up = up;
	}
}

/* The innermost piece around an address, or NONE. */
static int innermost(const struct pieces *p, Dwarf_Addr pc)
{
	size_t low = 0, high = p->count;
	int i;

	while (low < high) { /* the last that starts at or below */
		size_t mid = (low + high) / 2;

		if (p->at[mid].low <= pc)
			low = mid + 1;
		else
			high = mid;
	}
	for (i = (int)low - 1; i != NONE && p->at[i].high <= pc;)
		i = p->at[i].up;
	return i;
}

static void read_unit(struct pieces *p, Dwarf_Die *parent, int depth)
{
	Dwarf_Die die;

	if (depth > DEPTH_MAX || dwarf_child(parent, &die) != 0)
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
		case DW_TAG_inlined_subroutine:
		case DW_TAG_lexical_block:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
			add(p, &die, dwarf_dieoffset(&die), depth);
			break;
		case DW_TAG_namespace: /* code of its own has none of them */
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_union_type:
			break;
		default:
			continue;
		}
		read_unit(p, &die, depth + 1);
	} while (dwarf_siblingof(&die, &die) == 0);
}

static void add_unit(struct blocks *b, Dwarf_Die *die)
{
	if (b->units == b->room) {
		size_t room = b->room ? 2 * b->room : 16;
		struct unit *more = realloc(b->unit, room * sizeof *more);

		if (!more)
			return;
		b->unit = more;
		b->room = room;
	}
	b->unit[b->units] = (struct unit){.die = die};
	add(&b->code, die, b->units++, 0);
}

struct blocks *blocks_new(Dwfl_Module *module)
{
	struct blocks *b = calloc(1, sizeof *b);
	Dwarf_Die *die = NULL;

	if (!b)
		return NULL;
	b->dwarf = dwfl_module_getdwarf(module, &b->bias);
	while (b->dwarf && (die = dwfl_module_nextcu(module, die, &b->bias)))
		add_unit(b, die);
	nest(&b->code);
	return b;
}

void blocks_free(struct blocks *b)
{
	if (!b)
		return;
	for (size_t i = 0; i < b->units; i++)
		free(b->unit[i].pieces.at);
	free(b->unit);
	free(b->code.at);
	free(b);
}

static struct unit *unit_at(struct blocks *b, uint64_t address)
{
	int i = innermost(&b->code, address - b->bias);

	return i == NONE ? NULL : &b->unit[b->code.at[i].die];
}

Dwarf_Die *blocks_unit(struct blocks *b, uint64_t address, Dwarf_Addr *bias)
{
	struct unit *unit = unit_at(b, address);

	*bias = b->bias;
	return unit ? unit->die : NULL;
}

unsigned blocks_around(struct blocks *b, uint64_t address, Dwarf_Die *out,
	unsigned max, Dwarf_Addr *bias)
{
	struct unit *unit = unit_at(b, address);
	Dwarf_Addr pc = address - b->bias;
	unsigned n = 0;

	*bias = b->bias;
	if (!unit)
		return 0;
	if (!unit->read) {
		unit->read = true;
		read_unit(&unit->pieces, unit->die, 0);
		nest(&unit->pieces);
	}
	for (int i = innermost(&unit->pieces, pc); i != NONE && n < max;
		i = unit->pieces.at[i].up) {
		const struct piece *piece = &unit->pieces.at[i];

		if (piece->high <= pc ||
			!dwarf_offdie(b->dwarf, piece->die, &out[n]))
			continue;
		if (dwarf_tag(&out[n++]) == DW_TAG_subprogram)
			break;
	}
	return n;
}
