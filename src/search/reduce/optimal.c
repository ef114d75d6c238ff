/* SPDX-License-Identifier: MIT */
/* optimal.c - one execution of each trace
 *
 * Optimal DPOR (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, 2017, algorithm
 * 2): when an execution is complete, each of its races (e, a) is reversed: what
 * is not after e, and then a, is added to the wakeup tree of the decision point
 * before e, unless something asleep there begins it.  Executions that follow
 * such a sequence are never stopped as redundant.
 *
 * That holds when what a thread does next is known before it is done: when its
 * transition is one operation, on one object.  One that may be longer
 * (`unforeseen`) is taken to depend on everything when it is the second of a
 * race, as in source.c: each trace is completed once all the same, and some
 * executions are stopped.
 *
 * Each alternative of an operation is an option of its own, and races with the
 * others.
 */
#include "search/reduce/optimal.h"

#include "search/reduce/overtakes.h"
#include "search/reduce/rooms.h"
#include "search/reduce/unfound.h"

enum {
	FEW_OPTIONS = 3, /* that are compared sooner than a gist is found */
	OF_16 = 7	 /* of the memory, for sequences (one) and trees */
};

static void *create(const struct search_config *config, struct region *region)
{
	struct optimal *o = region_take(region, sizeof *o);
	size_t unit;
	char *rest;

	if (!o || !tree_init(&o->tree, config, region, OF_16, &rest, &unit))
		return NULL;
	o->sequence = (void *)rest;
	o->sequence_max =
		(uint32_t)(unit / (sizeof *o->sequence + sizeof *o->past));
	o->past = (void *)(o->sequence + o->sequence_max);
	wakeup_init(&o->wakeup, rest + unit, (OF_16 - 1) * unit);
	o->wakeup.steps_max =
		config->steps_max ? config->steps_max : UINT32_MAX;
	o->guessed = EVENT_NONE;
	return o;
}

static void restart(void *self)
{
	struct optimal *o = self;

	tree_restart(&o->tree);
	o->pasts = 0;
	wakeup_clear(&o->wakeup);
	o->guess = false;
	o->guessed = EVENT_NONE;
}

/* What is known of an option before it is made. */
static struct advice foresee(const struct optimal *o, const struct waiting *p,
	tid t, uint32_t alternative, struct footprint *f, struct access *access)
{
	struct advice a = {NULL, alternative, t, true, 0};

	if (p->unforeseen)
		return a;
	*access = (struct access){.address = p->object,
		.size = p->size,
		.kind = p->kind,
		.write = kind_changes(
			p->kind, o->tree.history.earlier.unrefined)};
	history_settle(&o->tree.history, f, t, access, p->object != 0);
	a.footprint = f;
	a.guess = !op_is(p->kind, FORESEEN);
	return a;
}

/* Wants the sequence at node i. */
static void insert(struct optimal *o, uint32_t i, uint32_t length)
{
	if (i < o->tree.from)
		wakeup_note(&o->wakeup, i, o->sequence, length);
	else
		wakeup_insert(&o->wakeup, i, o->sequence, length, &o->gist);
}

/* Every thread at node i that is not withheld. */
static void insert_all(struct optimal *o, uint32_t i)
{
	const struct nodes *n = &o->tree.nodes;

	for (tid t = 0; t < n->node[i].threads; t++) {
		uint32_t alternative;

		if (!nodes_tried(waiting_at(n, i, t)) ||
			!nodes_left(n, i, t, &alternative))
			continue;
		*o->sequence =
			(struct advice){NULL, ANY_ALTERNATIVE, t, true, 0};
		o->gist.sequence = NULL;
		insert(o, i, 1);
	}
}

/* Is the option offered at node i, done there or not?  A wait that comes to
 * nothing there is not: when it was asked for nobody had met the value. */
static bool is_offered(
	const struct nodes *n, uint32_t i, tid t, uint32_t alternative)
{
	const struct waiting *p = waiting_at(n, i, t);

	if (!p || !p->offers || (p->awaits && p->withheld))
		return false;
	if (alternative == ANY_ALTERNATIVE)
		return true;
	for (uint32_t k = 0; p->listed && k < p->offers; k++)
		if (nodes_offer(n, p, k) == alternative)
			return true;
	return !p->listed && alternative < p->offers;
}

