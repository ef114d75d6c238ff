/* SPDX-License-Identifier: MIT */
/* closure.h - data races of one execution, by definition and slowly
 *
 * An execution is a list of events.  Which of them are ordered is computed as
 * the transitive closure of a relation between all pairs of them; each pair of
 * accesses is then looked at.  Shares the types of src/detect and nothing else:
 * this is what the analyses are compared with.
 */
#ifndef CLOSURE_H
#define CLOSURE_H

#include "detect/limited.h"
#include "detect/pure.h"

enum {
	CLOSURE_EVENTS = 256,
	CLOSURE_STEPS = 130,
	CLOSURE_THREADS = 6,
	CLOSURE_PAIRS = 512,
};

enum act {
	ACT_START, /* of `thread` by `other`, which may be TID_NONE */
	ACT_ACCESS,
	ACT_ACQUIRE,
	ACT_RELEASE,
	ACT_PUBLISH,
	ACT_FORGET,
	ACT_PASS, /* to `other` */
	/* These for limited happens-before alone. */
	ACT_OPERATION,
	ACT_LOCK,
	ACT_UNLOCK,
	ACT_POINT, /* a decision point, or the end */
};

struct act_of {
	uint8_t act;	      /* enum act */
	uint8_t type, shared; /* of a lock */
	tid thread, other;
	uint64_t object;
	struct race_access access;
	unsigned point; /* number of the point */
};

struct story { /* one execution */
	struct act_of event[CLOSURE_EVENTS];
	unsigned events;
	/* What threads had pending at each point. */
	struct pending pending[CLOSURE_STEPS][CLOSURE_THREADS];
	unsigned points;
	uint64_t execution;
	bool full; /* there were more events */
};

/* Tells an analysis of the story. */
void story_to_pure(const struct story *s, struct pure *p);
void story_to_limited(const struct story *s, struct limited *l);

struct naive_pair {
	uint64_t pc[2];
	uint8_t kind[2];
	uint8_t orders;
	bool recycled, setup, plain; /* seen so */
	uint64_t count, execution;
};

struct naive {
	struct naive_pair pair[CLOSURE_PAIRS];
	unsigned pairs;
};

void naive_pure(struct naive *n, const struct story *s);
void naive_limited(struct naive *n, const struct story *s);

/* What is different, in words; NULL: nothing. */
const char *naive_differ(const struct naive *n, const struct candidates *c);

#endif
