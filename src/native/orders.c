/* SPDX-License-Identifier: MIT */
#include "native/orders.h"
#include "native/cost.h"
#include "native/fail.h"
#include "native/messages.h"
#include "native/raw.h"
#include "native/races/shadow.h"
#include "native/threads/thread.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void orders_save(void)
{
	struct channel *c = rt.channel;
	size_t bytes;

	races_publish();
	c->saved = 0;
	c->saved_length = 0;
	if (c->idle || (search_done(rt.search) && !messages_left()))
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

/* to += sign * other */
static void add_counts(
	struct search_count *to, const struct search_count *other, int sign)
{
	uint64_t *word = (uint64_t *)(void *)to;
	const uint64_t *more = (const uint64_t *)(const void *)other;

	for (size_t i = 0; i < sizeof *to / sizeof *word; i++)
		word[i] += (uint64_t)sign * more[i];
}

/* Two counters, wherever they lie. */
typedef uint64_t counters
	__attribute__((vector_size(16), aligned(8), may_alias));

/* After each execution. */
void orders_count(void)
{
	enum {
		WORDS = sizeof(struct search_count) / sizeof(uint64_t)
	};
	const uint64_t *before = (const void *)&rt.channel->before;
	const uint64_t *now = (const void *)search_count(rt.search);
	uint64_t *sum = (void *)&rt.channel->count;
	size_t i;

#pragma GCC unroll 8
	for (i = 0; i + 1 < WORDS; i += 2)
		*(counters *)&sum[i] = *(const counters *)&before[i] +
				       *(const counters *)&now[i];
	if (i < WORDS)
		sum[i] = before[i] + now[i];
}

void orders_add_search(void)
{
	struct search_count before = rt.channel->count;

	add_counts(&before, search_count(rt.search), -1);
	rt.channel->before = before;
}

static void load(void)
{
	struct channel *c = rt.channel;
	struct err err = {OK, ""};

	if (c->saved_length > sizeof c->saved_search)
		fail(&err, ERR_FORMAT, "a saved search is too long" SC(502));
	else
		search_load(&rt.search, c->search,
			config_search_bytes(&c->config), c->saved_search,
			c->saved_length, &err);
	if (err.code)
		run_error(err.code, 0, "%s", err.text);
	c->saved = 0;
	c->in_execution = 0;
}

void orders_load(void)
{
	struct channel *c = rt.channel;

	load();
	orders_add_search();
	c->idle = 0;
	/* The one that was begun and not made is counted when it is made. */
	c->executions_begun = search_made(&c->count) + c->count.again;
}

/* The upper half of what is saved is the part's region until it is saved. */
static void split(void)
{
	enum {
		HALF = SAVED_BYTES / 2
	};
	struct channel *c = rt.channel;
	struct search *part;
	size_t bytes;

	c->saved_length = 0;
	c->changing = 1;
	if (search_split(rt.search, &part, c->saved_search + HALF, HALF, 0)) {
		c->changing = 0;
		return;
	}
	bytes = search_save(part, c->saved_search, HALF);
	if (bytes > HALF)
		run_error(ERR_UNSUPPORTED, 0,
			"a part of the search is too large to be given away" SC(
				502));
	c->saved_length = bytes;
	c->given = 1;
	c->changing = 0;
}

enum order orders_wait(enum waits why)
{
	struct channel *c = rt.channel;

	c->waits = why;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	c->state = RUN_WAITING;
	/* A part that was split off is the command's to take, before all. */
	while (c->order == ORDER_NONE && (!c->stop_request || c->given))
		raw_syscall6(SYS_futex, (long)&c->order, FUTEX_WAIT, ORDER_NONE,
			0, 0, 0);
	c->state = RUN_BETWEEN;
	cost_resume();
	return orders_obey();
}

enum order orders_obey(void)
{
	struct channel *c = rt.channel;
	enum order order = (enum order)c->order;

	if (order == ORDER_SAVE || order == ORDER_SPLIT ||
		order == ORDER_REST) {
		if (order == ORDER_SAVE)
			orders_save();
		else if (order == ORDER_SPLIT &&
			 !c->given) /* by a process that was killed since */
			split();
		c->waits = WAITS_ASKED;
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		c->state = RUN_WAITING;
		c->order = ORDER_NONE;
		return orders_wait(WAITS_ASKED);
	}
	if (order == ORDER_LOAD) {
		c->changing = 1;
		load();
		orders_add_search();
		c->idle = c->held = c->unsent = 0;
		c->changing = 0;
	}
	c->saved = c->given = 0;
	c->order = ORDER_NONE;
	return order;
}

/* What is left may be in saved_search[] already: a part that it was about to
 * go on with.  Nothing is kept if a part is there that it has given away. */
static void leave(void)
{
	struct channel *c = rt.channel;

	if (c->order == ORDER_LOAD) {
		c->idle = 0;
		c->saved = 1;
	} else if (!c->given || !c->saved_length) {
		orders_save();
	}
}

void orders_leave_saved(void)
{
	struct channel *c = rt.channel;

	rt.search = (struct search *)(void *)c->search;
	orders_count();
	c->saved = 0;
	if (c->in_execution)
		orders_forget_execution();
	if (c->changing)
		c->idle = 0; /* nor is that sure */
	else
		leave();
	c->state = RUN_STOPPED;
	_exit(0);
}
