/* SPDX-License-Identifier: MIT */
/* schedule_output.c - reading what a test is expected to print */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/loader.h"

static int expected_how(struct loader *l, const char *how)
{
	struct channel_expected *e = &l->c->config.expected;
	struct expected_part *p = &e->part[e->parts - 1];

	if (strcmp(how, "same") == 0)
		p->how = EXPECTED_SAME;
	else if (strcmp(how, "any-order") == 0)
		p->how = EXPECTED_ANY_ORDER;
	else if (strcmp(how, "absent") == 0 && e->parts > 1)
		p->how = EXPECTED_ABSENT;
	else
		return loader_bad(l, "'same' or 'any-order' is missing");
	return OK;
}

int loader_output(struct loader *l, const char *at)
{
	struct channel_expected *e = &l->c->config.expected;
	char how[16], from[16];

	if (sscanf(at, " %15s %15s", how, from) != 2 ||
		(strcmp(from, "given") != 0 && strcmp(from, "first") != 0))
		return loader_bad(l,
			"'same' or 'any-order', and 'given' or 'first', "
			"are missing");
	if (e->parts)
		return loader_bad(l, "it was said before what is printed");
	e->parts = 1;
	e->given = from[0] == 'g';
	return expected_how(l, how);
}

int loader_output_file(struct loader *l, const char *at)
{
	struct channel_expected *e = &l->c->config.expected;
	struct expected_part *p;

	if (!e->parts)
		e->parts = 1; /* standard output is not compared */
	if (e->parts == EXPECTED_PARTS)
		return loader_bad(l, "too many files");
	p = &e->part[e->parts++];
	p->at = e->bytes;
	return loader_text_into(l, at, p->path, sizeof p->path);
}

int loader_output_is(struct loader *l, const char *at)
{
	char how[16];

	if (l->c->config.expected.parts < 2 || sscanf(at, " %15s", how) != 1)
		return loader_bad(l, "no file is named before");
	return expected_how(l, how);
}

int loader_expected(struct loader *l, const char *at)
{
	struct channel_expected *e = &l->c->config.expected;
	char *t = NULL;
	size_t n;

	if (!e->parts)
		return loader_bad(l, "nothing is to be compared");
	if (loader_text_and_length(l, at, &t, &n))
		return 1;
	if (n > sizeof e->text - e->bytes) {
		free(t);
		return loader_bad(l, "too much output");
	}
	memcpy(e->text + e->bytes, t, n);
	e->bytes += (uint32_t)n;
	e->part[e->parts - 1].bytes += (uint32_t)n;
	free(t);
	return OK;
}
