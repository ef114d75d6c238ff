/* SPDX-License-Identifier: MIT */
/* maple_test.c - does maple force what can be, and know what it has seen?
 *
 *     maple_test [--programs N] [--seed K]
 *
 * Random programs of two or three threads, with locks, values that decide what
 * is done next, and every other one with the same text in all threads.  Brute
 * force makes every schedule, and lists the instances of the idioms in each by
 * their definition (maple.h), from the list of operations.  What maple's
 * executions show, judged in the same way, has to be what it says itself; and
 * what of all that is possible they do not show is counted, by idiom, beside
 * what as many random walks miss.  Of idioms 1 to 5 one in 2,000 may be, of
 * all one in 400.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "script.h"
#include "search/depend.h"
#include "search/strategy.h"
#include "search/strategy/maple.h"

enum {
	OPERATIONS = 16, /* of an execution */
	SET = 1 << 14,
	MOST = 2000, /* executions of a program */
	OPERATIONS_MOST = 9
};

struct operation {
	unsigned thread;
	uint64_t object, code;
	bool changes;
};

struct executed {
	unsigned n;
	struct operation op[OPERATIONS];
};

struct instance {
	unsigned idiom; /* 0: no entry */
	uint64_t code[MAPLE_EVENTS];
};

struct set {
	unsigned n;
	unsigned of[MAPLE_IDIOMS + 1]; /* by idiom */
	struct instance in[SET];
};

static struct program program;
static bool shared_text;
static struct set possible, shown, walked;

static struct instance *find(struct set *set, const struct instance *wanted)
{
	uint64_t h = wanted->idiom;
	uint32_t i;

	for (int k = 0; k < MAPLE_EVENTS; k++)
		h = hash_mix(h ^ wanted->code[k]);
	for (i = (uint32_t)h % SET; set->in[i].idiom; i = (i + 1) % SET)
		if (memcmp(&set->in[i], wanted, sizeof *wanted) == 0)
			break;
	return &set->in[i];
}

static void put(struct set *set, unsigned idiom, uint64_t a, uint64_t b,
	uint64_t c, uint64_t d)
{
	struct instance wanted, *at;

	memset(&wanted, 0, sizeof wanted);
	wanted.idiom = idiom;
	wanted.code[0] = a;
	wanted.code[1] = b;
	wanted.code[2] = c;
	wanted.code[3] = d;
	at = find(set, &wanted);
	if (at->idiom)
		return;
	if (++set->n > SET / 2) {
		printf("FAILED: too many instances\n");
		exit(1);
	}
	set->of[idiom]++;
	*at = wanted;
}

/* --- the definition */

static bool depends(const struct executed *e, unsigned i, unsigned j)
{
	const struct operation *a = &e->op[i], *b = &e->op[j];

	if (i >= j || a->thread == b->thread || a->object != b->object ||
		(!a->changes && !b->changes))
		return false;
	for (unsigned k = i + 1; k < j; k++)
		if (e->op[k].object == a->object && e->op[k].changes)
			return false;
	return true;
}

static bool follows(const struct executed *e, unsigned i, unsigned j)
{
	const struct operation *a = &e->op[i], *b = &e->op[j];

	if (i >= j || a->thread != b->thread)
		return false;
	for (unsigned k = i + 1; k < j; k++)
		if (e->op[k].thread == a->thread &&
			(e->op[k].object == a->object ||
				e->op[k].object == b->object))
			return false;
	return true;
}

static void list_pair(const struct executed *e, unsigned a, unsigned b,
	unsigned c, unsigned d, struct set *to)
{
	const struct operation *o = e->op;
	bool back = o[d].thread == o[a].thread && follows(e, a, d);
	bool one = o[b].object == o[c].object;

	if (b == c && back)
		put(to, 2, o[a].code, o[b].code, o[d].code, 0);
	if (b == c)
		return;
	if (follows(e, b, c) && back)
		put(to, one ? 3 : 4, o[a].code, o[b].code, o[c].code,
			o[d].code);
	if (follows(e, c, b) && back && !one)
		put(to, 5, o[a].code, o[b].code, o[c].code, o[d].code);
	if (follows(e, b, c) && o[d].thread != o[a].thread)
		put(to, 6, o[a].code, o[b].code, o[c].code, o[d].code);
}

