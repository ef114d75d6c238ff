/* SPDX-License-Identifier: MIT */
/* own.h - an object is what its own operations do when each of them is whole
 *
 * A test is executed once in every order in which no operation of an object is
 * interrupted by another one of the same object.  What these *serial*
 * executions return is a set of histories, closed under prefixes: a tree, of
 * which an edge is who called what and what it returned, or that it waits.  A
 * history is explained if an order of its operations is a way down that tree
 * (docs/design/027-linearizability.md).  So an object may do one thing or
 * another: both are in the tree.
 *
 * Memory   plain data of a fixed size, in a file that the command makes and all
 *          test processes map; it is sparse.  Written by one of them alone.
 * Threads  are known by their numbers: whoever uses a set has to number them as
 *          the one that made it.
 */
#ifndef LINEAR_OWN_H
#define LINEAR_OWN_H

#include "linear/made.h"

#define OWN_MAGIC 0x6e776f7063726173u /* "sarcpown" */
#define OWN_BASE 0x12f200000000u      /* where test processes map it */

enum {
	OWN_FD = 3, /* behind the channel's */
	OWN_ROOTS = NOTED_OBJECTS,
	OWN_LABELS = 1 << 12,
	OWN_NODES = 1 << 18,
	OWN_NONE = 0
};

/* In the message of a bug, behind "of". */
#define OWN_SAYS "an object whose operations are made one after the other"

enum own_task {
	OWN_COLLECT, /* serial executions are made, and added */
	OWN_JUDGE
};

struct own_label {
	uint32_t thread, life;
	uint32_t returned; /* 0: it does not return, and `result` is 0 */
	uint32_t arguments;
	uint32_t call; /* the label of the same call that does not return */
	char name[NOTED_NAME];
	struct noted_value argument[NOTED_ARGUMENTS], result;
};

struct own_node {
	uint32_t label;	      /* of the edge that leads here */
	uint32_t first, next; /* child, sibling; OWN_NONE */
};

struct own_root {
	uint64_t address; /* of the object */
	uint32_t nth;	  /* of those that were at this address */
	uint32_t node;
};

struct own_set {
	uint64_t magic;
	uint32_t task;	   /* enum own_task */
	uint32_t full;	   /* something had no room, or could not be told */
	uint32_t complete; /* all serial executions are in it */
	uint32_t forks;	   /* calls that do not always come to the same */
	uint64_t histories;
	uint64_t executions; /* the command's */
	/* Number 0 of each is none. */
	uint32_t roots, labels, nodes;
	struct own_root root[OWN_ROOTS + 1];
	struct own_label label[OWN_LABELS];
	struct own_node node[OWN_NODES];
};

/* It goes by what objects without a specification are, from now on: NULL, they
 * are not judged. */
void own_use(struct own_set *set);
struct own_set *own_used(void);

/* What an execution has noted of its objects without a specification: serial,
 * and settled (noted_op.end). */
void own_add(struct own_set *set, const struct operations *n);

/* Was a state too large since this was last asked?  Then nothing is known. */
bool own_too_large(void);

/* The object, and the operation, in words of the tree.  False: it is not to be
 * judged by its own operations. */
bool own_object(
	const struct operations *n, uint32_t object, struct linear_object *out);
bool own_operation(const struct noted_op *from, struct linear_op *op);
/* Is it such an object? */
bool own_is(const struct linear_object *o);

#endif
