/* SPDX-License-Identifier: MIT */
#include "report/fruitless.h"

#include <inttypes.h>
#include <string.h>

#include "report/names.h"
#include "report/sentence.h"
#include "report/story.h"
#include "report/words.h"

enum {
	LATEST = 400, /* operations of a thread that may be its loop */
	PLACES = 4,   /* that are told of them */
	THREADS = 3,  /* others that are told */
	EVENTS = 24,  /* that are shown */
};

enum cut fruitless_most(const struct result *r)
{
	enum cut most = CUTS;
	uint64_t times = 0;

	for (unsigned i = 0; i < CUTS; i++)
		if (r->cut[i].times > times && i != CUT_time) {
			most = (enum cut)i;
			times = r->cut[i].times;
		}
	/* That is no reason where there is another one. */
	return most == CUTS && r->cut[CUT_time].times ? CUT_time : most;
}

/* "12 at the limit of decisions (20000 steps)" */
static void reason(
	struct sentence *t, const struct result *r, enum cut i, bool alone)
{
	const char *detail = r->cut[i].in->cut[i].first.message;

	if (!alone)
		sentence_add(t, "%" PRIu64 " ", r->cut[i].times);
	sentence_add(t, "%s%s%s%s", cut_info[i].why, detail[0] ? ", " : "",
		detail, "");
}

static void reasons(struct sentence *t, const struct result *r, enum cut most)
{
	uint64_t others = 0;

	for (unsigned i = 0; i < CUT_time; i++)
		others += i != most ? r->cut[i].times : 0;
	sentence_add(t, others ? ": each was cut, " : ": each was cut ");
	reason(t, r, most, !others);
	for (unsigned i = 0; i < CUT_time; i++)
		if (i != most && r->cut[i].times) {
			sentence_add(t, "; ");
			reason(t, r, (enum cut)i, false);
		}
}

/* ---- what its thread did last */

struct place {
	const struct trace_event *e;
	uint32_t times;
};

static bool is_of(const struct trace_event *e, tid t)
{
	return e->thread == t && e->kind != OP_none &&
	       !(e->flags & (EVENT_INTERNAL | EVENT_FAILED)) && e->stack.frames;
}

static void count(struct place *places, const struct trace_event *e)
{
	for (unsigned i = 0; i < PLACES; i++) {
		struct place *p = &places[i];

		if (p->times && (p->e->stack.pc[0] != e->stack.pc[0] ||
					p->e->kind != e->kind))
			continue;
		*p = (struct place){e, p->times + 1};
		return;
	}
}

/* Each place often: that is a loop.  True: it reads the clock. */
static bool loop(struct sentence *t, struct names *n, tid thread)
{
	struct place places[PLACES] = {0};
	unsigned made = 0;
	bool any = false, clock = false;

	for (uint32_t i = n->c->events; i-- > 0 && made < LATEST;)
		if (is_of(&n->c->event[i], thread)) {
			count(places, &n->c->event[i]);
			made++;
		}
	for (unsigned i = 0; i < PLACES; i++) {
		const struct trace_event *e = places[i].e;
		char where[96], on[160];

		if (places[i].times < 3)
			continue;
		n->now = (uint32_t)(e - n->c->event);
		words_object(n, e, on, sizeof on);
		clock |= e->kind == OP_clock_read || e->kind == OP_time_passes;
		names_frame_where(names_frame(n, e->stack.pc, e->stack.frames),
			where, sizeof where);
		sentence_add(t, "%s %s%s (%s, %u times)",
			any ? "," : "; of its last operations:",
			op_info[e->kind].text, on, where, places[i].times);
		any = true;
	}
	return clock;
}

static void stands(struct sentence *t, struct names *n, tid thread,
	const struct channel_stack *s, const char *verb)
{
	const struct frame *f = names_frame(n, s->pc, s->frames);
	char name[200], where[96];

	names_thread_long(n, thread, name, sizeof name);
	if (!s->frames) { /* it had only begun, or was between two calls */
		sentence_add(t, "%s was the one to go on", name);
		return;
	}
	names_frame_where(f, where, sizeof where);
	sentence_add(t, "%s %s %s", name, verb, where);
	if (f->function[0] && !strstr(where, f->function))
		sentence_add(t, " (%s)", f->function);
}

/* Those that wait. */
static void others(struct sentence *t, struct names *n,
	const struct channel_bug *b, tid thread)
{
	unsigned told = 0;

	for (unsigned i = 0; i < b->waits && told < THREADS; i++) {
		const struct channel_wait *w = &b->wait[i];

		if (w->thread == thread || !w->stack.frames)
			continue;
		sentence_add(t, "; ");
		stands(t, n, w->thread, &w->stack, "is at");
		told++;
	}
}

void fruitless_tell(struct result *r)
{
	static struct names names;
	struct sentence t = sentence_in(r->error, sizeof r->error);
	enum cut most = fruitless_most(r);
	const struct channel *c;
	const struct channel_bug *b;
	bool clock;
	tid thread;

	if (most == CUTS)
		return;
	c = r->cut[most].in;
	b = &c->cut[most].first;
	names_init(&names, r->cut_again ? r->cut_again : c);
	if (r->so_far && most != CUT_time)
		sentence_add(&t, "so far ");
	if (most == CUT_time) {
		sentence_add(&t,
			"not one execution of the test came to its end in "
			"%.3g s, so that nothing is known of it. %s",
			r->seconds,
			r->threads_most == 1
				? "By then it had not started a second thread: "
				  "it is the work of one that takes so long. "
				: "");
	} else {
		sentence_add(&t,
			"none of %" PRIu64 " execution%s came to its end",
			search_made(&r->count),
			sentence_s(search_made(&r->count)));
		reasons(&t, r, most);
		sentence_add(&t, ". ");
	}
	thread = b->thread;
	stands(&t, &names, thread, &b->stack, "went on at");
	clock = loop(&t, &names, thread);
	others(&t, &names, b, thread);
	sentence_add(&t, ". What to do: %s%s",
		clock ? "(it reads the clock, which moves only where a thread "
			"sleeps or does that again and again: shorter waits) "
		      : "",
		cut_info[most].advice);
	sentence_add(&t, SC(509));
	names_fini(&names);
}

bool fruitless_where(
	const struct result *r, enum cut why, char *out, size_t size)
{
	static struct names names;
	struct sentence t = sentence_in(out, size);
	const struct channel *c = r->cut[why].in;

	if (!c || !c->cut[why].first.stack.frames)
		return false;
	names_init(&names, c);
	stands(&t, &names, c->cut[why].first.thread, &c->cut[why].first.stack,
		"went on at");
	names_fini(&names);
	return true;
}

void fruitless_trace(const struct result *r, FILE *out, int width)
{
	static struct names names;
	struct channel *c = r->cut_again;
	uint32_t n, left;

	if (!c || !c->events)
		return;
	left = c->events > EVENTS ? c->events - EVENTS : 0;
	n = c->events - left;
	memmove(c->event, c->event + left, n * sizeof c->event[0]);
	c->events = n;
	c->data_seen = 0; /* they are counted by events from the first on */
	names_init(&names, c);
	fprintf(out, "\nthe last of its %u events:\n\n", left + n);
	if (columns_fit(&names, width, true))
		columns_print(&names, out, width, true);
	else
		list_print(&names, out, width, true);
	names_fini(&names);
}
