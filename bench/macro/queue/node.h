/* SPDX-License-Identifier: MIT */
/* node.h - nodes: one for each wait, and one for each mutex that is held
 *
 * They come from one pool without a lock, and go back there by whoever took
 * them.  Each has the futex word of the thread that waits with it.
 */
#ifndef MACRO_NODE_H
#define MACRO_NODE_H

#include "types.h"

void node_init(void);

/* A node that nobody else has: no successor, not granted. */
uint32_t node_take(void);
void node_give(uint32_t n);

/* To the end of a row; from its front, or 0. */
void row_add(struct row *r, uint32_t n);
uint32_t row_remove(struct row *r);

/* Waits until the node is granted, which happens once. */
void node_park(uint32_t n);
void node_grant(uint32_t n);

/* The successor, as linked; 0: none yet. */
uint32_t node_next(uint32_t n);
void node_link(uint32_t n, uint32_t next);

/* Only if nobody can have granted it yet. */
void node_reset(uint32_t n);

#endif
