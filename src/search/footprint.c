/* SPDX-License-Identifier: MIT */
#include "search/footprint.h"
#include "search/depend.h"
#include "base/hash.h"

enum {
	WORD_SHIFT = 3,
	WORDS_MAX = 64, /* of a range, beyond which it sets every bit */
	FEW = 12	/* accesses that are sorted by insertion */
};

/* A kind that commutes with several others has several rows. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
const struct access_sort access_sort[OP_COUNT] = {
#define ACCESS(kind, list, bytes, commutes)                                    \
	[OP_##kind] = {LIST_##list, BYTES_##bytes},
#include "search/access.def"
#undef ACCESS
};
#pragma GCC diagnostic pop

/* The first row of each list of memory. */
static const uint8_t plain[] = {
	[LIST_reads] = OP_read, [LIST_writes] = OP_write};

static bool before(const struct access *a, const struct access *b)
{
	enum footprint_list one = list_of(a), other = list_of(b);

	if (one != other)
		return one < other;
	if (a->address != b->address)
		return a->address < b->address;
	if (a->size == b->size)
		return a->kind < b->kind &&
		       (one == LIST_objects || is_whole(b));
	return a->size < b->size;
}

static void insert_sort(struct access *a, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct access x = a[i];
		size_t j = i;

		for (; j && before(&x, &a[j - 1]); j--)
			a[j] = a[j - 1];
		a[j] = x;
	}
}

static void sift(struct access *a, size_t at, size_t n)
{
	for (;;) {
		size_t child = 2 * at + 1;
		struct access x;

		if (child >= n)
			return;
		if (child + 1 < n && before(&a[child], &a[child + 1]))
			child++;
		if (!before(&a[at], &a[child]))
			return;
		x = a[at];
		a[at] = a[child];
		a[child] = x;
		at = child;
	}
}

/* By heaps: no memory, no recursion. */
static void sort(struct access *a, size_t n)
{
	if (n <= FEW) {
		insert_sort(a, n);
		return;
	}
	for (size_t i = n / 2; i-- > 0;)
		sift(a, i, n);
	for (size_t end = n; end-- > 1;) {
		struct access x = a[0];

		a[0] = a[end];
		a[end] = x;
		sift(a, 0, end);
	}
}

/* Does `next` only continue or repeat `last`?  Then last covers both. */
static bool merged(struct access *last, const struct access *next)
{
	uint64_t end = last->address + last->size;
	uint64_t next_end = next->address + next->size;

	if (list_of(last) != list_of(next))
		return false;
	if (next->size == 0) {
		if (last->address != next->address || last->kind != next->kind)
			return false;
		last->write |= next->write;
		if (!last->room || (next->room && next->room < last->room))
			last->room = next->room;
		return true;
	}
	if (next->address > end)
		return false;
	if (is_whole(last) || is_whole(next)) {
		if (next->address == end)
			return false;
		if (last->address != next->address ||
			last->size != next->size || last->kind != next->kind)
			last->kind = plain[list_of(last)];
	}
	if (next_end > end) {
		if (next_end - last->address > UINT32_MAX)
			return false;
		last->size = (uint32_t)(next_end - last->address);
	}
	return true;
}

static inline uint64_t bit_of(uint64_t x)
{
	return 1ull << (x * 0x9e3779b97f4a7c15u >> 58);
}

static uint64_t bits_of(const struct access *a)
{
	uint64_t first = a->address >> WORD_SHIFT, bits = 0;
	uint64_t last = (a->address + a->size - 1) >> WORD_SHIFT;

	if (first == last)
		return bit_of(first);
	if (last - first >= WORDS_MAX)
		return ~0ull;
	for (; first <= last; first++)
		bits |= bit_of(first);
	return bits;
}

/* In order, and each place once; how many are left. */
static size_t arrange(struct access *access, size_t n)
{
	size_t out = 1;

	sort(access, n);
	for (size_t i = 1; i < n; i++) {
		bool whole = is_whole(&access[out - 1]);

		if (!merged(&access[out - 1], &access[i]))
			access[out++] = access[i];
		else if (whole && out > 1 &&
			 merged(&access[out - 2], &access[out - 1]))
			out--; /* it is plain now, and continues another */
	}
	return out;
}

/* Are two accesses an object and then memory, or the other way round? */
static bool in_order(struct access *a)
{
	if ((a[0].size == 0) == (a[1].size == 0))
		return false;
	if (a[0].size == 0) {
		struct access object = a[0];

		a[0] = a[1];
		a[1] = object;
	}
	return true;
}

/* With its own kind, in any search, as often as one likes. */
static inline bool commutes_always(const struct access *a)
{
	return kind_unrefined[a->kind] && kind_commutes[a->kind][a->kind] &&
	       !a->room;
}

static inline void describe(struct footprint *f, struct access *a)
{
	uint64_t bits;

	if (a->size == 0) {
		f->objects++;
		f->object_bits |= bit_of(a->address);
		if (!commutes_always(a))
			f->fixed_bits |= bit_of(a->address);
		f->everything |= a->kind == OP_process_leave;
		f->acts |= names_thread(a);
		f->late |= a->address >> LATE_SHIFT >= LATE_TAG;
		if (a->room && f->objects <= UINT8_MAX)
			f->limited = (uint8_t)f->objects;
		return;
	}
	bits = bits_of(a);
	f->read_bits |= bits;
	if (!is_whole(a))
		a->kind = plain[list_of(a)];
	if (a->write) {
		f->writes++;
		f->write_bits |= bits;
	} else {
		f->reads++;
	}
}

void footprint_settle(
	struct footprint *f, tid thread, struct access *access, size_t n)
{
	*f = (struct footprint){.access = access, .thread = thread};
	if (n > 1 && !(n == 2 && in_order(access)))
		n = arrange(access, n);
	for (size_t i = 0; i < n; i++)
		describe(f, &access[i]);
}

bool footprint_passes(const struct footprint *f, const struct footprint *by)
{
	const struct access *a = footprint_objects(f);
	const struct access *b = footprint_objects(by);

	if (!(f->object_bits & by->object_bits))
		return false;
	for (uint32_t i = 0; i < f->objects; i++)
		for (uint32_t j = 0; a[i].room > 1 && j < by->objects; j++)
			if (b[j].room && b[j].address == a[i].address)
				return true;
	return false;
}

void footprint_pass(struct footprint *f, const struct footprint *by)
{
	struct access *a = f->access + f->reads + f->writes;
	const struct access *b = footprint_objects(by);

	for (uint32_t i = 0; i < f->objects; i++)
		for (uint32_t j = 0; a[i].room > 1 && j < by->objects; j++)
			a[i].room -= b[j].room && b[j].address == a[i].address;
}

bool footprint_find_thread(const struct footprint *f, tid t, bool start)
{
	const struct access *a = footprint_objects(f);

	for (uint32_t i = 0; i < f->objects; i++)
		if (a[i].address == t && names_thread(&a[i]) &&
			(!start || a[i].kind == OP_thread_start))
			return true;
	return false;
}

uint64_t footprint_hash(const struct footprint *f)
{
	uint64_t hash = f->thread;

	for (uint32_t i = 0; i < f->reads + f->writes + f->objects; i++) {
		const struct access *a = &f->access[i];

		hash = hash_mix(hash ^ a->address);
		hash = hash_mix(
			hash ^ ((uint64_t)a->size << 32 |
				       (uint64_t)a->write << 8 | a->kind));
	}
	return hash;
}
