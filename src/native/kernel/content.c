/* SPDX-License-Identifier: MIT */
/* content.c - files in memory, and files on disk as they were when opened
 *
 * Every call orders the threads that make it, as the kernel's lock on the file
 * does.
 */
#include "native/kernel/file.h"
#include "native/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

uint32_t content_new(void)
{
	for (uint32_t i = 0; i < FILES_MAX; i++)
		if (!contents[i].used) {
			KEEP(contents[i]);
			contents[i] = (struct content){.used = 1};
			return i + 1;
		}
	return 0;
}

static char *bytes_of(const struct content *c)
{
	return (char *)(rt.arena + c->at);
}

static struct object *object_of(const struct file *f)
{
	return object_get(
		kernel_object(KERNEL_FILE, f->content), OBJECT_FILE, 0);
}

/* Room for `size` bytes; what is beyond the size reads as zero. */
static void grow(struct content *c, uint64_t size)
{
	uint64_t room = c->room ? c->room : 64;
	uint32_t *words, index;

	if (size <= c->room)
		return;
	while (room < size)
		room *= 2;
	words = arena_words((room + 3) / 4, &index);
	memcpy(words, bytes_of(c), c->size);
	c->at = index;
	c->room = room;
}

int content_resize(struct file *f, uint64_t size)
{
	struct content *c = &contents[f->content - 1];

	if (size > 1ull << 32)
		return (int)refuse_call(EFBIG);
	KEEP(*c);
	if (size < c->size) {
		undo_save(bytes_of(c) + size, c->size - size);
		memset(bytes_of(c) + size, 0, c->size - size);
	}
	grow(c, size);
	spin_object(&c->size, sizeof c->size, true);
	c->size = size;
	hb_acquire(object_of(f));
	hb_release(object_of(f));
	return 0;
}

static uint64_t place_of_call(const struct file *f, off_t at)
{
	return at < 0 ? f->value : (uint64_t)at;
}

static void move(struct file *f, off_t at, uint64_t n)
{
	if (at >= 0)
		return;
	KEEP(*f);
	f->value += n;
}

void content_ordered(const struct file *f)
{
	hb_acquire(object_of(f));
	hb_release(object_of(f));
}

ssize_t content_read(struct file *f, const struct parts *p, off_t at)
{
	struct content *c = &contents[f->content - 1];
	uint64_t from = place_of_call(f, at), n = parts_bytes(p);

	hb_acquire(object_of(f));
	if (from >= c->size) { /* for now */
		spin_state(&c->size, sizeof c->size, false);
		spin_state(&f->value, sizeof f->value, false);
		return 0;
	}
	if (n > c->size - from)
		n = c->size - from;
	parts_put(p, 0, bytes_of(c) + from, n);
	move(f, at, n);
	hb_release(object_of(f));
	spin_abandon();
	return (ssize_t)n;
}

ssize_t content_write(struct file *f, const struct parts *p, off_t at)
{
	struct content *c = &contents[f->content - 1];
	uint64_t to, n = parts_bytes(p);

	if (n == 0)
		return 0;
	hb_acquire(object_of(f));
	if (at < 0 && f->flags & O_APPEND) {
		KEEP(*f);
		f->value = c->size;
	}
	to = place_of_call(f, at);
	if (f->flags & O_APPEND) /* of Linux pwrite, too */
		to = c->size;
	if (to + n > 1ull << 32)
		return refuse_call(EFBIG);
	KEEP(*c);
	grow(c, to + n);
	undo_save(bytes_of(c) + to, n);
	parts_get(p, 0, bytes_of(c) + to, n);
	if (to + n > c->size)
		c->size = to + n;
	move(f, at, n);
	hb_release(object_of(f));
	spin_abandon();
	return (ssize_t)n;
}
