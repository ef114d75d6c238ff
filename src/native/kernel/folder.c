/* SPDX-License-Identifier: MIT */
/* folder.c - reading folders: opendir, readdir and their kin
 *
 * A stream of ours, in the test's heap: what was in the folder when it was
 * first read, or read again from its start.  First what the disk has, in its
 * order, then what the test made, in the order of its making.
 */
#include "native/kernel/folder.h"
#include "native/kernel/file.h"
#include "native/kernel/own.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/raw.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* They are here for those who call them. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

enum {
	MARK = 0x73646972,
	LIST_MOST = 1 << 20
};

/* What DIR is here. */
struct stream {
	uint32_t mark;
	int number;
	uint32_t place; /* of the next row, in bytes; where telldir counts rows
			 */
	uint32_t rows;	/* before that */
	struct dirent entry;
};

/* What was in it, by its descriptor: not in the test's heap, which tells
 * nothing of the order of threads.  Rewound. */
static struct listing {
	uint32_t list; /* arena index of struct row's; 0: not read */
	uint32_t bytes;
} listings[NUMBERS_MAX];

struct row {
	uint64_t inode;
	uint16_t bytes; /* of the row */
	uint8_t type;
	char name[];
};

/* --- what is in a folder
 * ------------------------------------------------------------------------ */

static char list[LIST_MOST]; /* in the making */
static uint32_t listed;

static void add(const char *name, uint64_t inode, uint8_t type, uint64_t pc)
{
	size_t n = strlen(name) + 1,
	       bytes = (sizeof(struct row) + n + 7) & ~(size_t)7;
	struct row *r = (struct row *)(void *)(list + listed);

	if (listed + bytes > sizeof list)
		unsupported("readdir of a folder with names of more than a "
			    "MiB in all",
			pc);
	*r = (struct row){inode, (uint16_t)bytes, type};
	memcpy(r->name, name, n);
	listed += (uint32_t)bytes;
}

static uint8_t type_of(mode_t mode)
{
	return (uint8_t)IFTODT(mode);
}

/* Has the tree a name for that, in place of the disk's? */
static bool in_tree(const char *folder, const char *name, uint32_t *node)
{
	uint32_t at = 0;
	const char *n;

	while ((n = tree_next(folder, &at, node)))
		if (strcmp(n, name) == 0)
			return true;
	return false;
}

/* From where it is on; 0 or an error. */
static int add_kernels(long fd, const char *folder, uint64_t pc)
{
	static char buffer[16384];
	long n;

	while ((n = raw_syscall6(SYS_getdents64, fd, (long)buffer,
			sizeof buffer, 0, 0, 0)) > 0)
		for (long at = 0; at < n;) {
			const struct dirent64 *d = (const void *)(buffer + at);
			uint32_t node;

			at += d->d_reclen;
			if (!folder || !in_tree(folder, d->d_name, &node))
				add(d->d_name, d->d_ino, d->d_type, pc);
		}
	return (int)-n;
}

static void add_disk(const char *folder, uint64_t pc)
{
	long fd = raw_syscall6(SYS_openat, AT_FDCWD, (long)own_name(folder),
		O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);

	if (fd < 0)
		return;
	add_kernels(fd, folder, pc);
	raw_syscall(SYS_close, fd, 0);
}

static void add_ours(const struct found *f, uint64_t pc)
{
	uint32_t at = 0, node;
	const char *name;
	struct stat st;

	if (f->fresh) {
		add(".", f->st.st_ino, DT_DIR, pc);
		add("..", f->st.st_ino, DT_DIR, pc);
	}
	while ((name = tree_next(f->path, &at, &node)))
		if (node) {
			content_stat(node, &st);
			add(name, st.st_ino, type_of(st.st_mode), pc);
		}
}

static bool read_folder(
	struct listing *l, const struct file *f, int number, uint64_t pc)
{
	static struct found at;
	uint32_t *words;
	int error;

