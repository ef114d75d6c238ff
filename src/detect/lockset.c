/* SPDX-License-Identifier: MIT */
/* lockset.c - interned sets of locks, see lockset.h */
#include "detect/lockset.h"

#include <string.h>

#include "base/hash.h"

static bool same_lock(const struct lock *a, const struct lock *b)
{
	return a->address == b->address && a->type == b->type;
}

static bool before(const struct lock *a, const struct lock *b)
{
	return a->address < b->address ||
	       (a->address == b->address && a->type < b->type);
}

static uint64_t lock_hash(const struct lock *k)
{
	return hash_mix(k->address ^ (uint64_t)k->type << 56);
}

bool locksets_init(
	struct locksets *l, void *memory, size_t bytes, uint32_t sets_max)
{
	unsigned char *at = memory;
	uint32_t slots = 4;
	size_t each = sizeof *l->set + 4 * sizeof *l->slot;

	if (bytes < 4 * each + 4 * sizeof(struct lock))
		return false;
	/* Half of it for the locks of the sets. */
	if (sets_max > bytes / 2 / each)
		sets_max = (uint32_t)(bytes / 2 / each);
	while (slots < 2 * sets_max)
		slots *= 2;
	memset(l, 0, sizeof *l);
	l->set = (void *)at;
	at += sets_max * sizeof *l->set;
	l->slot = (void *)at;
	at += slots * sizeof *l->slot;
	l->lock = (void *)at;
	l->slots = slots;
	l->sets_max = sets_max;
	l->locks_max =
		(uint32_t)((bytes - (size_t)(at - (unsigned char *)memory)) /
			   sizeof *l->lock);
	memset(l->slot, 0, slots * sizeof *l->slot);
	memset(&l->set[0], 0, sizeof l->set[0]);
	l->sets = 1;
	return true;
}

static bool equal(const struct lock *a, const struct lock *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!same_lock(&a[i], &b[i]) || a[i].depth != b[i].depth ||
			a[i].shared != b[i].shared)
			return false;
	return true;
}

/* The number of the set of these locks, which are sorted; `otherwise` if there
 * is no room for it. */
static uint32_t intern(struct locksets *l, const struct lock *lock, uint32_t n,
	uint32_t otherwise)
{
	struct lockset s = {0, 0, l->locks, n};
	uint32_t i;

	if (n == 0)
		return LOCKSET_NONE;
	for (i = 0; i < n; i++) {
		uint64_t h = lock_hash(&lock[i]);

		s.bits |= 1ull << (h & 63);
		s.hash = hash_mix(s.hash ^ h ^ lock[i].depth ^
				  (uint64_t)lock[i].shared << 32);
	}
	for (i = (uint32_t)s.hash & (l->slots - 1); l->slot[i];
		i = (i + 1) & (l->slots - 1)) {
		const struct lockset *o = &l->set[l->slot[i] - 1];

		if (o->hash == s.hash && o->locks == n &&
			equal(&l->lock[o->first], lock, n))
			return l->slot[i] - 1;
	}
	if (l->sets == l->sets_max || l->locks_max - l->locks < n) {
		l->full = true;
		return otherwise;
	}
	memcpy(&l->lock[l->locks], lock, n * sizeof *lock);
	l->locks += n;
	l->set[l->sets] = s;
	l->slot[i] = ++l->sets;
	return l->sets - 1;
}

uint32_t lockset_with(struct locksets *l, uint32_t set, uint8_t type,
	uint64_t address, bool shared)
{
	const struct lockset *s = &l->set[set];
	struct lock k = {address, 1, type, shared, 0}, lock[LOCKSET_LOCKS];
	uint32_t n = s->locks, i = 0;

	if (n == LOCKSET_LOCKS) {
		l->full = true;
		return set;
	}
	memcpy(lock, &l->lock[s->first], n * sizeof *lock);
	while (i < n && before(&lock[i], &k))
		i++;
	if (i < n && same_lock(&lock[i], &k)) {
		lock[i].depth++;
		lock[i].shared = lock[i].shared || shared;
		return intern(l, lock, n, set);
	}
	memmove(&lock[i + 1], &lock[i], (n - i) * sizeof *lock);
	lock[i] = k;
	return intern(l, lock, n + 1, set);
}

uint32_t lockset_without(
	struct locksets *l, uint32_t set, uint8_t type, uint64_t address)
{
	const struct lockset *s = &l->set[set];
	struct lock k = {address, 1, type, 0, 0}, lock[LOCKSET_LOCKS];
	uint32_t n = s->locks, i = 0;

	memcpy(lock, &l->lock[s->first], n * sizeof *lock);
	while (i < n && !same_lock(&lock[i], &k))
		i++;
	if (i == n)
		return set;
	if (--lock[i].depth == 0) {
		n--;
		memmove(&lock[i], &lock[i + 1], (n - i) * sizeof *lock);
	}
	/* A set that does not fit must not have what was given back. */
	return intern(l, lock, n, LOCKSET_NONE);
}

bool locksets_exclude(const struct locksets *l, uint32_t a, uint32_t b)
{
	const struct lockset *x = &l->set[a], *y = &l->set[b];
	uint32_t i = 0, j = 0;

	if (!(x->bits & y->bits))
		return false;
	while (i < x->locks && j < y->locks) {
		const struct lock *p = &l->lock[x->first + i];
		const struct lock *q = &l->lock[y->first + j];

		if (before(p, q))
			i++;
		else if (before(q, p))
			j++;
		else if (!(p->shared && q->shared))
			return true;
		else
			i++, j++;
	}
	return false;
}

bool lockset_within(const struct locksets *l, uint32_t a, uint32_t b)
{
	const struct lockset *x = &l->set[a], *y = &l->set[b];
	uint32_t j = 0;

	if (a == b || a == LOCKSET_NONE)
		return true;
	for (uint32_t i = 0; i < x->locks; i++) {
		const struct lock *p = &l->lock[x->first + i], *q;

		while (j < y->locks && before(&l->lock[y->first + j], p))
			j++;
		if (j == y->locks)
			return false;
		q = &l->lock[y->first + j];
		if (!same_lock(p, q) || (q->shared && !p->shared))
			return false;
	}
	return true;
}
