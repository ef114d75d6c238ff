/* SPDX-License-Identifier: MIT */
#include "native/rounds.h"
#include "native/audit/reduction.h"
#include "native/cost.h"
#include "native/fail.h"
#include "native/footprint.h"
#include "native/linear/traces.h"
#include "native/orders.h"
#include "native/races/shadow.h"
#include "native/rewinding/rewind.h"

#include <stdio.h>
#include <string.h>

/* Does the search leave out the order of critical sections?  Then what is in
 * them has to be told. */
static bool lazily(void)
{
	const struct search_config *config = &rt.channel->config.search;

	return strcmp(config->cache, "lazy-hbr") == 0 ||
	       (strcmp(config->reduce, "lazy") == 0 &&
		       !rt.channel->caveats[CAVEAT_lazy_given_up]);
}

uint32_t round_coarse(void)
{
	bool coarse = !rt.racing || rt.channel->config.heap != HEAP_FRESH ||
		      lazily() || rt.filters ||
		      (rt.classes & CLASSES_SYNC) != CLASSES_SYNC;

	return coarse ? COARSE_OPERATIONS : 0;
}

void round_heed_warnings(void)
{
	static const struct {
		uint32_t warning;
		const char *text;
	} why[] = {
		{WARNING_WAITS, "a thread that holds a mutex waits for others"},
		{WARNING_CYCLE, "threads take mutexes in different orders"},
		{WARNING_KEEPS, "a mutex is not given back"},
		{WARNING_ASKS, "an operation tells whether a mutex is held"},
		{WARNING_MANY, "too many mutexes"},
	};
	uint32_t warnings = search_warnings(rt.search);
	size_t i = 0;

	if (!warnings)
		return;
	while (!(why[i].warning & warnings))
		i++;
	caveat(CAVEAT_lazy_given_up, "%s", why[i].text);
	rt.channel->coarse =
		(rt.channel->coarse & ~COARSE_OPERATIONS) | round_coarse();
	rt.points_grew = 1;
}

/* Where transitions are longer than an operation, wakeup trees promise no more
 * than sleep sets do, each trace completed once, and take far more room. */
struct search_config round_search(void)
{
	struct search_config config = rt.channel->config.search;

	if (rt.channel->caveats[CAVEAT_lazy_given_up])
		snprintf(config.reduce, sizeof config.reduce, "optimal");
	if ((rt.channel->coarse_now & COARSE_OPERATIONS) &&
		strcmp(config.reduce, "optimal") == 0)
		snprintf(config.reduce, sizeof config.reduce, "source");
	return config;
}

void round_begin(void)
{
	rt.channel->changing = 1;
	rt.points_grew = 0;
	rt.channel->again = 0;
	points_load();
	rt.channel->tries_hasty = rt.channel->tries_lasting = 0;
	rt.channel->rounds++;
	footprint_init();
	if (search_can_exhaust(rt.search)) {
		struct search_config config = round_search();

		search_restart(rt.search, &config);
		histories_init();
		cost_publish();
		if (reduction_watches())
			reduction_restart();
		rt.channel->before_round = rt.channel->count.executions;
		rewind_all();
	}
	rt.channel->changing = 0;
}

void round_begin_shared(bool empty)
{
	struct channel *c = rt.channel;
	struct search_config config;
	struct err err;

	c->changing = 1;
	c->idle = 0;
	rt.points_grew = 0;
	c->again = 0;
	points_load();
	c->tries_hasty = c->tries_lasting = 0;
	c->rounds++;
	config = round_search();
	config.executions_max = 0;
	if (search_new(&rt.search, c->search, config_search_bytes(&c->config),
		    &config, &err))
		run_error(err.code, 0, "%s", err.text);
	orders_add_search();
	c->before.restarts++;
	orders_count();
	c->incomplete = 0;
	footprint_init();
	histories_init();
	if (reduction_watches())
		reduction_restart();
	c->before_round = c->count.executions;
	c->idle = empty;
	c->changing = 0;
	rewind_all();
}
