/* SPDX-License-Identifier: MIT */
/* content.c - files in memory, and files of the disk as they were when opened
 *
 * Who writes, and who goes by a place in the file, comes after who did so
 * before, as the kernel's locks have it.
 */
#include "native/kernel/content.h"
#include "native/kernel/file.h"
#include "native/kernel/areas.h"
#include "native/kernel/process.h"
#include "native/kernel/shared.h"
#include "native/kernel/tree.h"
#include "native/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

struct content contents[CONTENTS_MAX];

/* Of files that are not the disk's: no inode there is as high. */
#define INODE_BASE (1ull << 48)
#define BEGIN_TIME 946684800 /* of the realtime clock, in seconds */

static struct content *content(uint32_t number)
{
	return &contents[number - 1];
}

static uint32_t number_of(const struct content *c)
{
	return (uint32_t)(c - contents) + 1;
}

static const char *bytes_of(const struct content *c)
{
	if (c->home)
		return (const char *)c->home;
	return c->disk ? c->disk : (char *)(rt.arena + c->at);
}

const char *content_bytes(uint32_t number)
{
	return bytes_of(content(number));
}

/* --- which there are
 * ------------------------------------------------------------------------ */

uint32_t content_new(uint32_t mode)
{
	for (uint32_t i = 0; i < CONTENTS_MAX; i++)
		if (!contents[i].refs) {
			KEEP(contents[i]);
			contents[i] = (struct content){.refs = 1,
				.mode = mode,
				.user = process_user(),
				.group = process_group()};
			return i + 1;
		}
	run_error(ERR_UNSUPPORTED, 0,
		"more than %d files are open or changed: scarp supports that "
		"many" SC(502),
		CONTENTS_MAX);
}

uint32_t content_known(const struct stat *st)
{
	for (uint32_t i = 0; i < CONTENTS_MAX; i++)
		if (contents[i].refs && contents[i].stat &&
			contents[i].inode == st->st_ino &&
			contents[i].device == st->st_dev) {
			shared_read(&contents[i]);
			return i + 1;
		}
	return 0;
}

static uint32_t of_kernel(
	const struct stat *st, const char *bytes, uint64_t size)
{
	uint32_t number = content_new(st->st_mode);
	struct content *c = content(number);

	c->disk = bytes;
	c->size = size;
	c->device = st->st_dev;
	c->inode = st->st_ino;
	c->stat = stat_keep(st);
	c->user = st->st_uid;
	c->group = st->st_gid;
	c->links = (uint32_t)st->st_nlink;
	return number;
}

uint32_t content_of_disk(long fd, const struct stat *st)
{
	uint32_t number = content_known(st);
	const char *bytes;

	if (number) {
		content_ref(number);
		return number;
	}
	bytes = disk_bytes(fd, st);
	return bytes ? of_kernel(st, bytes, (uint64_t)st->st_size) : 0;
}

uint32_t content_made_up(
	const struct stat *st, const char *bytes, uint64_t size)
{
	uint32_t number = content_known(st);

	if (number) {
		content_ref(number);
		return number;
	}
	number = of_kernel(st, bytes, size);
	content(number)->sizeless = 1;
	return number;
}

void content_ref(uint32_t number)
{
	KEEP(*content(number));
	content(number)->refs++;
}

void content_named(uint32_t number, const char *path)
{
	struct content *c = content(number);
	size_t n = strlen(path) + 1;
	uint32_t *words;

	if (c->path)
		return;
	KEEP(*c);
	words = arena_words(n / 4 + 1, &c->path);
	memcpy(words, path, n);
}

void content_drop(uint32_t number)
{
	struct content *c = content(number);

	KEEP(*c);
	if (--c->refs == 0)
		*c = (struct content){0};
}

void content_keep(uint32_t number)
{
	struct content *c = content(number);

	if (!c->stat || c->differs)
		return;
	KEEP(*c);
	c->differs = 1;
	c->refs++;
}

struct content *content_changing(uint32_t number)
{
	struct content *c = content(number);

	content_keep(number);
	KEEP(*c);
	if (!c->stat && !c->links) /* whose times nobody goes by */
		return c;
	spin_state(&c->changes, sizeof c->changes, true);
	c->changes++;
	return c;
}

/* The same, before what it holds is changed. */
static struct content *content_writing(uint32_t number)
{
	struct content *c = content_changing(number);

	if (c->stat || c->links)
		c->writes++;
	c->timed = 0;
	return c;
}

/* So much later than it was, or than the machine began. */
static void later(struct timespec *t, uint64_t n)
{
	if (t->tv_sec < BEGIN_TIME)
		*t = (struct timespec){BEGIN_TIME, 0};
	t->tv_nsec += (long)(n % 1000000) * 1000;
	if (t->tv_nsec >= 1000000000) {
		t->tv_nsec -= 1000000000;
		t->tv_sec++;
	}
}

/* Times count changes: what time it is depends on what others did, and would
 * order all who write. */
static void add_times(const struct content *c, struct stat *st)
{
	if (!c->stat)
		st->st_atim = st->st_mtim = st->st_ctim =
			(struct timespec){BEGIN_TIME, 0};
	if (c->writes)
		later(&st->st_mtim, c->writes);
	if (c->changes)
		later(&st->st_ctim, c->changes);
	if (c->timed) {
		st->st_atim = c->accessed;
		st->st_mtim = c->modified;
	}
}

