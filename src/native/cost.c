/* SPDX-License-Identifier: MIT */
#include "native/cost.h"

#include <time.h>

enum {
	BATCH_MOST = 1024,
	SHORT_NS = 1000000, /* of a batch; it is 4 times as long at most */
	PUBLISH_NS = 100000000,
	OUTLIER_NS = 2000000000,
	OUTLIER = 50,
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	REAL(clock_gettime)(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

void cost_begin(void)
{
	struct channel_pace *p = &rt.channel->pace;

	if (p->batch == 0)
		*p = (struct channel_pace){
			.mark_ns = now_ns(), .batch = 1, .left = 1};
}

void cost_resume(void)
{
	struct channel_pace *p = &rt.channel->pace;

	p->mark_ns = now_ns();
	p->left = p->batch;
}

void cost_look(void)
{
	struct channel_pace *p = &rt.channel->pace;
	uint64_t now = now_ns(), took = now - p->mark_ns;
	uint64_t each = took / p->batch;

	/* We were stopped (ctrl-Z), or the machine slept: nothing was done. */
	if (took < OUTLIER_NS || !p->each_ns || each / OUTLIER < p->each_ns)
		p->each_ns = each ? each : 1;
	if (took < SHORT_NS && p->batch < BATCH_MOST)
		p->batch *= 2;
	else if (took > 4 * SHORT_NS)
		p->batch = p->batch / 2 ? p->batch / 2 : 1;
	p->left = p->batch;
	p->mark_ns = now;
	if (now - p->published_ns >= PUBLISH_NS)
		p->due = 1;
}

void cost_publish(void)
{
	struct channel *c = rt.channel;
	struct channel_estimate *e = &c->estimate;

	c->pace.due = 0;
	c->pace.published_ns = c->pace.mark_ns;
	if (!search_size(rt.search, &c->size))
		c->size.walks = 0;
	e->made = 0;
	if (!search_estimate(rt.search, &e->is))
		return;
	e->made = search_made(&c->count);
	estimate_doubt(&e->doubt, &e->is);
}