/* Can this option be explored at node i, and was it not yet? */
static bool open_at(const struct nodes *n, uint32_t i, struct choice *c)
{
	if (!is_offered(n, i, c->thread, c->alternative))
		return false;
	if (c->alternative == ANY_ALTERNATIVE)
		return nodes_left(n, i, c->thread, &c->alternative);
	return !nodes_done(n, i, c->thread, c->alternative);
}

/* Which alternative it is to be was not known: sequences with that one hang
 * beside it. */
static inline bool any(const struct advice *a)
{
	return a->alternative == ANY_ALTERNATIVE;
}

static bool known(
	struct optimal *o, uint32_t i, uint32_t length, bool also_now);

/* Its thread has to wait there: what hangs below because that does not matter
 * to it comes without it.  (What was done begins all that hangs below.) */
static void without(struct optimal *o, uint32_t i)
{
	struct wakeup *w = &o->wakeup;
	uint32_t n;

	while ((n = wakeup_left_over(w, i, o->sequence, o->sequence_max)))
		if (!known(o, i, n, false))
			wakeup_insert(w, i, o->sequence, n, &o->gist);
	w->lost |= wakeup_hangs(w, i + 1);
}

/* The first branch of node i that can be followed. */
static bool follow(struct optimal *o, uint32_t i, struct choice *out)
{
	const struct nodes *n = &o->tree.nodes;
	struct advice a;

	while (wakeup_hangs(&o->wakeup, i) && wakeup_take(&o->wakeup, i, &a)) {
		out->thread = a.thread;
		out->alternative = a.alternative;
		if (open_at(n, i, out)) {
			o->guessed = a.guess || any(&a) ? i : EVENT_NONE;
			return true;
		}
		if (!is_offered(n, i, a.thread, a.alternative))
			without(o, i);
		wakeup_drop(&o->wakeup, i);
	}
	return false;
}

static bool next(struct tree *d, uint32_t i, struct choice *out)
{
	return follow((struct optimal *)d, i, out);
}

/* The nodes at the end at which nothing hangs, and no part is waited for. */
static void drop_finished(struct optimal *o)
{
	struct tree *d = &o->tree;
	uint32_t count = d->nodes.count;

	while (!d->behind && count > d->from + 1 &&
		!d->nodes.node[count - 1].parts &&
		!wakeup_hangs(&o->wakeup, count - 1))
		count--;
	nodes_cut(&d->nodes, count);
}

static struct start begin(void *self, uint64_t index)
{
	struct optimal *o = self;
	struct tree *d = &o->tree;
	struct start start;

	/* Made again, with the same advice. */
	o->again = d->open && d->nodes.count > d->prefix;
	for (uint32_t i = d->nodes.count; o->again && i-- > d->prefix;)
		wakeup_back(&o->wakeup, i);
	o->guessed = d->open && o->guess ? d->prefix - 1 : EVENT_NONE;
	if (!d->open)
		drop_finished(o);
	start = tree_begin(d, next);
	o->guess = o->guessed != EVENT_NONE;
	return start;
}

static struct choice choose(void *self, const struct view *view)
{
	struct optimal *o = self;
	struct tree *d = &o->tree;
	uint32_t i = view->step;
	struct choice c = {0};
	tid t = first_of(view);

	if (o->wakeup.lost || i + 1 >= o->wakeup.nodes_max ||
		i + 1 >= o->sequence_max || !tree_node(d, view))
		return choice_stop(STOP_MEMORY);
	if (i == 0 && !o->again)
		wakeup_begin(&o->wakeup);
	o->guessed = EVENT_NONE;
	if (follow(o, i, &c))
		return tree_made(d, view, c);
	wakeup_free_choice(&o->wakeup, i);
	for (tid k = 0; k < view->threads; k++) {
		if (enabled(&view->thread[t]) &&
			nodes_left(&d->nodes, i, t, &c.alternative)) {
			c.thread = t;
			return tree_made(d, view, c);
		}
		if (++t == view->threads)
			t = 0;
	}
	return tree_redundant(d);
}

