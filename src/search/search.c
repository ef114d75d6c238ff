/* SPDX-License-Identifier: MIT */
/* search.c - the seam: counters, limits and saved forms around one strategy
 *
 * Everything a strategy need not know: which execution this is, when enough is
 * enough, whether the space was exhausted.
 *
 * Memory   struct search at the start of its region, then what a sampler has
 *          covered, then the strategy's state.  No pointer to a function is
 *          stored.
 */
#include "search/search.h"

#include <stddef.h>
#include <string.h>

#include "base/hash.h"
#include "search/coverage.h"
#include "search/reduce/history.h"
#include "search/strategy.h"

enum {
	SAVED_VERSION = 9
};

static const char saved_magic[8] = "scarpsr";

struct search {
	struct search_config config;
	struct search_count count;
	struct region region;
	void *self;	   /* the strategy's state */
	uint32_t strategy; /* row of the table */
	uint32_t steps_max;
	uint64_t ended; /* executions of any outcome, all rounds */
	bool done;	/* the strategy has nothing left */
	bool cut;	/* in this round an execution was not completed */
	bool again;	/* the current execution was made before */
	bool open;	/* it has begun and not ended */
	uint8_t stop;	/* why the search stopped the current execution */
	bool covers;	/* a struct coverage is at COVERAGE_AT */
};

enum {
	COVERAGE_AT = (sizeof(struct search) + 7) & ~(size_t)7
};

/* Written by search_save, the strategy's own form behind it. */
struct saved {
	char magic[8];
	uint32_t version;
	uint32_t bytes; /* of this struct */
	uint64_t sum;	/* over all that follows this member */
	struct search_config config;
	struct search_count count;
	uint64_t ended;
	uint64_t length; /* of what follows */
	uint8_t done, cut, open, unused[5];
};

static inline const struct strategy *strategy_of(const struct search *s)
{
	return strategy_table[s->strategy];
}

static inline struct coverage *coverage_of(const struct search *s)
{
	return (struct coverage *)(void *)((char *)s + COVERAGE_AT);
}

static int check(const struct search_config *config, struct err *err)
{
	if (!memchr(config->strategy, 0, sizeof config->strategy) ||
		strategy_find(config->strategy, NULL, NULL) < 0)
		return fail(err, ERR_USAGE, "there is no strategy '%.*s'",
			(int)sizeof config->strategy, config->strategy);
	if (!memchr(config->reduce, 0, sizeof config->reduce) ||
		strategy_find(config->strategy, config->reduce, NULL) < 0)
		return fail(err, ERR_USAGE,
			"there is no reduction '%.*s' of strategy '%s'",
			(int)sizeof config->reduce, config->reduce,
			config->strategy);
	if (!memchr(config->cache, 0, sizeof config->cache) ||
		strategy_find(config->strategy, config->reduce, config->cache) <
			0)
		return fail(err, ERR_USAGE,
			"there is no cache '%.*s' of strategy '%s' with this "
			"reduction",
			(int)sizeof config->cache, config->cache,
			config->strategy);
	return OK;
}

static uint32_t row_of(const struct search_config *config)
{
	return (uint32_t)strategy_find(
		config->strategy, config->reduce, config->cache);
}

int search_new(struct search **out, void *memory, size_t bytes,
	const struct search_config *config, struct err *err)
{
	struct region region = {memory, 0, bytes}, bare;
	struct search *s;
	int rc = check(config, err);

	if (rc != OK)
		return rc;
	s = region_take(&region, sizeof *s);
	if (!s)
		return fail(err, ERR_USAGE, "no room for a search in %zu bytes",
			bytes);
	s->config = *config;
	if (s->config.stride == 0)
		s->config.stride = 1;
	s->steps_max = config->steps_max ? config->steps_max : UINT32_MAX;
	s->strategy = row_of(config);
	bare = region;
	s->covers = !strategy_of(s)->exhausts && !strategy_of(s)->given &&
		    region_take(&region, sizeof(struct coverage));
	s->self = strategy_of(s)->create(&s->config, &region);
	if (!s->self && s->covers) { /* there is room for one of them alone */
		s->covers = false;
		region = bare;
		s->self = strategy_of(s)->create(&s->config, &region);
	}
	if (!s->self)
		return fail(err, ERR_USAGE,
			"no room for strategy '%s' in %zu bytes",
			config->strategy, bytes);
	s->region = region;
	*out = s;
	return OK;
}