static void list(const struct executed *e, struct set *to)
{
	for (unsigned a = 0; a < e->n; a++)
		for (unsigned b = a + 1; b < e->n; b++) {
			if (!depends(e, a, b))
				continue;
			put(to, 1, e->op[a].code, e->op[b].code, 0, 0);
			for (unsigned c = 0; c < e->n; c++)
				for (unsigned d = c + 1; d < e->n; d++)
					if (depends(e, c, d))
						list_pair(e, a, b, c, d, to);
		}
}

/* --- executions */

static struct pending pending_of(const struct state *s, unsigned t)
{
	struct pending p = state_pending(&program, s, t);

	if (shared_text)
		p.pc = s->thread[t].pc;
	return p;
}

static void note(struct executed *e, const struct pending *p, unsigned t)
{
	if (!p->object)
		return;
	e->op[e->n++] = (struct operation){
		t, p->object, maple_code(p), kind_changes(p->kind, false)};
}

static void every_schedule(const struct state *s, const struct executed *e)
{
	uint32_t option[SCRIPT_OPTIONS];
	bool any = false;

	for (unsigned t = 0; t < program.threads; t++) {
		unsigned n = state_live(&program, s, t)
				     ? state_options(&program, s, t, option)
				     : 0;

		for (unsigned i = 0; i < n; i++) {
			struct pending p = pending_of(s, t);
			struct executed more = *e;
			struct state next = *s;

			any = true;
			note(&more, &p, t);
			state_step(&program, &next,
				(struct choice){.thread = (tid)t,
					.alternative = option[i]},
				NULL);
			every_schedule(&next, &more);
		}
	}
	if (!any)
		list(e, &possible);
}

static void view_of(const struct state *s,
	struct pending thread[SCRIPT_ENTRIES], struct view *view)
{
	uint32_t option[SCRIPT_OPTIONS];

	*view = (struct view){.thread = thread, .last = TID_NONE};
	for (unsigned t = 0; t < program.threads; t++) {
		memset(&thread[t], 0, sizeof thread[t]);
		if (!state_live(&program, s, t))
			continue;
		thread[t] = pending_of(s, t);
		thread[t].offers = state_options(&program, s, t, option);
		view->threads = (tid)(t + 1);
		view->enabled += thread[t].offers > 0;
	}
}

static void execute(const struct strategy *strategy, void *self,
	uint64_t number, struct set *to)
{
	struct pending thread[SCRIPT_ENTRIES];
	struct executed e = {.n = 0};
	struct outcome outcome = {0};
	struct view view;
	struct state s;

	strategy->begin(self, number);
	state_start(&program, &s);
	for (view_of(&s, thread, &view); view.enabled;
		view_of(&s, thread, &view)) {
		struct choice c = strategy->choose(self, &view);

		note(&e, &thread[c.thread], c.thread);
		state_step(&program, &s, c, NULL);
		view.step++;
	}
	outcome.kind = state_end(&program, &s);
	strategy->end(self, &outcome);
	list(&e, to);
}

/* --- programs */

static unsigned add(char *out, const char *text)
{
	strcat(out, *out ? "; " : "");
	strcat(out, text);
	return 1;
}

/* Some statements, about n. */
static void thread_text(struct rng *rng, unsigned n, char *out)
{
	static const char *const text[] = {"x=1", "y=1", "a=x", "b=y", "x=2",
		"y=2", "x+=1", "a=x", "if a==1 y=3", "if b==1 x=3", "a=x",
		"z=1", "c=z", "if a==2 z=2"};
	enum {
		TEXTS = sizeof text / sizeof *text
	};

	out[0] = '\0';
	for (unsigned made = 0; made < n;) {
		if (n - made >= 3 && rng_below(rng, 4) == 0) {
			made += add(out, "lock m0");
			made += add(out, text[rng_below(rng, TEXTS)]);
			made += add(out, "unlock m0");
		} else {
			made += add(out, text[rng_below(rng, TEXTS)]);
		}
	}
}

