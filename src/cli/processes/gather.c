/* SPDX-License-Identifier: MIT */
#include "cli/processes/gather.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/processes/crew.h"

enum {
	EVERY_MS = 5000,
	FIRST_MS = 1000,
	SELDOM = 200
};

bool gather_waits(const struct process *p)
{
	return p->pid && p->channel->state == RUN_WAITING &&
	       p->channel->order == ORDER_NONE;
}

bool gather_waits_for(const struct process *p, enum waits why)
{
	return gather_waits(p) && p->channel->waits == (uint32_t)why;
}

void gather_order(struct process *p, uint32_t order)
{
	p->channel->order = order;
	syscall(SYS_futex, &p->channel->order, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* For tests: SCARP_KEEP_EVERY=MS. */
static uint64_t every_ns(void)
{
	const char *ms = getenv("SCARP_KEEP_EVERY");

	return (ms ? strtoull(ms, NULL, 10) : EVERY_MS) * 1000000ull;
}

/* The first time is sooner: most searches are short. */
static uint64_t first_ns(void)
{
	uint64_t first = FIRST_MS * 1000000ull;

	return every_ns() < first ? every_ns() : first;
}

/* It has a part for another one, or will have at once: whoever takes that lets
 * it go.  Else it would put its own search in that place. */
static bool gives(const struct crew *crew, unsigned i)
{
	return share_moves(crew) && crew->share.asked == (int)i;
}

static void let_go(struct crew *crew)
{
	crew->gather.asking = false;
	for (unsigned i = 0; i < crew->size; i++)
		if (!gives(crew, i) && gather_waits(&crew->process[i]))
			gather_order(&crew->process[i], ORDER_GO);
}

/* Also who waits for something else is to put his search there. */
static bool answered(const struct process *p)
{
	return gather_waits(p) &&
	       (p->channel->waits == WAITS_ASKED || p->channel->saved ||
		       p->channel->idle);
}

/* True: all stand still. */
static bool ask(struct crew *crew)
{
	bool all = true;

	for (unsigned i = 0; i < crew->size; i++) {
		struct process *p = &crew->process[i];

		if (!p->pid || answered(p))
			continue;
		all = false;
		if (p->channel->order == ORDER_NONE)
			gather_order(p, ORDER_SAVE);
	}
	return all;
}

void gather_tick(struct crew *crew, bool stopping)
{
	struct gather *g = &crew->gather;
	uint64_t now = clock_ns();

	if (stopping) {
		let_go(crew);
		return;
	}
	if (!crew->keep)
		return;
	if (!g->due_ns)
		g->due_ns = now + first_ns();
	if (!g->asking) {
		g->asking = now >= g->due_ns && !share_moves(crew);
		g->asked_ns = now;
	}
	if (!g->asking || !ask(crew))
		return;
	crew->keep(crew->arg, crew);
	let_go(crew);
	now = clock_ns();
	g->due_ns = now + every_ns();
	if (g->due_ns < now + (now - g->asked_ns) * SELDOM)
		g->due_ns = now + (now - g->asked_ns) * SELDOM;
}
