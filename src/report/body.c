/* SPDX-License-Identifier: MIT */
#include "report/body.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum {
	TOKENS_MAX = 1 << 14,
	STATEMENTS_MAX = 512,
	NAMES_MAX = 1 << 12,
	PARTS = 4,  /* of a name: a.b->c */
	DEEP = 100, /* brackets in brackets */
	WORDS = STATEMENTS_MAX / 64,
	SLICES = 8,	/* lines that were asked about */
	BY_ARGUMENT = 3 /* where it is assigned otherwise, too */
};

enum token_kind {
	TOKEN_name,
	TOKEN_other /* a number, a text */
};

struct token {
	const char *text;
	uint32_t length, line;
	int kind; /* enum token_kind, or 256 times the second character of two
		   * plus the first one */
};

struct set {
	uint64_t word[WORDS];
};

struct statement {
	uint32_t first, last; /* lines */
	uint32_t name, names; /* of name[] */
	struct set by;	      /* conditions that decide whether it is reached */
	bool returns, leaves; /* a value; something behind a pointer */
	bool decides;
};

enum assigned {
	NOT_ASSIGNED,
	MAYBE_ASSIGNED,
	ASSIGNED
};

struct name {
	uint32_t part[PARTS]; /* hashes */
	uint8_t parts;
	uint8_t pointed;  /* bit i: part i is behind an arrow */
	uint8_t assigned; /* enum assigned */
	bool used;
};

struct slice_of {
	uint32_t line;
	unsigned distance[STATEMENTS_MAX];
};

struct body {
	struct token *token;
	uint32_t tokens, at; /* while it is read */
	unsigned deep;
	struct statement statement[STATEMENTS_MAX];
	uint32_t statements;
	struct name name[NAMES_MAX];
	uint32_t names;
	struct slice_of slice[SLICES];
	unsigned slices, next;
};

/* --- words -------------------------------------------------------------------
 */

#define TWO(a, b) ((a) + 256 * (b))

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Behind a text or a character in quotes. */
static const char *behind_quotes(const char *p, uint32_t *line)
{
	char quote = *p++;

	while (*p && *p != quote && *p != '\n') {
		p += *p == '\\' && p[1];
		*line += *p == '\n';
		p++;
	}
	return *p == quote ? p + 1 : p;
}

/* Behind blanks, comments and lines for the preprocessor. */
static const char *skip(const char *p, uint32_t *line, bool *begins)
{
	for (;;) {
		if (*p == '\n') {
			*line += 1;
			*begins = true;
			p++;
		} else if (*p && strchr(" \t\r\f\v", *p)) {
			p++;
		} else if (*p == '\\' && p[1] == '\n') {
			*line += 1;
			p += 2;
		} else if ((*p == '#' && *begins) ||
			   (*p == '/' && p[1] == '/')) {
			while (*p && *p != '\n') {
				*line += *p == '\\' && p[1] == '\n';
				p += *p == '\\' && p[1] ? 2 : 1;
			}
		} else if (*p == '/' && p[1] == '*') {
			for (p += 2; *p && !(*p == '*' && p[1] == '/'); p++)
				*line += *p == '\n';
			p += *p ? 2 : 0;
		} else {
			return p;
		}
	}
}

static int sign(const char *p)
{
	static const char two[][3] = {"->", "::", "==", "!=", "<=", ">=", "+=",
		"-=", "*=", "/=", "%=", "|=", "&=", "^=", "++", "--", "&&",
		"||", "<<", ">>"};

	for (size_t i = 0; i < sizeof two / sizeof *two; i++)
		if (p[0] == two[i][0] && p[1] == two[i][1])
			return TWO(p[0], p[1]);
	return (unsigned char)*p < 2 ? TOKEN_other : *p;
}

/* Up to the end of the first pair of braces. */
static void read_tokens(struct body *b, const char *p, uint32_t line)
{
	bool begins = true;
	int depth = 0;

	while (b->tokens < TOKENS_MAX) {
		struct token *t = &b->token[b->tokens];

		p = skip(p, &line, &begins);
		if (!*p)
			return;
		begins = false;
		*t = (struct token){p, 1, line, TOKEN_other};
		if (is_word(*p)) {
			t->kind = isdigit((unsigned char)*p) ? TOKEN_other
							     : TOKEN_name;
			while (is_word(*p))
				p++;
		} else if (*p == '"' || *p == '\'') {
			p = behind_quotes(p, &line);
		} else {
			t->kind = sign(p);
			p += t->kind > 255 ? 2 : 1;
		}
		t->length = (uint32_t)(p - t->text);
		b->tokens++;
		depth += t->kind == '{';
		if (t->kind == '}' && --depth <= 0)
			return;
	}
}

