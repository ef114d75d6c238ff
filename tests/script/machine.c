/* SPDX-License-Identifier: MIT */
/* machine.c - a script as a machine behind the seam, which trusts nothing */
#include "machine.h"

#include <math.h>
#include <string.h>

struct shown { /* a view and what it points to */
	struct view view;
	struct pending thread[SCRIPT_ENTRIES];
	uint32_t option[SCRIPT_ENTRIES][SCRIPT_OPTIONS];
};

static void show(const struct machine *m, const struct state *s, uint32_t step,
	struct shown *out, uint64_t *features)
{
	const struct program *p = m->program;

	memset(&out->view, 0, sizeof out->view);
	out->view.thread = out->thread;
	out->view.step = step;
	out->view.last = TID_NONE;
	for (uint32_t i = step; i && out->view.last == TID_NONE; i--)
		if (m->made[i - 1].thread < p->threads)
			out->view.last = m->made[i - 1].thread;
	for (unsigned t = 0; t < script_entries(p); t++) {
		struct pending *pending = &out->thread[t];
		uint32_t *option = out->option[t];
		unsigned n;

		if (!state_live(p, s, t)) {
			memset(pending, 0xff,
				sizeof *pending); /* to be skipped */
			pending->live = 0;
			continue;
		}
		n = state_options(p, s, t, option);
		*pending = state_pending(p, s, t);
		if (pending->awaits) { /* it can be made all the same */
			pending->withheld = n == 0;
			script_meet_await(pending->level,
				script_value(s, pending->object));
			option[0] = 0;
			n = 1;
		}
		pending->offers = n;
		if (n && option[n - 1] != n - 1)
			pending->offer = option;
		out->view.threads = (tid)(t + 1);
		out->view.enabled += n > 0 && !pending->withheld;
		out->view.flushes += n > 0 && pending->kind == OP_flush;
		if (n > 1)
			*features |= 1u << FEATURE_ALTERNATIVES;
		if (n > 1 && pending->kind == OP_cond_signal)
			*features |= 1u << FEATURE_WAITERS;
		if (n && option[0] != 0)
			*features |= 1u << FEATURE_GAP;
		if (pending->spinning && n)
			*features |= 1u << FEATURE_AWAIT;
	}
}

static bool offers(
	const struct machine *m, const struct state *s, struct choice c)
{
	uint32_t option[SCRIPT_OPTIONS];
	unsigned n = 0;

	if (c.thread < script_entries(m->program))
		n = state_options(m->program, s, c.thread, option);
	if (!n && state_live(m->program, s, c.thread) &&
		state_pending(m->program, s, c.thread).awaits)
		option[n++] = 0;
	for (unsigned i = 0; i < n; i++)
		if (option[i] == c.alternative)
			return true;
	return false;
}

static bool same(struct choice a, struct choice b)
{
	return a.thread == b.thread && a.alternative == b.alternative;
}

/* What search_begin promises. */
static const char *check_start(const struct machine *m, struct start start)
{
	size_t branch = start.length - 1;

	if (start.shared > start.length)
		return "shared is longer than the prefix";
	if (start.shared > (m->fresh ? 0 : m->steps))
		return "shared is longer than the last execution";
	for (size_t i = 0; i < start.shared; i++)
		if (!same(start.prefix[i], m->made[i]))
			return "a shared choice differs from the last "
			       "execution";
	if (start.length > MACHINE_STEPS)
		return "the prefix is longer than the step limit";
	if (!m->check_keep || m->fresh || start.length == 0 ||
		start.shared < branch)
		return NULL;
	if (start.shared > branch ||
		same(start.prefix[branch], m->made[branch]))
		return "the same execution again";
	if (!m->made[branch].keep)
		return "a branch where keep was not set";
	for (size_t i = start.length; i < m->steps; i++)
		if (m->made[i].keep)
			return "keep was set where no branch was left";
	return NULL;
}

struct transition script_transition(const struct program *p,
	const struct state *before, struct choice c, uint32_t step,
	bool blocked, const struct touched *f)
{
	struct pending pending = state_pending(p, before, c.thread);
	bool valued = !pending.unforeseen &&
		      script_value(before, pending.object) != VALUE_UNKNOWN;

	return (struct transition){
		.choice = c,
		.step = step,
		.kind = pending.kind,
		.blocked = blocked,
		.object = pending.object,
		.before = script_value(before, pending.object),
		.valued = valued,
		.pc = pending.pc,
		.access = f->access,
		.accesses = f->n,
	};
}

static void report(
	struct machine *m, uint32_t step, bool blocked, const struct touched *f)
{
	struct transition done = script_transition(
		m->program, &m->before[step], m->made[step], step, blocked, f);

	search_transition(m->search, &done);
	if (m->trace) {
		events_cut(m->trace, step);
		events_add(m->trace, &done, 0);
	}
	if (blocked)
		m->tally.features |= 1u << FEATURE_BLOCKED;
}

/* Though others could go on, and by now it is known. */
static bool waits_in_vain(const struct shown *shown, struct choice c)
{
	const struct pending *p = &shown->thread[c.thread];

	return shown->view.enabled && p->awaits && p->withheld;
}

/* Makes one transition; false: the search stops the execution, or a promise
 * was broken. */
