/* SPDX-License-Identifier: MIT */
#include "cli/processes/environment.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/writer.h"

/* The directory is kept by itself. */
static bool counts(const char *entry)
{
	return strchr(entry, '=') && strncmp(entry, "PWD=", 4) != 0;
}

static char *id_of(const char *entry)
{
	const char *value = strchr(entry, '=') + 1;
	uint64_t sum = checksum(CHECKSUM_START, value, strlen(value));
	char *id;

	if (asprintf(&id, "%016" PRIx64 " %.*s", sum, (int)(value - entry) - 1,
		    entry) < 0)
		return NULL;
	return id;
}

char **environment_ids(char *const *environment)
{
	size_t n = 0, used = 0;
	char **ids;

	while (environment[n])
		n++;
	ids = calloc(n + 1, sizeof *ids);
	for (size_t i = 0; ids && i < n; i++)
		if (counts(environment[i]) &&
			!(ids[used++] = id_of(environment[i])))
			return NULL;
	return ids;
}

static const char *name_of(const char *id)
{
	const char *blank = strchr(id, ' ');

	return blank ? blank + 1 : id;
}

/* The entry of this name; NULL: it is not set. */
static const char *find(char *const *ids, const char *name)
{
	for (; ids && *ids; ids++)
		if (strcmp(name_of(*ids), name) == 0)
			return *ids;
	return NULL;
}

static int differs(const char *name, const char *how, struct err *err)
{
	return fail(err, ERR_USAGE,
		"the environment variable '%.200s' %s; the test may do what it "
		"says, so set it as it was, or start again with 'scarp "
		"check'" SC(434),
		name, how);
}

int environment_same(
	char *const *environment, char *const *ids, struct err *err)
{
	char **now = environment_ids(environment);
	int code = OK;

	if (!now)
		return fail(err, ERR_IO, "no memory" SC(437));
	for (char **n = now; *n && !code; n++) {
		const char *was = find(ids, name_of(*n));

		if (!was)
			code = differs(name_of(*n),
				"was not set when the search began", err);
		else if (strcmp(was, *n) != 0)
			code = differs(name_of(*n),
				"had another value when the search began", err);
	}
	for (; ids && *ids && !code; ids++)
		if (!find(now, name_of(*ids)))
			code = differs(name_of(*ids),
				"was set when the search began", err);
	for (char **n = now; *n; n++)
		free(*n);
	free(now);
	return code;
}
