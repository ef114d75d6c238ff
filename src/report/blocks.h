/* SPDX-License-Identifier: MIT */
/* blocks.h - blocks of memory, for names.c */
#ifndef REPORT_BLOCKS_H
#define REPORT_BLOCKS_H

#include "report/names.h"

/* "heap A", "heap A.next": the place of an access of so many bytes
 * (NAMES_BLOCK: of the whole).  Blocks are called A, B, ..., Z, A1, ... in the
 * order of their appearance. */
void blocks_name(struct names *n, const struct channel_place *p,
	uint64_t access, char *out, size_t size);
/* "16 bytes allocated by T1 at a.c:12, freed by T2 at a.c:20" */
void blocks_sentence(
	struct names *n, const struct channel_place *p, char *out, size_t size);

/* The block that a bare address is in: of those that have a name, the newest,
 * where memory was handed out again. */
bool blocks_known(const struct names *n, struct channel_place *p);
/* Of those that an access of the trace was to. */
bool blocks_touched(const struct names *n, struct channel_place *p);

/* A row of the legend, made once; NULL: no room. */
struct legend *names_enter(struct names *n, const struct channel_place *place,
	uint64_t size, const char *name, const char *what);

#endif