static bool advance(struct machine *m, struct start start, uint32_t step,
	const struct shown *shown)
{
	struct state *s = &m->before[step + 1];
	struct touched footprint = {0};
	struct choice c;
	bool blocked;

	c = step < start.length ? start.prefix[step]
				: search_choose(m->search, &shown->view);
	if (c.thread == TID_NONE) {
		if (step < start.length || c.stop == STOP_NONE)
			m->wrong = "a stop without a reason, or in a prefix";
		return false;
	}
	if (!offers(m, &m->before[step], c)) {
		m->wrong = step < start.length ? "a prefix cannot be followed"
					       : "a choice that nobody offers";
		return false;
	}
	if (m->learns && waits_in_vain(shown, c)) {
		m->wrong = "a wait that is known to come to nothing";
		return false;
	}
	m->made[step] = c;
	*s = m->before[step];
	blocked = state_step(m->program, s, c, &footprint);
	report(m, step, blocked, &footprint);
	return true;
}

/* From `shared` to the end, or to `limit` steps. */
static void execute(struct machine *m, struct start start, uint32_t limit,
	struct shown *shown)
{
	uint32_t step = (uint32_t)start.shared;

	m->end = OUTCOME_STOPPED;
	m->fresh = false;
	for (;; step++) {
		const struct state *s = &m->before[step];

		m->steps = step;
		show(m, s, step, shown, &m->tally.features);
		m->options[step] = 0;
		for (tid t = 0; t < shown->view.threads; t++)
			if (shown->thread[t].live && !shown->thread[t].withheld)
				m->options[step] += shown->thread[t].offers;
		if (shown->view.enabled == 0) {
			m->end = state_end(m->program, s);
			if (step < start.length)
				m->wrong =
					"a prefix is longer than its execution";
			return;
		}
		if (step >= limit || !advance(m, start, step, shown))
			return;
	}
}

void machine_init(struct machine *m, const struct program *p, struct search *s)
{
	bool learns = m->learns;

	memset(m, 0, offsetof(struct machine, made));
	m->learns = learns;
	m->program = p;
	m->search = s;
	m->fresh = true;
	state_start(p, &m->before[0]);
	if (m->learns)
		script_forget_awaits();
	else
		script_know_awaits();
}

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * b;
}

/* What an execution that ended adds to the estimates. */
static const char *check_estimate(struct machine *m, uint64_t cost)
{
	struct estimated was = m->estimated, *is = &m->estimated;
	double weight = 1;

	m->spent += (double)cost;
	if (!search_estimate(m->search, is))
		return m->check_weight ? "nothing is estimated" : NULL;
	for (uint32_t i = 0; i < m->steps; i++)
		weight /= m->options[i];
	m->weight += weight;
	if (!(is->fraction > 0 && is->fraction <= 1 + 1e-9))
		return "a fraction that is none";
	if (is->cost < is->spent * (1 - 1e-9))
		return "less will be spent than was";
	if (!m->check_weight)
		return NULL;
	/* Forty steps of three choices weigh less than a double can add. */
	if (is->fraction < was.fraction ||
		(is->fraction == was.fraction && weight > 1e-15))
		return "the fraction does not grow";
	if (!near(is->fraction, m->weight))
		return "the fraction is not the sum of all weights";
	if (!near(is->spent, m->spent))
		return "not what was spent";
	return NULL;
}

const char *machine_size(const struct machine *m)
{
	const struct search_count *c = search_count(m->search);
	struct estimated is;

	if (!search_estimate(m->search, &is))
		return "a finished search does not know its size";
	if (is.fraction != 1)
		return "a finished search is no whole";
	if (is.executions !=
		(double)(c->executions + c->blocked + c->pruned + c->stopped))
		return "a finished search has another size";
	if (!near(is.cost, is.spent))
		return "a finished search costs more or less than it did";
	return NULL;
}

bool machine_run(struct machine *m)
{
	struct start start = search_begin(m->search);
	struct shown shown;
	struct outcome outcome = {0};

	if (start.done)
		return false;
	m->wrong = check_start(m, start);
	if (m->wrong)
		return false;
	m->again = start.again;
	execute(m, start, MACHINE_STEPS, &shown);
	if (m->wrong)
		return false;
	outcome.kind = m->end;
	outcome.thread = shown.thread;
	outcome.awaits = &script_awaits;
	outcome.threads = shown.view.threads;
	outcome.threads_max = (tid)m->program->threads;
	outcome.steps = m->steps;
	if (m->end == OUTCOME_FAILED || m->end == OUTCOME_DEADLOCKED ||
		m->end == OUTCOME_LIVELOCKED)
		outcome.failure = m->end;
	outcome.hash = state_hash(&m->before[m->steps], m->end);
	outcome.cost_ns = 100 * (m->steps - start.shared) + m->steps % 7;
	search_end(m->search, &outcome);
	if (!m->again)
		tally_end(&m->tally, m->end, &m->before[m->steps], m->made,
			m->steps);
	m->wrong = check_estimate(m, outcome.cost_ns);
	return !m->wrong;
}

void machine_abandon(struct machine *m, uint32_t steps)
{
	struct start start = search_begin(m->search);
	struct shown shown;

	if (!start.done)
		execute(m, start, steps, &shown);
}