static bool is(const struct token *t, const char *word)
{
	return t->kind == TOKEN_name && strlen(word) == t->length &&
	       memcmp(t->text, word, t->length) == 0;
}

static bool is_one_of(const struct token *t, const char *const *words)
{
	for (; *words; words++)
		if (is(t, *words))
			return true;
	return false;
}

static bool is_keyword(const struct token *t)
{
	static const char *const keyword[] = {"if", "else", "while", "for",
		"do", "switch", "case", "default", "return", "break",
		"continue", "goto", "sizeof", "int", "unsigned", "signed",
		"long", "short", "char", "bool", "float", "double", "void",
		"const", "static", "struct", "union", "enum", "auto",
		"volatile", "register", "true", "false", "NULL", "nullptr",
		"this", "new", "delete", "throw", "try", "catch", NULL};

	return is_one_of(t, keyword);
}

/* --- names -------------------------------------------------------------------
 */

static const struct token none = {"", 0, 0, TOKEN_other};

static const struct token *token(const struct body *b, uint32_t i)
{
	return i < b->tokens ? &b->token[i] : &none;
}

/* Behind the bracket that ends what begins here, or `to`. */
static uint32_t behind_bracket(const struct body *b, uint32_t i, uint32_t to)
{
	int depth = 0;

	for (; i < to; i++) {
		int kind = b->token[i].kind;

		depth += kind == '(' || kind == '[' || kind == '{';
		depth -= kind == ')' || kind == ']' || kind == '}';
		if (depth <= 0)
			return i + 1;
	}
	return to;
}

static uint32_t hash_of(const struct token *t)
{
	uint64_t h = t->length;

	for (uint32_t i = 0; i < t->length; i++)
		h = hash_mix(h ^ (unsigned char)t->text[i]);
	return (uint32_t)h;
}

static bool changes(int kind)
{
	switch (kind) {
	case '=':
	case TWO('+', '='):
	case TWO('-', '='):
	case TWO('*', '='):
	case TWO('/', '='):
	case TWO('%', '='):
	case TWO('|', '='):
	case TWO('&', '='):
	case TWO('^', '='):
	case TWO('+', '+'):
	case TWO('-', '-'):
		return true;
	default:
		return false;
	}
}

static bool is_count(int kind)
{
	return kind == TWO('+', '+') || kind == TWO('-', '-');
}

static bool opens(int kind)
{
	return kind == '(' || kind == ',';
}

/* What becomes of a name between tokens `from` - 1 and `to`. */
static void judge(const struct body *b, struct name *n, uint32_t from,
	uint32_t to, bool calls)
{
	int before = token(b, from - 1)->kind, behind = token(b, to)->kind;

	n->used = behind != '=';
	if (changes(behind) || is_count(before) ||
		(before == '&' && opens(token(b, from - 2)->kind)) ||
		(behind == ':' && token(b, from - 1)->kind == TOKEN_name))
		n->assigned = ASSIGNED; /* the last: for (auto x : all) */
	else if (calls || (opens(before) && (behind == ')' || behind == ',')))
		n->assigned = MAYBE_ASSIGNED;
}

static void find_names(struct body *b, struct statement *s, uint32_t from,
	uint32_t to, unsigned deep);

/* One that begins at token i; behind it. */
static uint32_t find_name(struct body *b, struct statement *s, uint32_t i,
	uint32_t to, unsigned deep)
{
	struct name n = {.parts = 0};
	uint32_t from = i;
	bool calls = false;

	n.part[n.parts++] = hash_of(&b->token[i++]);
	while (i < to) {
		int kind = b->token[i].kind;

		if (kind == '[') {
			uint32_t end = behind_bracket(b, i, to);

			find_names(b, s, i + 1, end - 1, deep + 1);
			i = end;
			continue;
		}
		if ((kind != '.' && kind != TWO('-', '>') &&
			    kind != TWO(':', ':')) ||
			i + 1 >= to || b->token[i + 1].kind != TOKEN_name)
			break;
		if (n.parts == PARTS ||
			(i + 2 < to && b->token[i + 2].kind == '(')) {
			calls |= n.parts < PARTS; /* a method of it */
			i += 2;
			break;
		}
		n.pointed |= (uint8_t)((kind == TWO('-', '>')) << n.parts);
		n.part[n.parts++] = hash_of(&b->token[i + 1]);
		i += 2;
	}
	if (!calls && n.parts == 1 && token(b, i)->kind == '(') {
		if (token(b, from - 1)->kind != TOKEN_name ||
			is(token(b, from - 1), "return"))
			return i;      /* a function's */
		n.assigned = ASSIGNED; /* type name(value) */
	} else {
		judge(b, &n, from, i, calls);
	}
	if (b->names < NAMES_MAX)
		b->name[b->names++] = n;
	return i;
}

