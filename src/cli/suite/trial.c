/* SPDX-License-Identifier: MIT */
/* trial.c - asking the framework itself what a selection runs
 *
 * Nothing here knows what a framework takes for a pattern: its own list, with
 * the selection, says what would run.  Where the list is made by running the
 * tests, the one that is selected runs as the search will run it; if it hangs
 * or fails, that is for the search to say.
 */
#include "cli/suite/trial.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum {
	TRIAL_MS = 5000,
	DEATHS = 3 /* as many must be no chance */
};

static void selection_fini(struct selection *s)
{
	words_fini(&s->arguments);
	words_fini(&s->environment);
}

static bool hear(struct heard *h, const struct framework *f,
	const struct target *t, const char *name, const char *first)
{
	struct selection s = {{0}, {0}};
	struct err err = {OK, ""};
	int code;

	if (first)
		words_add(&s.environment, first);
	f->select(&s, name);
	code = listing_hear(
		h, f, t, &s, f->runs_all ? TRIAL_MS : LISTING_MS, &err);
	selection_fini(&s);
	return code == OK;
}

/* It always ends its process, and that is right where it has one of its own. */
static bool ends_its_process(
	const struct framework *f, const struct target *t, const char *name)
{
	struct heard h;
	bool good;

	for (int i = 0; i < DEATHS; i++) {
		good = hear(&h, f, t, name, f->always) && h.ended &&
		       !h.complete;
		words_fini(&h.names);
		if (!good)
			return false;
	}
	good = hear(&h, f, t, name, f->own_process) && h.complete &&
	       WIFEXITED(h.status) && WEXITSTATUS(h.status) == 0;
	words_fini(&h.names);
	return good;
}

static bool judge(
	const struct heard *h, const char *name, char *why, size_t size)
{
	for (size_t i = 0; i < h->names.count; i++) {
		if (strcmp(h->names.word[i], name) == 0)
			continue;
		snprintf(why, size,
			"cannot be selected by name: what selects it runs "
			"'%.100s'%s; give it another name",
			h->names.word[i],
			words_have(&h->names, name) ? " as well" : "");
		return false;
	}
	if (h->names.count)
		return true;
	snprintf(why, size,
		"cannot be selected by name: what selects it runs no test");
	return false;
}

bool trial(const struct words *all, const struct framework *f,
	const struct target *t, const char *name, char *why, size_t size)
{
	struct heard h = {.ended = false};
	bool good = true;

	if (f->list_is_whole) {
		for (size_t i = 0; i < all->count; i++)
			if (strcmp(all->word[i], name) == 0 ||
				f->runs(name, all->word[i]))
				words_add(&h.names, all->word[i]);
		good = judge(&h, name, why, size);
		words_fini(&h.names);
		return good;
	}
	if (!hear(&h, f, t, name, f->always))
		return true; /* the search will meet that, too */
	if (h.complete)
		good = judge(&h, name, why, size);
	words_fini(&h.names);
	if (h.ended && !h.complete && f->own_process &&
		ends_its_process(f, t, name)) {
		snprintf(why, size,
			"needs a process of its own, which scarp does not give "
			"it: it ends the one it runs in (an exit status or a "
			"signal is what it is for)");
		return false;
	}
	return good;
}
