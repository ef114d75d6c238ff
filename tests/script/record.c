/* SPDX-License-Identifier: MIT */
/* record.c - all executions of a script as stories, see record.h */
#include "record.h"

#include <string.h>

enum {
	STEPS_MAX = CLOSURE_STEPS - 10
};

static bool is_atomic(uint8_t kind)
{
	return kind == S_FETCH || kind == S_DEAD || kind == S_DEAD_RELEASE ||
	       kind == S_CAS || kind == S_UNTIL;
}

bool record_is_sync(const struct statement *s)
{
	switch (s->kind) {
	case S_STORE:
	case S_STORE_REG:
	case S_LOAD:
	case S_ADD:
	case S_SET:
	case S_ALLOC:
	case S_PUT:
	case S_SKIP:
	case S_AGAIN:
	case S_START:
	case S_FAIL:
	case S_ASSERT:
		return false;
	default:
		return true;
	}
}

static struct act_of *event(struct story *s, uint8_t act, tid t)
{
	struct act_of *e = &s->event[s->events];

	if (s->events + 1 < CLOSURE_EVENTS)
		s->events++;
	else
		s->full = true;
	*e = (struct act_of){.act = act, .thread = t, .other = TID_NONE};
	return e;
}

static void on(struct story *s, uint8_t act, tid t, uint64_t object)
{
	event(s, act, t)->object = object;
}

static void access_by(
	struct story *s, const struct made *by, uint64_t address, unsigned kind)
{
	event(s, ACT_ACCESS, by->thread)->access = (struct race_access){
		.address = address,
		.size = 1,
		.pc = record_pc(by->thread, by->pc),
		.block = by->life ? 100 * address + by->life : 0,
		.thread = by->thread,
		.kind = (uint8_t)kind,
	};
}

static void memory(struct story *s, const struct program *p,
	const struct made *by, const struct access *a)
{
	const struct statement *c = &p->code[by->thread][by->pc];
	bool tests = c->test == TEST_VAR && c->kind != S_UNTIL && by->nth == 0;
	tid t = by->thread;

	if (c->kind == S_FREE) {
		access_by(s, by, a->address, RACE_WRITE | RACE_FREE);
		return;
	}
	if (tests || !is_atomic(c->kind)) {
		if (c->kind == S_ADD && !tests)
			access_by(s, by, a->address, RACE_READ);
		access_by(s, by, a->address,
			a->write && !tests ? RACE_WRITE : RACE_READ);
		return;
	}
	if (c->kind == S_FETCH || c->kind == S_CAS || c->kind == S_UNTIL)
		on(s, ACT_ACQUIRE, t, a->address);
	access_by(s, by, a->address,
		RACE_ATOMIC | (a->write ? RACE_WRITE : RACE_READ));
	if (a->write && c->kind != S_DEAD)
		on(s, ACT_RELEASE, t, a->address);
}

static void lock(struct story *s, uint8_t act, tid t, uint64_t object)
{
	struct act_of *e = event(s, act, t);

	e->type = 1;
	e->object = object;
}

static void operation(
	struct story *s, const struct made *by, const struct access *a)
{
	tid t = by->thread;

	switch (a->kind) {
	case OP_thread_start:
		event(s, ACT_START, (tid)a->address)->other = t;
		return;
	case OP_read: /* looked only */
	case OP_process_leave:
		return;
	case OP_mutex_lock:
	case OP_mutex_trylock:
		lock(s, ACT_LOCK, t, a->address);
		/* fall through */
	case OP_thread_join:
	case OP_sem_wait:
	case OP_sem_timedwait:
	case OP_cond_wake:
	case OP_heap_alloc:
		on(s, ACT_ACQUIRE, t, a->address);
		break;
	/* What arrivals of its own round left, not those of the next one. */
	case OP_barrier_leave:
		on(s, ACT_ACQUIRE, t, a->address);
		break;
	case OP_barrier_leave_odd:
		on(s, ACT_ACQUIRE, t, a->address + 1);
		break;
	case OP_barrier_odd:
		on(s, ACT_RELEASE, t, a->address + 1);
		break;
	case OP_mutex_unlock:
		lock(s, ACT_UNLOCK, t, a->address);
		/* fall through */
	case OP_thread_exit:
	case OP_sem_post:
	case OP_cond_signal:
	case OP_barrier_even:
	case OP_heap_free:
		on(s, ACT_RELEASE, t, a->address);
		break;
	}
	on(s, ACT_OPERATION, t, a->address);
}

static void tell(
	struct story *s, const struct program *p, const struct touched *f)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->access[i].size)
			memory(s, p, &f->made[i], &f->access[i]);
		else
			operation(s, &f->made[i], &f->access[i]);
}

