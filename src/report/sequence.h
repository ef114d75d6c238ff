/* SPDX-License-Identifier: MIT */
/* sequence.h - what the threads of a replay did, in order, and which of it is
 * worth a row
 *
 * Operations are the channel's events; accesses between them its data.  Most of
 * both concern nobody else: a thread reads what it wrote itself, takes a lock
 * that nobody else has had since.  A row is worth what passes from one thread
 * to another: two accesses to the same bytes, or operations on the same object,
 * by different threads, one after the other, of which one changes it (Shasha
 * and Snir 1988: conflicts say what an execution comes to).  What was done when
 * there was one thread alone is what all begin with, and no row.  Besides: what
 * is shown under a lock shows where that was taken and given back; the creation
 * of each thread that has a row; what a
 * thread read before it changed that; where it fails, the last things that the
 * failing thread did, what it wrote itself and read right before, what it read
 * in the line that failed, the free of
 * the block that it is about; a wait that ended because its time was over; the
 * taking of a lock of which a row says who holds it; what was chosen, what came
 * to no end.  A loop whose rounds are left out between two rows is a gap.
 *
 * Memory   sequence_free gives it back.
 * Cost     of touched.h.
 */
#ifndef REPORT_SEQUENCE_H
#define REPORT_SEQUENCE_H

#include "channel/channel.h"

struct names;

struct item {
	uint32_t at;   /* in event[], or in data[] */
	uint32_t read; /* where its thread read what it changes, plus one; 0 */
	uint32_t made; /* where its thread wrote what it reads, plus one; 0 */
	bool is_data;
	bool again; /* what comes next of its thread tells the same */
	bool row;   /* with `full` */
	bool shown;
	bool used; /* by the line that failed */
	bool out;  /* with its neighbours left out of a long execution */
};

/* What an item does to bytes, or to an object (of one byte). */
struct touch {
	uint64_t address, size; /* size 0: nothing that others see */
	tid thread;
	bool changes;
};

/* Rounds of a loop without a row. */
struct gap {
	uint32_t before; /* item that is shown; count: the end */
	uint32_t at;	 /* an item of the loop */
	uint32_t rounds;
};

struct sequence {
	struct item *item;
	uint32_t count;
	uint32_t alone;	 /* so many before a second thread was created */
	uint32_t hidden; /* that would be rows, with `full` */
	struct gap *gap; /* in order of `before` */
	uint32_t gaps;
};

/* An item by what it is of: known beside the sequence. */
struct noted {
	uint32_t at; /* in event[], or in data[] */
	bool is_data, there;
};

enum {
	NOTED = 4
};

enum {
	SEQUENCE_ROWS = 120 /* of a long execution, unless all are asked for */
};

/* With `full` all operations, and the accesses to what several threads touch;
 * those of note[NOTED] (or NULL) in any case.  Empty when there is no memory.
 */
void sequence_new(struct sequence *s, const struct channel *c,
	const struct noted *note, bool full);
/* The same of names->c, with names->note; and what the line that failed has
 * read, for which names are asked. */
void sequence_of(struct sequence *s, struct names *names, bool full);
struct touch sequence_touch(const struct channel *c, const struct item *i);
bool sequence_is(const struct item *i, const struct noted *note);
void sequence_free(struct sequence *s);

/* What others see of it then: of a store that is late nothing, its flush is
 * what they see. */
struct touch sequence_passes(const struct channel *c, const struct item *i);

#endif