void content_stat(uint32_t number, struct stat *st)
{
	struct content *c = content(number);

	shared_read(c);
	spin_state(&c->changes, sizeof c->changes, false);
	if (c->stat)
		memcpy(st, rt.arena + c->stat, sizeof *st);
	else
		*st = (struct stat){
			.st_blksize = 4096, .st_ino = INODE_BASE + number};
	st->st_mode = c->mode;
	st->st_nlink = c->links;
	st->st_uid = c->user;
	st->st_gid = c->group;
	if (!c->sizeless)
		st->st_size =
			S_ISDIR(c->mode) && !c->stat ? 4096 : (off_t)c->size;
	if (!c->stat || c->writes)
		st->st_blocks = (st->st_size + 4095) / 4096 * 8;
	add_times(c, st);
}

/* --- its bytes
 * -------------------------------------------------------------------------- */

/* Bytes that mappings show may be protected, until the call is over. */
static void begin(const struct content *c)
{
	if (c->home)
		map_open();
}

static void end(const struct content *c)
{
	if (c->home)
		areas_follow();
}

uint64_t content_shown(uint32_t number, uint64_t end)
{
	const struct content *c = content(number);
	uint64_t last = c->home + pages(c->size);

	return last < end ? last : end;
}

/* To the arena, with room for `size` bytes. */
static void move_out(struct content *c, uint64_t size)
{
	uint64_t room = c->room ? c->room : 64;
	uint32_t *words, index;

	if (size < c->size)
		size = c->size;
	while (room < size)
		room *= 2;
	words = arena_words((room + 3) / 4, &index);
	memset(words, 0, (room + 3) / 4 * 4);
	begin(c);
	memcpy(words, bytes_of(c), c->size);
	end(c);
	c->disk = 0;
	c->home = 0;
	c->at = index;
	c->room = room;
}

/* Room for `size` bytes that are ours; what is beyond the size reads as zero.
 */
static void grow(struct content *c, uint64_t size)
{
	if (c->home && size > c->room && shared_shows(number_of(c)))
		unsupported("a file that is mapped with MAP_SHARED, and grows "
			    "to more than twice the length of the mapping,",
			user_pc());
	if (c->disk || size > c->room)
		move_out(c, size);
}

static char *own_bytes(struct content *c)
{
	return c->home ? (char *)c->home : (char *)(rt.arena + c->at);
}

/* Bytes behind the end, which is about to move, that mappings wrote. */
static void clear_rest(struct content *c, uint64_t size)
{
	uint64_t last = pages(c->size) < size ? pages(c->size) : size;

	if (!c->home || size <= c->size)
		return;
	shared_writes(number_of(c), c->size, size - c->size, user_pc());
	undo_save(own_bytes(c) + c->size, last - c->size);
	memset(own_bytes(c) + c->size, 0, last - c->size);
}

bool content_resize(uint32_t number, uint64_t size)
{
	struct content *c;

	if (size > 1ull << CONTENT_MOST_BITS)
		return false;
	c = content_writing(number);
	grow(c, size);
	begin(c);
	clear_rest(c, size);
	if (size < c->size) {
		shared_writes(number, size, c->size - size, user_pc());
		undo_save(own_bytes(c) + size, c->size - size);
		memset(own_bytes(c) + size, 0, c->size - size);
	}
	spin_object(&c->size, sizeof c->size, true);
	c->size = size;
	end(c);
	return true;
}

void content_set(uint32_t number, const char *bytes, uint64_t n)
{
	struct content *c = content_writing(number);

	grow(c, n);
	memcpy(own_bytes(c), bytes, n);
	c->size = n;
}

/* --- through an open file
 * ------------------------------------------------------------------------- */

static struct object *file_object(const struct file *f)
{
	return object_get(kernel_object(KERNEL_OPEN, (uint64_t)(f - files)),
		OBJECT_FILE, 0);
}

static struct object *content_object(const struct file *f)
{
	return object_get(
		kernel_object(KERNEL_FILE, f->content), OBJECT_FILE, 0);
}

/* Who wrote is known to who reads; who goes by the place, or sets it, also to
 * who does so next. */
void content_ordered(const struct file *f, bool writes)
{
	hb_acquire(content_object(f));
	hb_acquire(file_object(f));
	if (writes)
		hb_release(content_object(f));
	hb_release(file_object(f));
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

ssize_t content_read(struct file *f, const struct parts *p, off_t at)
{
	struct content *c = content(f->content);
	uint64_t from = place_of_call(f, at), n = parts_bytes(p);

	content_ordered(f, false);
	if (from >= c->size) { /* for now */
		spin_state(&c->size, sizeof c->size, false);
		spin_state(&f->value, sizeof f->value, false);
		return 0;
	}
	if (n > c->size - from)
		n = c->size - from;
	begin(c);
	shared_reads(f->content, from, n, p->pc);
	parts_put(p, 0, bytes_of(c) + from, n);
	end(c);
	move(f, at, n);
	spin_abandon();
	return (ssize_t)n;
}

ssize_t content_write(struct file *f, const struct parts *p, off_t at)
{
	struct content *c = content(f->content);
	uint64_t to, n = parts_bytes(p);

	if (n == 0)
		return 0;
	content_ordered(f, true);
	if (at < 0 && f->flags & O_APPEND) {
		KEEP(*f);
		f->value = c->size;
	}
	to = place_of_call(f, at);
	if (f->flags & O_APPEND) /* of Linux pwrite, too */
		to = c->size;
	if (to + n > 1ull << CONTENT_MOST_BITS)
		return refuse_call(EFBIG);
	content_writing(f->content);
	grow(c, to + n);
	begin(c);
	clear_rest(c, to);
	shared_writes(f->content, to, n, p->pc);
	undo_save(own_bytes(c) + to, n);
	parts_get(p, 0, own_bytes(c) + to, n);
	if (to + n > c->size)
		c->size = to + n;
	end(c);
	move(f, at, n);
	spin_abandon();
	return (ssize_t)n;
}