static void transition(void *self, const struct transition *done)
{
	struct optimal *o = self;
	const struct history *h = &o->tree.history;
	struct advice a = {
		NULL, done->choice.alternative, done->choice.thread, false, 0};

	tree_transition(&o->tree, done);
	o->pasts = o->pasts < done->step ? o->pasts : done->step;
	if (o->guessed != done->step || h->full)
		return;
	a.footprint = &h->event[done->step].footprint;
	wakeup_settle(&o->wakeup, done->step, &a, o->sequence, o->sequence_max);
}

/* What a would touch before event i, NULL if that is not known.  An operation
 * that only looked (a compare and swap that failed) may change its object
 * there. */
static const struct footprint *elsewhere(
	struct optimal *o, uint32_t i, const struct later *a)
{
	const struct history *h = &o->tree.history;
	const struct footprint *f = a->footprint;
	uint32_t n = f->reads + f->writes + f->objects;
	bool late = f->late | h->event[i].footprint.late, only_looked = false;

	if (a->unforeseen)
		return NULL;
	if (op_info[a->kind].access != ACCESS_W && !late)
		return f;
	if (!interned_fits(f))
		return NULL;
	for (uint32_t k = 0; op_info[a->kind].access == ACCESS_W && k < n; k++)
		only_looked |= f->access[k].address == a->object &&
			       !f->access[k].write;
	if (!only_looked && !late)
		return f;
	for (uint32_t k = 0; k < n; k++) {
		o->access[k] = f->access[k];
		if (only_looked && f->access[k].address == a->object)
			o->access[k].write = 1;
	}
	if (!late)
		history_settle(h, &o->footprint, a->thread, o->access, n);
	else if (!overtakes_event(h, i, a->thread, &o->footprint, o->access, n))
		return NULL;
	return &o->footprint;
}

/* Does an option of node i begin the sequence?  What is last may stand for all
 * alternatives: only all of them together begin it.  What is loose has to be in
 * it: of what else is to come it may yet find out something. */
static bool begins(struct optimal *o, uint32_t i, const struct advice *a,
	bool loose, uint32_t length, uint32_t *alternatives)
{
	uint32_t at;

	if (!advice_begins(a, &o->gist, o->sequence, length, &at) ||
		(at == length &&
			(loose || !wakeup_within(&o->wakeup, i, length + 1))))
		return false;
	return at != length - 1 || !any(&o->sequence[at]) ||
	       ++*alternatives ==
		       waiting_at(&o->tree.nodes, i, a->thread)->offers;
}

/* Does something asleep at node i, or explored there, begin the sequence, or
 * what is being explored?  (That is the first event of a race of one's own, so
 * it matters only to what others found.) */
static bool known(struct optimal *o, uint32_t i, uint32_t length, bool also_now)
{
	const struct tree *d = &o->tree;
	const struct nodes *n = &d->nodes;
	const struct option *option = &n->option[n->node[i].options_at];
	uint32_t alternatives = 0;

	o->gist.sequence = NULL; /* it is another one */
	if (n->node[i].options > FEW_OPTIONS)
		gist_find(&o->gist, o->sequence, length);
	for (uint32_t k = 0; k < n->node[i].options; k++) {
		struct advice a = {&option[k].footprint, option[k].alternative,
			option[k].thread, false, 0};

		if (begins(o, i, &a, option[k].loose, length, &alternatives))
			return true;
	}
	if (also_now && i < d->history.count) {
		const struct past_event *e = &d->history.event[i];
		struct advice a = {&e->footprint, e->choice.alternative,
			e->choice.thread, false, 0};

		return begins(o, i, &a, false, length, &alternatives);
	}
	return false;
}

void optimal_hear(struct optimal *o, uint32_t i, uint32_t length)
{
	if (i < o->tree.from || !known(o, i, length, true))
		insert(o, i, length);
}

/* What is not after event i, into the sequence, at *length.  False: what comes
 * first of it is done at node i, and so begins whatever follows (known()): most
 * races are found so. */