struct start search_begin(struct search *s)
{
	uint64_t index = s->config.first + s->ended * s->config.stride;
	struct start start = {.done = true};

	if (s->done)
		return start;
	s->stop = STOP_NONE;
	start = strategy_of(s)->begin(s->self, index);
	s->done = start.done && !search_waits(s);
	s->open = !start.done;
	s->again = start.again;
	if (s->covers)
		coverage_begin(coverage_of(s));
	/* An execution that was begun and is not made is begun again by the
	 * next call: nothing is lost when the limit is raised later. */
	if (s->config.executions_max && s->ended >= s->config.executions_max)
		start = (struct start){.done = true};
	return start;
}

struct choice search_choose(struct search *s, const struct view *view)
{
	struct choice c;

	if (__builtin_expect(view->step >= s->steps_max, 0))
		return choice_stop(STOP_BUDGET);
	c = strategy_of(s)->choose(s->self, view);
	if (__builtin_expect(c.thread == TID_NONE, 0))
		s->stop = c.stop;
	else if (s->covers)
		coverage_step(coverage_of(s), view, &c);
	return c;
}

void search_transition(struct search *s, const struct transition *done)
{
	if (strategy_of(s)->transition)
		strategy_of(s)->transition(s->self, done);
}

/* It came to its end, as an equivalent one had. */
static bool repeats(const struct search *s, const struct outcome *outcome)
{
	const struct strategy *strategy = strategy_of(s);

	switch (outcome->kind) {
	case OUTCOME_STOPPED:
	case OUTCOME_REDUNDANT:
	case OUTCOME_DIVERGED:
		return false;
	default:
		return strategy->repeats && strategy->repeats(s->self, outcome);
	}
}

static void count_end(struct search *s, const struct outcome *outcome)
{
	if (repeats(s, outcome)) {
		s->count.blocked++;
		s->ended++;
		return;
	}
	switch (outcome->kind) {
	case OUTCOME_FAILED:
	case OUTCOME_DEADLOCKED:
	case OUTCOME_LIVELOCKED:
		s->count.failed++;
		/* fall through */
	case OUTCOME_ENDED:
		s->count.executions++;
		break;
	case OUTCOME_PRUNED:
		s->count.pruned++;
		break;
	case OUTCOME_REDUNDANT:
		s->count.blocked++;
		break;
	case OUTCOME_STOPPED:
	case OUTCOME_DIVERGED:
		s->count.stopped++;
		s->cut = true;
		break;
	}
	s->ended++;
}

void search_end(struct search *s, const struct outcome *outcome)
{
	struct outcome how = *outcome;

	/* Not cut: nothing would have come after it that is new. */
	if (how.kind == OUTCOME_STOPPED &&
		(s->stop == STOP_REDUNDANT || s->stop == STOP_CACHED))
		how.kind = OUTCOME_REDUNDANT;
	if (s->again) {
		s->count.again++;
		s->cut |= how.kind == OUTCOME_STOPPED ||
			  how.kind == OUTCOME_DIVERGED;
	} else {
		count_end(s, &how);
	}
	s->count.steps += how.steps;
	if (s->covers)
		how.fresh = coverage_end(coverage_of(s), how.kind);
	strategy_of(s)->end(s->self, &how);
	s->open = false;
}

bool search_wants_footprints(const struct search *s)
{
	return strategy_of(s)->footprints;
}

bool search_can_exhaust(const struct search *s)
{
	return strategy_of(s)->exhausts;
}

