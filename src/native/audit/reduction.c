/* SPDX-License-Identifier: MIT */
#include "native/audit/reduction.h"
#include "base/hash.h"
#include "base/rng.h"
#include "native/audit/differ.h"
#include "native/audit/state.h"
#include "native/rewinding/rewind.h"
#include "native/rounds.h"
#include "search/events.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Processes that executions are made in change it. */
#define SHARED (MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE)
#define AT_END (UINT32_MAX - 1)	  /* no step has this number */
#define EVENTS_BYTES (1ull << 29) /* sparse */

static struct events events;
static struct rng rng;
static uint32_t eligible;	   /* pairs met in this execution */
static void *again;		   /* of the search that is made again, for */
static struct channel_made sought; /* one of this trace in another state */

static inline struct channel_audit *audit(void)
{
	return &rt.channel->audit;
}

void reduction_init(void)
{
	void *memory = mmap(0, EVENTS_BYTES, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		run_error(ERR_IO, 0, "no memory for the audit" SC(437));
	events_init(&events, memory, EVENTS_BYTES);
	events.earlier.unrefined = rt.channel->config.search.unrefined;
	if (!rt.channel->config.audit)
		return;
	state_init();
	differ_init();
	again = mmap(0, config_search_bytes(&rt.channel->config),
		PROT_READ | PROT_WRITE, SHARED, -1, 0);
	if (again == MAP_FAILED)
		run_error(ERR_IO, 0, "no memory for the audit" SC(437));
}

void reduction_restart(void)
{
	struct channel_audit *a = audit();

	rt.channel->fingerprint = rt.channel->hashed = 0;
	if (a->traces)
		memset(a->table, 0, sizeof a->table);
	a->traces = a->shift = 0;
}

void reduction_launch(uint32_t n)
{
	events_cut(&events, n);
}

bool reduction_swapping(void)
{
	return audit()->task == AUDIT_SWAPPED;
}

/* --- the table of traces -----------------------------------------------------
 */

static bool kept(uint64_t trace)
{
	uint32_t shift = audit()->shift;

	return !shift || trace >> (64 - shift) == 0;
}

static struct channel_trace *find(uint64_t trace)
{
	struct channel_trace *table = audit()->table;
	uint64_t i = trace % AUDIT_TRACES;

	while (table[i].trace && table[i].trace != trace)
		i = (i + 1) % AUDIT_TRACES;
	return &table[i];
}

/* Rows that are left move to where they are looked for. */
static void give_up_half(void)
{
	struct channel_audit *a = audit();
	uint64_t moved = 1;

	a->shift++;
	a->traces = 0;
	for (uint64_t i = 0; i < AUDIT_TRACES; i++)
		if (!kept(a->table[i].trace))
			a->table[i] = (struct channel_trace){0};
	while (moved) {
		moved = a->traces = 0;
		for (uint64_t i = 0; i < AUDIT_TRACES; i++) {
			struct channel_trace row = a->table[i], *to;

			if (!row.trace)
				continue;
			a->traces++;
			a->table[i] = (struct channel_trace){0};
			to = find(row.trace);
			*to = row;
			moved += to != &a->table[i];
		}
	}
}

static void miss(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void miss(const char *fmt, ...)
{
	struct channel_audit *a = audit();
	va_list args;

	if (a->missed)
		return;
	va_start(args, fmt);
	vsnprintf(a->miss, sizeof a->miss, fmt, args);
	va_end(args);
	a->missed = 1;
}

static void keep_schedule(struct channel_schedule *to)
{
	to->length = rt.channel->schedule_length;
	memcpy(to->choice, rt.channel->schedule,
		to->length * sizeof to->choice[0]);
}

/* What the table holds of the execution that was made; trace 0: nothing. */
static struct channel_trace made_row(void)
{
	const struct channel_made *made = &audit()->made;
	const char *reduce = rt.channel->config.search.reduce;
	struct channel_trace row = {
		made->trace, made->state, rt.channel->executions_begun};

	if (made->outcome == OUTCOME_FAILED && *reduce &&
		strcmp(reduce, "none") != 0)
		row.trace = made->past, row.state = 0;
	if (!made->usable || !kept(row.trace))
		row.trace = 0;
	return row;
}

static void visited(void)
{
	struct channel_audit *a = audit();
	struct channel_trace now = made_row(), *row;

	if (!now.trace)
		return;
	row = find(now.trace);
	if (!row->trace) {
		*row = now;
		if (++a->traces > AUDIT_TRACES / 4 * 3)
			give_up_half();
	} else if (row->state != now.state) {
		keep_schedule(&a->second);
		miss("two executions of one trace, number %llu and %llu of the "
		     "search, ended in different states",
			(unsigned long long)row->execution,
			(unsigned long long)rt.channel->executions_begun);
	}
}

/* --- inside an execution -----------------------------------------------------
 */

static void take(struct channel_state *out)
{
	struct state s;

	state_take(&s);
	*out = (struct channel_state){s.memory, s.pending, s.enabled};
}

/* One pair of the execution is as likely as another. */
static void note_pair(void)
{
	struct channel_audit *a = audit();
	uint32_t n = events.count, slot;

	if (n < 2 || transitions_depend(&events.event[n - 2].footprint,
			     &events.event[n - 1].footprint))
		return;
	slot = eligible++;
	if (slot >= AUDIT_PAIRS)
		slot = rng_below(&rng, eligible);
	if (slot >= AUDIT_PAIRS)
		return;
	a->pair[slot].step = n - 2;
	take(&a->pair[slot].after);
	if (a->pairs_noted < AUDIT_PAIRS)
		a->pairs_noted++;
}

static void tell_now(void)
{
	if (audit()->took)
		differ_second();
	else
		differ_first();
}

void reduction_transition(const struct transition *done)
{
	struct channel_audit *a = audit();

	if (!reduction_watches())
		return;
	if (done->step == events.count)
		events_add(&events, done, 0);
	else
		events.full = true;
	if (events.full)
		return;
	if (a->task == AUDIT_RANDOM)
		note_pair();
	else if (a->wanted + 2 != events.count)
		return;
	else if (a->task == AUDIT_TOLD)
		tell_now();
	else if (a->task == AUDIT_SWAPPED) {
		take(&a->taken);
		a->took = 1;
	}
}

static bool comparable(enum outcome_kind kind)
{
	return kind == OUTCOME_ENDED || kind == OUTCOME_FAILED ||
	       kind == OUTCOME_DEADLOCKED || kind == OUTCOME_LIVELOCKED ||
	       kind == OUTCOME_PRUNED;
}

/* The last transition of an execution that failed was not finished: before its
 * neighbour it would keep that from being made. */
static void forget_last_pair(void)
{
	struct channel_audit *a = audit();

	for (uint32_t i = 0; i < a->pairs_noted; i++)
		if (a->pair[i].step + 2 == events.count)
			a->pair[i] = a->pair[--a->pairs_noted];
}

/* A sum, so that the order does not matter in which executions are made. */
static void add_up(void)
{
	struct channel *c = rt.channel;

	if (events.full || !comparable(rt.outcome.kind) ||
		events.count != rt.world.step)
		return;
	c->fingerprint += hash_mix(events_hash(&events) ^ rt.outcome.kind);
	c->hashed++;
}

static bool is_sought(const struct channel_made *made)
{
	return made->usable && made->trace == sought.trace &&
	       made->state != sought.state;
}

void reduction_end(void)
{
	struct channel_audit *a = audit();
	struct state s;

	if (rt.channel->config.fingerprint && a->task == AUDIT_SEARCH)
		add_up();
	if (!rt.channel->config.audit)
		return;

	if (rt.outcome.kind == OUTCOME_FAILED && a->task == AUDIT_RANDOM)
		forget_last_pair();
	a->made.outcome = rt.outcome.kind;
	a->made.usable = !events.full && comparable(rt.outcome.kind) &&
			 events.count == rt.world.step;
	if (a->task == AUDIT_TOLD && a->wanted == AT_END)
		tell_now();
	if (!a->made.usable)
		return;
	state_take(&s);
	a->made.state = hash_mix(s.memory ^ rt.outcome.kind);
	a->made.trace = events_hash(&events) | 1; /* 0: an empty row */
	a->made.past = events_past_hash(&events) | 1;
	if (a->task == AUDIT_SEARCH)
		visited();
	if (a->task == AUDIT_SOUGHT && is_sought(&a->made))
		differ_second();
}

/* --- executions at random ----------------------------------------------------
 */

static char region[4096] __attribute__((aligned(16)));

static void search_for(const char *strategy, uint64_t number,
	const struct channel_schedule *replay)
{
	struct search_config config = rt.channel->config.search;
	struct err err;

	snprintf(config.strategy, sizeof config.strategy, "%s", strategy);
	snprintf(config.reduce, sizeof config.reduce, "none");
	config.cache[0] = 0;
	config.executions_max = 0;
	config.first = number;
	config.stride = 1;
	config.replay = replay->choice;
	config.replay_length = replay->length;
	if (search_new(&rt.search, region, sizeof region, &config, &err))
		run_error(err.code, 0, "%s", err.text);
}

static void execute(struct start *from, enum audit_task task,
	void (*make)(struct start *from))
{
	struct channel_audit *a = audit();

	a->task = task;
	/* What is left of one that ends its process. */
	a->made = (struct channel_made){.outcome = OUTCOME_FAILED};
	rt.channel->in_execution = 1;
	rt.channel->state = RUN_EXECUTION;
	make(from);
	rt.channel->in_execution = 0;
	rt.channel->state = RUN_BETWEEN;
}

static void make_one(enum audit_task task, const char *strategy,
	uint64_t number, void (*make)(struct start *from))
{
	struct channel_audit *a = audit();
	struct start from;

	search_for(strategy, number, &a->second);
	a->took = 0;
	from = search_begin(rt.search);
	execute(&from, task, make);
}

/* --- which bytes differ ------------------------------------------------------
 */

/* The state that an execution of this schedule ends in, or has behind two steps
 * from `wanted` on. */
static void make_again(const struct channel_schedule *schedule, bool second,
	uint32_t wanted, void (*make)(struct start *from))
{
	struct start from;

	search_for("replay", 0, schedule);
	audit()->took = second;
	audit()->wanted = wanted;
	from = search_begin(rt.search);
	execute(&from, AUDIT_TOLD, make);
}

/* The search is made once more, until it comes to an execution of the first
 * one's trace that ends in another state.  (What that has may depend on those
 * before it, if scarp does not see it: so it is not made again.) */
static void seek(void (*make)(struct start *from))
{
	struct channel_audit *a = audit();
	struct search_config config = round_search();
	struct err err;

	if (search_new(&rt.search, again,
		    config_search_bytes(&rt.channel->config), &config, &err))
		return;
	while (!rt.channel->stop_request) {
		struct start from = search_begin(rt.search);

		if (from.done)
			break;
		execute(&from, AUDIT_SOUGHT, make);
		if (is_sought(&a->made)) {
			keep_schedule(&a->second);
			break;
		}
	}
	rewind_all();
}

/* An execution of the first schedule and one that the search made end in states
 * that should be the same. */
static void tell_from_search(void (*make)(struct start *from))
{
	struct channel_audit *a = audit();

	make_again(&a->first, false, AT_END, make);
	sought = a->made;
	if (!rt.channel->stop_request && sought.usable)
		seek(make);
}

/* The same of executions of the two schedules. */
static void tell_swapped(uint32_t wanted, void (*make)(struct start *from))
{
	struct channel_audit *a = audit();

	make_again(&a->first, false, wanted, make);
	if (!rt.channel->stop_request)
		make_again(&a->second, true, wanted, make);
}

static void judge_random(
	bool exhausted, uint64_t number, void (*make)(struct start *from))
{
	struct channel_audit *a = audit();
	struct channel_trace now = made_row();
	const struct channel_trace *row;

	if (!now.trace)
		return;
	row = find(now.trace);
	if (row->trace) {
		a->judged++;
		if (row->state == now.state)
			return;
		a->second.length = 0;
		miss("random execution %llu has the trace of execution %llu of "
		     "the search, but not its last state",
			(unsigned long long)number,
			(unsigned long long)row->execution);
		if (now.state)
			tell_from_search(make);
	} else if (exhausted) {
		a->judged++;
		a->second.length = 0;
		miss("random execution %llu has a trace that the search did "
		     "not visit",
			(unsigned long long)number);
	}
}

static void swap(uint32_t step)
{
	struct channel_audit *a = audit();
	struct choice *c = a->second.choice;

	a->second.length = a->first.length;
	memcpy(c, a->first.choice, a->first.length * sizeof *c);
	c[step] = a->first.choice[step + 1];
	c[step + 1] = a->first.choice[step];
}

static const char last_states[] = "the last states differ",
		  memory_differs[] = "memory differs afterwards";

/* What tells the swapped execution from the other one; NULL: nothing. */
static const char *difference(
	const struct channel_pair *pair, const struct channel_made *one)
{
	const struct channel_audit *a = audit();
	const struct channel_made *other = &a->made;

	if (!a->took)
		return "the second cannot go on without the first";
	if (a->taken.pending != pair->after.pending)
		return "other operations are pending afterwards";
	if (a->taken.enabled != pair->after.enabled)
		return "others are enabled afterwards";
	if (a->taken.memory != pair->after.memory)
		return memory_differs;
	if (other->outcome != one->outcome)
		return "the execution ends in another way";
	if (!one->usable || !other->usable)
		return NULL;
	if (other->trace != one->trace)
		return "the rest of the execution is another trace";
	return other->state != one->state ? last_states : NULL;
}

static void swap_and_judge(const struct channel_pair *pair,
	const struct channel_made *one, void (*make)(struct start *from))
{
	struct channel_audit *a = audit();
	const char *what;

	swap(pair->step);
	a->wanted = pair->step;
	make_one(AUDIT_SWAPPED, "replay", 0, make);
	if (rt.channel->stop_request)
		return;
	a->pairs++;
	what = difference(pair, one);
	if (what)
		miss("steps %u and %u are independent by scarp's tables, but "
		     "when they are swapped %s",
			pair->step + 1, pair->step + 2, what);
	if (what == last_states)
		tell_swapped(AT_END, make);
	else if (what == memory_differs)
		tell_swapped(pair->step, make);
}

void reduction_run(bool exhausted, void (*make)(struct start *from))
{
	struct channel_audit *a = audit();

	a->exhausted = exhausted;
	rng_seed(&rng, rt.channel->config.search.seed, 1);
	if (a->missed && !rt.channel->stop_request) { /* by the search */
		a->first = a->second;
		tell_from_search(make);
	}
	while (a->executions < rt.channel->config.audit && !a->missed) {
		struct channel_pair pair[AUDIT_PAIRS];
		struct channel_made one;
		uint64_t number = a->executions++;

		if (rt.channel->stop_request)
			break;
		a->pairs_noted = eligible = 0;
		make_one(AUDIT_RANDOM, "random", number, make);
		one = a->made;
		keep_schedule(&a->first);
		memcpy(pair, a->pair, sizeof pair);
		judge_random(exhausted, number + 1, make);
		for (uint32_t i = 0; i < a->pairs_noted && !a->missed; i++)
			swap_and_judge(&pair[i], &one, make);
	}
	a->task = AUDIT_DONE;
}
