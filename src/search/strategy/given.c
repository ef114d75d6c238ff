/* SPDX-License-Identifier: MIT */
#include "search/strategy/given.h"

bool given_new(struct given *g, const struct search_config *config,
	struct region *region)
{
	size_t n = (config->replay ? config->replay_length : 0) * 2 + 4096;

	g->room = (uint32_t)n;
	g->choice = region_take(region, n * sizeof *g->choice);
	g->own = region_take(region, n * sizeof *g->own);
	g->nth = region_take(region, n * sizeof *g->nth);
	g->first = region_take(region, (THREADS_MAX + 1) * sizeof *g->first);
	g->made_own = region_take(region, THREADS_MAX * sizeof *g->made_own);
	g->made = region_take(region, n * sizeof *g->made);
	return g->made != NULL;
}

static void number(struct given *g)
{
	uint32_t *first = g->first;

	for (uint32_t t = 0; t <= THREADS_MAX; t++)
		first[t] = 0;
	for (uint32_t i = 0; i < g->steps; i++)
		g->own[i] = first[g->choice[i].thread + 1]++;
	for (uint32_t t = 0; t < THREADS_MAX; t++)
		first[t + 1] += first[t];
	for (uint32_t i = 0; i < g->steps; i++)
		g->nth[first[g->choice[i].thread] + g->own[i]] = i;
}

void given_read(struct given *g, const struct search_config *config)
{
	g->steps = (uint32_t)config->replay_length;
	for (uint32_t i = 0; i < g->steps; i++)
		g->choice[i] = config->replay[i];
	number(g);
}

void given_adopt(struct given *g)
{
	g->steps = g->made_steps;
	for (uint32_t i = 0; i < g->steps; i++)
		g->choice[i] = g->made[i];
	number(g);
}

void given_begin(struct given *g)
{
	g->at = g->made_steps = 0;
	for (uint32_t t = 0; t < THREADS_MAX; t++)
		g->made_own[t] = 0;
}

uint32_t given_count(const struct given *g, tid t)
{
	return g->first[t + 1] - g->first[t];
}

uint32_t given_nth(const struct given *g, tid t, uint32_t n)
{
	return n < given_count(g, t) ? g->nth[g->first[t] + n] : GIVEN_NONE;
}

bool given_can(const struct view *view, tid t)
{
	return t < view->threads && enabled(&view->thread[t]);
}

tid given_next(struct given *g, const struct view *view, const uint32_t *order,
	tid but)
{
	for (uint32_t i = g->at; i < g->steps; i++) {
		uint32_t step = order ? order[i] : i;
		tid t = g->choice[step].thread;

		if (g->made_own[t] > g->own[step])
			g->at += i == g->at;
		else if (t != but && given_can(view, t))
			return t;
	}
	return TID_NONE;
}

struct choice given_choice(
	const struct given *g, const struct pending *p, tid t)
{
	uint32_t step = given_nth(g, t, g->made_own[t]);
	struct choice c = {t, 0, 0, offered(p, 0)};

	for (uint32_t i = 0; step != GIVEN_NONE && i < p->offers; i++)
		if (offered(p, i) == g->choice[step].alternative)
			c.alternative = offered(p, i);
	return c;
}

bool given_make(struct given *g, struct choice c)
{
	if (g->made_steps + 1 >= g->room)
		return false;
	g->made[g->made_steps++] = c;
	g->made_own[c.thread]++;
	return true;
}