static const struct history *history_of(const struct search *s)
{
	return strategy_of(s)->history(s->self);
}

bool search_orders(const struct search *s)
{
	return strategy_of(s)->history != NULL;
}

uint32_t search_told(const struct search *s)
{
	return history_of(s)->count;
}

enum op search_kind(const struct search *s, uint32_t step)
{
	return history_of(s)->event[step].kind;
}

bool search_before(const struct search *s, uint32_t i, uint32_t j)
{
	return happens_before(history_of(s), i, j);
}

bool search_exhausted(const struct search *s)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->exhausts && s->done && !s->cut &&
	       !(strategy->lost && strategy->lost(s->self));
}

bool search_estimate(const struct search *s, struct estimated *out)
{
	const struct strategy *strategy = strategy_of(s);

	/* What did not fit is not counted: it would be said to be all. */
	return strategy->estimate &&
	       !(strategy->lost && strategy->lost(s->self)) &&
	       strategy->estimate(s->self, out);
}

bool search_size(const struct search *s, struct sized *out)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->size && strategy->size(s->self, out);
}

const struct samples *search_shown(const struct search *s)
{
	return s->covers ? &coverage_of(s)->shown : NULL;
}

bool search_done(const struct search *s)
{
	return s->done;
}

const struct search_bounds *search_bounds(const struct search *s)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->bounds ? strategy->bounds(s->self) : NULL;
}

uint32_t search_warnings(const struct search *s)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->warnings ? strategy->warnings(s->self) : 0;
}

bool search_shorter(const struct search *s, struct simplicity *out)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->shorter && strategy->shorter(s->self, out);
}

const struct search_cache *search_cache(const struct search *s)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->cached ? strategy->cached(s->self) : NULL;
}

void search_finish_bound(struct search *s)
{
	if (strategy_of(s)->finish_bound)
		strategy_of(s)->finish_bound(s->self);
}

static void create_again(struct search *s)
{
	struct region region = {s->region.base,
		COVERAGE_AT + (s->covers ? sizeof(struct coverage) : 0),
		s->region.size};

	s->strategy = row_of(&s->config);
	s->self = strategy_of(s)->create(&s->config, &region);
	s->region = region;
}

/* The reduction is all that may change on the way. */
static bool differs(const struct search *s, const struct search_config *new)
{
	int row =
		strategy_find(s->config.strategy, new->reduce, s->config.cache);

	return row >= 0 && (uint32_t)row != s->strategy;
}

void search_restart(struct search *s, const struct search_config *config)
{
	s->count.restarts++;
	if (!strategy_of(s)->restart)
		return;
	s->done = s->cut = false;
	if (config && differs(s, config)) {
		memcpy(s->config.reduce, config->reduce,
			sizeof s->config.reduce);
		create_again(s);
	} else {
		strategy_of(s)->restart(s->self);
	}
}

const struct search_count *search_count(const struct search *s)
{
	return &s->count;
}

const char *search_strategy(const struct search *s)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->running ? strategy->running(s->self) : strategy->name;
}

size_t search_used(const struct search *s)
{
	const struct strategy *strategy = strategy_of(s);

	return sizeof *s + (strategy->used ? strategy->used(s->self) : 0);
}

enum {
	SUMMED = offsetof(struct saved, sum) + sizeof(uint64_t)
};

/* So that what was damaged is not believed: nobody is kept out by that. */
static uint64_t sum_of(const void *saved, size_t length)
{
	const char *at = saved;
	uint64_t sum = hash_mix(length), word = 0;

	for (size_t i = SUMMED; i < length; i += sizeof word) {
		size_t left = length - i;

		word = 0;
		memcpy(&word, at + i, left < sizeof word ? left : sizeof word);
		sum = hash_mix(sum ^ word);
	}
	return sum;
}

