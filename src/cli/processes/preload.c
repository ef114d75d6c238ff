/* SPDX-License-Identifier: MIT */
#include "cli/processes/preload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char NAME[] = "LD_PRELOAD=";

/* As the target's own environment says; it is sorted, and stays so. */
static char **place(char **environment)
{
	while (*environment && strncmp(*environment, NAME, strlen(NAME)) < 0)
		environment++;
	return environment;
}

int preload(struct target *t, const char *library, struct err *err)
{
	char **at = place(t->environment), *entry;
	bool there = *at && strncmp(*at, NAME, strlen(NAME)) == 0;
	size_t n = 0;

	/* The loader takes both for the end of a name. */
	if (strpbrk(library, ": "))
		return fail(err, ERR_USAGE,
			"cannot have '%s' loaded into the program: its path "
			"has a blank or a colon; install scarp elsewhere" SC(
				456),
			library);
	if (asprintf(&entry, "%s%s%s%s", NAME, library, there ? ":" : "",
		    there ? *at + strlen(NAME) : "") < 0)
		return fail(err, ERR_IO, "no memory" SC(437));
	free(t->preloaded);
	t->preloaded = entry;
	if (!there) {
		while (at[n])
			n++;
		memmove(at + 1, at, (n + 1) * sizeof *at);
	}
	*at = entry;
	return OK;
}
