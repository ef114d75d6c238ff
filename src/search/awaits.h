/* SPDX-License-Identifier: MIT */
/* awaits.h - what loops that wait for one place go on with
 *
 * A thread at the head of a loop whose turn begins with an access to one place:
 * how that turn goes is decided by the thread's own state (the *await*) and the
 * value that it finds there.  With some values it comes to nothing
 * (docs/design/018-turns.md); then the operation is one that waits, like that
 * of a mutex.  Which values those are is found out by the machine, once for
 * each, and asked by the search, which wants to know whether an operation could
 * have been made in another place: before a store of the same execution.
 *
 * Ownership  one table, zeroed at first, that lies where the machine and the
 *            search both see it; the machine writes.  Nothing is ever taken
 *            back, as it stays true: numbers of awaits hold as long as it does.
 * Full       what does not fit is not known, which costs executions in vain.
 * Cost       a look at one bucket, and up to AWAIT_VALUES values.
 */
#ifndef SEARCH_AWAITS_H
#define SEARCH_AWAITS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	AWAITS_MAX = 4096,
	AWAIT_VALUES = 64, /* of one await */
	AWAIT_PLACES = 1024,
	AWAIT_HEADS = 256 /* loops */
};

/* Of a thread's state: equal for equal ones; for others only if two hashes of
 * 64 bits agree by chance. */
struct await_key {
	uint64_t part[2];
};

struct await {
	struct await_key key;
	uint64_t value[AWAIT_VALUES];
	uint32_t values; /* that are known */
	uint64_t leaves; /* bits: with this one the turn has an effect */
};

/* What is known of a place, whoever awaits it. */
struct await_place {
	uint64_t address;
	uint32_t size;
	bool awaited, added; /* by an addition that commutes */
	bool plain; /* others' plain accesses meet those who wait there */
};

struct awaits {
	uint32_t count;
	uint32_t bucket[AWAITS_MAX * 2]; /* numbers of awaits */
	struct await await[AWAITS_MAX];
	struct await_place place[AWAIT_PLACES], other; /* all that do not fit */
	/* Is it worth the trouble?  By where the loop is; loops share. */
	struct {
		uint32_t asked, waited;
	} head[AWAIT_HEADS];
};

/* The number of the await, from 1; 0: there is no room.  It is a new one at
 * first. */
uint32_t awaits_find(struct awaits *a, struct await_key key);

/* 1: with this value the turn has an effect, 0: it comes to nothing, -1: that
 * is not known. */
int awaits_leaves(const struct awaits *a, uint32_t number, uint64_t value);
/* Now it is.  Once for each value. */
void awaits_learn(
	struct awaits *a, uint32_t number, uint64_t value, bool leaves);
/* Can one more be learned? */
bool awaits_room(const struct awaits *a, uint32_t number);

/* Where up to 8 bytes are; all others, if there is no room. */
struct await_place *awaits_place(
	struct awaits *a, uint64_t address, uint32_t size);

/* Has no turn of the loop at pc ever waited, of many? */
bool awaits_never(const struct awaits *a, uint64_t pc);
void awaits_asked(struct awaits *a, uint64_t pc, bool waited);

#endif
