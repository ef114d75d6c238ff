/* SPDX-License-Identifier: MIT */
#include "native/kernel/shared.h"
#include "native/kernel/areas.h"
#include "native/kernel/pages.h"
#include "native/races/shadow.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

enum {
	ROOM_LEAST = 1 << 20
};

bool shared_shows(uint32_t number)
{
	const struct content *c = &contents[number - 1];
	struct area *a;

	if (!c->home)
		return false;
	for (uint64_t i = 0; (a = areas_next(c->home, c->home + c->room, &i));)
		if (!(a->protection & AREA_GONE))
			return true;
	return false;
}

/* Twice what is asked for, as files grow. */
static uint64_t room_for(uint64_t n)
{
	uint64_t room = ROOM_LEAST;

	while (room < 2 * n)
		room *= 2;
	return room;
}

static void move_in(uint32_t number, uint64_t n)
{
	struct content *c = &contents[number - 1];
	uint64_t room, at;

	if (n < c->size)
		n = c->size;
	room = room_for(n);
	at = room_take(room, user_pc());
	map_open();
	memcpy((void *)at, content_bytes(number), c->size);
	content_ref(number); /* its memory is there to the end */
	KEEP(*c);
	c->home = at;
	c->room = room;
	c->disk = 0;
	areas_put((struct area){.start = at,
		.end = at + room,
		.protection = AREA_GONE,
		.content = number});
}

/* One mapping more of these pages. */
static void show(
	uint64_t start, uint64_t end, uint32_t protection, bool writable)
{
	struct area *a;

	areas_cut(start, end);
	for (uint64_t i = 0; (a = areas_next(start, end, &i));) {
		area_save(a);
		if (a->protection & AREA_GONE)
			a->protection = a->times = a->writable = 0;
		else
			a->beside = 1;
		a->protection |= protection;
		a->writable |= writable;
		a->times++;
	}
	areas_follow();
}

void *shared_map(
	const struct file *f, uint64_t from, uint64_t n, int protection)
{
	struct content *c = &contents[f->content - 1];

	if (!shared_shows(f->content))
		move_in(f->content, from + n);
	else if (from + n > c->room)
		unsupported("a second mmap with MAP_SHARED of a file, of a "
			    "part far behind the first,",
			user_pc());
	show(c->home + from, c->home + from + n, (uint32_t)protection,
		(f->flags & O_ACCMODE) == O_RDWR);
	return (void *)(c->home + from);
}

bool shared_extend(uint64_t start, uint64_t size, uint64_t wanted)
{
	uint64_t i = 0;
	const struct area *a = areas_next(start, start + 1, &i);
	const struct content *c = &contents[a->content - 1];

	if (start + wanted > c->home + c->room)
		return false;
	show(start + size, start + wanted, a->protection, a->writable);
	return true;
}

void shared_reads(uint32_t number, uint64_t from, uint64_t n, uint64_t pc)
{
	if (n && shared_shows(number))
		access_record(contents[number - 1].home + from, n,
			ACC_ATOMIC | ACC_CHECKED, pc);
}

void shared_writes(uint32_t number, uint64_t from, uint64_t n, uint64_t pc)
{
	uint64_t at = contents[number - 1].home + from;

	if (n && shared_shows(number))
		pages_beside(at, at + n, pc);
}
