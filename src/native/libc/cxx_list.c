/* SPDX-License-Identifier: MIT */
/* cxx_list.c - links of std::list, which libstdc++.so writes
 *
 * The same steps as its own, every load and store announced.
 */
#include "native/libc/libc.h"

struct node {
	struct node *next, *prev;
};

static struct node *get(struct node **at, uint64_t pc)
{
	access_read(at, sizeof *at, pc);
	return *at;
}

static void set(struct node **at, struct node *to, uint64_t pc)
{
	access_write(at, sizeof *at, pc);
	*at = to;
}

static void join(struct node *left, struct node *right, uint64_t pc)
{
	set(&left->next, right, pc);
	set(&right->prev, left, pc);
}

/* this->_M_hook(position): goes before position. */
EXPORT void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(
	struct node *this, struct node *position)
{
	struct node *prev = get(&position->prev, CALLER);

	set(&this->next, position, CALLER);
	set(&this->prev, prev, CALLER);
	set(&prev->next, this, CALLER);
	set(&position->prev, this, CALLER);
}

EXPORT void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct node *this)
{
	struct node *next = get(&this->next, CALLER);

	join(get(&this->prev, CALLER), next, CALLER);
}

/* this->_M_transfer(first, last): [first, last) goes before this. */
EXPORT void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(
	struct node *this, struct node *first, struct node *last)
{
	struct node *before, *tail, *mine;

	if (this == last)
		return;
	tail = get(&last->prev, CALLER);
	before = get(&first->prev, CALLER);
	mine = get(&this->prev, CALLER);
	join(tail, this, CALLER);
	join(before, last, CALLER);
	join(mine, first, CALLER);
}

EXPORT void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct node *this)
{
	struct node *at = this;

	do {
		struct node *next = get(&at->next, CALLER);

		set(&at->next, get(&at->prev, CALLER), CALLER);
		set(&at->prev, next, CALLER);
		at = next;
	} while (at != this);
}

/* Takes over the ring that `from` heads; an empty one heads itself. */
static void take(struct node *to, struct node *from, struct node *first,
	struct node *last, uint64_t pc)
{
	if (first == from) {
		join(to, to, pc);
		return;
	}
	join(to, first, pc);
	join(last, to, pc);
}

EXPORT void _ZNSt8__detail15_List_node_base4swapERS0_S1_(
	struct node *x, struct node *y)
{
	struct node *x_first = get(&x->next, CALLER);
	struct node *x_last = get(&x->prev, CALLER);
	struct node *y_first = get(&y->next, CALLER);
	struct node *y_last = get(&y->prev, CALLER);

	if (x == y)
		return;
	take(x, y, y_first, y_last, CALLER);
	take(y, x, x_first, x_last, CALLER);
}
