/* SPDX-License-Identifier: MIT */
#include "report/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/source.h"

enum {
	SLOTS = 1024,
	FRAMES_MAX = 24, /* at one address */
	CALLS_MAX = 64,	 /* that lead to a step */
	TEXTS_MAX = 512,
	BODIES_MAX = 64
};

/* A line of the user's code that is being executed. */
struct call {
	uint32_t path, function; /* of text[] */
	uint32_t line, declared;
};

/* The outermost first. */
struct calls {
	struct call call[CALLS_MAX];
	unsigned calls;
};

struct looked_up {
	uint64_t pc;
	struct looked_up *next;
	unsigned calls;
	struct call call[];
};

struct of_function {
	uint32_t path, declared;
	struct body *body;
};

struct lines {
	struct names *n;
	struct looked_up *slot[SLOTS];
	char *text[TEXTS_MAX];
	uint32_t texts;
	struct of_function function[BODIES_MAX];
	unsigned functions;
};

struct lines *lines_new(struct names *n)
{
	struct lines *l = calloc(1, sizeof *l);

	if (l)
		l->n = n;
	return l;
}

void lines_free(struct lines *l)
{
	if (!l)
		return;
	for (unsigned i = 0; i < SLOTS; i++)
		for (struct looked_up *u = l->slot[i], *next; u; u = next) {
			next = u->next;
			free(u);
		}
	for (uint32_t i = 0; i < l->texts; i++)
		free(l->text[i]);
	for (unsigned i = 0; i < l->functions; i++)
		body_free(l->function[i].body);
	free(l);
}

/* --- who calls what ----------------------------------------------------------
 */

/* Of too many texts the last one stands for the others. */
static uint32_t number_of(struct lines *l, const char *text)
{
	for (uint32_t i = 0; i < l->texts; i++)
		if (strcmp(l->text[i], text) == 0)
			return i;
	if (l->texts == TEXTS_MAX || !(l->text[l->texts] = strdup(text)))
		return l->texts ? l->texts - 1 : 0;
	return l->texts++;
}

static struct looked_up *look_up(struct lines *l, uint64_t pc)
{
	static struct frame frame[FRAMES_MAX];
	struct looked_up **slot = &l->slot[hash_mix(pc) % SLOTS], *u;
	unsigned frames;

	for (u = *slot; u; u = u->next)
		if (u->pc == pc)
			return u;
	u = calloc(1, sizeof *u + FRAMES_MAX * sizeof u->call[0]);
	if (!u)
		return NULL;
	u->pc = pc;
	u->next = *slot;
	*slot = u;
	if (!l->n->symbols || names_is_runtime(l->n, pc))
		return u;
	frames = symbols_frames(l->n->symbols, pc, frame, FRAMES_MAX);
	for (unsigned i = frames; i-- > 0;)
		if (frame[i].line && !names_of_the_system(&frame[i]))
			u->call[u->calls++] =
				(struct call){number_of(l, frame[i].path),
					number_of(l, frame[i].function),
					frame[i].line, frame[i].declared};
	return u;
}

static void find_calls(
	struct lines *l, const struct channel_stack *stack, struct calls *out)
{
	out->calls = 0;
	for (uint32_t f = stack->frames < STACK_MAX ? stack->frames : STACK_MAX;
		f-- > 0;) {
		const struct looked_up *u = look_up(l, stack->pc[f]);

		for (unsigned i = 0;
			u && i < u->calls && out->calls < CALLS_MAX; i++)
			out->call[out->calls++] = u->call[i];
	}
}

static bool same_function(const struct call *a, const struct call *b)
{
	return a->path == b->path && a->function == b->function;
}

/* --- how far
 * ------------------------------------------------------------------
 */

static struct body *body_of(struct lines *l, const struct call *c)
{
	struct of_function *f = l->function;
	const char *text;
	size_t length;

	for (unsigned i = 0; i < l->functions; i++)
		if (f[i].path == c->path && f[i].declared == c->declared)
			return f[i].body;
	if (l->functions == BODIES_MAX || !c->declared)
		return NULL;
	text = source_at(l->text[c->path], c->declared, &length);
	f = &f[l->functions++];
	*f = (struct of_function){c->path, c->declared,
		text ? body_new(text, c->declared) : NULL};
	return f->body;
}

/* Line 0: from what the function returns. */
static unsigned distance(
	struct lines *l, const struct call *c, uint32_t from, uint32_t to)
{
	struct body *b = body_of(l, c);

	return !b ? from != to : body_distance(b, from, to);
}

/* What is only known by its innermost call goes by that function. */
static unsigned align(const struct calls *from, const struct calls *step)
{
	unsigned i = 0;

	while (i < from->calls &&
		!same_function(&from->call[i], &step->call[0]))
		i++;
	return i;
}

unsigned lines_distance(struct lines *l, const struct channel_stack *from,
	const struct channel_stack *step)
{
	struct calls f, s;
	unsigned at, k = 0, sum;

	find_calls(l, from, &f);
	find_calls(l, step, &s);
	if (!f.calls || !s.calls)
		return LINES_FAR;
	at = align(&f, &s);
	if (at == f.calls)
		return LINES_FAR;
	while (at < f.calls && k < s.calls &&
		same_function(&f.call[at], &s.call[k]) &&
		f.call[at].line == s.call[k].line) {
		at++;
		k++;
	}
	if (at < f.calls && k < s.calls &&
		same_function(&f.call[at], &s.call[k])) {
		sum = distance(l, &f.call[at], f.call[at].line, s.call[k].line);
		sum += f.calls - 1 - at;
		k++;
	} else {
		sum = f.calls - at; /* another call of the same line */
	}
	for (; k < s.calls && sum < LINES_FAR; k++)
		sum += distance(l, &s.call[k], 0, s.call[k].line);
	return sum < LINES_FAR ? sum : LINES_FAR;
}

bool lines_is_condition(struct lines *l, const struct channel_stack *step)
{
	const struct call *c;
	struct calls s;
	struct body *b;

	find_calls(l, step, &s);
	if (!s.calls)
		return false;
	c = &s.call[s.calls - 1];
	b = body_of(l, c);
	return b && body_is_condition(b, c->line);
}
