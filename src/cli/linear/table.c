/* SPDX-License-Identifier: MIT */
#include "cli/linear/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/suite/listing.h"

enum {
	WAIT_MS = 10000
};

static void read_lines(struct words *lines, char *text)
{
	for (char *save, *line = strtok_r(text, "\n", &save); line;
		line = strtok_r(NULL, "\n", &save))
		words_add(lines, line);
}

static const struct framework lister = {
	.name = "scarp/clients.h",
	.list_arguments = {"--scarp-operations"},
	.read = read_lines,
	.end = "end of operations",
};

/* A number at *at, with the blank before it. */
static bool number(char **at, long long *out)
{
	char *end;

	if (**at != ' ')
		return false;
	errno = 0;
	*out = strtoll(*at + 1, &end, 10);
	if (errno || end == *at + 1 || (*end && *end != ' '))
		return false;
	*at = end;
	return true;
}

static bool whole(char **at, unsigned *out, unsigned most)
{
	long long n;

	if (!number(at, &n) || n < 0 || n > most)
		return false;
	*out = (unsigned)n;
	return true;
}

static bool word(char **at, char *out, size_t size)
{
	size_t n = **at == ' ' ? strcspn(*at + 1, " ") : 0;

	if (!n || n >= size)
		return false;
	snprintf(out, size, "%.*s", (int)n, *at + 1);
	*at += 1 + n;
	return true;
}

/* "operation 0 0 enqueue 0": number, role, name, sets of values. */
static bool read_operation(struct client_table *t, char *at)
{
	struct client_action *a = &t->action[t->actions];
	unsigned i;

	if (t->actions == CLIENT_ACTIONS || !whole(&at, &i, t->actions) ||
		i != t->actions || !whole(&at, &a->role, UINT32_MAX) ||
		!word(&at, a->name, sizeof a->name) ||
		a->name[strcspn(a->name, "(),|")])
		return false;
	while (*at && a->arguments < CLIENT_ARGUMENTS &&
		whole(&at, &a->set[a->arguments], CLIENT_SETS - 1))
		a->arguments++;
	t->actions++;
	return !*at;
}

/* "values 0 listed 1 2 3" */
static bool read_values(struct client_table *t, char *at)
{
	static const char *const kinds[] = {"listed", "alike", "fresh"};
	struct client_values *v = &t->set[t->sets];
	unsigned i, kind = 0;
	char name[16];

	if (t->sets == CLIENT_SETS || !whole(&at, &i, t->sets) ||
		i != t->sets || !word(&at, name, sizeof name))
		return false;
	while (kind < 3 && strcmp(kinds[kind], name) != 0)
		kind++;
	v->kind = (enum values_kind)kind;
	while (*at && v->n < CLIENT_VALUES && number(&at, &v->value[v->n]))
		v->n++;
	t->sets++;
	return kind < 3 && !*at;
}

/* By more than whether two are equal: what is made of one is not what is made
 * of another one. */
static bool tells_apart(const char *specification)
{
	return strcmp(specification, "priority-queue") == 0 ||
	       strcmp(specification, "counter") == 0 ||
	       strcmp(specification, "semaphore") == 0;
}

static bool read_line(struct client_table *t, char *line)
{
	if (strcmp(line, "scarp-clients 1 alike") == 0)
		return true;
	if (strcmp(line, "scarp-clients 1 differ") == 0)
		return t->threads_differ = true;
	if (strcmp(line, lister.end) == 0)
		return true;
	if (strncmp(line, "specification ", 14) == 0)
		return t->tells_apart = tells_apart(line + 14), true;
	if (strncmp(line, "operation ", 10) == 0)
		return read_operation(t, line + 9);
	return strncmp(line, "values ", 7) == 0 && read_values(t, line + 6);
}

/* Twice the same value would be two clients that are one. */
static bool occurs_twice(const struct client_values *v)
{
	for (unsigned i = 0; i < v->n; i++)
		for (unsigned k = 0; k < i; k++)
			if (v->value[i] == v->value[k])
				return true;
	return false;
}

static int judge(
	const struct client_table *t, const char *path, struct err *err)
{
	if (!t->actions)
		return fail(err, ERR_USAGE,
			"'%s' has no operations for clients; its table is "
			"empty" SC(657),
			path);
	for (unsigned i = 0; i < t->actions; i++) {
		const struct client_action *a = &t->action[i];

		for (unsigned k = 0; k < i; k++)
			if (strcmp(t->action[k].name, a->name) == 0)
				return fail(err, ERR_USAGE,
					"'%s' has two operations '%s'; a "
					"client could not say which" SC(657),
					path, a->name);
		for (unsigned k = 0; k < a->arguments; k++) {
			const struct client_values *v = &t->set[a->set[k]];

			if (a->set[k] >= t->sets ||
				(v->kind != VALUES_FRESH && !v->n) ||
				occurs_twice(v))
				return fail(err, ERR_USAGE,
					"'%s': the values of operation '%s' "
					"are 1 to %d, each once; or use "
					"scarp_fresh" SC(657),
					path, a->name, CLIENT_VALUES);
			if (t->tells_apart && v->kind != VALUES_LISTED)
				return fail(err, ERR_USAGE,
					"'%s': the specification orders values "
					"or adds them, so those of operation "
					"'%s' are neither alike nor "
					"scarp_fresh; list them "
					"(SCARP_LISTED)" SC(657),
					path, a->name);
		}
	}
	return OK;
}

int client_table_read(
	struct client_table *t, const struct target *target, struct err *err)
{
	struct selection none = {{0}, {0}};
	struct heard h;
	bool good;

	memset(t, 0, sizeof *t);
	if (listing_hear(&h, &lister, target, &none, WAIT_MS, err))
		return err->code;
	good = h.complete && h.names.count &&
	       strncmp(h.names.word[0], "scarp-clients 1 ", 16) == 0;
	if (!good)
		fail(err, ERR_USAGE,
			"'%s' has no table of operations, of which clients "
			"could be made; SCARP_CLIENTS of scarp/clients.h gives "
			"a test one ('scarp help linearize')" SC(656),
			target->path);
	for (size_t i = 0; good && i < h.names.count; i++) {
		good = read_line(t, h.names.word[i]);
		if (!good)
			fail(err, ERR_USAGE,
				"'%s': a client cannot be made of '%.100s'; "
				"there are up to %d operations, with names of "
				"less than %d characters and up to %d "
				"arguments" SC(657),
				target->path, h.names.word[i], CLIENT_ACTIONS,
				CLIENT_NAME, CLIENT_ARGUMENTS);
	}
	words_fini(&h.names);
	return good ? judge(t, target->path, err) : err->code;
}