	listed = 0;
	if (f->kind == FILE_REAL) { /* what opendir opened in fork mode */
		raw_syscall6(SYS_lseek, number, 0, SEEK_SET, 0, 0, 0);
		error = add_kernels(number, 0, pc);
		if (error)
			return refuse_call(error), false;
	} else if (!tree_walk_folder(f, &at)) {
		if (!at.fresh)
			add_disk(at.path, pc);
		add_ours(&at, pc);
	}
	undo_save(l, sizeof *l);
	words = arena_words(listed / 4 + 2, &l->list);
	memcpy(words, list, listed);
	l->bytes = listed;
	return true;
}

/* --- streams
 * ----------------------------------------------------------------------------
 */

static struct stream *stream_of(DIR *d, const char *name, uint64_t pc)
{
	struct stream *s = (struct stream *)(void *)d;

	if (!s || s->mark != MARK)
		bug(BUG_bad_object, pc, (uint64_t)d,
			"%s is given what no opendir returned, or what was "
			"closed",
			name);
	return s;
}

/* As the C library's lock has it, which every call takes. */
static void stream_ordered(struct stream *s)
{
	struct object *o = object_get((uint64_t)s, OBJECT_FILE, 0);

	hb_acquire(o);
	hb_release(o);
}

static struct listing *listing_of(const struct stream *s)
{
	return &listings[s->number];
}

static DIR *new_stream(int number)
{
	struct stream *s;
	int before = errno;

	s = malloc(sizeof *s);
	if (!s)
		return 0;
	undo_save(s, sizeof *s);
	memset(s, 0, sizeof *s);
	s->mark = MARK;
	s->number = number;
	undo_save(listing_of(s), sizeof(struct listing));
	*listing_of(s) = (struct listing){0};
	errno = before;
	return (DIR *)(void *)s;
}

DIR *folder_open(int folder, const char *path, uint64_t pc)
{
	int number = file_open(folder, path,
		O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC, 0, pc);

	return number < 0 ? 0 : new_stream(number);
}

EXPORT DIR *LIBC(opendir)(const char *path)
{
	return controlled() ? folder_open(AT_FDCWD, read_string(path, CALLER),
				      CALLER)
			    : REAL(opendir)(path);
}

EXPORT DIR *LIBC(fdopendir)(int number)
{
	const struct file *f;

	if (!controlled())
		return REAL(fdopendir)(number);
	numbers_point(OP_fd_control, CALLER);
	f = file_of(number);
	if (f && f->kind == FILE_REAL)
		unsupported("fdopendir of a folder of the kernel's", CALLER);
	if (!f || f->kind != FILE_FOLDER)
		return refuse_call(f ? ENOTDIR : EBADF), (DIR *)0;
	return new_stream(number);
}

static struct row *row_at(const struct stream *s, uint32_t place)
{
	return (struct row *)(void *)((char *)(rt.arena + listing_of(s)->list) +
				      place);
}

/* The next row, behind the operation; NULL: no more, or errno. */
static const struct row *next(DIR *d, const char *name, uint64_t pc)
{
	struct stream *s = stream_of(d, name, pc);
	const struct file *f;
	const struct row *r;

	sched_point(OP_io_read, (uint64_t)s, 0, pc);
	tree_look_also(TOUCHES_readdir_tree);
	stream_ordered(s);
	spin_abandon();
	undo_save(s, sizeof *s);
	f = file_of(s->number);
	if (!f || (f->kind != FILE_FOLDER && f->kind != FILE_REAL))
		return refuse_call(f ? ENOTDIR : EBADF), (struct row *)0;
	if (!listing_of(s)->list &&
		!read_folder(listing_of(s), f, s->number, pc))
		return 0;
	if (s->place >= listing_of(s)->bytes)
		return 0;
	r = row_at(s, s->place);
	s->place += r->bytes;
	s->rows++;
	return r;
}

static void fill(struct dirent *e, const struct row *r, uint32_t rows)
{
	e->d_ino = r->inode;
	e->d_off = (off_t)rows;
	e->d_reclen = (unsigned short)((offsetof(struct dirent, d_name) +
					       strlen(r->name) + 8) &
				       ~7u);
	e->d_type = r->type;
	strcpy(e->d_name, r->name);
}

