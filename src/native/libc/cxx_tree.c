/* SPDX-License-Identifier: MIT */
/* cxx_tree.c - the red-black trees of std::map and std::set
 *
 * libstdc++.so walks and balances them; here every load and store is announced.
 * The header node's parent is the root, its left and right are the outermost
 * nodes; the root's parent is the header, which is red.
 */
#include "native/libc/libc.h"

enum colour {
	RED,
	BLACK
};

struct node {
	uint32_t colour; /* enum colour */
	struct node *parent, *left, *right;
};

struct tree {
	struct node *header;
	uint64_t pc;
};

static struct node *get(struct node *const *at, uint64_t pc)
{
	access_read(at, sizeof *at, pc);
	return *at;
}

static void set(struct node **at, struct node *to, uint64_t pc)
{
	access_write(at, sizeof *at, pc);
	*at = to;
}

static enum colour colour_of(const struct node *n, uint64_t pc)
{
	if (!n)
		return BLACK;
	access_read(&n->colour, sizeof n->colour, pc);
	return n->colour;
}

static void paint(struct node *n, enum colour c, uint64_t pc)
{
	access_write(&n->colour, sizeof n->colour, pc);
	n->colour = c;
}

static struct node **side(struct node *n, bool left)
{
	return left ? &n->left : &n->right;
}

static struct node *outermost(struct node *n, bool left, uint64_t pc)
{
	struct node *next;

	while ((next = get(side(n, left), pc)))
		n = next;
	return n;
}

/* --- walking
 * --------------------------------------------------------------------- */

static struct node *increment(struct node *n, uint64_t pc)
{
	struct node *p, *right = get(&n->right, pc);

	if (right)
		return outermost(right, true, pc);
	p = get(&n->parent, pc);
	while (n == get(&p->right, pc)) {
		n = p;
		p = get(&p->parent, pc);
	}
	/* From the rightmost node of a tree whose root has no right child, n
	 * is the header by now and p the root. */
	return get(&n->right, pc) != p ? p : n;
}

static struct node *decrement(struct node *n, uint64_t pc)
{
	struct node *p = get(&n->parent, pc), *left;

	if (colour_of(n, pc) == RED && get(&p->parent, pc) == n)
		return get(&n->right, pc); /* n is the header */
	left = get(&n->left, pc);
	if (left)
		return outermost(left, false, pc);
	while (n == get(&p->left, pc)) {
		n = p;
		p = get(&p->parent, pc);
	}
	return p;
}

EXPORT struct node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(
	struct node *n)
{
	return increment(n, CALLER);
}

EXPORT struct node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(
	struct node *n)
{
	return increment(n, CALLER);
}

EXPORT struct node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(
	struct node *n)
{
	return decrement(n, CALLER);
}

EXPORT struct node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(
	struct node *n)
{
	return decrement(n, CALLER);
}

/* --- changing
 * --------------------------------------------------------------------- */

/* `with` (or nothing) takes n's place below its parent. */
static void replace(struct tree *t, struct node *n, struct node *with)
{
	struct node *p = get(&n->parent, t->pc);

	if (n == get(&t->header->parent, t->pc))
		set(&t->header->parent, with, t->pc);
	else
		set(side(p, n == get(&p->left, t->pc)), with, t->pc);
	if (with)
		set(&with->parent, p, t->pc);
}

/* n goes down to its `left` or right side; its other child comes up. */
static void rotate(struct tree *t, struct node *n, bool left)
{
	struct node *up = get(side(n, !left), t->pc);
	struct node *inner = get(side(up, left), t->pc);

	set(side(n, !left), inner, t->pc);
	if (inner)
		set(&inner->parent, n, t->pc);
	replace(t, n, up);
	set(side(up, left), n, t->pc);
	set(&n->parent, up, t->pc);
}

static void link_new(struct tree *t, bool left, struct node *n, struct node *p)
{
	access_write(n, sizeof *n, t->pc);
	*n = (struct node){RED, p, 0, 0};
	if (p == t->header) {
		set(&t->header->left, n, t->pc);
		set(&t->header->right, n, t->pc);
		set(&t->header->parent, n, t->pc);
		return;
	}
	set(side(p, left), n, t->pc);
	if (p == get(side(t->header, left), t->pc))
		set(side(t->header, left), n, t->pc);
}

