/* SPDX-License-Identifier: MIT */
/* parts_test.c - reduced searches that are saved, resumed and split
 *
 *   parts_test [--reduce NAME] [--programs N] [--seed S] [--single]
 *              [--unrefined] [--withheld] [--buffers] [--barriers]
 *   parts_test [--reduce NAME] TEXT
 *
 * Random programs, as in reduce_test.  A search that is saved at random
 * moments, also in the middle of an execution, and goes on from that in other
 * memory of another size, has to make the same executions in the same order.
 * One that is split at random moments into up to 8, which go on in turns drawn
 * at random and whose messages arrive late, has to complete the same set of
 * traces, each once (two of the classic ones: at least once).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "machine.h"

enum {
	LIMIT = 1000, /* interleavings; larger random programs are left out */
	LARGE = 20000,
	TIMES = 10, /* of each program that is always run */
	REGION = 1 << 21,
	TRACES = 1 << 14,
	PARTS = 8,
};

/* Large enough that parts of parts find something out. */
static const char *const always[] = {
	"x=1; y=1 | x=2; y=2 | a=x; b=y | y=3; x=3",
	"a=x; x=1 | b=x; x=2 | a=x; y=1 | y=2; b=x",
	"lock m0; x=1; unlock m0 | x=2; lock m0; y=1; unlock m0 | a=y; x=a",
	"cas y 0 2 a; x=1 | cas y 0 1 a; a=x | y=2; b=x | x=2",
	"choose 2 a; if a==0 x=1; y=1 | x=2; b=y | y=2; x=3",
	"post s0; x=1; post s1 | x=2; post s0; post s1 | a=x; post s1",
	"init barrier=2 | barrier | x=1; barrier | barrier; x=2 | a=x",
};

struct traces { /* an open hash table: how often each was seen */
	uint64_t hash[TRACES];
	uint32_t times[TRACES];
	uint32_t count, again;
};

/* How a search went. */
struct went {
	struct traces traces;
	struct search_count count;
	uint64_t order;
	size_t states;
	bool exhausted;
};

struct subject {
	const struct program *program;
	const char *reduce;
	struct tally brute;
	struct rng *rng;
};

static _Alignas(16) char region[PARTS][REGION], kept[REGION], saved[REGION];
static struct machine machines[PARTS];
static struct traces all;
static struct went whole, now;
static bool single, verbose, unrefined, withheld;
static uint64_t saves, splits, messages, in_vain;

static uint32_t *times(struct traces *t, uint64_t hash)
{
	uint32_t i = (uint32_t)(hash_mix(hash) % TRACES);

	while (t->times[i] && t->hash[i] != hash)
		i = (i + 1) % TRACES;
	t->hash[i] = hash;
	return &t->times[i];
}

static void see(void *to, uint64_t hash)
{
	struct traces *t = to;

	if ((*times(t, hash))++)
		t->again++;
	else
		t->count++;
}

/* Bound by bound: schedules are made again and again. */
static bool bounded(const char *reduce)
{
	return strcmp(reduce, "bpor") == 0;
}

static bool repeats(const char *reduce)
{
	return strcmp(reduce, "classic") == 0 ||
	       strcmp(reduce, "classic-covered") == 0;
}

/* One more execution, if there is one. */
static bool run(struct machine *m, struct went *to)
{
	struct events trace;
	bool ran;

	events_init(&trace, kept, sizeof kept);
	trace.earlier.unrefined = unrefined;
	/* What is shared is not told again. */
	for (uint32_t i = 0; !m->fresh && i < m->steps; i++) {
		struct state after = m->before[i];
		struct touched f = {0};
		bool blocked = state_step(m->program, &after, m->made[i], &f);
		struct transition t = script_transition(
			m->program, &m->before[i], m->made[i], i, blocked, &f);

		events_add(&trace, &t, 0);
	}
	m->trace = &trace;
	ran = machine_run(m);
	m->trace = NULL;
	if (!ran)
		return false;
	events_cut(&trace, m->steps);
	for (uint32_t i = 0; verbose && i < m->steps; i++)
		printf("%u.%u ", m->made[i].thread, m->made[i].alternative);
	if (verbose)
		printf("end %d of part %u\n", m->end, (unsigned)(m - machines));
	if (m->end != OUTCOME_STOPPED)
		see(&to->traces, events_hash(&trace));
	return true;
}

