/* SPDX-License-Identifier: MIT */
/* near.c - the name that a mistyped word was probably meant to be */
#include "cli/words/near.h"

#include <stdio.h>
#include <string.h>

enum {
	LETTERS_MAX = 32
};

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* How many letters to change, leave out, put in, or exchange with the next. */
static unsigned distance(
	const char *a, size_t a_length, const char *b, size_t b_length)
{
	unsigned d[LETTERS_MAX + 1][LETTERS_MAX + 1];

	for (unsigned i = 0; i <= a_length; i++)
		d[i][0] = i;
	for (unsigned j = 0; j <= b_length; j++)
		d[0][j] = j;
	for (unsigned i = 1; i <= a_length; i++)
		for (unsigned j = 1; j <= b_length; j++) {
			unsigned other = a[i - 1] != b[j - 1];

			d[i][j] = least(d[i - 1][j - 1] + other,
				1 + least(d[i - 1][j], d[i][j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
				a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[a_length][b_length];
}

struct near near_to(const char *word, size_t length)
{
	return (struct near){.word = word, .length = length};
}

void near_try(struct near *n, const char *name)
{
	size_t length = strlen(name);
	unsigned d;

	if (n->length > LETTERS_MAX || length > LETTERS_MAX)
		return;
	d = distance(n->word, n->length, name, length);
	if (n->length >= 3 && strncmp(n->word, name, n->length) == 0)
		d = 1;
	if (d > 1 && d > length / 3)
		return;
	if (length < 3 || n->length < 2 || (n->best && n->distance <= d))
		return;
	n->best = name;
	n->distance = d;
}

void near_say(const struct near *n, const char *before, char *out, size_t size)
{
	out[0] = '\0';
	if (n->best)
		snprintf(out, size, "; did you mean '%s%s'?", before, n->best);
}

const char *near_then(const char *said)
{
	return said[0] ? "" : ";";
}
