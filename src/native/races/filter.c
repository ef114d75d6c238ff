/* SPDX-License-Identifier: MIT */
#include "native/races/filter.h"
#include "native/races/shadow.h"

#include <stdio.h>
#include <unwind.h>

static struct filter_piece piece[FILTER_PIECES_MAX];
static size_t pieces;
static uint8_t kind[DIRECTIVES_MAX];
static unsigned kinds;
static uint64_t on_stack, trust, ignore, fail_in; /* sets of directives */
static uint64_t enough; /* with one of these the rest of a stack says no more */
/* The operation made last, if it is known whether it was trusted. */
static struct {
	uint64_t pc;
	tid thread;
	bool trusted;
} made;

/* Of a module, in their order. */
static void add_module(const struct channel_filters *f, uint32_t module)
{
	uint64_t base = rt.channel->module[module].base;

	for (uint32_t i = 0; i < f->pieces && i < FILTER_PIECES_MAX; i++) {
		const struct channel_piece *p = &f->piece[i];

		if (p->module == module && pieces < FILTER_PIECES_MAX)
			piece[pieces++] = (struct filter_piece){base + p->start,
				base + p->start + p->length, p->hits};
	}
}

/* The module that lies next above an address; MODULES_MAX: none. */
static uint32_t next_module(uint64_t above)
{
	const struct channel *c = rt.channel;
	uint32_t next = MODULES_MAX;

	for (uint32_t m = 0; m < c->modules; m++)
		if (c->module[m].start > above &&
			(next == MODULES_MAX ||
				c->module[m].start < c->module[next].start))
			next = m;
	return next;
}

void filter_load(void)
{
	const struct channel_filters *f = &rt.channel->config.filters;
	uint64_t above = 0;
	uint32_t m;

	kinds = f->directives < DIRECTIVES_MAX ? f->directives : DIRECTIVES_MAX;
	for (unsigned i = 0; i < kinds; i++)
		kind[i] = (uint8_t)f->directive[i].kind;
	for (; (m = next_module(above)) != MODULES_MAX;
		above = rt.channel->module[m].start)
		add_module(f, m);
	trust = filter_of_kind(kind, kinds, DIRECTIVE_TRUST);
	ignore = filter_of_kind(kind, kinds, DIRECTIVE_IGNORE);
	fail_in = filter_of_kind(kind, kinds, DIRECTIVE_FAIL_IN);
	on_stack = trust | filter_of_kind(kind, kinds, DIRECTIVE_WITHIN) |
		   filter_of_kind(kind, kinds, DIRECTIVE_WITHOUT);
	enough = trust	    ? trust
		 : on_stack ? 1ull << (63 - __builtin_clzll(on_stack))
			    : 0;
	rt.filters = (uint8_t)((on_stack ? FILTERS_STACK : 0) |
			       (trust ? FILTERS_TRUST : 0) |
			       (ignore ? FILTERS_IGNORE : 0));
}

uint64_t filter_kind(enum directive which)
{
	return filter_of_kind(kind, kinds, which);
}

uint64_t filter_at(uint64_t address)
{
	return filter_hits(piece, pieces, address);
}

static uint64_t frame_hits(struct _Unwind_Context *context)
{
	int before = 0;
	uint64_t pc = (uint64_t)_Unwind_GetIPInfo(context, &before);

	/* A return address: the call is what lies before it. */
	return filter_hits(piece, pieces, pc - !before);
}