static void draw(struct rng *rng, char *out)
{
	unsigned threads = 2 + rng_below(rng, 2);
	char one[256];

	out[0] = '\0';
	for (unsigned t = 0; t < threads; t++) {
		if (!t || !shared_text)
			thread_text(rng, OPERATIONS_MOST / threads, one);
		strcat(out, t ? " | " : "");
		strcat(out, one);
	}
}

/* --- comparing */

static unsigned failed;

static void counts_as_shown(const void *self, const char *text)
{
	if (maple_exposed(self) == shown.n)
		return;
	printf("FAILED: it says %u, its executions %u\n  %s\n",
		maple_exposed(self), shown.n, text);
	exit(1);
}

static void agrees(const void *self, const char *text)
{
	if (!maple_idle(self)) {
		printf("FAILED: it has not come to an end\n  %s\n", text);
		failed++;
	}
	for (unsigned i = 0; i < SET; i++)
		if (shown.in[i].idiom &&
			!maple_has(self, shown.in[i].idiom, shown.in[i].code)) {
			printf("FAILED: an instance of idiom %u is not "
			       "known\n  %s\n",
				shown.in[i].idiom, text);
			failed++;
			return;
		}
}

/* How many of what is possible are not there. */
static void misses(struct set *in, unsigned missed[MAPLE_IDIOMS + 1])
{
	for (unsigned i = 0; i < SET; i++)
		if (possible.in[i].idiom && !find(in, &possible.in[i])->idiom)
			missed[possible.in[i].idiom]++;
}

static void empty(void)
{
	memset(&possible, 0, sizeof possible);
	memset(&shown, 0, sizeof shown);
	memset(&walked, 0, sizeof walked);
}

int main(int argc, char **argv)
{
	static _Alignas(16) char memory[8 << 20], other[1 << 20];
	unsigned programs = 1000, seed = 1, all = 0, lost = 0;
	unsigned of[MAPLE_IDIOMS + 1] = {0}, missed[MAPLE_IDIOMS + 1] = {0};
	unsigned by_chance[MAPLE_IDIOMS + 1] = {0};
	uint64_t executions = 0;
	struct rng rng;

	for (int i = 1; i + 1 < argc; i += 2)
		*(strcmp(argv[i], "--seed") == 0 ? &seed : &programs) =
			(unsigned)atoi(argv[i + 1]);
	rng_seed(&rng, seed, 0);
	for (unsigned n = 0; n < programs; n++) {
		struct region region = {memory, 0, sizeof memory};
		struct region more = {other, 0, sizeof other};
		struct search_config config = {.seed = seed + n};
		void *self = strategy_maple.create(&config, &region);
		void *walk = strategy_random.create(&config, &more);
		struct executed none = {.n = 0};
		struct state s;
		char text[1024];
		unsigned made = 0;

		shared_text = n % 2;
		draw(&rng, text);
		if (!self || !walk ||
			script_parse(&program, text, NULL) != OK) {
			printf("FAILED: no script: %s\n", text);
			return 1;
		}
		empty();
		state_start(&program, &s);
		every_schedule(&s, &none);
		while (made < MOST && !maple_idle(self)) {
			execute(&strategy_maple, self, made, &shown);
			counts_as_shown(self, text);
			execute(&strategy_random, walk, made, &walked);
			made++;
		}
		executions += made;
		agrees(self, text);
		misses(&shown, missed);
		misses(&walked, by_chance);
		for (unsigned i = 1; i <= MAPLE_IDIOMS; i++)
			of[i] += possible.of[i];
	}
	printf("%u programs, %.1f executions each\nidiom  possible  missed  by "
	       "random walks\n",
		programs, (double)executions / programs);
	for (unsigned i = 1; i <= MAPLE_IDIOMS; i++) {
		printf("%5u  %8u  %6u  %6u\n", i, of[i], missed[i],
			by_chance[i]);
		all += of[i];
		lost += missed[i];
		if (i == 5 && lost * 2000.0 > all)
			failed++;
	}
	printf("%u of %u missed\n", lost, all);
	if (failed || lost * 400.0 > all) {
		printf("FAILED: too many\n");
		failed++;
	}
	return failed ? 1 : 0;
}
