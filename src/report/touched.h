/* SPDX-License-Identifier: MIT */
/* touched.h - who changed and who read which bytes last, in the order told
 *
 * By bytes: of two neighbouring chars each has its own history.  Bytes that are
 * touched together by all who touch them share one mark: memory is cut where an
 * access begins or ends, which touched_foresee tells of all of them before.
 *
 * Memory   some 150 bytes for each place where an access begins or ends;
 *          touched_free gives it back.
 * Cost     n accesses in n log n, and a visit of each piece that one touches.
 */
#ifndef REPORT_TOUCHED_H
#define REPORT_TOUCHED_H

#include "channel/channel.h"

enum {
	READERS = 16
}; /* since it was changed, remembered */
#define TOUCHED_NONE UINT32_MAX

struct mark {
	uint32_t write; /* the last item that changed it; TOUCHED_NONE */
	tid writer;
	bool shared; /* two threads touch it, and one changes it */
	uint8_t readers;
	struct {
		tid thread;
		uint32_t last;
	} reader[READERS];
};

struct touched {
	uint64_t *at; /* where pieces begin, in order */
	size_t pieces, room;
	struct mark *mark; /* of each piece; NULL: none is known */
	bool full;	   /* no memory is left */
};

typedef void touched_visit(void *arg, struct mark *mark);

/* Of every access, before the first visit. */
void touched_foresee(struct touched *m, uint64_t address, uint64_t size);
void touched_foreseen(struct touched *m);
/* The marks of these bytes; none of what was not foreseen. */
void touched_each(struct touched *m, uint64_t address, uint64_t size,
	touched_visit *visit, void *arg);
void touched_free(struct touched *m);

#endif
