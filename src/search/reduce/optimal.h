/* SPDX-License-Identifier: MIT */
/* optimal.h - the state of optimal reduction, for its own files alone */
#ifndef SEARCH_REDUCE_OPTIMAL_H
#define SEARCH_REDUCE_OPTIMAL_H

#include "search/reduce/save.h"
#include "search/reduce/split.h"
#include "search/reduce/wakeup_save.h"

/* An event, as not_after() needs it. */
struct past_advice {
	struct advice advice; /* its room as recorded */
	uint32_t clock_at;
	tid clock_length;
	bool limited;
};

struct optimal {
	struct tree tree; /* first */
	struct wakeup wakeup;
	struct advice *sequence; /* scratch: one more than events */
	struct gist gist;	 /* of that, since it was asked whether known */
	struct past_advice *past;   /* by event, of the execution that ended */
	uint32_t sequence_max;	    /* of both */
	uint32_t pasts;		    /* how many of these are known */
	struct footprint footprint; /* scratch */
	struct access access[2 * INTERNED_ACCESSES]; /* overtakes.h */
	bool again;	  /* the execution was begun before */
	bool guess;	  /* its prefix ends with a guess */
	uint32_t guessed; /* node with a guess that is being made, or NONE */
	uint32_t tail;	  /* from there on one thread alone made events */
};

/* A part found that o->sequence is wanted at node i. */
void optimal_hear(struct optimal *o, uint32_t i, uint32_t length);

/* As those of a strategy (optimal_parts.c). */
size_t optimal_save(const void *self, void *out, size_t bytes);
bool optimal_load(void *self, const void *saved, size_t length);
bool optimal_split(void *self, void *part);
size_t optimal_send(void *self, void *out, size_t bytes);
bool optimal_receive(void *self, const void *message, size_t length);

/* How many options sequences at node i begin with. */
uint32_t optimal_left(const struct tree *d, uint32_t i);

#endif
