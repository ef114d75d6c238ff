/* SPDX-License-Identifier: MIT */
/* parse.c - the text form of a script, see script.h */
#include <stdlib.h>
#include <string.h>

#include "script.h"

struct parser {
	const char *at;
	bool bad;
};

static void blanks(struct parser *p)
{
	while (*p->at == ' ' || *p->at == '\n' || *p->at == '\t')
		p->at++;
}

static bool word(struct parser *p, const char *w)
{
	size_t n = strlen(w);
	char next;

	blanks(p);
	if (strncmp(p->at, w, n) != 0)
		return false;
	next = p->at[n];
	if (w[0] >= 'a' && w[0] <= 'z' &&
		((next >= 'a' && next <= 'z') || (next >= '0' && next <= '9')))
		return false;
	p->at += n;
	return true;
}

static int8_t number(struct parser *p)
{
	char *end;
	long n;

	blanks(p);
	n = strtol(p->at, &end, 10);
	if (end == p->at || n < -99 || n > 99)
		p->bad = true;
	p->at = end;
	return (int8_t)n;
}

/* One of the names first .. last; 0xff when it is none. */
static uint8_t letter(struct parser *p, char first, char last)
{
	blanks(p);
	if (*p->at < first || *p->at > last)
		return 0xff;
	return (uint8_t)(*p->at++ - first);
}

static uint8_t need(struct parser *p, char first, char last)
{
	uint8_t i = letter(p, first, last);

	p->bad |= i == 0xff;
	return i;
}

/* m0, s1, ... */
static uint8_t object(struct parser *p, char kind)
{
	need(p, kind, kind);
	return need(p, '0', '0' + SCRIPT_OBJECTS - 1);
}

static void test(struct parser *p, struct statement *s)
{
	s->test = TEST_VAR;
	s->test_index = letter(p, 'u', 'z');
	if (s->test_index == 0xff) {
		s->test = TEST_REG;
		s->test_index = need(p, 'a', 'd');
	}
	if (word(p, "!="))
		s->test_not = 1;
	else if (!word(p, "=="))
		p->bad = true;
	s->test_value = number(p);
}

static void assignment(struct parser *p, struct statement *s)
{
	s->object = letter(p, 'u', 'z');
	if (s->object == 0xff) {
		s->object = 0;
		s->reg = need(p, 'a', 'd');
		p->bad |= !word(p, "=");
		s->object = letter(p, 'u', 'z');
		s->kind = s->object == 0xff ? S_SET : S_LOAD;
		if (s->kind == S_SET) {
			s->object = 0;
			s->value = number(p);
		}
		return;
	}
	if (word(p, "+=")) {
		s->kind = S_ADD;
		s->value = number(p);
		return;
	}
	p->bad |= !word(p, "=");
	s->reg = letter(p, 'a', 'd');
	s->kind = s->reg == 0xff ? S_STORE : S_STORE_REG;
	if (s->kind == S_STORE) {
		s->reg = 0;
		s->value = number(p);
	} else if (word(p, "+")) {
		s->value = number(p);
	}
}

/* Words and what follows them: v variable, n number, r register, m s c
 * objects, t a test, N a second number, M the mutex of a condition, o a number
 * or nothing. */
static const struct {
	const char *word, *operands;
	uint8_t kind;
} words[] = {
	{"cas", "vnNr", S_CAS},
	{"fetch", "vnr", S_FETCH},
	{"add", "vn", S_DEAD},
	{"radd", "vn", S_DEAD_RELEASE},
	{"alloc", "r", S_ALLOC},
	{"new", "r", S_NEW},
	{"put", "rn", S_PUT},
	{"free", "r", S_FREE},
	{"lock", "m", S_LOCK},
	{"unlock", "m", S_UNLOCK},
	{"trylock", "mr", S_TRYLOCK},
	{"wait", "s", S_WAIT},
	{"post", "s", S_POST},
	{"twait", "sr", S_TWAIT},
	{"cwait", "cM", S_CWAIT},
	{"ctwait", "cMr", S_CTWAIT},
	{"signal", "c", S_SIGNAL},
	{"broadcast", "c", S_BROADCAST},
	{"barrier", "", S_BARRIER},
	{"join", "n", S_JOIN},
	{"skip", "n", S_SKIP},
	{"again", "", S_AGAIN},
	{"choose", "nr", S_CHOOSE},
	{"yield", "", S_YIELD},
	{"start", "n", S_START},
	{"fail", "", S_FAIL},
	{"assert", "t", S_ASSERT},
	{"assume", "t", S_ASSUME},
	{"until", "t", S_UNTIL},
	{"await", "t", S_AWAIT},
	{"take", "vn", S_TAKE},
	{"exit", "o", S_EXIT},
	{"fence", "", S_FENCE},
	{"rfence", "", S_RELEASE_FENCE},
	{"rel", "vn", S_RELEASE},
	{"seq", "vn", S_SEQ},
};

