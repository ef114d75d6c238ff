/* SPDX-License-Identifier: MIT */
/* families.c - random scripts that make much of a few kinds of operation
 *
 * generate() mixes all kinds, and few of its programs have three additions and
 * a loop that waits for their sum, or more threads at a barrier than it waits
 * for.  Here a program has one to three families of statements, and no others.
 */
#include <string.h>

#include "base/rng.h"
#include "machine.h"

/* V a variable, N 1 or 2, B 0 or 1, M a mutex and O the other one, T another
 * thread; a comma may become a decision point. */
static const char *const family[][6] = {
	{"add V 1", "add V N", "add V -1", "radd V 1", "a=V", "until V==N"},
	{"lock M; cwait c0 M; unlock M", "lock M; cwait c0 M; unlock M",
		"lock M; ctwait c0 M a; unlock M", "broadcast c0", "signal c0",
		"signal c0"},
	{"wait sB", "wait sB", "post sB", "post sB", "twait sB a",
		"if a==1 post s0"},
	{"barrier", "barrier", "barrier", "barrier", "V=1", "V=1"},
	{"assume V==B", "V=1", "V=1", "a=V", "add V 1", "add V 1"},
	{"lock M, unlock M", "lock M, lock O, unlock O, unlock M",
		"trylock M a", "lock M, V=1, unlock M", "lock M, V=N, unlock M",
		"lock M"},
	{"choose 2 a", "choose 3 a", "if a==1 V=1", "if a==0 b=V", "a=V",
		"if a==1 add V 1"},
	{"join T", "until V==1", "V=N", "V=1", "yield", "a=V"},
	{"cas V 0 N a", "cas V 1 0 a", "if a==1 V=1", "a=V", "a=V", "V=N"},
	{"exit", "V=1", "V=1", "V=1", "a=V", "V=N"},
};

enum {
	FAMILIES = sizeof family / sizeof *family,
	EACH = 6,
	OWN = 3 /* of a program */
};

/* By threads with buffers. */
static const char *const buffered[] = {"if V==B b=V", "V=1", "V=1", "V=N",
	"V=N", "V=N", "a=V", "a=V", "b=V", "b=V", "a=V", "fence", "add V 1",
	"V+=1", "cas V 0 N a", "if a==0 V=N", "lock m0, unlock m0", "post s0",
	"until V==1", "rel V N", "rfence", "seq V N", "V=a+1"};

/* The same, of memory operations alone. */
static const char *const accesses[] = {"V=1", "V=N", "V=N", "V=1", "a=V", "a=V",
	"b=V", "b=V", "a=V", "V=N", "V=a+1", "fence", "rfence", "rel V N",
	"seq V N", "V+=1", "fetch V 1 a", "add V 1", "cas V 0 N a"};

/* By threads that wait in loops for one place. */
static const char *const waiting[] = {"V=1", "V=1", "V=N", "V=0", "a=V", "b=V",
	"V+=1", "V+=1", "fetch V 1 a", "cas V 0 N a", "cas V 1 0 b",
	"if a==0 V=N", "await V==1", "await V==N", "await V!=0", "await V!=1",
	"await V==0", "take V 1", "take V N", "take V 1; V=0", "take V 1; V=0",
	"lock m0; V=N; unlock m0", "a=V; V=a"};

/* By threads that meet, again and again, or with more than are waited for. */
static const char *const meeting[] = {"V=1", "V=N", "a=V", "b=V", "add V 1",
	"if a==0 V=N", "choose 2 a", "cas V 0 N a", "lock m0, V=N, unlock m0",
	"post s0", "wait s0", "join T", "exit", "until V==1"};

enum {
	MEETING = sizeof meeting / sizeof *meeting,
	WAITING = sizeof waiting / sizeof *waiting,
	ACCESSES = sizeof accesses / sizeof *accesses,
	BUFFERED = sizeof buffered / sizeof *buffered
};

struct text {
	char *at, *end;
};

static void put(struct text *out, const char *s)
{
	while (*s && out->at + 1 < out->end)
		*out->at++ = *s++;
	*out->at = 0;
}

static void put_number(struct text *out, uint32_t n)
{
	put(out, (char[]){(char)('0' + n), 0});
}

static const char *then(struct rng *rng, bool single)
{
	return rng_below(rng, 5) < 2 && !single ? ", " : "; ";
}