static bool not_after(struct optimal *o, uint32_t i, uint32_t *length)
{
	const struct history *h = &o->tree.history;
	const struct past_event *first = &h->event[i];
	tid t = first->footprint.thread;
	struct rooms rooms = {0};
	uint32_t n = 0;

	rooms_leave_out(&rooms, &first->footprint);
	for (uint32_t k = i + 1; k < h->count; k++) {
		const struct past_advice *p = &o->past[k];

		if (t < p->clock_length &&
			h->clock[p->clock_at + t] >= first->number) {
			if (k >= o->tail) /* so is what is left */
				break;
			if (p->limited)
				rooms_leave_out(&rooms, &h->event[k].footprint);
			continue;
		}
		if (n == 0 && nodes_done(&o->tree.nodes, i, p->advice.thread,
				      p->advice.alternative))
			return false;
		o->sequence[n] = p->advice;
		if (p->limited)
			o->sequence[n].room = rooms_find(&rooms, h, i, k);
		n++;
	}
	*length = n;
	return true;
}

/* The executions that go on at node i with what is not after event i, and then
 * a. */
static void reverse(void *self, uint32_t i, const struct later *a)
{
	struct optimal *o = self;
	const struct tree *d = &o->tree;
	const struct waiting *p;
	uint32_t length;

	if (!not_after(o, i, &length))
		return;
	p = waiting_at(&d->nodes, i, a->thread);
	if (length == 0 && (!p || !p->live || !p->offers)) {
		insert_all(o, i);
		return;
	}
	o->sequence[length++] = (struct advice){elsewhere(o, i, a),
		ANY_ALTERNATIVE, a->thread,
		a->unforeseen || !op_is(a->kind, FORESEEN),
		a->footprint->limited ? room_without(&d->history, i, a->end)
				      : 0};
	if (!known(o, i, length, false))
		insert(o, i, length);
}

/* What is not after event i, `length` events, and then its k-th alternative; if
 * that is new.  True: it is. */
static bool alternative(
	struct optimal *o, uint32_t i, uint32_t k, uint32_t length)
{
	const struct choice *made = &o->tree.history.event[i].choice;
	const struct nodes *n = &o->tree.nodes;
	const struct waiting *p = waiting_at(n, i, made->thread);
	uint32_t other = nodes_offer(n, p, k);
	struct access access;
	struct footprint f;

	if (other == made->alternative)
		return false;
	o->sequence[length] = foresee(o, p, made->thread, other, &f, &access);
	if (known(o, i, length + 1, false))
		return false;
	insert(o, i, length + 1);
	return true;
}

/* What event i would have been with other alternatives, as races of its own:
 * also with one that sleeps, or was explored, unless it begins what is not
 * after event i.
 *
 * Where nothing comes before them they do not depend on this execution, and
 * there may be a million: each execution asks for one more.  One that is asked
 * for is explored in the end, and asks in its turn, whatever comes before the
 * others there. */
static void alternatives(struct optimal *o, uint32_t i)
{
	const struct past_event *e = &o->tree.history.event[i];
	struct waiting *p = waiting_at(&o->tree.nodes, i, e->footprint.thread);
	uint32_t length;
	bool fresh;

	p->asking = false;
	if (p->offers < 2)
		return;
	fresh = not_after(o, i, &length);
	if (p->asked || (fresh && length == 0))
		while (!p->asking && p->asked < p->offers)
			p->asking = alternative(o, i, p->asked++, 0);
	if (!fresh || length == 0)
		return;
	for (uint32_t k = 0; k < p->offers; k++) {
		not_after(o, i, &length); /* what was there is used up */
		alternative(o, i, k, length);
	}
}

/* Mostly one thread waits for all others at the end. */
static uint32_t find_tail(const struct history *h)
{
	uint32_t k = h->count;

	while (k && h->event[k - 1].footprint.thread ==
			    h->event[h->count - 1].footprint.thread)
		k--;
	return k;
}

/* Of those that are new: of what executions begin with it stays. */
static void find_past(struct optimal *o)
{
	const struct history *h = &o->tree.history;

	for (uint32_t k = o->pasts; k < h->count; k++) {
		const struct past_event *e = &h->event[k];

		o->past[k] = (struct past_advice){
			{&e->footprint, e->choice.alternative,
				e->footprint.thread, false, 0},
			e->clock_at, e->clock_length,
			e->footprint.limited != 0};
	}
	o->pasts = h->count;
}

