/* SPDX-License-Identifier: MIT */
/* deepen_memory.c - jobs that wait give their memory back before the machine
 * runs out of it
 *
 * A suspended job keeps its search, its undo log and its checkpoints.  When
 * less than a tenth of the machine's memory is left, half of them are given up,
 * those first that would take longest (thesis, section 4.4).
 */
#include <fcntl.h>
#include <linux/falloc.h>
#include <stddef.h>

#include "cli/plan/deepen.h"
#include "cli/processes/machine.h"

enum {
	EVERY_MS = 1000,
	LEAST_PERCENT = 10,
	GIVEN_UP_PERCENT = 50
};

static void punch(const struct process *p, size_t from, size_t bytes)
{
	/* Where that fails the memory is gone later. */
	(void)!fallocate(p->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
		(off_t)from, (off_t)bytes);
}

void deepen_trim(struct deepen *d, struct process *p)
{
	const struct samples *shown = channel_shown(p->channel);

	if (shown)
		shown_add(&d->shown, shown);
	punch(p, offsetof(struct channel, search), SEARCH_BYTES);
	punch(p, offsetof(struct channel, saved_search), SAVED_BYTES);
	punch(p, offsetof(struct channel, inbox), BOX_BYTES);
	punch(p, offsetof(struct channel, outbox), BOX_BYTES);
}

/* The process at rest whose job would take longest; -1: nobody rests. */
static int worst(const struct deepen *d, const struct crew *crew)
{
	int found = -1;
	double eta = -2;

	for (unsigned i = 0; i < crew->size; i++) {
		const struct worker *w = &d->worker[i];
		double its =
			w->job == WORKER_SAMPLER ? -1 : d->jobs.job[w->job].eta;

		if (crew->process[i].pid && w->rests && its > eta) {
			found = (int)i;
			eta = its;
		}
	}
	return found;
}

void deepen_mind_memory(struct deepen *d, struct crew *crew)
{
	uint64_t now = clock_ns();
	unsigned resting = 0, give_up;

	if (now - d->memory_ns < EVERY_MS * 1000000ull)
		return;
	d->memory_ns = now;
	if (machine_available_percent() >= LEAST_PERCENT)
		return;
	for (unsigned i = 0; i < crew->size; i++)
		resting += crew->process[i].pid && d->worker[i].rests;
	give_up = (resting * GIVEN_UP_PERCENT + 99) / 100;
	for (; give_up; give_up--) {
		int i = worst(d, crew);
		struct worker *w = &d->worker[i];

		process_kill(&crew->process[i]);
		w->over = true;
		w->rests = false;
		if (w->job != WORKER_SAMPLER)
			jobs_give_up(&d->jobs, (unsigned)w->job);
		deepen_trim(d, &crew->process[i]);
		d->starved++;
	}
}
