/* SPDX-License-Identifier: MIT */
/* search_tree.c - tsearch and its kin: trees whose order is the test's code
 *
 * The red-black tree that glibc 2.36 has: the same shape behind the same calls,
 * as twalk shows it, and the same comparisons on the way.  A comparison, or
 * what twalk calls, is the test's own, and may be switched out in the middle.
 *
 * Memory   a node is a block of the test's heap, as natively; each load and
 *          store is announced where the call was made.
 */
#include "native/libc/libc.h"

#include <search.h>
#include <stdlib.h>

struct node {
	const void *key; /* the first, as the test reads it */
	struct node *child[2];
	bool red;
};

enum {
	LEFT,
	RIGHT,
	DEPTH_MOST = 128 /* of a red-black tree that has room in memory */
};

typedef int compare_function(const void *, const void *);

/* --- loads and stores
 * ------------------------------------------------------------------------- */

static const void *key_of(const struct node *n, uint64_t pc)
{
	access_read(&n->key, sizeof n->key, pc);
	return n->key;
}

static struct node *load(struct node **at, uint64_t pc)
{
	access_read(at, sizeof *at, pc);
	return *at;
}

static struct node *child(struct node *n, int side, uint64_t pc)
{
	return load(&n->child[side], pc);
}

static void store(struct node **at, struct node *n, uint64_t pc)
{
	access_write(at, sizeof *at, pc);
	*at = n;
}

static bool is_red(struct node *n, uint64_t pc)
{
	if (!n)
		return false;
	access_read(&n->red, sizeof n->red, pc);
	return n->red;
}

static void paint(struct node *n, bool red, uint64_t pc)
{
	if (!n)
		return;
	access_write(&n->red, sizeof n->red, pc);
	n->red = red;
}

/* The child on that side comes up in place of its parent, which goes down on
 * the other side. */
static struct node *rotate(struct node **at, int side, uint64_t pc)
{
	struct node *down = load(at, pc), *up = child(down, side, pc);

	store(&down->child[side], child(up, !side, pc), pc);
	store(&up->child[!side], down, pc);
	store(at, up, pc);
	return up;
}

/* --- tfind, tsearch
 * ---------------------------------------------------------------------------
 */

EXPORT void *LIBC(tfind)(
	const void *key, void *const *root, compare_function *compare)
{
	struct node **at = (struct node **)(uintptr_t)root, *n;

	if (!controlled())
		return REAL(tfind)(key, root, compare);
	while (at && (n = load(at, CALLER))) {
		int order = compare(key, key_of(n, CALLER));

		if (order == 0)
			return n;
		at = &n->child[order > 0];
	}
	return 0;
}

/* Where the way down has come to; `side` is the way on from there. */
struct step {
	struct node **at;
	int side;
};

/* A node becomes red, and its children black.  If its parent is red already,
 * its grandparent is turned, so that no two red ones follow each other. */
static void lift(const struct step *to, bool fresh, uint64_t pc)
{
	struct node *n = load(to->at, pc), *parent, *grand;
	const struct step *above = to - 1, *top = to - 2;

	if (!fresh && (!is_red(child(n, LEFT, pc), pc) ||
			      !is_red(child(n, RIGHT, pc), pc)))
		return;
	paint(n, true, pc);
	paint(child(n, LEFT, pc), false, pc);
	paint(child(n, RIGHT, pc), false, pc);
	if (!above->at || !is_red(load(above->at, pc), pc))
		return;
	parent = load(above->at, pc);
	grand = load(top->at, pc);
	paint(grand, true, pc);
	if (above->side != top->side) {
		paint(n, false, pc);
		rotate(&grand->child[top->side], above->side, pc);
	} else {
		paint(parent, false, pc);
	}
	rotate(top->at, top->side, pc);
}

static struct node *add(struct node **at, const void *key, uint64_t pc)
{
	struct node *n = malloc(sizeof *n);

	if (!n)
		return 0;
	store(at, n, pc);
	access_write(n, sizeof *n, pc);
	*n = (struct node){.key = key, .red = true};
	return n;
}

static struct node *search(const void *key, struct node **root,
	compare_function *compare, uint64_t pc)
{
	/* The last three of the way: the root has nobody above it. */
	struct step way[3] = {{0, 0}, {0, 0}, {root, 0}};
	struct node *n = load(root, pc), **on = root;

	paint(n, false, pc);
	while ((n = load(way[2].at, pc))) {
		int order = compare(key, key_of(n, pc));

		if (order == 0)
			return n;
		way[2].side = order > 0;
		lift(&way[2], false, pc);
		/* If that has turned something, nobody looks above any more. */
		on = &n->child[order > 0];
		if (!load(on, pc))
			break;
		way[0] = way[1];
		way[1] = way[2];
		way[2].at = on;
	}
	n = add(on, key, pc);
	if (n && on != root) {
		const struct step last[3] = {way[1], way[2], {on, 0}};

		lift(&last[2], true, pc);
	}
	return n;
}

EXPORT void *LIBC(tsearch)(
	const void *key, void **root, compare_function *compare)
{
	if (!controlled())
		return REAL(tsearch)(key, root, compare);
	return root ? search(key, (struct node **)root, compare, CALLER) : 0;
}

/* --- tdelete
 * ----------------------------------------------------------------------------------
 */

