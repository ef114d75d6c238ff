/* SPDX-License-Identifier: MIT */
#include "cli/plan/phases.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "channel/inventory.h"
#include "cli/plan/ranges.h"
#include "detect/phase_name.h"
#include "replay/symbols.h"

struct look {
	const struct channel *c;
	const struct inventory *inventory;
	uint32_t module;
	struct ranges ranges;
};

/* As symbols_left_out. */
static bool is_runtime(void *arg, uint64_t address)
{
	const struct look *l = arg;

	return l->module == 0 && inventory_is_runtime(l->inventory,
					 address - l->c->module[0].base);
}

/* As symbols_found. */
static void function(void *arg, const struct symbol *s)
{
	struct look *l = arg;
	uint64_t base = l->c->module[l->module].base;
	enum race_phase phase = phase_of_name(s->name);

	if (phase != RACE_ORDINARY && s->start != s->end &&
		!is_runtime(l, s->start))
		ranges_add(&l->ranges, l->module, s->start - base,
			s->end - base, phase);
}

static void find(struct channel_phases *known, const char *program,
	const struct channel *c)
{
	static struct inventory inventory;
	struct err err = {OK, ""};
	struct look l = {.c = c, .inventory = &inventory};
	struct symbols *symbols;
	size_t n;

	if (inventory_read(&inventory, program, &err))
		return;
	symbols = symbols_new(c);
	for (uint32_t m = 0; symbols && m < c->modules && m < MODULES_MAX; m++)
		if (!ranges_of_the_system(&c->module[m])) {
			l.module = m;
			symbols_functions(symbols, m, is_runtime, function, &l);
		}
	symbols_free(symbols);
	n = ranges_cut(&l.ranges, known->piece, PHASE_PIECES_MAX);
	known->pieces = n <= PHASE_PIECES_MAX ? (uint32_t)n : 0;
	ranges_free(&l.ranges);
}

void phases_give(const struct channel_phases *known, struct channel *c)
{
	struct channel_phases *p = &c->phases;

	if (known->state != PHASES_TOLD)
		return;
	p->pieces = known->pieces;
	memcpy(p->piece, known->piece, known->pieces * sizeof *p->piece);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	p->state = PHASES_TOLD;
}

void phases_answer(
	struct channel_phases *known, const char *program, struct channel *c)
{
	struct channel_phases *p = &c->phases;

	if (p->state != PHASES_ASKED)
		return;
	if (known->state != PHASES_TOLD)
		find(known, program, c);
	known->state = PHASES_TOLD;
	phases_give(known, c);
	syscall(SYS_futex, &p->state, FUTEX_WAKE, 1, NULL, NULL, 0);
}
