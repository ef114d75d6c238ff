/* SPDX-License-Identifier: MIT */
/* species.h - how many different things chance has shown, and how much it has
 * not shown yet
 *
 * Each execution shows one thing (its trace), or several (pairs of places).
 * What counts is which were seen once, twice or more often.  Good and Turing:
 * of n draws f1 were the only ones of their kind; then the next draw is of a
 * kind not seen yet with a probability of about f1 / n (Good, The Population
 * Frequencies of Species, Biometrika 1953).  The error is Esty's (A Normal
 * Limit Law for a Nonparametric Estimator of the Coverage of a Random Sample,
 * Annals of Statistics 1983): (f1 (1 - f1 / n) + 2 f2) / n^2, squared.  At
 * least f1^2 / 2 f2 kinds are unseen (Chao, Nonparametric Estimation of the
 * Number of Classes in a Population, 1984).  All of it holds for draws that are
 * alike and independent: so for a strategy that does not learn.
 *
 * Memory   a table of fixed size, without pointers: it may be copied, and read
 *          by another process while it grows.  When it is three quarters full,
 *          the half of all kinds whose hashes begin with a 1 is forgotten, now
 *          and from then on, and what is left stands for twice as many. Numbers
 *          are exact before that; then they are off by some 2 %.
 * Cost     a look at one place of the table, mostly.
 */
#ifndef SEARCH_SPECIES_H
#define SEARCH_SPECIES_H

#include <stdbool.h>
#include <stdint.h>

enum {
	SPECIES_SLOTS = 1 << 14,
	SPECIES_MOST = SPECIES_SLOTS / 4 * 3,
	SPECIES_HALVED = 40 /* at most */
};

struct species {
	uint32_t kept;
	uint32_t halved; /* so often */
	uint64_t
		slot[SPECIES_SLOTS]; /* a hash, but for its lowest two bits: how
					often it was seen, at most 3; 0: free */
};

/* One was seen `times` times; its hash is well mixed.  True: not before, as far
 * as is known. */
bool species_see(struct species *s, uint64_t hash, unsigned times);
/* What `from` has seen, too: any bytes will do. */
void species_add(struct species *s, const struct species *from);

struct species_count {
	double kinds;  /* that were seen */
	double once;   /* of these */
	double unseen; /* the probability that the next draw is of a new kind;
			  where a draw shows several: how many of these are
			  new, on average */
	double error;  /* of that: one standard deviation */
	double more;   /* so many kinds at least are unseen, about */
	bool exact;    /* kinds and once */
};

/* After so many draws, not 0. */
struct species_count species_count(const struct species *s, uint64_t draws);

#endif