/* The way from the root to a node, each by who points to it. */
struct way {
	struct node **at[DEPTH_MOST];
	unsigned n;
};

static void go(struct way *w, struct node **at)
{
	if (w->n == DEPTH_MOST)
		unsupported("tdelete in a tree that is too deep", user_pc());
	w->at[w->n++] = at;
}

/* Below the last of the way one black node is missing on the side of `low`. */
static void settle(struct way *w, struct node *low, uint64_t pc)
{
	while (w->n && !is_red(low, pc)) {
		struct node **at = w->at[w->n - 1], *parent = load(at, pc);
		int side = low != child(parent, LEFT, pc), far = !side;
		struct node *other = child(parent, far, pc);

		if (is_red(other, pc)) {
			paint(other, false, pc);
			paint(parent, true, pc);
			rotate(at, far, pc);
			at = &other->child[side];
			go(w, at);
			other = child(parent, far, pc);
		}
		if (is_red(child(other, LEFT, pc), pc) ||
			is_red(child(other, RIGHT, pc), pc)) {
			bool red = is_red(parent, pc);

			if (is_red(child(other, far, pc), pc))
				paint(child(other, far, pc), false, pc);
			else
				other = rotate(&parent->child[far], side, pc);
			paint(other, red, pc);
			paint(parent, false, pc);
			rotate(at, far, pc);
			return;
		}
		paint(other, true, pc);
		low = parent;
		w->n--;
	}
	paint(low, false, pc);
}

static void *delete_from(const void *key, struct node **root,
	compare_function *compare, uint64_t pc)
{
	struct way way = {.n = 0};
	struct node **at = root, *n = load(at, pc), *parent = n, *gone, *low;
	int order;

	if (!n)
		return 0;
	while ((order = compare(key, key_of(n, pc))) != 0) {
		go(&way, at);
		parent = n;
		at = &n->child[order > 0];
		n = load(at, pc);
		if (!n)
			return 0;
	}
	gone = n;
	if (child(n, LEFT, pc) && child(n, RIGHT, pc)) {
		/* The next one gives its key, and goes in its place. */
		go(&way, at);
		at = &n->child[RIGHT];
		gone = load(at, pc);
		while (child(gone, LEFT, pc)) {
			go(&way, at);
			at = &gone->child[LEFT];
			gone = load(at, pc);
		}
	}
	low = child(gone, LEFT, pc);
	if (!low)
		low = child(gone, RIGHT, pc);
	store(at, low, pc);
	if (gone != n) {
		access_write(&n->key, sizeof n->key, pc);
		n->key = key_of(gone, pc);
	}
	if (!is_red(gone, pc))
		settle(&way, low, pc);
	free(gone);
	return parent;
}

EXPORT void *LIBC(tdelete)(
	const void *key, void **root, compare_function *compare)
{
	if (!controlled())
		return REAL(tdelete)(key, root, compare);
	return root ? delete_from(key, (struct node **)root, compare, CALLER)
		    : 0;
}

/* --- all of it
 * --------------------------------------------------------------------------------
 */

/* What twalk calls has the depth, twalk_r's an argument of the test's. */
struct visitor {
	void (*with_depth)(const void *, VISIT, int);
	void (*with)(const void *, VISIT, void *);
	void *argument;
	uint64_t pc;
};

static void visit(
	const struct visitor *v, struct node *n, VISIT order, int depth)
{
	if (v->with)
		v->with(n, order, v->argument);
	else
		v->with_depth(n, order, depth);
}

static void walk(const struct visitor *v, struct node *n, int depth)
{
	if (!child(n, LEFT, v->pc) && !child(n, RIGHT, v->pc)) {
		visit(v, n, leaf, depth);
		return;
	}
	visit(v, n, preorder, depth);
	if (child(n, LEFT, v->pc))
		walk(v, child(n, LEFT, v->pc), depth + 1);
	visit(v, n, postorder, depth);
	if (child(n, RIGHT, v->pc))
		walk(v, child(n, RIGHT, v->pc), depth + 1);
	visit(v, n, endorder, depth);
}

EXPORT void LIBC(twalk)(
	const void *root, void (*action)(const void *, VISIT, int))
{
	const struct visitor v = {action, 0, 0, CALLER};

	if (!controlled())
		REAL(twalk)(root, action);
	else if (root && action)
		walk(&v, (struct node *)(uintptr_t)root, 0);
}

EXPORT void LIBC(twalk_r)(const void *root,
	void (*action)(const void *, VISIT, void *), void *argument)
{
	const struct visitor v = {0, action, argument, CALLER};

	if (!controlled())
		REAL(twalk_r)(root, action, argument);
	else if (root && action)
		walk(&v, (struct node *)(uintptr_t)root, 0);
}

static void destroy(struct node *n, void (*done)(void *), uint64_t pc)
{
	if (child(n, LEFT, pc))
		destroy(child(n, LEFT, pc), done, pc);
	if (child(n, RIGHT, pc))
		destroy(child(n, RIGHT, pc), done, pc);
	done((void *)(uintptr_t)key_of(n, pc));
	free(n);
}

EXPORT void LIBC(tdestroy)(void *root, void (*done)(void *))
{
	if (!controlled())
		REAL(tdestroy)(root, done);
	else if (root)
		destroy(root, done, CALLER);
}
