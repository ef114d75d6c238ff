/* SPDX-License-Identifier: MIT */
#include "cc/doubled.h"

#include <stdio.h>
#include <string.h>

#include "base/err.h"

static bool among(const struct args *names, const char *name)
{
	for (size_t i = 0; i < names->len; i++)
		if (strcmp(names->at[i], name) == 0)
			return true;
	return false;
}

/* "multiple definition of `malloc'" by GNU ld, 'malloc' by gold, and "duplicate
 * symbol: malloc" by lld and mold. */
static void line_ends(struct doubled *d)
{
	static const char *const words[] = {
		"multiple definition of ", "duplicate symbol: "};
	const char *at = NULL;
	char name[256];
	size_t n;

	d->line[d->length] = 0;
	d->length = 0;
	for (size_t i = 0; !at && i < sizeof words / sizeof *words; i++) {
		at = strstr(d->line, words[i]);
		at += at ? strlen(words[i]) : 0;
	}
	if (!at)
		return;
	at += *at == '`' || *at == '\'';
	n = strcspn(at, "'`; \r");
	if (n == 0 || n >= sizeof name)
		return;
	memcpy(name, at, n);
	name[n] = 0;
	if (!among(&d->names, name))
		args_addf(&d->names, "%s", name);
}

void doubled_read(struct doubled *d, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] == '\n')
			line_ends(d);
		else if (d->length + 1 < sizeof d->line)
			d->line[d->length++] = text[i];
}

/* Those of the list that scarp defines, in the linker's order. */
static void runtimes(
	struct args *out, const struct args *names, const char *symbols)
{
	FILE *f = fopen(symbols, "re");
	struct args own = {0};
	char name[1024];

	while (f && fscanf(f, "%1023s", name) == 1) {
		name[strcspn(name, ";")] = 0;
		if (among(names, name))
			args_addf(&own, "%s", name);
	}
	if (f)
		fclose(f);
	for (size_t i = 0; i < names->len; i++)
		if (among(&own, names->at[i]))
			args_add(out, names->at[i]);
}

void doubled_say(const struct doubled *d, const char *self, const char *symbols)
{
	struct args own = {0};

	runtimes(&own, &d->names, symbols);
	if (own.len == 0)
		return;
	fprintf(stderr, "%s: the program defines", self);
	for (size_t i = 0; i < own.len; i++)
		fprintf(stderr, "%s '%s'",
			i == 0		   ? ""
			: i + 1 == own.len ? " and"
					   : ",",
			own.at[i]);
	fprintf(stderr,
		", which scarp has to define itself: in a test it keeps "
		"threads, memory and the end of the process under control\n"
		"%s: leave the file that defines %s out of the test; or, in C, "
		"give "
		"%s another name when all of it is compiled, and it is tested "
		"as any other code:",
		self, own.len == 1 ? "it" : "them",
		own.len == 1 ? "it" : "each");
	for (size_t i = 0; i < own.len; i++)
		fprintf(stderr, " -D%s=own_%s", own.at[i], own.at[i]);
	fprintf(stderr, " (what the C library allocates, such as by strdup, is "
			"then not its own)" SC(608) "\n");
}
