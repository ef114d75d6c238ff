/* SPDX-License-Identifier: MIT */
#include "cli/study/technique.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words/near.h"
#include "cli/words/options.h"
#include "search/strategy.h"

static void add(struct technique *t, const char *word)
{
	if (t->words < TECHNIQUE_WORDS)
		t->word[t->words++] = strdup(word);
}

static bool is_strategy(unsigned i)
{
	const struct strategy *s = strategy_at(i);

	return !s->given && !s->reduce && !s->cache;
}

static bool named(const char *name)
{
	for (unsigned i = 0; strategy_at(i); i++)
		if (is_strategy(i) && strcmp(strategy_at(i)->name, name) == 0)
			return true;
	return false;
}

static int unknown(const char *name, const char *file, struct err *err)
{
	struct near near = near_to(name, strlen(name));
	char list[300] = "default", hint[64];

	for (unsigned i = 0; strategy_at(i); i++)
		if (is_strategy(i)) {
			size_t n = strlen(list);

			near_try(&near, strategy_at(i)->name);
			snprintf(list + n, sizeof list - n, ", %s",
				strategy_at(i)->name);
		}
	near_try(&near, "default");
	near_say(&near, "", hint, sizeof hint);
	return fail(err, ERR_USAGE,
		"%.150s: no technique '%.60s'%s%s there is: %s, and pct-N of "
		"depth N" SC(674),
		file, name, hint, near_then(hint), list);
}

static bool is_depth(const char *text)
{
	return *text >= '1' && *text <= '9' &&
	       strspn(text, "0123456789") == strlen(text) && strlen(text) < 5;
}

static int from_word(struct technique *t, const char *name, const char *file,
	struct err *err)
{
	t->name = name;
	if (strcmp(name, "default") == 0)
		return OK;
	if (strncmp(name, "pct-", 4) == 0 && is_depth(name + 4)) {
		add(t, "--strategy=pct");
		add(t, "--pct-depth");
		add(t, name + 4);
		return OK;
	}
	if (!named(name))
		return unknown(name, file, err);
	add(t, "--strategy");
	add(t, name);
	return OK;
}

static int from_object(struct technique *t, const json_t *from,
	const char *file, struct err *err)
{
	const json_t *options = json_object_get(from, "options");
	const json_t *one;
	const char *key;
	size_t i;

	t->name = json_string_value(json_object_get(from, "name"));
	json_object_foreach((json_t *)from, key,
		one) if (strcmp(key, "name") != 0 &&
			 strcmp(key, "options") != 0) return fail(err,
		ERR_USAGE,
		"%.150s: a technique has 'name' and 'options', "
		"no '%.60s'" SC(673),
		file, key);
	if (!t->name || !*t->name || !json_is_array(options))
		return fail(err, ERR_USAGE,
			"%.150s: a technique is the name of a strategy, or "
			"{\"name\": ..., \"options\": [...]}" SC(673),
			file);
	if (json_array_size(options) > TECHNIQUE_WORDS)
		return fail(err, ERR_USAGE,
			"%.150s: technique '%.60s' has more than %d "
			"options" SC(673),
			file, t->name, TECHNIQUE_WORDS);
	json_array_foreach(options, i, one)
	{
		if (!json_is_string(one))
			return fail(err, ERR_USAGE,
				"%.150s: the options of technique '%.60s' are "
				"texts" SC(673),
				file, t->name);
		add(t, json_string_value(one));
	}
	return OK;
}

/* What the study says itself, for each of its runs. */
static const char *taken(const struct options *o)
{
	return o->given.seed		 ? "seed"
	       : o->given.max_executions ? "max-executions"
	       : o->given.budget	 ? "budget"
	       : o->given.stop_after	 ? "stop-after"
	       : o->finish_bound	 ? "finish-bound"
	       : o->given.jobs		 ? "jobs"
	       : o->json		 ? "json"
	       : o->events		 ? "events"
	       : o->state		 ? "state"
	       : o->out			 ? "out"
	       : o->ci			 ? "ci"
	       : o->filter		 ? "filter"
	       : o->each_case		 ? "each"
	       : o->list_cases		 ? "list"
	       : o->config		 ? "config"
	       : o->print_config	 ? "print-config"
	       : o->help		 ? "help"
					 : NULL;
}

static int judge(struct technique *t, const char *file, struct err *err)
{
	static struct options o; /* large */
	char *argv[TECHNIQUE_WORDS + 2] = {"check"};
	struct err why = {OK, ""};

	memcpy(argv + 1, t->word, t->words * sizeof *argv);
	options_default(&o);
	if (options_parse(&o, (int)t->words + 1, argv, CHECK, &why))
		return fail_about(err, ERR_USAGE, &why,
			"%.150s: technique '%.60s'", file, t->name);
	if (taken(&o))
		return fail(err, ERR_USAGE,
			"%.150s: technique '%.60s' has '--%s', which the study "
			"says for each run itself; 'seeds' and 'limit' of the "
			"suite are for that" SC(683),
			file, t->name, taken(&o));
	if (o.rest <= (int)t->words)
		return fail(err, ERR_USAGE,
			"%.150s: technique '%.60s' has '%.60s' among its "
			"options, which is none" SC(683),
			file, t->name, argv[o.rest]);
	if (options_judge(&o, &why))
		return fail_about(err, ERR_USAGE, &why,
			"%.150s: technique '%.60s'", file, t->name);
	t->kind = o.deepens || o.turns ? TECHNIQUE_DEFAULT
		  : o.sampler	       ? TECHNIQUE_SAMPLER
		  : o.strategy && (strcmp(o.strategy, "ipb") == 0 ||
					  strcmp(o.strategy, "idb") == 0)
			  ? TECHNIQUE_BOUNDED
			  : TECHNIQUE_IN_ORDER;
	t->seeded = o.deepens || o.turns || o.sampler;
	if (o.strategy && strcmp(o.strategy, "pct") == 0)
		t->pct_depth = o.pct_depth;
	return OK;
}

int technique_read(struct technique *t, const json_t *from, const char *file,
	struct err *err)
{
	const char *word = json_string_value(from);

	*t = (struct technique){0};
	if (word ? from_word(t, word, file, err)
		 : from_object(t, from, file, err))
		return err->code;
	return judge(t, file, err);
}

void technique_fini(struct technique *t)
{
	for (unsigned i = 0; i < t->words; i++)
		free(t->word[i]);
}
