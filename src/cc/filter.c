/* SPDX-License-Identifier: MIT */
/* filter.c - which of the user's arguments reach the compiler
 *
 * Arguments keep their order.  The linker's own (-Wl, and -Xlinker) are seen
 * word by word, because an option and its value may come in two arguments.  An
 * executable's version script goes: it would hide the runtime from every
 * library, and with every linker it wins over a dynamic list.
 */
#include "cc/filter.h"

#include <stdlib.h>
#include <string.h>

enum fate {
	KEEP,
	DROP,
	DROP_AND_SAY
};

struct linker {
	bool value; /* the next word belongs to a dropped option */
};

/* -O2 and above would merge and move accesses before they are announced. */
static bool too_high(const char *level)
{
	return starts(level, "-O") && strcmp(level, "-O0") != 0 &&
	       strcmp(level, "-O1") != 0 && strcmp(level, "-O") != 0 &&
	       strcmp(level, "-Og") != 0;
}

static enum fate compile_option(const struct request *r, const char *arg)
{
	if (too_high(arg) && !r->keep_o)
		return DROP;
	if (starts(arg, "-D_FORTIFY_SOURCE") ||
		starts(arg, "-Wp,-D_FORTIFY_SOURCE") ||
		!strcmp(arg, "-U_FORTIFY_SOURCE") ||
		!strcmp(arg, "-Wp,-U_FORTIFY_SOURCE"))
		return DROP;
	if (!strcmp(arg, "-fsanitize=thread") || !strcmp(arg, "-s") ||
		!strcmp(arg, "-gsplit-dwarf") || !strcmp(arg, "-g0") ||
		!strcmp(arg, "-gno-record-gcc-switches"))
		return DROP;
	if (starts(arg, "-flto") || !strcmp(arg, "-fuse-linker-plugin") ||
		starts(arg, "-fsanitize") || starts(arg, "-static-lib") ||
		!strcmp(arg, "-pg"))
		return DROP_AND_SAY;
	if (starts(arg, "-fno-lto") || !strcmp(arg, "-ffat-lto-objects") ||
		!strcmp(arg, "-fno-fat-lto-objects"))
		return DROP;
	return KEEP;
}

/* One word of the linker's.  Debug information and symbols stay, or reports
 * would have no lines and the inventory nothing to read. */
static enum fate linker_word(
	struct linker *l, const struct request *r, const char *w)
{
	const char *name = w + strspn(w, "-");

	if (l->value) {
		l->value = false;
		return DROP;
	}
	if (!strcmp(w, "-s") || !strcmp(w, "-S") || !strcmp(w, "--strip-all") ||
		!strcmp(w, "--strip-debug"))
		return DROP;
	if (r->product != MAKES_EXECUTABLE || *w != '-')
		return KEEP;
	if (starts(name, "version-script=") ||
		!strcmp(w, "--no-export-dynamic"))
		return DROP_AND_SAY;
	if (!strcmp(name, "version-script")) {
		l->value = true;
		return DROP_AND_SAY;
	}
	return KEEP;
}

/* -Wl,a,b,c: what is kept of it. */
static void linker_words(struct linker *l, struct request *r, const char *arg)
{
	char *copy = strdup(arg + 4), *at = copy, *w;
	char *kept = calloc(strlen(arg) + 2, 1);

	while ((w = strsep(&at, ","))) {
		enum fate fate = linker_word(l, r, w);

		if (fate == KEEP)
			strcat(strcat(kept, ","), w);
		else if (fate == DROP_AND_SAY)
			args_addf(&r->dropped, "-Wl,%s", w);
	}
	if (*kept)
		args_addf(&r->kept, "-Wl%s", kept);
	free(kept);
	free(copy);
}

void filter(struct request *r, const struct args *line)
{
	struct linker l = {0};

	for (size_t i = 0; i < line->len; i++) {
		const char *arg = line->at[i];
		const char *next = line->at[i + 1];
		enum fate fate;

		if (starts(arg, "-Wl,")) {
			linker_words(&l, r, arg);
			continue;
		}
		if (!strcmp(arg, "-Xlinker") && next) {
			fate = linker_word(&l, r, next);
			if (fate == KEEP) {
				args_add(&r->kept, arg);
				args_add(&r->kept, next);
			} else if (fate == DROP_AND_SAY) {
				args_addf(&r->dropped, "-Xlinker %s", next);
			}
			i++;
			continue;
		}
		if (!strcmp(arg, "-D") && next &&
			starts(next, "_FORTIFY_SOURCE")) {
			i++;
			continue;
		}
		fate = compile_option(r, arg);
		if (fate == KEEP)
			args_add(&r->kept, arg);
		else if (fate == DROP_AND_SAY)
			args_add(&r->dropped, arg);
	}
}
