/* SPDX-License-Identifier: MIT */
#include "native/phase.h"
#include "native/cost.h"
#include "native/raw.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

enum {
	LOOK_NS = 10 * 1000 * 1000 /* for a request to stop */
};

static uint64_t named[RACE_DESTROY + 1]; /* directives, by what they say */

void phase_load(void)
{
	const struct channel_filters *f = &rt.channel->config.filters;

	for (uint32_t i = 0; i < f->directives && i < DIRECTIVES_MAX; i++)
		if (f->directive[i].kind == DIRECTIVE_INITIALISER)
			named[RACE_INIT] |= 1ull << i;
		else if (f->directive[i].kind == DIRECTIVE_DESTROYER)
			named[RACE_DESTROY] |= 1ull << i;
}

/* Whoever is told to stop gets no answer. */
static void ask(void)
{
	struct channel *c = rt.channel;
	struct timespec look = {0, LOOK_NS};

	if (!c->config.holds || c->phases.state == PHASES_TOLD)
		return;
	c->phases.state = PHASES_ASKED;
	while (c->phases.state == PHASES_ASKED && !c->stop_request)
		raw_syscall6(SYS_futex, (long)&c->phases.state, FUTEX_WAIT,
			PHASES_ASKED, (long)&look, 0, 0);
	cost_resume();
}

static uint32_t told(void)
{
	const struct channel_phases *p = &rt.channel->phases;

	return p->state != PHASES_TOLD	      ? 0
	       : p->pieces < PHASE_PIECES_MAX ? p->pieces
					      : PHASE_PIECES_MAX;
}

bool phase_any(enum race_phase phase)
{
	ask();
	return named[phase] || told();
}

/* Does the piece lie before that place? */
static bool lies_before(
	const struct channel_piece *p, uint32_t module, uint64_t at)
{
	return p->module != module ? p->module < module
				   : p->start + p->length <= at;
}

/* Pieces are ascending by module and start. */
static uint64_t hits(const struct channel_piece *piece, uint32_t pieces,
	uint32_t module, uint64_t at)
{
	uint32_t low = 0, high = pieces;

	while (low < high) { /* the first that does not lie before it */
		uint32_t middle = (low + high) / 2;

		if (lies_before(&piece[middle], module, at))
			low = middle + 1;
		else
			high = middle;
	}
	return low < pieces && piece[low].module == module &&
			       piece[low].start <= at
		       ? piece[low].hits
		       : 0;
}

bool phase_is(enum race_phase phase, uint64_t pc)
{
	const struct channel *c = rt.channel;
	const struct channel_filters *f = &c->config.filters;
	uint64_t at = pc - 1; /* the call is what lies before it */

	for (uint32_t m = 0; m < c->modules; m++) {
		if (at < c->module[m].start || at >= c->module[m].end)
			continue;
		at -= c->module[m].base;
		return hits(f->piece, f->pieces, m, at) & named[phase] ||
		       hits(c->phases.piece, told(), m, at) & 1u << phase;
	}
	return false;
}