static void find_names(struct body *b, struct statement *s, uint32_t from,
	uint32_t to, unsigned deep)
{
	for (uint32_t i = from; i < to && deep < DEEP;) {
		const struct token *t = &b->token[i];

		if (t->kind != TOKEN_name || is_keyword(t) ||
			token(b, i - 1)->kind == '.') /* .member = value */
			i++;
		else
			i = find_name(b, s, i, to, deep);
	}
}

/* --- statements
 * ---------------------------------------------------------------
 */

static void add(struct set *s, uint32_t i)
{
	s->word[i / 64] |= 1ull << i % 64;
}

static bool has(const struct set *s, uint32_t i)
{
	return s->word[i / 64] >> i % 64 & 1;
}

static void join(struct set *s, const struct set *more)
{
	for (unsigned i = 0; i < WORDS; i++)
		s->word[i] |= more->word[i];
}

/* Tokens [from, to); its number, or that of the last one of too many. */
static uint32_t add_statement(
	struct body *b, uint32_t from, uint32_t to, const struct set *by)
{
	struct statement *s;

	if (b->statements == STATEMENTS_MAX || from >= to)
		return b->statements ? b->statements - 1 : 0;
	s = &b->statement[b->statements];
	*s = (struct statement){b->token[from].line, b->token[to - 1].line,
		b->names, 0, *by, false, false, false};
	s->returns = is(&b->token[from], "return") && to > from + 1;
	s->leaves = b->token[from].kind == '*';
	find_names(b, s, from, to, 0);
	s->names = b->names - s->name;
	return b->statements++;
}

/* Up to a semicolon or, before it, the end of the block. */
static uint32_t end_of_simple(const struct body *b, uint32_t i)
{
	while (i < b->tokens && b->token[i].kind != ';' &&
		b->token[i].kind != '}') {
		int kind = b->token[i].kind;

		i = kind == '(' || kind == '[' || kind == '{'
			    ? behind_bracket(b, i, b->tokens)
			    : i + 1;
	}
	return i;
}

/* One statement with what belongs to it.  `by` grows where it may leave the
 * block: what comes behind it is reached by its condition. */
static void read_statement(struct body *b, struct set *by);

static void read_block(struct body *b, struct set *by)
{
	struct set inner = *by;

	b->at++;
	while (b->at < b->tokens && b->token[b->at].kind != '}')
		read_statement(b, &inner);
	b->at++;
}

static bool leaves(const struct body *b, uint32_t from, uint32_t to)
{
	static const char *const word[] = {"return", "break", "continue",
		"goto", "throw", "exit", "_exit", "abort", "pthread_exit",
		NULL};

	for (uint32_t i = from; i < to && i < b->tokens; i++)
		if (is_one_of(&b->token[i], word))
			return true;
	return false;
}

static void read_condition(struct body *b, struct set *by)
{
	static const char *const other[] = {"else", NULL};
	uint32_t from = b->at, end, head;
	struct set inner = *by;

	while (b->at < b->tokens && b->token[b->at].kind != '(')
		b->at++;
	end = behind_bracket(b, b->at, b->tokens);
	head = add_statement(b, from, end, by);
	add(&inner, head);
	b->statement[head].decides = true;
	b->at = end;
	read_statement(b, &inner);
	while (b->at < b->tokens && is_one_of(&b->token[b->at], other)) {
		b->at++;
		read_statement(b, &inner);
	}
	if (leaves(b, end, b->at))
		add(by, head);
}

static void read_statement(struct body *b, struct set *by)
{
	static const char *const condition[] = {
		"if", "while", "for", "switch", NULL};
	static const char *const skipped[] = {"do", "try", NULL};
	const struct token *t = token(b, b->at);
	struct set inner = *by;
	uint32_t end;

	if (++b->deep > DEEP) {
		b->at = b->tokens;
	} else if (t->kind == '{') {
		read_block(b, &inner);
		join(by, &inner);
	} else if (is_one_of(t, condition)) {
		read_condition(b, by);
	} else if (is_one_of(t, skipped)) {
		b->at++;
		read_statement(b, by);
	} else {
		end = end_of_simple(b, b->at);
		add_statement(b, b->at, end, by);
		b->at = end + (token(b, end)->kind == ';');
		if (end == b->tokens)
			b->at = end;
	}
	b->deep--;
}