static struct dirent *read_next(DIR *d, const char *name, uint64_t pc)
{
	struct stream *s = (struct stream *)(void *)d;
	const struct row *r = next(d, name, pc);

	if (!r)
		return 0;
	fill(&s->entry, r, s->rows);
	access_also(&s->entry,
		offsetof(struct dirent, d_name) + strlen(r->name) + 1, true,
		pc);
	return &s->entry;
}

struct dirent *folder_next(DIR *d, uint64_t pc)
{
	return read_next(d, "readdir", pc);
}

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "one type");

EXPORT struct dirent *LIBC(readdir)(DIR *d)
{
	return controlled() ? read_next(d, "readdir", CALLER)
			    : REAL(readdir)(d);
}

EXPORT struct dirent64 *LIBC(readdir64)(DIR *d)
{
	return controlled() ? (struct dirent64 *)(void *)read_next(
				      d, "readdir64", CALLER)
			    : (struct dirent64 *)(void *)REAL(readdir)(d);
}

static int read_into(DIR *d, struct dirent *e, struct dirent **out, uint64_t pc)
{
	const struct row *r;
	int before = errno, error = 0;

	errno = 0;
	r = next(d, "readdir_r", pc);
	error = errno;
	errno = before;
	if (r) {
		access_also(e,
			offsetof(struct dirent, d_name) + strlen(r->name) + 1,
			true, pc);
		undo_save(e,
			offsetof(struct dirent, d_name) + strlen(r->name) + 1);
		fill(e, r, ((struct stream *)(void *)d)->rows);
	}
	access_also(out, sizeof *out, true, pc);
	undo_save8(out);
	*out = r ? e : 0;
	return error;
}

EXPORT int LIBC(readdir_r)(DIR *d, struct dirent *e, struct dirent **out)
{
	return controlled() ? read_into(d, e, out, CALLER)
			    : REAL(readdir_r)(d, e, out);
}

EXPORT int LIBC(readdir64_r)(DIR *d, struct dirent64 *e, struct dirent64 **out)
{
	return controlled() ? read_into(d, (struct dirent *)(void *)e,
				      (struct dirent **)(void *)out, CALLER)
			    : REAL(readdir_r)(d, (struct dirent *)(void *)e,
				      (struct dirent **)(void *)out);
}

/* Before a change of the place: the operation. */
static struct stream *placed(DIR *d, const char *name, uint64_t pc)
{
	struct stream *s = stream_of(d, name, pc);

	sched_point(OP_io_read, (uint64_t)s, 0, pc);
	stream_ordered(s);
	spin_abandon();
	undo_save(s, sizeof *s);
	return s;
}

EXPORT void LIBC(rewinddir)(DIR *d)
{
	struct stream *s;

	if (!controlled()) {
		REAL(rewinddir)(d);
		return;
	}
	s = placed(d, "rewinddir", CALLER);
	undo_save(listing_of(s), sizeof(struct listing));
	*listing_of(s) = (struct listing){0};
	s->place = s->rows = 0;
}

EXPORT long LIBC(telldir)(DIR *d)
{
	return controlled() ? (long)placed(d, "telldir", CALLER)->rows
			    : REAL(telldir)(d);
}

EXPORT void LIBC(seekdir)(DIR *d, long to)
{
	struct stream *s;

	if (!controlled()) {
		REAL(seekdir)(d, to);
		return;
	}
	s = placed(d, "seekdir", CALLER);
	s->place = s->rows = 0;
	while (s->rows < (uint32_t)to && s->place < listing_of(s)->bytes) {
		s->place += row_at(s, s->place)->bytes;
		s->rows++;
	}
}

EXPORT int LIBC(dirfd)(DIR *d)
{
	return controlled() ? stream_of(d, "dirfd", CALLER)->number
			    : REAL(dirfd)(d);
}

int folder_close(DIR *d, uint64_t pc)
{
	struct stream *s = placed(d, "closedir", pc);
	int number = s->number;

	s->mark = 0;
	free(s);
	return number_close(number, pc);
}

EXPORT int LIBC(closedir)(DIR *d)
{
	return controlled() ? folder_close(d, CALLER) : REAL(closedir)(d);
}