static void point(struct record *r, const struct state *state)
{
	struct story *s = &r->story;
	struct pending *shown = s->pending[s->points];
	uint32_t option[SCRIPT_OPTIONS];

	memset(shown, 0, sizeof s->pending[0]);
	for (unsigned t = 0; t < r->program->threads; t++) {
		if (state->thread[t].status != LIVE)
			continue;
		shown[t] = state_pending(r->program, state, t);
		shown[t].live = 1;
		shown[t].offers = state_options(r->program, state, t, option);
		if (shown[t].kind != OP_await)
			shown[t].size = 0;
	}
	event(s, ACT_POINT, 0)->point = s->points++;
}

/* What the others had pending when thread `last` failed counts as made. */
static void pending_accesses(
	struct record *r, const struct state *before, unsigned last)
{
	for (unsigned t = 0; t < r->program->threads; t++) {
		struct made by = {(uint8_t)t, before->thread[t].pc, 0, 0};
		const struct statement *c =
			&r->program->code[t][before->thread[t].pc];
		struct state next = *before;
		struct touched f = {0};
		uint32_t option[SCRIPT_OPTIONS];

		next.failed = 0;
		if (t == last || next.thread[t].status != LIVE ||
			by.pc == r->program->length[t] || /* it failed */
			record_is_sync(c) ||
			!state_options(r->program, &next, t, option))
			continue;
		r->preempted[r->preemptions++] = record_pc(t, by.pc);
		state_step(r->program, &next, (struct choice){(tid)t, 0, 0, 0},
			&f);
		for (unsigned i = 0; i < f.n; i++)
			if (f.access[i].size && f.made[i].thread == t &&
				f.made[i].pc == by.pc)
				memory(&r->story, r->program, &f.made[i],
					&f.access[i]);
	}
}

static void begin(struct record *r, struct state *s)
{
	struct touched f = {0};

	r->executions = 0;
	r->steps = r->preemptions = 0;
	r->story.events = r->story.points = 0;
	r->story.full = false;
	for (unsigned t = 0; t < r->program->threads; t++)
		if (!r->program->started[t])
			event(&r->story, ACT_START, (tid)t);
	state_begin(r->program, s, &f);
	tell(&r->story, r->program, &f);
}

static void ended(struct record *r, const struct state *s, unsigned last)
{
	unsigned events = r->story.events, preemptions = r->preemptions;
	enum outcome_kind kind = state_end(r->program, s);

	r->story.execution = ++r->executions;
	if (kind == OUTCOME_FAILED)
		pending_accesses(r, s, last);
	r->end(r, s, kind);
	r->story.events = events;
	r->preemptions = preemptions;
}

/* One step of `last`'s successor u; false: too long. */
static bool make(struct record *r, struct state *s, unsigned last, unsigned u,
	uint32_t alternative)
{
	uint32_t option[SCRIPT_OPTIONS];
	struct touched f = {0};

	if (r->steps == STEPS_MAX || r->story.full)
		return false;
	if (last < r->program->threads && u != last &&
		state_options(r->program, s, last, option))
		r->preempted[r->preemptions++] =
			record_pc(last, s->thread[last].pc);
	r->steps++;
	state_step(
		r->program, s, (struct choice){(tid)u, 0, 0, alternative}, &f);
	tell(&r->story, r->program, &f);
	return true;
}

static bool explore(struct record *r, const struct state *s, unsigned last)
{
	unsigned events, points, preemptions = r->preemptions, steps = r->steps;
	bool any = false;

	point(r, s);
	events = r->story.events;
	points = r->story.points;
	for (unsigned u = 0; u < r->program->threads; u++) {
		uint32_t option[SCRIPT_OPTIONS];
		unsigned n = state_options(r->program, s, u, option);

		for (unsigned j = 0; j < n; j++) {
			struct state next = *s;

			any = true;
			if (!make(r, &next, last, u, option[j]) ||
				!explore(r, &next, u))
				return false;
			r->story.events = events;
			r->story.points = points;
			r->preemptions = preemptions;
			r->steps = steps;
		}
	}
	if (any)
		return true;
	ended(r, s, last);
	return r->executions < r->limit && !r->story.full;
}

bool record_all(struct record *r)
{
	struct state s;

	begin(r, &s);
	return explore(r, &s, SCRIPT_THREADS);
}

bool record_one(struct record *r, const char *first)
{
	unsigned last = SCRIPT_THREADS, n = r->program->threads;
	size_t listed = first ? strlen(first) : 0;
	struct state s;

	begin(r, &s);
	for (;;) {
		uint32_t option[SCRIPT_OPTIONS];
		unsigned i = 0, u = 0;

		point(r, &s);
		for (; i < listed + n; i++) {
			u = i < listed ? (unsigned)(first[i] - '0')
			    : first || last == SCRIPT_THREADS
				    ? (unsigned)(i - listed)
				    : (last + i) % n;
			if (state_options(r->program, &s, u, option))
				break;
		}
		if (i == listed + n)
			break;
		if (!make(r, &s, last, u, option[0]))
			return false;
		last = u;
	}
	ended(r, &s, last);
	return !r->story.full;
}
