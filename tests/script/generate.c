/* SPDX-License-Identifier: MIT */
/* generate.c - random scripts, as text so that a failing one can be shown
 *
 * Small on purpose: a wrong rule shows in three threads of three statements or
 * not at all, and all schedules have to be enumerated.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"

struct out {
	struct rng *rng;
	char *text;
	size_t used, room;
	unsigned threads;
	bool single;
	bool adds; /* more additions than others do */
};

static uint32_t draw(struct out *o, uint32_t n)
{
	return rng_below(o->rng, n);
}

__attribute__((format(printf, 2, 3))) static void put(
	struct out *o, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(o->text + o->used, o->room - o->used, fmt, args);
	va_end(args);
	o->used += (size_t)n < o->room - o->used ? (size_t)n
						 : o->room - o->used - 1;
}

static char variable(struct out *o)
{
	return (char)('x' + draw(o, 2));
}

/* One access, often only if a value read says so. */
static void access(struct out *o)
{
	char v = variable(o), w = variable(o), r = (char)('a' + draw(o, 2));

	if (draw(o, 3) == 0) {
		if (o->single)
			put(o, "%c=%c; ", r, w);
		put(o, "if %c%s%u ", o->single ? r : w,
			draw(o, 2) ? "==" : "!=", draw(o, 2));
	}
	switch (draw(o, 6)) {
	case 0:
		put(o, "%c=%u", v, 1 + draw(o, 2));
		break;
	case 1:
		put(o, o->adds ? "add %c %u" : "%c=%u", v, 1 + draw(o, 2));
		break;
	case 2:
		put(o, "%c=%c", r, v);
		break;
	case 3:
		put(o, "%c=%c", v, r);
		break;
	case 4:
		if (!o->adds || (w == 'x' && r == 'a'))
			put(o, "%c+=1", v);
		else if (w == 'x')
			put(o, "fetch %c 1 %c", v, r);
		else
			put(o, r == 'a' ? "radd %c 1" : "add %c 1", v);
		break;
	default:
		put(o, "cas %c 0 %u %c", v, 1 + draw(o, 2), r);
	}
}

/* One thing or another; in long transitions what is touched hangs on it. */
static void choice(struct out *o)
{
	put(o, "choose %u a", 2 + draw(o, 2));
	if (o->single || draw(o, 2))
		return;
	for (unsigned i = 0; i < 2; i++)
		put(o, draw(o, 2) ? ", if a==%u %c=1" : ", if a==%u b=%c", i,
			variable(o));
}

/* `;` makes a decision point, `,` a longer transition. */
static const char *then(struct out *o)
{
	return draw(o, 5) < 2 && !o->single ? ", " : "; ";
}

static void locked(struct out *o)
{
	unsigned m = draw(o, 2);

	put(o, "lock m%u%s", m, then(o));
	if (draw(o, 4) == 0)
		put(o, "lock m%u%s", 1 - m, then(o));
	else
		access(o), put(o, "%s", then(o));
	if (draw(o, 8) != 0)
		put(o, "unlock m%u", m);
	else
		put(o, "yield");
}

static void condition(struct out *o)
{
	switch (draw(o, 4)) {
	case 0:
		put(o, "lock m0; cwait c0 m0%sunlock m0", then(o));
		break;
	case 1:
		put(o, "lock m0; ctwait c0 m0 a%sunlock m0", then(o));
		break;
	case 2:
		put(o, "signal c0");
		break;
	default:
		put(o, "broadcast c0");
	}
}

static void semaphore(struct out *o)
{
	static const char *const ops[] = {
		"post s0", "wait s0", "twait s0 a", "post s0"};

	put(o, "%s", ops[draw(o, 4)]);
}

static void ending(struct out *o)
{
	char v = variable(o);

	switch (draw(o, 4)) {
	case 0:
		put(o, "exit");
		break;
	case 1:
		put(o, "assert %c!=2", v);
		break;
	case 2:
		put(o, "assume %c==0", v);
		break;
	default:
		put(o, "if %c==1 fail", v);
	}
}

static void statement(struct out *o, unsigned t)
{
	uint32_t kind = draw(o, 100);

	if (kind < 45)
		access(o);
	else if (kind < 59)
		locked(o);
	else if (kind < 68)
		condition(o);
	else if (kind < 76)
		semaphore(o);
	else if (kind < 80)
		choice(o);
	else if (kind < 85)
		put(o, "alloc a%s%c=a", o->single ? "; " : ", ", variable(o));
	else if (kind < 89)
		put(o, "until %c==%u", variable(o), 1 + draw(o, 2));
	else if (kind < 91)
		put(o, "barrier");
	else if (kind < 93)
		put(o, "join %u", (t + 1) % o->threads);
	else if (kind < 94)
		put(o, "yield");
	else if (kind < 96)
		put(o, "trylock m%u b", draw(o, 2));
	else if (kind < 97)
		put(o, "a=x; if a==0 again");
	else
		ending(o);
}

/* In one program of six most threads leave the process in the end, and with
 * what status hangs on who is first.  The chance for that is another one, so
 * that programs without are what they were. */
static void leave(struct out *o, struct rng *chance)
{
	if (rng_below(chance, 3))
		put(o, "%sexit %u", then(o), rng_below(chance, 3));
}

void generate(struct rng *rng, char *text, size_t bytes, bool single)
{
	struct rng ends = *rng;
	bool leavers;
	struct out o = {
		rng, text, 0, bytes, 2 + rng_below(rng, 3), single, false};
	unsigned statements = o.threads == 2 ? 4 : o.threads == 3 ? 3 : 2;
	bool waiters = draw(&o, 12) == 0; /* more than one, and a signal */
	unsigned signaller = draw(&o, o.threads);
	unsigned late = draw(&o, 8) == 0 ? o.threads - 1 : 0;

	o.adds = signaller == 0;
	rng_seed(&ends, rng_next(&ends), 1);
	leavers = rng_below(&ends, 6) == 0;

	put(&o, "init barrier=%u s0=%u", 1 + draw(&o, 2), draw(&o, 2));
	for (unsigned t = 0; t < o.threads; t++) {
		put(&o, " | ");
		if (late && t == 0)
			put(&o,
				draw(&o, 2) && !single ? ", start %u; "
						       : "start %u; ",
				late);
		if (waiters) {
			put(&o, t == signaller ? "signal c0"
				: single ? "lock m0; cwait c0 m0; unlock m0"
					 : "lock m0; cwait c0 m0, unlock m0");
			continue;
		}
		for (unsigned i = 1 + draw(&o, statements); i > 0; i--) {
			statement(&o, t);
			if (i > 1)
				put(&o, "%s", then(&o));
		}
		if (leavers)
			leave(&o, &ends);
	}
}
