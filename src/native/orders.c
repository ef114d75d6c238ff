/* SPDX-License-Identifier: MIT */
#include "native/orders.h"
#include "native/fail.h"
#include "native/raw.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void orders_save(void)
{
	struct channel *c = rt.channel;
	size_t bytes;

	c->saved = 0;
	c->saved_length = 0;
	if (search_done(rt.search))
		return;
	bytes = search_save(rt.search, c->saved_search, sizeof c->saved_search);
	if (bytes > sizeof c->saved_search)
		return;
	c->saved_length = bytes;
	c->saved = 1;
}

void orders_forget_execution(void)
{
	struct channel *c = rt.channel;

	c->points = c->points_now;
	c->exits = c->exits_now;
	c->coarse = c->coarse_now;
	c->races = c->races_now;
	rt.points_grew = 0;
}

void orders_load(void)
{
	struct channel *c = rt.channel;
	struct err err;

	if (c->saved_length > sizeof c->saved_search ||
		search_load(&rt.search, c->search, sizeof c->search,
			c->saved_search, c->saved_length, &err)) {
		if (c->saved_length > sizeof c->saved_search)
			fail(&err, ERR_FORMAT, "a saved search is too long");
		run_error(err.code, 0, "%s", err.text);
	}
	c->saved = 0;
	c->in_execution = 0;
	/* The one that was begun and not made is counted when it is made. */
	c->count = *search_count(rt.search);
	c->executions_begun = search_made(&c->count) + c->count.again;
}

void orders_obey(void)
{
	struct channel *c = rt.channel;

	if (c->order == ORDER_SAVE) {
		orders_save();
		c->state = RUN_WAITING;
		c->order = ORDER_NONE;
		while (c->order == ORDER_NONE && !c->stop_request)
			raw_syscall6(SYS_futex, (long)&c->order, FUTEX_WAIT,
				ORDER_NONE, 0, 0, 0);
		c->state = RUN_BETWEEN;
		c->saved = 0;
	}
	c->order = ORDER_NONE;
}

void orders_leave_saved(void)
{
	struct channel *c = rt.channel;

	rt.search = (struct search *)(void *)c->search;
	c->count = *search_count(rt.search);
	c->saved = 0;
	if (c->in_execution)
		orders_forget_execution();
	if (!c->changing)
		orders_save();
	c->state = RUN_STOPPED;
	_exit(0);
}