static void statement(struct rng *rng, struct text *out, const char *form,
	unsigned t, unsigned threads, bool single)
{
	uint32_t mutex = rng_below(rng, 2);

	for (; *form; form++)
		switch (*form) {
		case 'V':
			put(out, rng_below(rng, 2) ? "x" : "y");
			break;
		case 'N':
			put_number(out, 1 + rng_below(rng, 2));
			break;
		case 'B':
			put_number(out, rng_below(rng, 2));
			break;
		case 'M':
		case 'O':
			put(out, "m");
			put_number(out, *form == 'M' ? mutex : 1 - mutex);
			break;
		case 'T':
			put_number(out, (t + 1 + rng_below(rng, threads - 1)) %
						threads);
			break;
		case ',':
			put(out, then(rng, single));
			form++; /* a blank */
			break;
		default:
			put(out, (char[]){*form, 0});
		}
}

void generate_families(struct rng *rng, char *text, size_t bytes, bool single)
{
	static const unsigned most[] = {5, 4, 3, 2};
	struct text out = {text, text + bytes};
	unsigned threads = 2 + rng_below(rng, 4);
	unsigned own[OWN], families = 1 + rng_below(rng, OWN);

	for (unsigned i = 0; i < families; i++)
		own[i] = rng_below(rng, FAMILIES);
	put(&out, "init barrier=");
	put_number(&out, 1 + rng_below(rng, 3));
	put(&out, " s0=");
	put_number(&out, rng_below(rng, 2));
	put(&out, " s1=");
	put_number(&out, rng_below(rng, 3) == 0);
	for (unsigned t = 0; t < threads; t++) {
		put(&out, " | ");
		for (unsigned n = 1 + rng_below(rng, most[threads - 2]); n;
			n--) {
			statement(rng, &out,
				family[own[rng_below(rng, families)]]
				      [rng_below(rng, EACH)],
				t, threads, single);
			if (n > 1)
				put(&out, then(rng, single));
		}
	}
}

void generate_awaits(struct rng *rng, char *text, size_t bytes, bool single)
{
	static const unsigned most[] = {4, 3, 2};
	struct text out = {text, text + bytes};
	unsigned threads = 2 + rng_below(rng, 3);

	put(&out, "init x=");
	put_number(&out, rng_below(rng, 2));
	for (unsigned t = 0; t < threads; t++) {
		put(&out, " | ");
		for (unsigned n = 1 + rng_below(rng, most[threads - 2]); n;
			n--) {
			statement(rng, &out, waiting[rng_below(rng, WAITING)],
				t, threads, single);
			if (n > 1)
				put(&out, then(rng, single));
		}
	}
}

void generate_barriers(struct rng *rng, char *text, size_t bytes, bool single)
{
	static const unsigned most[] = {7, 5, 3, 2};
	struct text out = {text, text + bytes};
	unsigned threads = 2 + rng_below(rng, 4), t;
	const char *form;

	put(&out, "init barrier=");
	put_number(&out, 1 + rng_below(rng, 3));
	put(&out, " s0=");
	put_number(&out, rng_below(rng, 2));
	for (t = 0; t < threads; t++) {
		put(&out, " | ");
		for (unsigned n = 1 + rng_below(rng, most[threads - 2]); n;
			n--) {
			form = rng_below(rng, 2)
				       ? "barrier"
				       : meeting[rng_below(rng, MEETING)];
			statement(rng, &out, form, t, threads, single);
			if (n > 1)
				put(&out, then(rng, single));
		}
	}
}

void generate_buffers(struct rng *rng, char *text, size_t bytes, bool single)
{
	struct text out = {text, text + bytes};
	unsigned threads = 2 + (rng_below(rng, 3) == 0);

	put(&out, rng_below(rng, 2) ? "init tso" : "init pso");
	for (unsigned t = 0; t < threads; t++) {
		put(&out, " | ");
		for (unsigned n = 1 + rng_below(rng, 6 - threads); n; n--) {
			/* The first one is two operations. */
			uint32_t form =
				single + rng_below(rng, BUFFERED - single);

			statement(
				rng, &out, buffered[form], t, threads, single);
			if (n > 1)
				put(&out, then(rng, single));
		}
	}
}

void generate_models(struct rng *rng, char *text, size_t bytes)
{
	static const char *const model[] = {
		"init x=0 | ", "init tso | ", "init pso | "};
	struct text out = {text, text + bytes};
	unsigned threads = 2 + (rng_below(rng, 3) == 0);

	put(&out, model[(rng_below(rng, 5) + 1) / 2]);
	for (unsigned t = 0; t < threads; t++) {
		for (unsigned n = 1 + rng_below(rng, 6 - threads); n; n--) {
			statement(rng, &out, accesses[rng_below(rng, ACCESSES)],
				t, threads, true);
			put(&out, n > 1 ? "; " : "");
		}
		put(&out, t + 1 < threads ? " | " : "");
	}
}
