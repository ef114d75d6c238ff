/* SPDX-License-Identifier: MIT */
/* split.h - a tree in parts, and what they tell each other
 *
 * docs/design/011-splitting.md.  A part owns the nodes from `from` on; what it
 * has of those before is a copy.  A thread that it asks for there (`backtrack`)
 * and that its owner was not told of yet (`told`) is a message.
 */
#ifndef SEARCH_REDUCE_SPLIT_H
#define SEARCH_REDUCE_SPLIT_H

#include "search/reduce/tree.h"

enum message_kind {
	MESSAGE_DONE,	 /* all below the node was explored */
	MESSAGE_THREAD,	 /* it is wanted at the node */
	MESSAGE_SEQUENCE /* so are these options, one after the other */
};

struct message {
	uint32_t kind, node;
	uint32_t what; /* the thread, or how many options follow */
};

/* Where to cut: the shallowest node that has something left, and below which
 * something is left as well.  EVENT_NONE: nowhere, now. */
uint32_t tree_cut(const struct tree *d,
	uint32_t (*left)(const struct tree *d, uint32_t i));
/* All below node i becomes the part's.  False: it does not fit. */
bool tree_give(struct tree *d, uint32_t i, struct tree *part);

/* As send and receive of a strategy.  False also for kinds that are another's.
 */
size_t tree_send(void *self, void *out, size_t bytes);
bool tree_receive(void *self, const void *message, size_t length);

bool tree_waits(const void *self);
/* tree_cut and tree_give of what was asked for. */
bool tree_split(void *self, void *part);

#endif
