/* SPDX-License-Identifier: MIT */
#include "channel/expected.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"

enum {
	QUOTED = 120 /* bytes of a line that are shown */
};

/* What is left of a text. */
struct rest {
	const char *at;
	size_t bytes;
};

struct line {
	const char *at;
	size_t bytes; /* its end included */
};

/* False: there is none. */
static bool next_line(struct rest *rest, struct line *out)
{
	const char *end;

	if (!rest->bytes)
		return false;
	end = memchr(rest->at, '\n', rest->bytes);
	out->at = rest->at;
	out->bytes = end ? (size_t)(end - rest->at) + 1 : rest->bytes;
	rest->at += out->bytes;
	rest->bytes -= out->bytes;
	return true;
}

static bool same(const struct line *a, const struct line *b)
{
	return a->bytes == b->bytes && memcmp(a->at, b->at, a->bytes) == 0;
}

/* In quotes, without its end. */
static const char *quote(const struct line *l, char out[QUOTED + 16])
{
	size_t n = l->bytes, used = 0;

	out[used++] = '"';
	if (n && l->at[n - 1] == '\n')
		n--;
	for (size_t i = 0; i < n && used <= QUOTED; i++) {
		unsigned char c = (unsigned char)l->at[i];

		if (c < ' ' || c == 127)
			used += (size_t)snprintf(
				out + used, 5, "\\x%02x", (unsigned)c);
		else
			out[used++] = (char)c;
	}
	snprintf(out + used, 8, used > QUOTED ? "...\"" : "\"");
	return out;
}

/* What is compared, and with what. */
struct compared {
	char what[EXPECTED_PATH + 16];
	const char *in;
	struct rest was;
};

/* Equal but for its end. */
static bool lacks_end(const struct line *a, const struct line *b)
{
	return a->bytes + 1 == b->bytes && memcmp(a->at, b->at, a->bytes) == 0;
}

static void tell(const struct compared *c, unsigned number,
	const struct line *is, const struct line *was, char *why, size_t size)
{
	char one[QUOTED + 16], other[QUOTED + 16];
	const char *in = c->in, *what = c->what;

	if (is && was && (lacks_end(is, was) || lacks_end(was, is)))
		snprintf(why, size,
			"line %u of %s, %s, has %s line end; %s it has %s",
			number, what, quote(is, one),
			lacks_end(is, was) ? "no" : "a", in,
			lacks_end(is, was) ? "one" : "none");
	else if (is && was)
		snprintf(why, size, "line %u of %s is %s; %s it is %s", number,
			what, quote(is, one), in, quote(was, other));
	else if (is)
		snprintf(why, size, "line %u of %s is %s; %s there is none",
			number, what, quote(is, one), in);
	else
		snprintf(why, size, "%s has no line %u; %s it is %s", what,
			number, in, quote(was, other));
}

/* --- in any order */

/* Of all lines, whatever their order. */
static uint64_t sum_of(struct rest rest)
{
	uint64_t sum = 0;
	struct line l;

	while (next_line(&rest, &l)) {
		uint64_t h = 0xcbf29ce484222325u;

		for (size_t i = 0; i < l.bytes; i++)
			h = (h ^ (uint8_t)l.at[i]) * 0x100000001b3u;
		sum += hash_mix(h);
	}
	return sum;
}

static unsigned count(struct rest rest, const struct line *wanted)
{
	unsigned n = 0;
	struct line l;

	while (next_line(&rest, &l))
		n += same(&l, wanted);
	return n;
}

/* The first line of one that it has more often than the other. */
static bool more(struct rest of, struct rest than, struct line *out)
{
	struct rest rest = of;

	while (next_line(&rest, out))
		if (count(of, out) > count(than, out))
			return true;
	return false;
}

static bool is_in_any_order(
	const struct compared *c, struct rest is, char *why, size_t size)
{
	char quoted[QUOTED + 16];
	struct rest was = c->was;
	struct line l;

	if (is.bytes == was.bytes && sum_of(is) == sum_of(was))
		return true;
	if (more(is, was, &l) || more(was, is, &l))
		snprintf(why, size,
			"%s has the line %s%s %u times; %s it is there %u "
			"times",
			c->what, quote(&l, quoted),
			l.at[l.bytes - 1] == '\n' ? "" : " without its end",
			count(is, &l), c->in, count(was, &l));
	return false;
}

static bool is_in_order(
	const struct compared *c, struct rest is, char *why, size_t size)
{
	struct rest was = c->was;
	struct line a, b;

	for (unsigned number = 1;; number++) {
		bool more_is = next_line(&is, &a),
		     more_was = next_line(&was, &b);

		if (!more_is && !more_was)
			return true;
		if (more_is && more_was && same(&a, &b))
			continue;
		tell(c, number, more_is ? &a : NULL, more_was ? &b : NULL, why,
			size);
		return false;
	}
}

bool expected_is(const struct channel_expected *expected, uint32_t part,
	const char *text, size_t bytes, char *why, size_t size)
{
	const struct expected_part *p = &expected->part[part];
	struct rest is = {text, bytes};
	struct compared c = {.what = "standard output",
		.in = part == EXPECTED_OUTPUT && expected->given
			      ? "in the file of --expect-output"
			      : "in the first execution",
		.was = {expected->text + p->at, p->bytes}};

	if (part != EXPECTED_OUTPUT)
		snprintf(c.what, sizeof c.what, "file '%s'", p->path);
	if (!text || p->how == EXPECTED_ABSENT) {
		if (!text && p->how == EXPECTED_ABSENT)
			return true;
		snprintf(why, size, "at the end there is %s %s; %s there is %s",
			text ? "a" : "no", c.what, c.in, text ? "none" : "one");
		return false;
	}
	return p->how == EXPECTED_ANY_ORDER ? is_in_any_order(&c, is, why, size)
					    : is_in_order(&c, is, why, size);
}

bool expected_learn(struct channel_expected *expected, uint32_t part,
	const char *text, size_t bytes)
{
	struct expected_part *p = &expected->part[part];

	if (bytes > sizeof expected->text - expected->bytes)
		return false;
	p->how = text ? EXPECTED_SAME : EXPECTED_ABSENT;
	p->at = expected->bytes;
	p->bytes = (uint32_t)bytes;
	if (bytes)
		memcpy(expected->text + p->at, text, bytes);
	expected->bytes += p->bytes;
	return true;
}
