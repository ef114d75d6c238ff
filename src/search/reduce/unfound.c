/* SPDX-License-Identifier: MIT */
#include "search/reduce/unfound.h"

enum {
	THREADS = 64 /* others are not looked at */
};

/* Can its event be reversed with later ones at all?  What gives back something
 * cannot with who waits for that. */
static bool reversible(const struct past_event *e)
{
	return !op_is(e->kind, SELDOM_REVERSED | GIVES) &&
	       !e->footprint.everything;
}

/* The same for the later one: it does not wait for what nobody takes back. */
static bool may_come_first(const struct past_event *e)
{
	switch ((enum op_waits)op_info[e->kind].waits) {
	case WAITS_end:
	case WAITS_wake:
	case WAITS_arrivals:
	case WAITS_never:
	case WAITS_others:
		return false;
	default:
		return !e->footprint.everything;
	}
}

static bool untried(const struct nodes *n, uint32_t i, tid t)
{
	const struct waiting *w = waiting_at(n, i, t);

	return w && w->live && !w->withheld &&
	       !(w->offers && nodes_done(n, i, t, nodes_offer(n, w, 0)));
}

/* Does what its thread did before event k come after event i?  Then this one
 * cannot come first without that, whose own node expects it. */
static bool led_there(const struct history *h, uint32_t i, uint32_t k)
{
	uint32_t previous = h->event[k].previous;

	return previous != EVENT_NONE && previous > i &&
	       happens_before(h, i, previous);
}

/* What may be exchanged with others at node i. */
static bool same_there(const struct past_event *e, const struct past_event *a)
{
	return a->object == e->object && reversible(a);
}

/* Of each thread its first event that depends on event i is what would come
 * before it. */
double unfound_at(const struct tree *d, uint32_t i, uint32_t *threads)
{
	const struct past_event *e = &d->history.event[i];
	uint32_t window = UNFOUND_PAIRS / (d->nodes.count + 1), sum = 0;
	uint32_t end = i + window < d->seen ? i + window : d->seen, own = 1;
	bool next = d->open && i + 1 == d->prefix;
	uint64_t met = 0, first = 0; /* threads below THREADS */

	*threads = 0;
	if (i >= d->seen || !reversible(e))
		return 0;
	for (uint32_t k = i + 1; k < end; k++) {
		const struct past_event *a = &d->history.event[k];
		tid t = a->footprint.thread;

		if (t == e->footprint.thread)
			own += same_there(e, a);
		if (t >= THREADS || t == e->footprint.thread ||
			!transitions_depend(&e->footprint, &a->footprint))
			continue;
		if (!(met >> t & 1) && may_come_first(a) &&
			!led_there(&d->history, i, k) &&
			!(next && t == d->schedule[i].thread) &&
			untried(&d->nodes, i, t)) {
			first |= (uint64_t)1 << t;
			++*threads;
			sum++;
		} else if (first >> t & 1) {
			sum += same_there(e, a);
		}
		met |= (uint64_t)1 << t;
	}
	return (double)sum / own;
}