struct body *body_new(const char *text, unsigned line)
{
	struct body *b = calloc(1, sizeof *b);
	struct set by = {{0}};

	if (!b)
		return NULL;
	b->token = calloc(TOKENS_MAX, sizeof *b->token);
	if (b->token) {
		read_tokens(b, text, line);
		while (b->at < b->tokens && b->token[b->at].kind != '{')
			b->at++;
		if (b->at < b->tokens)
			read_block(b, &by);
	}
	free(b->token);
	b->token = NULL;
	if (b->statements)
		return b;
	free(b);
	return NULL;
}

void body_free(struct body *b)
{
	free(b);
}

/* --- from a line backward
 * -----------------------------------------------------
 */

/* Is what is assigned the other one, or all that it is in, or a part of it?
 * What a pointer leads to is none of the pointer. */
static bool is_of(const struct name *assigned, const struct name *used)
{
	unsigned parts =
		assigned->parts < used->parts ? assigned->parts : used->parts;

	return memcmp(assigned->part, used->part, parts * sizeof *used->part) ==
		       0 &&
	       !(assigned->pointed >> parts);
}

static enum assigned assigns(
	const struct body *b, const struct statement *s, const struct name *n)
{
	enum assigned most = NOT_ASSIGNED;

	for (uint32_t i = s->name; i < s->name + s->names; i++)
		if (b->name[i].assigned > most && is_of(&b->name[i], n))
			most = (enum assigned)b->name[i].assigned;
	return most;
}

static void nearer(unsigned *distance, unsigned than)
{
	if (than < *distance)
		*distance = than;
}

/* What statement `s` uses was assigned where? */
static void follow(const struct body *b, struct slice_of *out, uint32_t s)
{
	const struct statement *from = &b->statement[s];
	unsigned here = out->distance[s];

	for (uint32_t i = from->name; i < from->name + from->names; i++) {
		const struct name *n = &b->name[i];
		bool surely = false;

		for (uint32_t k = 0; n->used && k < b->statements; k++)
			surely |= k != s &&
				  assigns(b, &b->statement[k], n) == ASSIGNED;
		for (uint32_t k = 0; n->used && k < b->statements; k++) {
			enum assigned how = assigns(b, &b->statement[k], n);

			if (how != NOT_ASSIGNED)
				nearer(&out->distance[k],
					here + (how == MAYBE_ASSIGNED && surely
							       ? BY_ARGUMENT
							       : 1));
		}
	}
	for (uint32_t k = 0; k < b->statements; k++)
		if (has(&from->by, k))
			nearer(&out->distance[k], here + BODY_CONDITION);
}

static bool begin(const struct body *b, struct slice_of *out, uint32_t line)
{
	bool any = false;

	for (uint32_t i = 0; i < b->statements; i++) {
		const struct statement *s = &b->statement[i];
		bool in = line ? s->first <= line && line <= s->last
			       : s->returns || s->leaves;

		out->distance[i] = in ? 0 : BODY_FAR;
		any |= in;
	}
	return any;
}

static struct slice_of *slice_from(struct body *b, uint32_t line)
{
	struct slice_of *out;
	struct set done = {{0}};

	for (unsigned i = 0; i < b->slices; i++)
		if (b->slice[i].line == line)
			return &b->slice[i];
	out = &b->slice[b->next++ % SLICES];
	b->slices = b->next < SLICES ? b->next : SLICES;
	out->line = line;
	if (!begin(b, out, line) && !line)
		memset(out->distance, 0, sizeof out->distance);
	for (uint32_t times = 0; times < b->statements; times++) {
		uint32_t least = b->statements;

		for (uint32_t i = 0; i < b->statements; i++)
			if (!has(&done, i) && out->distance[i] < BODY_FAR &&
				(least == b->statements ||
					out->distance[i] <
						out->distance[least]))
				least = i;
		if (least == b->statements)
			break;
		add(&done, least);
		follow(b, out, least);
	}
	return out;
}

unsigned body_distance(struct body *b, unsigned from, unsigned to)
{
	const struct slice_of *s = slice_from(b, from);
	unsigned least = from == to ? 0 : BODY_FAR;

	for (uint32_t i = 0; i < b->statements; i++)
		if (b->statement[i].first <= to && to <= b->statement[i].last)
			nearer(&least, s->distance[i]);
	return least;
}

bool body_is_condition(const struct body *b, unsigned line)
{
	for (uint32_t i = 0; i < b->statements; i++)
		if (b->statement[i].decides && b->statement[i].first <= line &&
			line <= b->statement[i].last)
			return true;
	return false;
}