static _Unwind_Reason_Code frame(struct _Unwind_Context *context, void *arg)
{
	uint64_t *hits = arg;

	*hits |= frame_hits(context);
	return *hits & enough ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* The directives that name a function on the running thread's stack. */
static uint64_t stack_hits(void)
{
	uint64_t hits = 0, on = rt.on;

	rt.on = 0; /* the unwinder's memset is not the test's */
	_Unwind_Backtrace(frame, &hits);
	rt.on = on;
	return hits & on_stack;
}

static _Unwind_Reason_Code fails_in(struct _Unwind_Context *context, void *arg)
{
	if (!(frame_hits(context) & fail_in))
		return _URC_NO_REASON;
	*(bool *)arg = true;
	return _URC_END_OF_STACK;
}

bool filter_may_fail(void)
{
	bool may = !fail_in;
	uint64_t on = rt.on;

	if (may)
		return true;
	rt.on = 0; /* the unwinder's memset is not the test's */
	_Unwind_Backtrace(fails_in, &may);
	rt.on = on;
	return may;
}

/* "--within push --without malloc" */
static const char *words(uint64_t set)
{
	static char text[160];
	size_t used = 0;

	for (unsigned i = 0; i < kinds && used < sizeof text; i++)
		if (set >> i & 1)
			used += (size_t)snprintf(text + used,
				sizeof text - used, "%s--%s %s",
				used ? " " : "", directive_name[kind[i]],
				rt.channel->config.filters.directive[i].name);
	return text;
}

static void left_out(enum caveat which, uint64_t set)
{
	if (rt.channel->caveats[which])
		rt.channel->caveats[which]++;
	else
		caveat(which, "%s", words(set));
}

/* Who waits alone leaves nothing out. */
static bool alone(void)
{
	return rt.world.live < 2;
}

static bool may_be_point(uint64_t hits)
{
	bool trusted = hits & trust;

	if (!trusted && filter_accepts(kind, kinds, hits))
		return true;
	if (!alone())
		left_out(trusted ? CAVEAT_trusted : CAVEAT_filtered,
			trusted ? trust : on_stack & ~trust);
	return false;
}

enum filter_how filter_point(enum op op)
{
	unsigned class = op_info[op].class;
	uint64_t hits;

	if (!(rt.filters & FILTERS_STACK) || class == CLASS_always ||
		class == CLASS_data) /* which filter_access has judged */
		return FILTER_NOT_ASKED;
	hits = stack_hits();
	return may_be_point(hits) ? FILTER_POINT
	       : hits & trust	  ? FILTER_TRUSTED
				  : FILTER_PASSES;
}

void filter_made(uint64_t pc, enum filter_how how)
{
	made.pc = how == FILTER_NOT_ASKED ? 0 : pc;
	made.thread = rt.self->id;
	made.trusted = how == FILTER_TRUSTED;
}

static bool ignored(uint64_t address)
{
	return filter_hits(piece, pieces, address) & ignore;
}

/* All of it. */
static bool range_ignored(uint64_t address, size_t size)
{
	uint64_t end = address + size;

	while (address < end) {
		const struct filter_piece *p =
			filter_find(piece, pieces, address);

		if (!p || !(p->hits & ignore))
			return false;
		address = p->end;
	}
	return true;
}

bool filter_access(uint64_t address, size_t size, unsigned *flags)
{
	uint64_t hits;

	if (rt.filters & FILTERS_IGNORE && range_ignored(address, size)) {
		if (!alone())
			filter_ignored();
		return false;
	}
	if (!(rt.filters & FILTERS_STACK))
		return true;
	hits = stack_hits();
	if (hits & trust)
		*flags |= ACC_TRUSTED;
	return may_be_point(hits);
}

unsigned filter_trusted(uint64_t pc)
{
	if (!(rt.filters & FILTERS_TRUST))
		return 0;
	if (made.pc == pc && made.thread == rt.self->id) {
		made.pc = 0;
		return made.trusted ? ACC_TRUSTED : 0;
	}
	return stack_hits() & trust ? ACC_TRUSTED : 0;
}

uint32_t filter_bytes(uint64_t cell, uint32_t mask)
{
	for (unsigned i = 0; i < 4; i++)
		if (mask >> i & 1 && ignored(cell + i))
			mask &= ~(1u << i);
	return mask;
}

void filter_ignored(void)
{
	left_out(CAVEAT_ignored, ignore);
}

/* Of an atomic, of a free, and of a racing instruction it is known whether it
 * was trusted. */
static bool told_apart(uint64_t key, uint64_t pc)
{
	return key & (KEY_ATOMIC | KEY_FREE) || point_has(pc) ||
	       point_watched(pc);
}

bool filter_race(uint64_t old_key, uint64_t old_pc)
{
	if (!(rt.filters & FILTERS_TRUST))
		return true;
	if (old_key & KEY_TRUSTED || stack_hits() & trust) {
		left_out(CAVEAT_trusted, trust);
		return false;
	}
	if (told_apart(old_key, old_pc))
		return true;
	point_watch(old_pc);
	return false;
}