static const char *start(const struct subject *s, struct machine *m)
{
	struct search_config config = {.unrefined = unrefined};
	struct err err;

	strcpy(config.strategy, bounded(s->reduce) ? "ipb" : "dfs");

	snprintf(config.reduce, sizeof config.reduce, "%s", s->reduce);
	tally_free(&m->tally);
	machine_init(m, s->program, NULL);
	if (search_new(&m->search, region[0], REGION, &config, &err) != OK)
		return "search_new";
	return NULL;
}

static const char *finish(
	const struct subject *s, struct machine *m, struct went *to)
{
	if (m->wrong)
		return m->wrong;
	to->count = *search_count(m->search);
	to->order = m->tally.order;
	to->states = m->tally.states;
	to->exhausted = search_exhausted(m->search);
	return bounded(s->reduce) ? NULL : machine_size(m);
}

/* As it is, without interruption. */
static const char *run_whole(const struct subject *s)
{
	struct machine *m = &machines[0];
	const char *wrong = start(s, m);

	memset(&whole, 0, sizeof whole);
	while (!wrong && run(m, &whole))
		;
	return wrong ? wrong : finish(s, m, &whole);
}

/* Saved, and loaded into memory elsewhere. */
static const char *resume(const struct subject *s, struct machine *m)
{
	static unsigned slot;
	size_t length, least;
	struct err err;

	if (rng_below(s->rng, 2)) {
		machine_abandon(m, rng_below(s->rng, 8));
		if (m->wrong)
			return m->wrong;
	}
	length = search_save(m->search, NULL, 0);
	if (length > sizeof saved ||
		search_save(m->search, saved, sizeof saved) != length)
		return "search_save";
	memset(m->search, 0x55, REGION);
	slot = 1 + slot % (PARTS - 1);
	least = REGION - (rng_below(s->rng, 1000) << 10);
	if (search_load(&m->search, region[slot], least, saved, length, &err) !=
		OK)
		return "search_load";
	m->fresh = true;
	saves++;
	return NULL;
}

static const char *same(const struct subject *s)
{
	if (now.traces.count < all.count)
		return "traces are missed";
	if (now.traces.count > all.count)
		return "a trace that does not exist";
	if (now.traces.again && !repeats(s->reduce))
		return "a trace is executed again";
	if (now.states != whole.states)
		return "final states are missed";
	if (now.exhausted != whole.exhausted)
		return "not exhausted";
	return NULL;
}

static const char *check_saved(const struct subject *s)
{
	struct machine *m = &machines[0];
	const char *wrong = start(s, m);
	uint32_t seldom = bounded(s->reduce) ? 40 : 3;

	memset(&now, 0, sizeof now);
	do
		if (!wrong && rng_below(s->rng, seldom) == 0)
			wrong = resume(s, m);
	while (!wrong && run(m, &now));
	if (!wrong)
		wrong = finish(s, m, &now);
	if (!wrong &&
		(now.order != whole.order || memcmp(&now.count, &whole.count,
						     sizeof now.count) != 0))
		wrong = "resumed, other executions are made";
	if (!wrong && !bounded(s->reduce) && s->brute.failed == 0)
		wrong = same(s);
	return wrong;
}

/* Messages that are under way, each with its length before it. */
struct queue {
	size_t from, to;
	char bytes[1 << 16];
};

static struct queue queues[PARTS];
static unsigned owner[PARTS], parts;

/* Takes one message of a part off its search. */
static const char *take(unsigned p)
{
	struct queue *q = &queues[p];
	char *at = &q->bytes[q->to];
	size_t room = sizeof q->bytes - q->to, length;

	if (room < sizeof length + 4096)
		return NULL; /* later */
	length = search_send(machines[p].search, NULL, 0);
	if (length > 4096)
		return "a long message";
	if (search_send(machines[p].search, at + sizeof length, length) !=
		length)
		return "a message of two lengths";
	if (length == 0)
		return NULL;
	if (p == 0)
		return "a message for nobody";
	memcpy(at, &length, sizeof length);
	if (verbose) {
		printf("part %u says", p);
		for (size_t i = 0; i + 4 <= length; i += 4)
			printf(" %x",
				*(uint32_t *)(void *)(at + sizeof length + i));
		printf("\n");
	}
	q->to += sizeof length + length;
	messages++;
	return NULL;
}

