/* SPDX-License-Identifier: MIT */
/* touched.h - who changed and who read which bytes last, in the order told
 *
 * By bytes: of two neighbouring chars each has its own history.  Nearly all
 * accesses take four aligned bytes whole, so that these share one mark until
 * somebody touches some of them alone.
 *
 * Of a range of more than TOUCHED_SPAN bytes those bytes are looked at that
 * another access touches as well: touched_foresee tells of all of them before.
 *
 * Memory   some 150 bytes for four bytes touched, four times that where they
 *          are apart; touched_free gives it back.
 * Cost     a lookup for every four bytes.
 */
#ifndef REPORT_TOUCHED_H
#define REPORT_TOUCHED_H

#include "channel/channel.h"

enum {
	TOUCHED_SPAN = 4096,
	READERS = 16 /* since it was changed, remembered */
};
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
	struct granule *at;
	size_t size, used; /* a power of two */
	struct mark (*apart)[4];
	size_t aparts, room;
	uint64_t *sorted; /* keys, of what was foreseen */
	size_t foreseen;
	bool wide, full; /* a range is; no memory is left */
};

typedef void touched_visit(void *arg, struct mark *mark);

/* Of every access, before the first visit. */
void touched_foresee(struct touched *m, uint64_t address, uint64_t size);
void touched_foreseen(struct touched *m);
/* The marks of these bytes, new ones as well. */
void touched_each(struct touched *m, uint64_t address, uint64_t size,
	touched_visit *visit, void *arg);
void touched_free(struct touched *m);

#endif