static void end(void *self, const struct outcome *outcome)
{
	struct optimal *o = self;

	for (uint32_t i = o->tree.prefix ? o->tree.prefix - 1 : 0;
		i < o->tree.nodes.count; i++)
		wakeup_done(&o->wakeup, i);
	wakeup_forget(&o->wakeup, o->tree.from);
	/* All races, each time: what is not after the first of one depends on
	 * the whole execution. */
	o->tree.known = 0;
	find_past(o);
	o->tail = find_tail(&o->tree.history);
	tree_end(&o->tree, outcome, reverse);
	for (uint32_t i = 0; o->tree.nodes.several && i < o->tree.history.count;
		i++)
		alternatives(o, i);
}

/* How many alternatives of thread t will yet be asked for at node i. */
static uint32_t unasked(const struct nodes *n, uint32_t i, tid t)
{
	const struct waiting *p = waiting_at(n, i, t);
	const struct option *option = &n->option[n->node[i].options_at];
	uint32_t sum = p->offers - p->asked;

	if (!p->asking)
		return 0;
	for (uint32_t k = 0; !p->listed && k < n->node[i].options; k++)
		sum -= option[k].thread == t &&
		       option[k].alternative >= p->asked &&
		       option[k].alternative < p->offers;
	return sum;
}

uint32_t optimal_left(const struct tree *d, uint32_t i)
{
	const struct wakeup *w = &((const struct optimal *)d)->wakeup;
	struct choice now = d->schedule[i];
	bool behind = d->behind && i + 1 == d->nodes.count;
	uint32_t sum = 0;

	for (uint32_t b = w->root[i]; b != BRANCH_NONE;
		b = w->branch[b].sibling) {
		struct advice a = branch_advice(w, &w->branch[b]);
		struct choice c = {a.thread, 0, 0, a.alternative};

		if (!open_at(&d->nodes, i, &c))
			continue;
		sum += any(&a) ? nodes_open(&d->nodes, i, c.thread) : 1;
		sum -= !behind && c.thread == now.thread &&
		       (any(&a) || c.alternative == now.alternative);
	}
	return sum + unasked(&d->nodes, i, now.thread);
}

/* What is known is too little while the execution says that more will come. */
static double expected(const struct tree *d, uint32_t i)
{
	uint32_t left = optimal_left(d, i), threads = 0;
	bool waits = d->behind && i + 1 == d->nodes.count;
	double unfound = waits ? 0 : unfound_at(d, i, &threads);

	return unfound + (left > threads ? left - threads : 0);
}

static double known_left(const struct tree *d, uint32_t i)
{
	return optimal_left(d, i);
}

/* Then it is over, whatever an execution looks like.  (At its last node it may
 * have been stopped.) */
static bool nothing_left(const struct tree *d)
{
	uint32_t i = d->made < d->nodes.count ? d->made : d->nodes.count;

	for (; !d->open && i-- > d->from;)
		if (d->nodes.node[i].parts || optimal_left(d, i))
			return false;
	return !d->open;
}

static bool estimate(const void *self, struct estimated *out)
{
	return tree_estimate(
		self, nothing_left(self) ? known_left : expected, out);
}

static bool lost(const void *self)
{
	const struct optimal *o = self;

	return o->tree.lost || o->wakeup.lost;
}

static size_t used(const void *self)
{
	const struct optimal *o = self;

	return tree_used(&o->tree) + wakeup_used(&o->wakeup);
}

const struct strategy strategy_optimal = {
	.name = "dfs",
	.reduce = "optimal",
	.exhausts = true,
	.footprints = true,
	.traces = true,
	.create = create,
	.begin = begin,
	.choose = choose,
	.transition = transition,
	.end = end,
	.estimate = estimate,
	.restart = restart,
	.lost = lost,
	.used = used,
	.save = optimal_save,
	.load = optimal_load,
	.split = optimal_split,
	.send = optimal_send,
	.receive = optimal_receive,
	.waits = tree_waits,
	.history = tree_history,
};
