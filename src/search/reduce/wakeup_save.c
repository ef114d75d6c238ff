/* SPDX-License-Identifier: MIT */
#include "search/reduce/wakeup_save.h"

enum {
	HAS_CHILD = 1,
	HAS_SIBLING = 2,
	UNKNOWN = 4,
	GUESS = 8,
	TOLD = 16,
	UNREFINED = 32
};

struct saved_branch {
	uint32_t alternative;
	tid thread;
	uint8_t flags, accesses;
};

void branch_put(
	const struct wakeup *w, const struct branch *b, struct writer *out)
{
	struct advice is = branch_advice(w, b);
	const struct footprint *f = is.footprint;
	struct saved_branch to = {b->alternative, b->thread, 0, 0};

	to.flags |= b->child != BRANCH_NONE ? HAS_CHILD : 0;
	to.flags |= b->sibling != BRANCH_NONE ? HAS_SIBLING : 0;
	to.flags |= !f ? UNKNOWN : 0;
	to.flags |= b->guess ? GUESS : 0;
	to.flags |= b->told ? TOLD : 0;
	to.flags |= f && f->unrefined ? UNREFINED : 0;
	if (f)
		to.accesses = (uint8_t)(f->reads + f->writes + f->objects);
	put(out, &to, sizeof to);
	if (f)
		put(out, f->access, to.accesses * sizeof *f->access);
}

static void put_tree(const struct wakeup *w, uint32_t b, uint32_t *waiting,
	uint32_t most, struct writer *out)
{
	uint32_t hangs = b != BRANCH_NONE, waits = 0;

	put(out, &hangs, sizeof hangs);
	while (b != BRANCH_NONE) {
		const struct branch *branch = &w->branch[b];

		branch_put(w, branch, out);
		b = branch->sibling;
		if (branch->child != BRANCH_NONE) {
			if (b != BRANCH_NONE && waits < most)
				waiting[waits++] = b;
			b = branch->child;
		} else if (b == BRANCH_NONE && waits) {
			b = waiting[--waits];
		}
	}
}

void wakeup_put(const struct wakeup *w, uint32_t from, uint32_t nodes,
	uint32_t *scratch, uint32_t most, struct writer *out)
{
	for (uint32_t i = 0; nodes && i <= nodes; i++)
		put_tree(w, w->root[i], scratch, most, out);
	for (uint32_t i = from; i < nodes; i++)
		put_tree(w, w->taken[i], scratch, most, out);
}

bool branch_get(
	struct wakeup *w, struct branch *b, uint8_t *flags, struct reader *r)
{
	struct access access[INTERNED_ACCESSES];
	struct saved_branch from;
	struct footprint f;

	b->child = b->sibling = BRANCH_NONE;
	if (!get(r, &from, sizeof from) || from.thread >= THREADS_MAX ||
		from.accesses > INTERNED_ACCESSES ||
		!get(r, access, from.accesses * sizeof *access))
		return false;
	for (unsigned k = 0; k < from.accesses; k++)
		if (access[k].kind >= OP_COUNT)
			return false;
	footprint_settle(&f, from.thread, access, from.accesses);
	f.unrefined = from.flags & UNREFINED;
	branch_fill(w, b,
		&(struct advice){from.flags & UNKNOWN ? NULL : &f,
			from.alternative, from.thread, from.flags & GUESS, 0});
	b->told = from.flags & TOLD;
	*flags = from.flags;
	return true;
}

/* Those whose sibling comes later are a list, linked by that sibling. */
static bool get_tree(struct wakeup *w, uint32_t *where, struct reader *r)
{
	uint32_t hangs, waiting = BRANCH_NONE;

	*where = BRANCH_NONE;
	if (!get(r, &hangs, sizeof hangs))
		return false;
	while (hangs) {
		uint32_t b = wakeup_new(w);
		struct branch *branch = &w->branch[b];
		uint8_t flags;

		if (b == BRANCH_NONE || !branch_get(w, branch, &flags, r))
			return false;
		*where = b;
		where = &branch->sibling;
		if (flags & HAS_CHILD) {
			where = &branch->child;
			if (flags & HAS_SIBLING) {
				branch->sibling = waiting;
				waiting = b;
			}
		} else if (!(flags & HAS_SIBLING)) {
			hangs = waiting != BRANCH_NONE;
			if (!hangs)
				break;
			where = &w->branch[waiting].sibling;
			waiting = *where;
			*where = BRANCH_NONE;
		}
	}
	return true;
}

bool wakeup_get(
	struct wakeup *w, uint32_t from, uint32_t nodes, struct reader *r)
{
	if (nodes + 1ull >= w->nodes_max || from > nodes)
		return false;
	for (uint32_t i = 0; nodes && i <= nodes; i++)
		if (!get_tree(w, &w->root[i], r))
			return false;
	for (uint32_t i = from; i < nodes; i++)
		if (!get_tree(w, &w->taken[i], r))
			return false;
	for (uint32_t i = nodes; i-- > from;)
		wakeup_back(w, i);
	return true;
}