/* Gives one to the owner. */
static const char *deliver(unsigned p)
{
	struct queue *q = &queues[p];
	size_t length;

	if (q->from == q->to)
		return NULL;
	memcpy(&length, &q->bytes[q->from], sizeof length);
	if (search_receive(machines[owner[p]].search,
		    &q->bytes[q->from + sizeof length], length, NULL) != OK)
		return "a message is refused";
	q->from += sizeof length + length;
	if (q->from == q->to)
		q->from = q->to = 0;
	return NULL;
}

static void split(const struct subject *s, unsigned p)
{
	struct machine *m = &machines[parts];

	tally_free(&m->tally);
	machine_init(m, s->program, NULL);
	if (search_split(machines[p].search, &m->search, region[parts], REGION,
		    NULL) != OK)
		return;
	if (verbose)
		printf("part %u of part %u\n", parts, p);
	owner[parts++] = p;
	splits++;
}

/* Given up in the middle, saved or not: nobody hears anything before that
 * execution has ended. */
static const char *interrupt(const struct subject *s, unsigned p)
{
	struct machine *m = &machines[p];
	struct err err;
	size_t length;

	if (rng_below(s->rng, 2)) {
		machine_abandon(m, rng_below(s->rng, 8));
		if (!m->wrong && !search_done(m->search) &&
			!search_waits(m->search) &&
			search_receive(m->search, "", 0, &err) != ERR_USAGE)
			return "a message in the middle of an execution";
	}
	m->fresh = true;
	length = search_save(m->search, saved, sizeof saved);
	memset(region[p], 0x55, REGION);
	if (search_load(&m->search, region[p],
		    REGION - (rng_below(s->rng, 1000) << 10), saved, length,
		    &err) != OK)
		return "search_load of a part";
	saves++;
	return m->wrong;
}

/* One thing that may happen in one part. */
static const char *happens(const struct subject *s, unsigned p, unsigned most)
{
	struct machine *m = &machines[p];

	switch (rng_below(s->rng, 8)) {
	case 0:
		if (rng_below(s->rng, 8) == 0)
			return interrupt(s, p);
		/* fall through */
	case 1:
		if (parts < most)
			split(s, p);
		return NULL;
	case 2:
	case 3:
		return take(p);
	case 4:
	case 5: /* not in the middle */
		run(&machines[owner[p]], &now);
		return machines[owner[p]].wrong ? machines[owner[p]].wrong
						: deliver(p);
	default:
		run(m, &now);
		return m->wrong;
	}
}

static bool ended(void)
{
	for (unsigned p = 0; p < parts; p++)
		if (!search_done(machines[p].search) ||
			queues[p].from < queues[p].to ||
			search_send(machines[p].search, NULL, 0))
			return false;
	return true;
}

/* All parts together. */
static const char *add_up(const struct subject *s)
{
	struct tally *t = &machines[0].tally;
	const char *wrong = NULL;

	now.exhausted = true;
	for (unsigned p = 0; p < parts && !wrong; p++) {
		const struct search_count *c = search_count(machines[p].search);

		now.count.executions += c->executions;
		now.count.blocked += c->blocked;
		now.count.pruned += c->pruned;
		now.exhausted &= search_exhausted(machines[p].search);
		wrong = machine_size(&machines[p]);
		if (p)
			tally_merge(t, &machines[p].tally);
	}
	now.states = t->states;
	in_vain += now.count.blocked;
	if (wrong || s->brute.failed)
		return wrong && !s->brute.failed ? wrong : NULL;
	if (strcmp(s->reduce, "classic-covered") != 0 &&
		(now.count.executions != whole.count.executions ||
			now.count.pruned != whole.count.pruned))
		return "split, another number of executions";
	return NULL;
}

