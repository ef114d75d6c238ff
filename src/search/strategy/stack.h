/* SPDX-License-Identifier: MIT */
/* stack.h - the current schedule, and what is still to be tried beside it
 *
 * What every depth-first search has, whatever it tries: the choices of the
 * current execution, which are also the prefix of the next one, and *runs* of
 * alternatives that are still to be tried at one of its steps.
 *
 * Memory   all that is left of the region: the schedule grows from its low
 *          end, 8 bytes a step; runs grow from its high end towards it, 16
 *          bytes each.  A step with one option leaves nothing but its choice.
 *          Before them, for estimates, one entry for each step that was told
 *          to estimate_meet.
 */
#ifndef SEARCH_STRATEGY_STACK_H
#define SEARCH_STRATEGY_STACK_H

#include "search/strategy.h"

/* Alternatives next .. end-1 of `thread` are to be tried at `step`.  The runs
 * of one node lie together, the first to be tried on top; nodes lie in the
 * order of their steps, the deepest on top. */
struct run {
	uint32_t step;
	uint32_t next, end;
	tid thread;
	uint16_t cost; /* of the schedule up to and with this choice */
};

struct stack {
	struct estimate estimate;
	struct choice *schedule;
	struct run *top, *bottom; /* [top, bottom) */
	struct run *ceiling;	  /* end of the region */
	struct run *begun;	  /* `top` when the current execution began */
	uint32_t prefix;	  /* choices with which it began */
	uint32_t made;		  /* choices of the last execution */
	uint16_t cost;		  /* of the prefix */
	bool open;		  /* it has not ended: it is still to be made */
};

/* Takes the rest of the region; false: that is too little. */
bool stack_init(struct stack *s, struct region *region);
/* Nothing was made: the next execution is the first one. */
void stack_clear(struct stack *s);

/* The next execution: that of the run on top, or, without an end since the last
 * begin, the same again.  `done` when no run is left. */
struct start stack_begin(struct stack *s);
void stack_end(struct stack *s, const struct outcome *outcome);

/* Alternatives number `from` and up of those that t offers are to be tried:
 * before all that was pushed earlier in this execution.  False: no room. */
bool stack_push(struct stack *s, const struct view *view, tid t, uint32_t from,
	uint16_t cost);

/* As estimate of a strategy. */
bool stack_estimate(const struct stack *s, struct estimated *out);

/* Is there room for the choice of this step? */
static inline bool stack_fits(const struct stack *s, uint32_t step)
{
	return (const void *)&s->schedule[step + 1] <= (const void *)s->top;
}

/* Bytes in use; then as save and load of a strategy, and split. */
size_t stack_used(const struct stack *s);
size_t stack_save(const struct stack *s, void *out, size_t bytes);
bool stack_load(struct stack *s, const void *saved, size_t length);
/* Gives away what would be tried last: the last alternative of the run at the
 * bottom, which belongs to the shallowest open node. */
bool stack_split(struct stack *s, struct stack *part);

#endif
