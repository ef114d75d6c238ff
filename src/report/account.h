/* SPDX-License-Identifier: MIT */
/* account.h - what iterative deepening has proven, and what it has not
 *
 * One line a set of preemption points: only the largest ones that were
 * finished (none that is a part of another), then what is left.
 */
#ifndef REPORT_ACCOUNT_H
#define REPORT_ACCOUNT_H

#include <stdio.h>

#include "channel/channel.h"
#include "quicksand/jobs.h"

struct result;
struct symbols;

struct account {
	const struct jobs *jobs; /* NULL: there are none */
	struct sized size;	 /* of the whole space, if its job is `sized` */
	/* Of the search by preemptions; done 0: it has proven nothing. */
	struct search_bounds bounds;
	const struct point *point; /* by number in the registry */
	/* Executions of each job that were made before; NULL: not counted. */
	const struct rerun_count *reruns;
	unsigned samplers; /* that were begun */
	unsigned restarts; /* processes that somebody killed */
	unsigned starved;  /* given up for want of memory */
};

/* A set in words: "lock, unlock", "all synchronisation and 3 racing accesses",
 * "queue.c:12 (write)".  Places are looked up in the symbols of s; NULL: they
 * are counted only. */
void account_words(const struct account *a, const struct ppset *set,
	struct symbols *s, char *out, size_t size);

/* "finished", "running", ... for people. */
const char *account_state(const struct job *j);

/* The part of a report below the verdict. */
void account_print(const struct result *r, const struct channel *c, FILE *out);

#endif
