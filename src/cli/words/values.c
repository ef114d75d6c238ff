/* SPDX-License-Identifier: MIT */
/* values.c - what options may be, for completion */
#include <stdio.h>
#include <string.h>

#include "channel/channel.h"
#include "channel/failure.h"
#include "cli/words/generate.h"
#include "linear/check.h"
#include "linear/spec.h"
#include "search/model.h"
#include "search/strategy.h"

struct list {
	char *out;
	size_t size;
};

static void add(struct list *l, const char *word)
{
	size_t n = strlen(l->out);

	snprintf(l->out + n, l->size - n, "%s%s", n ? " " : "", word);
}

static void strategies(struct list *l)
{
	add(l, "deepen");
	for (unsigned i = 0; strategy_at(i); i++)
		if (!strategy_at(i)->given && !strategy_at(i)->reduce &&
			!strategy_at(i)->cache)
			add(l, strategy_at(i)->name);
}

static void reductions(struct list *l)
{
	for (unsigned i = 0; strategy_at(i); i++)
		if (!strategy_at(i)->cache &&
			strcmp(strategy_at(i)->name, "dfs") == 0)
			add(l, strategy_at(i)->reduce ? strategy_at(i)->reduce
						      : "none");
}

static void models(struct list *l)
{
	for (int i = 0; i < MODEL_COUNT; i++)
		add(l, model_info[i].name);
	add(l, "all");
}

static void modes(struct list *l)
{
	add(l, "auto");
	for (int i = 0; i < MODE_COUNT; i++)
		add(l, rewind_mode_name[i]);
}

static void points(struct list *l)
{
	add(l, "sync racing everywhere study");
	for (int i = CLASS_lock; i < CLASS_COUNT; i++)
		add(l, op_class_name[i]);
}

static void failures(struct list *l)
{
	for (int i = 0; i < FAILURES; i++)
		add(l, failure_info[i].name);
	add(l, "all");
}

static void specifications(struct list *l)
{
	for (unsigned i = 0; linear_spec_at(i); i++)
		add(l, linear_spec_at(i)->name);
}

static void conditions(struct list *l)
{
	for (int i = 0; i < LINEAR_CONDITIONS; i++)
		add(l, linear_condition_name[i]);
}

/* `words`, or what `from` adds; `where`: of these subcommands, 0: of all. */
static const struct {
	const char *option, *words;
	void (*from)(struct list *l);
	unsigned where;
} table[] = {
	{"strategy", NULL, strategies, 0},
	{"reduce", NULL, reductions, 0},
	{"refine", "all none", NULL, 0},
	{"turns", "auto erased all", NULL, 0},
	{"cache", "none hbr lazy-hbr", NULL, 0},
	{"model", NULL, models, 0},
	{"mode", NULL, modes, 0},
	{"points", NULL, points, 0},
	{"fail", NULL, failures, 0},
	{"heap", "fresh reuse", NULL, 0},
	{"happens-before", "pure limited", NULL, 0},
	{"races", "report error", NULL, 0},
	{"require", "verified no-bug", NULL, 0},
	{"partial-exit", "0 4 77", NULL, 0},
	{"condition", NULL, conditions, 0},
	{"spec", "own", NULL, CHECK},
	{"spec", NULL, specifications, LINEARIZE},
};

void option_values(
	const struct option_row *row, unsigned where, char *out, size_t size)
{
	struct list l = {out, size};

	out[0] = '\0';
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		if (strcmp(row->name, table[i].option) != 0 ||
			(table[i].where && !(table[i].where & where)))
			continue;
		if (table[i].from)
			table[i].from(&l);
		else
			add(&l, table[i].words);
	}
}
