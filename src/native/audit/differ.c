/* SPDX-License-Identifier: MIT */
#include "native/audit/differ.h"
#include "native/audit.h"
#include "native/audit/state.h"
#include "native/trace.h"

#include <string.h>
#include <sys/mman.h>

#define ROOM (1ull << 30) /* bytes of each */

/* Behind each other, each with its bytes behind it. */
struct piece {
	uint64_t where, bytes;
	uint64_t part;
};

struct copy {
	uint64_t used; /* above ROOM: there was more */
	char bytes[ROOM - sizeof(uint64_t)];
};

static struct copy *copies; /* [2] */
static struct copy *now;

void differ_init(void)
{
	copies = mmap(0, 2 * sizeof *copies, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (copies == MAP_FAILED)
		run_error(ERR_IO, 0, "no memory for the audit" SC(437));
}

static uint64_t room_of(uint64_t bytes)
{
	return sizeof(struct piece) + ((bytes + 7) & ~7ull);
}

static void keep(const struct state_piece *p)
{
	struct piece head = {p->where, p->bytes, p->part};
	uint64_t room = room_of(p->bytes);

	if (now->used > sizeof now->bytes ||
		room > sizeof now->bytes - now->used) {
		now->used = ROOM + 1;
		return;
	}
	memcpy(now->bytes + now->used, &head, sizeof head);
	memcpy(now->bytes + now->used + sizeof head, p->now, p->bytes);
	now->used += room;
}

/* --- comparing --------------------------------------------------------------
 */

static const struct piece *piece_at(const struct copy *c, uint64_t at)
{
	return (const struct piece *)(const void *)(c->bytes + at);
}

/* Mostly they come in the same order; objects in that in which they were met.
 */
static const struct piece *find(
	const struct copy *c, const struct piece *p, uint64_t *at)
{
	for (unsigned round = 0; round < 2; round++, *at = 0)
		while (*at < c->used) {
			const struct piece *q = piece_at(c, *at);

			*at += room_of(q->bytes);
			if (q->part == p->part && q->where == p->where)
				return q;
		}
	return 0;
}

static uint64_t word(const struct piece *p, uint64_t at)
{
	uint64_t left = at < p->bytes ? p->bytes - at : 0, value = 0;

	memcpy(&value, (const char *)(p + 1) + at, left < 8 ? left : 8);
	return value;
}

/* The first of 8 bytes in which they differ. */
static void tell(const struct piece *one, const struct piece *other)
{
	struct channel_differs *d = &rt.channel->audit.differs;
	const char *a = (const char *)(one + 1);
	const char *b = other ? (const char *)(other + 1) : a;
	uint64_t least = one->bytes, at = 0;

	if (other && other->bytes < least)
		least = other->bytes;
	while (other && at < least && a[at] == b[at])
		at++;
	d->part = (uint32_t)one->part;
	d->only_one = !other;
	place_of(one->where + (at & ~7ull), &d->place);
	d->first = word(one, at & ~7ull);
	d->second = other ? word(other, at & ~7ull) : 0;
	d->told = 1;
}

static bool same(const struct piece *a, const struct piece *b)
{
	return b && a->bytes == b->bytes && memcmp(a + 1, b + 1, a->bytes) == 0;
}

/* Pieces of a that b has not, or has otherwise. */
static bool compare(const struct copy *a, const struct copy *b)
{
	uint64_t at = 0, cursor = 0;

	if (a->used > ROOM || b->used > ROOM)
		return false;
	while (at < a->used) {
		const struct piece *p = piece_at(a, at);
		const struct piece *q = find(b, p, &cursor);

		if (!same(p, q)) {
			tell(p, q);
			return true;
		}
		at += room_of(p->bytes);
	}
	return false;
}

static void take(struct copy *to)
{
	now = to;
	now->used = 0;
	state_each(keep);
}

void differ_first(void)
{
	take(&copies[0]);
}

/* Here, as long as the heap knows its blocks. */
void differ_second(void)
{
	take(&copies[1]);
	if (!compare(&copies[0], &copies[1]))
		(void)compare(&copies[1], &copies[0]);
}