static const char *check_split(const struct subject *s)
{
	unsigned most = 2 + rng_below(s->rng, PARTS - 1);
	const char *wrong = start(s, &machines[0]);

	memset(&now, 0, sizeof now);
	memset(queues, 0, sizeof queues);
	parts = 1;
	owner[0] = 0;
	for (uint64_t n = 0; !wrong && !ended(); n++) {
		wrong = happens(s, rng_below(s->rng, parts), most);
		if (n > 100 * (LARGE + whole.count.executions))
			wrong = "split, no end";
	}
	if (!wrong)
		wrong = add_up(s);
	if (!wrong && s->brute.failed == 0)
		wrong = same(s);
	return wrong;
}

/* NULL: as it should be. */
static const char *check(const struct subject *s)
{
	const char *wrong = run_whole(s);

	if (!wrong)
		wrong = check_saved(s);
	if (!wrong && !bounded(s->reduce))
		wrong = check_split(s);
	return wrong;
}

/* False: too large, or each of its executions fails. */
static bool brute(struct subject *s, uint64_t limit)
{
	struct events trace;
	bool small;

	memset(&all, 0, sizeof all);
	events_init(&trace, kept, sizeof kept);
	trace.earlier.unrefined = unrefined;
	tally_free(&s->brute);
	small = brute_traces(
			s->program, 40, limit, &s->brute, &trace, see, &all) &&
		!s->brute.stopped;
	return small &&
	       !(s->brute.failed && s->brute.failed == s->brute.executions);
}

static bool one(struct subject *s, const char *text, uint64_t limit)
{
	struct program program;
	struct err err;
	const char *wrong = NULL;

	s->program = &program;
	if (script_parse(&program, text, &err) != OK)
		wrong = err.text;
	else if (withheld)
		script_withhold(&program);
	if (!wrong && !brute(s, limit))
		return false;
	if (!wrong)
		wrong = check(s);
	if (!wrong)
		return true;
	printf("FAILED: %s: %s (%u traces, %u found, %u again)\n  %s\n",
		s->reduce, wrong, all.count, now.traces.count, now.traces.again,
		text);
	exit(1);
}

int main(int argc, char **argv)
{
	void (*make)(struct rng *, char *, size_t, bool) = generate;
	const char *text = NULL;
	uint64_t programs = 2000, seed = 1, made = 0, left_out = 0;
	char random[512];
	struct rng rng, moments;
	struct subject s = {.reduce = "source", .rng = &moments};

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--reduce") == 0 && i + 1 < argc)
			s.reduce = argv[++i];
		else if (strcmp(argv[i], "--programs") == 0 && i + 1 < argc)
			programs = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			seed = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "-v") == 0)
			verbose = true;
		else if (strcmp(argv[i], "--single") == 0)
			single = true;
		else if (strcmp(argv[i], "--withheld") == 0)
			withheld = true;
		else if (strcmp(argv[i], "--barriers") == 0)
			make = generate_barriers;
		else if (strcmp(argv[i], "--buffers") == 0)
			make = generate_buffers;
		else if (strcmp(argv[i], "--unrefined") == 0)
			unrefined = true;
		else
			text = argv[i];
	rng_seed(&moments, seed, 0);
	if (text && !one(&s, text, LARGE)) {
		printf("too large\n");
		return 1;
	}
	for (size_t i = 0; !text && i < TIMES * sizeof always / sizeof *always;
		i++)
		if (!one(&s, always[i / TIMES], LARGE))
			left_out++;
	for (uint64_t i = 0; !text && made < programs; i++) {
		rng_seed(&rng, seed, i);
		rng_seed(&moments, ~seed, i);
		make(&rng, random, sizeof random, single);
		if (one(&s, random, LIMIT))
			made++;
		else
			left_out++;
	}
	printf("%llu programs (%llu left out), saved %llu times, split %llu "
	       "times, %llu messages, %llu blocked\n",
		(unsigned long long)made, (unsigned long long)left_out,
		(unsigned long long)saves, (unsigned long long)splits,
		(unsigned long long)messages, (unsigned long long)in_vain);
	tally_free(&s.brute);
	return 0;
}