size_t search_save(const struct search *s, void *out, size_t bytes)
{
	const struct strategy *strategy = strategy_of(s);
	struct saved saved;
	size_t length = strategy->save ? strategy->save(s->self, NULL, 0) : 0;

	if (bytes < sizeof saved + length)
		return sizeof saved + length;
	memset(&saved, 0, sizeof saved);
	memcpy(saved.magic, saved_magic, sizeof saved.magic);
	saved.version = SAVED_VERSION;
	saved.bytes = sizeof saved;
	saved.config = s->config;
	saved.config.replay = NULL;
	saved.count = s->count;
	saved.ended = s->ended;
	saved.length = length;
	saved.done = s->done;
	saved.cut = s->cut;
	saved.open = s->open;
	memcpy(out, &saved, sizeof saved);
	if (length)
		strategy->save(s->self, (char *)out + sizeof saved, length);
	saved.sum = sum_of(out, sizeof saved + length);
	memcpy((char *)out + offsetof(struct saved, sum), &saved.sum,
		sizeof saved.sum);
	return sizeof saved + length;
}

int search_load(struct search **out, void *memory, size_t bytes,
	const void *data, size_t length, struct err *err)
{
	struct saved saved;
	struct search *s;
	int rc;

	if (length < sizeof saved)
		return fail(err, ERR_FORMAT, "a saved search ends too early");
	memcpy(&saved, data, sizeof saved);
	if (memcmp(saved.magic, saved_magic, sizeof saved.magic) != 0)
		return fail(err, ERR_FORMAT, "not a saved search");
	if (saved.version != SAVED_VERSION || saved.bytes != sizeof saved)
		return fail(err, ERR_VERSION,
			"a search saved by another version (%u)",
			saved.version);
	if (saved.length != length - sizeof saved)
		return fail(err, ERR_FORMAT, "a saved search is cut off");
	if (saved.sum != sum_of(data, length))
		return fail(err, ERR_FORMAT, "a saved search is damaged");
	if (saved.config.replay_length)
		return fail(err, ERR_UNSUPPORTED, "a replay cannot be resumed");
	rc = search_new(&s, memory, bytes, &saved.config, err);
	if (rc != OK)
		return rc;
	if (strategy_of(s)->exhausts && !strategy_of(s)->load)
		return fail(err, ERR_UNSUPPORTED,
			"a search with reduction '%s' cannot be resumed",
			s->config.reduce);
	s->count = saved.count;
	s->ended = saved.ended;
	s->done = saved.done;
	s->cut = saved.cut;
	s->open = saved.open;
	if (strategy_of(s)->load ? !strategy_of(s)->load(s->self,
					   (const char *)data + sizeof saved,
					   saved.length)
				 : saved.length != 0)
		return fail(err, ERR_FORMAT,
			"the saved state of strategy '%s' is damaged, or "
			"does not fit into %zu bytes",
			s->config.strategy, bytes);
	*out = s;
	return OK;
}

int search_split(struct search *s, struct search **out, void *memory,
	size_t bytes, struct err *err)
{
	const struct strategy *strategy = strategy_of(s);
	struct search *part;
	int rc;

	if (!strategy->split)
		return fail(err, ERR_UNSUPPORTED,
			"strategy '%s' cannot be split", strategy->name);
	rc = search_new(&part, memory, bytes, &s->config, err);
	if (rc != OK)
		return rc;
	if (!strategy->split(s->self, part->self))
		return fail(err, ERR_UNSUPPORTED, "there is no branch to give");
	*out = part;
	return OK;
}

size_t search_send(struct search *s, void *out, size_t bytes)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->send ? strategy->send(s->self, out, bytes) : 0;
}

int search_receive(
	struct search *s, const void *message, size_t length, struct err *err)
{
	const struct strategy *strategy = strategy_of(s);

	if (s->open)
		return fail(err, ERR_USAGE, "an execution is under way");
	if (!strategy->receive || !strategy->receive(s->self, message, length))
		return fail(err, ERR_FORMAT, "no message to this search");
	return OK;
}

bool search_waits(const struct search *s)
{
	const struct strategy *strategy = strategy_of(s);

	return strategy->waits && strategy->waits(s->self);
}