EXPORT void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
	bool left, struct node *n, struct node *p, struct node *header)
{
	struct tree t = {header, CALLER};

	link_new(&t, left || p == header, n, p);
	while (n != get(&header->parent, t.pc) &&
		colour_of(p = get(&n->parent, t.pc), t.pc) == RED) {
		struct node *g = get(&p->parent, t.pc), *uncle;
		bool on_left = p == get(&g->left, t.pc);

		uncle = get(side(g, !on_left), t.pc);
		if (colour_of(uncle, t.pc) == RED) {
			paint(p, BLACK, t.pc);
			paint(uncle, BLACK, t.pc);
			paint(g, RED, t.pc);
			n = g;
			continue;
		}
		if (n == get(side(p, !on_left), t.pc)) {
			rotate(&t, p, on_left);
			p = n;
		}
		paint(p, BLACK, t.pc);
		paint(g, RED, t.pc);
		rotate(&t, g, !on_left);
		break;
	}
	n = get(&header->parent, t.pc);
	if (colour_of(n, t.pc) == RED)
		paint(n, BLACK, t.pc);
}

/* The side of p on which n (or nothing) stands lacks one black node. */
static void restore(struct tree *t, struct node *n, struct node *p)
{
	while (n != get(&t->header->parent, t->pc) &&
		colour_of(n, t->pc) == BLACK) {
		bool on_left = n == get(&p->left, t->pc);
		struct node *w = get(side(p, !on_left), t->pc), *near, *far;

		if (colour_of(w, t->pc) == RED) {
			paint(w, BLACK, t->pc);
			paint(p, RED, t->pc);
			rotate(t, p, on_left);
			w = get(side(p, !on_left), t->pc);
		}
		near = get(side(w, on_left), t->pc);
		far = get(side(w, !on_left), t->pc);
		if (colour_of(near, t->pc) == BLACK &&
			colour_of(far, t->pc) == BLACK) {
			paint(w, RED, t->pc);
			n = p;
			p = get(&p->parent, t->pc);
			continue;
		}
		if (colour_of(far, t->pc) == BLACK) {
			paint(near, BLACK, t->pc);
			paint(w, RED, t->pc);
			rotate(t, w, !on_left);
			far = w;
			w = near;
		}
		paint(w, colour_of(p, t->pc), t->pc);
		paint(p, BLACK, t->pc);
		paint(far, BLACK, t->pc);
		rotate(t, p, on_left);
		return;
	}
	if (n && colour_of(n, t->pc) == RED)
		paint(n, BLACK, t->pc);
}

/* n has two children: its successor takes its place and colour.  Returns the
 * colour that went missing; `hole` and `parent` tell where. */
static enum colour succeed(struct tree *t, struct node *n, struct node **hole,
	struct node **parent)
{
	struct node *right = get(&n->right, t->pc);
	struct node *left = get(&n->left, t->pc);
	struct node *y = outermost(right, true, t->pc);
	enum colour missing = colour_of(y, t->pc);

	*hole = get(&y->right, t->pc);
	if (y == right) {
		*parent = y;
	} else {
		*parent = get(&y->parent, t->pc);
		set(&(*parent)->left, *hole, t->pc);
		if (*hole)
			set(&(*hole)->parent, *parent, t->pc);
		set(&y->right, right, t->pc);
		set(&right->parent, y, t->pc);
	}
	set(&y->left, left, t->pc);
	set(&left->parent, y, t->pc);
	replace(t, n, y);
	paint(y, colour_of(n, t->pc), t->pc);
	return missing;
}

/* At most one child: it comes up, and n may have been an outermost node. */
static enum colour remove_end(struct tree *t, struct node *n,
	struct node **hole, struct node **parent)
{
	struct node *left = get(&n->left, t->pc);
	struct node *right = get(&n->right, t->pc);

	*hole = left ? left : right;
	*parent = get(&n->parent, t->pc);
	replace(t, n, *hole);
	if (n == get(&t->header->left, t->pc))
		set(&t->header->left,
			right ? outermost(right, true, t->pc) : *parent, t->pc);
	if (n == get(&t->header->right, t->pc))
		set(&t->header->right,
			left ? outermost(left, false, t->pc) : *parent, t->pc);
	return colour_of(n, t->pc);
}

EXPORT struct node *
_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(
	struct node *n, struct node *header)
{
	struct tree t = {header, CALLER};
	struct node *hole, *parent;
	enum colour missing;

	if (get(&n->left, t.pc) && get(&n->right, t.pc))
		missing = succeed(&t, n, &hole, &parent);
	else
		missing = remove_end(&t, n, &hole, &parent);
	if (missing == BLACK)
		restore(&t, hole, parent);
	return n;
}
