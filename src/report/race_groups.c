/* SPDX-License-Identifier: MIT */
#include "report/race_groups.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/sentence.h"
#include "report/text.h"

enum {
	GROUPS_MOST = 256, /* the last one has all the others */
	GROUPS_SHOWN = 20,
	PLACES_MOST = 64, /* of a group that are kept */
	PLACES_SHOWN = 8
};

struct place {
	const char *path;
	unsigned line;
	uint64_t pc;
};

struct group {
	uint64_t key;
	char name[400];
	uint32_t races, places;
	struct place place[PLACES_MOST];
};

/* What it is about, the same for a member of each block from one place. */
static uint64_t key_of(const struct channel_race *race)
{
	const struct channel_place *p = &race->place;
	bool frees = race->first.freeing || race->second.freeing;

	if (!p->block)
		return hash_mix(p->address);
	return hash_mix(hash_mix(p->block_pc ^ 1) ^
			(frees ? UINT64_MAX : p->address - p->block));
}

static bool is_known(const struct result *r, const struct told_race *told,
	uint32_t count, uint64_t key)
{
	for (uint32_t i = 0; i < count; i++)
		if (key_of(&r->race[told[i].first]) == key)
			return true;
	return false;
}

void race_groups_spread(const struct result *r, struct told_race *told,
	uint32_t count, uint32_t most)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < count && at < most; i++) {
		struct told_race now = told[i];

		if (now.class != told[0].class)
			return;
		if (is_known(r, told, at, key_of(&r->race[now.first])))
			continue;
		memmove(told + at + 1, told + at, (i - at) * sizeof *told);
		told[at++] = now;
	}
}

/* "head", without what it is. */
static void name_of(struct names *n, const struct channel_race *race, char *out,
	size_t size)
{
	char what[400];

	races_object(n, race, what, sizeof what);
	if (strstr(what, " ("))
		*strstr(what, " (") = '\0';
	snprintf(out, size, "%s", what);
}

/* Its row, or that of an equal name. */
static struct group *group_of(struct names *n, struct group *all,
	uint32_t *groups, const struct channel_race *race)
{
	struct group *g = &all[*groups];
	uint64_t key = key_of(race);

	for (uint32_t i = 0; i < *groups; i++)
		if (all[i].key == key)
			return &all[i];
	if (*groups == GROUPS_MOST)
		return &all[GROUPS_MOST - 1];
	name_of(n, race, g->name, sizeof g->name);
	for (uint32_t i = 0; i < *groups; i++)
		if (strcmp(all[i].name, g->name) == 0)
			return &all[i];
	g->key = key;
	*groups += 1;
	return g;
}

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int order = strcmp(x->path, y->path);

	if (order)
		return order;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void add_place(struct names *n, struct group *g, uint64_t pc)
{
	const struct frame *f = names_frame(n, &pc, 1);
	struct place now = {f->path, f->line, pc};

	for (uint32_t i = 0; i < g->places; i++)
		if (by_place(&g->place[i], &now) == 0 &&
			(now.line || g->place[i].pc == pc))
			return;
	if (g->places < PLACES_MOST)
		g->place[g->places++] = now;
}

/* "list.c:31, 40, map.c:7" */
static void print_places(struct names *n, struct group *g, FILE *out)
{
	char where[96], before[96] = "";

	qsort(g->place, g->places, sizeof *g->place, by_place);
	for (uint32_t i = 0; i < g->places && i < PLACES_SHOWN; i++) {
		char *colon;

		names_where(n, g->place[i].pc, where, sizeof where);
		colon = g->place[i].line ? strrchr(where, ':') : NULL;
		if (colon && i && strncmp(where, before, strlen(before)) == 0 &&
			before[0])
			fprintf(out, ", %s", colon + 1);
		else
			fprintf(out, "%s%s", i ? ", " : "", where);
		snprintf(before, sizeof before, "%.*s",
			colon ? (int)(colon + 1 - where) : 0, where);
	}
	if (g->places > PLACES_SHOWN)
		fprintf(out, " and %u more line%s", g->places - PLACES_SHOWN,
			sentence_s(g->places - PLACES_SHOWN));
	fputc('\n', out);
}

static void print(struct names *n, struct group *all, uint32_t groups,
	uint32_t races, FILE *out)
{
	uint32_t told = 0;

	for (uint32_t i = 0; i < groups && i < GROUPS_SHOWN; i++) {
		fprintf(out, "    %s: %u race%s, at ", all[i].name,
			all[i].races, sentence_s(all[i].races));
		print_places(n, &all[i], out);
		told += all[i].races;
	}
	if (groups > GROUPS_SHOWN)
		fprintf(out, "    and %u more, on other memory\n",
			races - told);
}

void race_groups_print(struct names *n, const struct result *r,
	const struct told_race *told, uint32_t count, FILE *out)
{
	struct group *all = calloc(GROUPS_MOST + 1, sizeof *all);
	uint32_t groups = 0;

	for (uint32_t i = 0; all && i < count; i++) {
		const struct channel_race *race = &r->race[told[i].first];
		struct group *g = group_of(n, all, &groups, race);

		g->races++;
		add_place(n, g, race->first.pc);
		add_place(n, g, race->second.pc);
	}
	if (all)
		print(n, all, groups, count, out);
	free(all);
}