static void operands(struct parser *p, struct statement *s, const char *kinds)
{
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'v':
			s->object = need(p, 'u', 'z');
			break;
		case 'n':
			s->value = number(p);
			break;
		case 'o':
			blanks(p);
			if (*p->at >= '0' && *p->at <= '9')
				s->value = number(p);
			break;
		case 'N':
			s->value2 = number(p);
			break;
		case 'r':
			s->reg = need(p, 'a', 'd');
			break;
		case 'M':
			s->mutex = object(p, 'm');
			break;
		case 't':
			test(p, s);
			break;
		default:
			s->object = object(p, *kinds);
		}
}

static void statement(struct parser *p, struct statement *s)
{
	if (word(p, "if"))
		test(p, s);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (word(p, words[i].word)) {
			/* One test a statement. */
			p->bad |= s->test && words[i].operands[0] == 't';
			s->kind = words[i].kind;
			operands(p, s, words[i].operands);
			return;
		}
	assignment(p, s);
}

static void init(struct parser *p, struct program *out)
{
	do {
		uint8_t var;

		if (word(p, "tso")) {
			out->model = MODEL_tso;
		} else if (word(p, "pso")) {
			out->model = MODEL_pso;
		} else if (word(p, "barrier")) {
			p->bad |= !word(p, "=");
			out->barrier = (uint8_t)number(p);
		} else if ((var = letter(p, 'u', 'z')) != 0xff) {
			p->bad |= !word(p, "=");
			out->var[var] = number(p);
		} else {
			uint8_t sem = object(p, 's');

			p->bad |= !word(p, "=");
			if (!p->bad)
				out->sem[sem] = (uint8_t)number(p);
		}
		blanks(p);
	} while (!p->bad && *p->at != '|');
	p->at++;
}

/* Alternatives are chosen at points, so these always are one. */
static bool always_point(uint8_t kind)
{
	switch (kind) {
	case S_TWAIT:
	case S_CTWAIT:
	case S_CWAIT:
	case S_SIGNAL:
	case S_BARRIER:
	case S_CHOOSE:
	case S_EXIT:
	case S_YIELD:
	case S_UNTIL:
	case S_AWAIT:
	case S_TAKE:
		return true;
	default:
		return false;
	}
}

static void check(struct parser *p, const struct program *out,
	const struct statement *s, unsigned t, unsigned pc)
{
	if (s->kind == S_JOIN || s->kind == S_START)
		p->bad |= s->value < 0 || s->value >= (int)out->threads;
	if (s->kind == S_CHOOSE)
		p->bad |= s->value < 1 || s->value > SCRIPT_OPTIONS;
	if (s->kind == S_SKIP)
		p->bad |= s->value < 1 ||
			  pc + (unsigned)s->value >= out->length[t];
	if (s->kind == S_UNTIL || s->kind == S_AWAIT)
		p->bad |= s->test != TEST_VAR;
	/* Blocks have no buffers. */
	if (s->kind == S_PUT || s->kind == S_TAKE)
		p->bad |= out->model != MODEL_sc;
	/* Only what cannot wait may hang on a variable's value. */
	if (s->test == TEST_VAR && always_point(s->kind))
		p->bad |= s->kind != S_UNTIL && s->kind != S_AWAIT;
	if (s->test == TEST_VAR)
		p->bad |= s->kind == S_LOCK || s->kind == S_WAIT ||
			  s->kind == S_JOIN;
}

/* Is there room in a buffer for all that thread t stores? */
static bool has_room(const struct program *p, unsigned t)
{
	unsigned n = 0;

	for (unsigned i = 0; i < p->length[t]; i++) {
		uint8_t kind = p->code[t][i].kind;

		n += kind == S_STORE || kind == S_STORE_REG ||
		     kind == S_RELEASE;
		if (kind == S_AGAIN)
			return n == 0;
	}
	return n <= SCRIPT_BUFFER;
}

static void thread(struct parser *p, struct program *out)
{
	unsigned t = out->threads++;
	bool point = !word(p, ",");

	for (;;) {
		struct statement *s = &out->code[t][out->length[t]++];

		statement(p, s);
		s->point = point || always_point(s->kind);
		if (p->bad || out->length[t] == SCRIPT_STATEMENTS)
			return;
		if (word(p, ";"))
			point = true;
		else if (word(p, ","))
			point = false;
		else
			return;
	}
}

int script_parse(struct program *out, const char *text, struct err *err)
{
	struct parser p = {text, false};

	memset(out, 0, sizeof *out);
	if (word(&p, "init"))
		init(&p, out);
	do
		thread(&p, out);
	while (!p.bad && word(&p, "|") && out->threads < SCRIPT_THREADS);
	blanks(&p);
	if (p.bad || *p.at)
		return fail(err, ERR_FORMAT, "not a script from here on: '%s'",
			p.at);
	for (unsigned t = 0; t < out->threads; t++) {
		p.bad |= out->model != MODEL_sc && !has_room(out, t);
		for (unsigned i = 0; i < out->length[t]; i++) {
			struct statement *s = &out->code[t][i];

			check(&p, out, s, t, i);
			if (!p.bad && s->kind == S_START)
				out->started[s->value] = true;
		}
	}
	return p.bad ? fail(err, ERR_FORMAT, "a script that makes no sense")
		     : OK;
}
