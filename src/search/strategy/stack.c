/* SPDX-License-Identifier: MIT */
/* stack.c - the current schedule, and what is still to be tried beside it */
#include "search/strategy/stack.h"

#include <string.h>

enum {
	ESTIMATE_16THS = 1 /* of the region */
};

struct saved_stack {
	uint32_t length; /* choices */
	uint32_t runs;	 /* from top to bottom */
	uint16_t open, cost;
	uint32_t estimate; /* bytes */
};

void stack_clear(struct stack *s)
{
	s->top = s->bottom = s->begun = s->ceiling;
	s->prefix = s->made = 0;
	s->cost = 0;
	s->open = true;
	estimate_restart(&s->estimate);
}

bool stack_init(struct stack *s, struct region *region)
{
	size_t bytes, part;
	char *rest = region_rest(region, &bytes);

	part = bytes / 16 * ESTIMATE_16THS & ~(size_t)7;
	if (part < sizeof(struct estimate_node))
		part = sizeof(struct estimate_node);
	if (bytes < part || !estimate_init(&s->estimate, rest, part))
		return false;
	s->schedule = (struct choice *)(void *)(rest + part);
	s->ceiling = (struct run *)(void *)(rest + bytes);
	stack_clear(s);
	return true;
}

struct start stack_begin(struct stack *s)
{
	struct run *run = s->top;
	struct choice *choice;
	uint32_t step, made = s->made;

	s->made = 0;
	if (s->open) { /* the first of all, or one that was not completed */
		s->top = s->begun;
		estimate_again(&s->estimate);
		return (struct start){
			.prefix = s->schedule, .length = s->prefix};
	}
	if (run == s->bottom)
		return (struct start){.done = true};
	step = run->step;
	choice = &s->schedule[step];
	*choice = (struct choice){run->thread, 0, 1, run->next};
	s->cost = run->cost;
	if (++run->next == run->end) {
		s->top++;
		choice->keep = s->top != s->bottom && s->top->step == step;
	}
	s->begun = s->top;
	s->prefix = step + 1;
	s->open = true;
	estimate_branch(&s->estimate, step);
	return (struct start){.prefix = s->schedule,
		.length = s->prefix,
		.shared = made < step ? made : step};
}

void stack_end(struct stack *s, const struct outcome *outcome)
{
	s->made = outcome->steps;
	s->open = false;
	estimate_end(&s->estimate, outcome->steps, outcome->cost_ns);
}

struct looking {
	const struct stack *s;
	const struct run *at; /* the first run not looked at */
};

/* Alternatives that are to be tried at `step`. */
static double left(void *arg, uint32_t step)
{
	struct looking *looking = arg;
	const struct run *run = looking->at;
	uint32_t sum = 0;

	for (; run < looking->s->bottom && run->step >= step; run++)
		if (run->step == step)
			sum += run->end - run->next;
	looking->at = run;
	return sum;
}

bool stack_estimate(const struct stack *s, struct estimated *out)
{
	struct looking looking = {s, s->open ? s->begun : s->top};

	return estimate_read(&s->estimate, left, &looking, out);
}

/* The runs that offers [from, offers) make, last run first. */
bool stack_push(struct stack *s, const struct view *view, tid t, uint32_t from,
	uint16_t cost)
{
	const struct pending *p = &view->thread[t];
	void *floor = &s->schedule[view->step + 1];

	for (uint32_t end = p->offers; end > from;) {
		uint32_t i = p->offer ? end - 1 : from;

		while (p->offer && i > from &&
			p->offer[i - 1] + 1 == p->offer[i])
			i--;
		if ((void *)(s->top - 1) < floor)
			return false;
		*--s->top = (struct run){view->step, offered(p, i),
			offered(p, end - 1) + 1, t, cost};
		end = i;
	}
	return true;
}

size_t stack_used(const struct stack *s)
{
	size_t length = s->top == s->bottom ? s->prefix : s->top->step + 1;

	return length * sizeof *s->schedule +
	       (size_t)(s->ceiling - s->top) * sizeof *s->top;
}

/* An execution that has not ended is saved as one that has not begun. */
size_t stack_save(const struct stack *s, void *out, size_t bytes)
{
	const struct run *top = s->open ? s->begun : s->top;
	struct saved_stack h = {0, (uint32_t)(s->bottom - top), s->open,
		s->cost, (uint32_t)estimate_save(&s->estimate, NULL, 0)};
	size_t choices, runs = h.runs * sizeof *top, all;

	if (s->open)
		h.length = s->prefix;
	else if (h.runs)
		h.length = top->step;
	choices = h.length * sizeof *s->schedule;
	all = sizeof h + choices + runs + h.estimate;
	if (bytes >= all) {
		memcpy(out, &h, sizeof h);
		memcpy((char *)out + sizeof h, s->schedule, choices);
		memcpy((char *)out + sizeof h + choices, top, runs);
		estimate_save(&s->estimate,
			(char *)out + sizeof h + choices + runs, h.estimate);
	}
	return all;
}

bool stack_load(struct stack *s, const void *saved, size_t length)
{
	struct saved_stack h;
	size_t choices, runs;
	const char *from = saved;

	if (length < sizeof h)
		return false;
	memcpy(&h, saved, sizeof h);
	choices = (size_t)h.length * sizeof *s->schedule;
	runs = (size_t)h.runs * sizeof *s->top;
	if (length != sizeof h + choices + runs + h.estimate || h.open > 1 ||
		choices + runs >
			(size_t)((char *)s->ceiling - (char *)s->schedule))
		return false;
	if (!estimate_load(
		    &s->estimate, from + sizeof h + choices + runs, h.estimate))
		return false;
	memcpy(s->schedule, from + sizeof h, choices);
	s->top = s->begun = s->bottom - h.runs;
	memcpy(s->top, from + sizeof h + choices, runs);
	s->prefix = h.length;
	s->open = h.open;
	s->cost = h.cost;
	for (struct run *run = s->top; run < s->bottom; run++)
		if (run->step > h.length || run->next >= run->end ||
			(run + 1 < s->bottom && run->step < run[1].step))
			return false;
	return true;
}

/* Runs that the current execution left are not given: it may have to be made
 * again. */
bool stack_split(struct stack *s, struct stack *to)
{
	struct run *run = s->bottom - 1;

	if ((s->open ? s->begun : s->top) == s->bottom)
		return false;
	if ((char *)&to->schedule[run->step + 1] > (char *)to->ceiling)
		return false;
	memcpy(to->schedule, s->schedule, run->step * sizeof *s->schedule);
	to->schedule[run->step] =
		(struct choice){run->thread, 0, 0, run->end - 1};
	to->prefix = run->step + 1;
	to->cost = run->cost;
	if (--run->end == run->next)
		s->bottom--;
	return true;
}
