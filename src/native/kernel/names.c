/* SPDX-License-Identifier: MIT */
/* names.c - names that are not as the disk has them, and operations on names */
#include "native/kernel/names.h"
#include "native/kernel/file.h"
#include "native/kernel/process.h"
#include "native/kernel/tree.h"
#include "native/raw.h"
#include "native/spin.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
	NAMES_MAX = 4096
};

/* A name that is not as the disk has it. */
struct name {
	uint64_t hash;
	uint32_t path;	/* arena index */
	uint32_t node;	/* content number plus one; 0: nothing is there */
	uint32_t used;	/* 0: the row is free */
	uint32_t fresh; /* a folder of ours: the disk has nothing in it */
};

static struct name names[NAMES_MAX]; /* rewound */
static uint64_t rows;		     /* that were ever used; rewound */
static uint64_t version;	     /* how often names have changed; rewound */

/* --- the table
 * -------------------------------------------------------------------------- */

static uint64_t hash_of(const char *path)
{
	uint64_t h = 1469598103934665603ull;

	for (; *path; path++)
		h = (h ^ (unsigned char)*path) * 1099511628211ull;
	return h;
}

static const char *path_of(const struct name *n)
{
	return (const char *)(rt.arena + n->path);
}

static struct name *find(const char *path)
{
	uint64_t hash = hash_of(path);

	for (uint64_t i = 0; i < rows; i++)
		if (names[i].used && names[i].hash == hash &&
			strcmp(path_of(&names[i]), path) == 0)
			return &names[i];
	return 0;
}

bool names_have(const char *path, struct named *out)
{
	const struct name *n = find(path);

	*out = n ? (struct named){n->node, n->fresh} : (struct named){0, false};
	return n;
}

const char *names_next(uint32_t *at, struct named *out)
{
	while (*at < rows) {
		const struct name *n = &names[(*at)++];

		if (!n->used)
			continue;
		*out = (struct named){n->node, n->fresh};
		return path_of(n);
	}
	return 0;
}

static void rename_row(struct name *n, const char *path)
{
	size_t length = strlen(path) + 1;
	uint32_t *words = arena_words(length / 4 + 1, &n->path);

	memcpy(words, path, length);
	n->hash = hash_of(path);
}

static struct name *new_row(void)
{
	for (uint64_t i = 0; i < rows; i++)
		if (!names[i].used)
			return &names[i];
	if (rows == NAMES_MAX)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %d names of files were changed: scarp "
			"supports that many" SC(502),
			NAMES_MAX);
	undo_save8(&rows);
	return &names[rows++];
}

static bool is_folder(uint32_t node)
{
	return node && S_ISDIR(contents[node - 1].mode);
}

static struct object *names_object(void)
{
	return object_get(kernel_object(KERNEL_tree, 0), OBJECT_FILE, 0);
}

static bool on_disk(const char *path)
{
	struct stat st;

	return raw_syscall(SYS_lstat, (long)path, (long)&st) == 0;
}

void tree_set(const char *path, uint32_t node)
{
	struct name *n = find(path);

	spin_state(&version, sizeof version, true);
	undo_save8(&version);
	version++;
	hb_release(names_object());
	if (node)
		content_ref(node);
	if (n) {
		undo_save(n, sizeof *n);
		if (n->node)
			content_drop(n->node);
	} else {
		n = new_row();
		undo_save(n, sizeof *n);
		rename_row(n, path);
		n->used = 1;
	}
	n->node = node;
	n->fresh = is_folder(node) && !contents[node - 1].stat;
	if (!node && !on_disk(path))
		n->used = 0;
}

bool tree_differs(void)
{
	for (uint64_t i = 0; i < rows; i++)
		if (names[i].used)
			return true;
	for (unsigned i = 0; i < CONTENTS_MAX; i++)
		if (contents[i].refs && contents[i].differs)
			return true;
	return false;
}

static bool is_in(const char *path, const char *folder, size_t length)
{
	return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Where `path`, which is `from` or below it, is now; NULL: it is not below. */
static const char *moved(const char *path, const char *from, const char *to)
{
	static char text[PATH_MAX];
	size_t length = strlen(from);

	if (strcmp(path, from) != 0 && !is_in(path, from, length))
		return 0;
	if (strlen(to) + strlen(path + length) >= sizeof text)
		unsupported("rename to a path that long", user_pc());
	snprintf(text, sizeof text, "%s%s", to, path + length);
	return text;
}

void tree_move(const char *from, const char *to)
{
	const char *path;

	for (uint64_t i = 0; i < rows; i++) {
		struct name *n = &names[i], *other;

		if (!n->used || strcmp(path_of(n), from) == 0)
			continue;
		path = moved(path_of(n), from, to);
		if (!path)
			continue;
		other = find(path); /* what was removed there */
		if (other) {
			undo_save(other, sizeof *other);
			other->used = 0;
		}
		undo_save(n, sizeof *n);
		rename_row(n, path);
	}
	for (unsigned i = 0; i < FILES_MAX; i++) {
		struct file *f = &files[i];

		path = f->kind == FILE_FOLDER ? moved(file_path(f), from, to)
					      : 0;
		if (path)
			folder_set_path(f, path);
	}
	path = moved(process_directory(), from, to);
	if (path)
		process_moved(path);
}

void folder_set_path(struct file *f, const char *path)
{
	size_t n = strlen(path) + 1;
	uint32_t index, *words = arena_words(n / 4 + 1, &index);

	KEEP(*f);
	memcpy(words, path, n);
	f->value = index;
}

const char *tree_next(const char *folder, uint32_t *at, uint32_t *node)
{
	size_t length = strcmp(folder, "/") ? strlen(folder) : 0;

	while (*at < rows) {
		const struct name *n = &names[(*at)++];

		if (n->used && is_in(path_of(n), folder, length) &&
			!strchr(path_of(n) + length + 1, '/')) {
			*node = n->node;
			return path_of(n) + length + 1;
		}
	}
	return 0;
}

/* --- operations on names
 * ------------------------------------------------------------------------- */

static void looked(void)
{
	hb_acquire(names_object());
	spin_state(&version, sizeof version, false);
}

/* Before names change, or do not. */
static void changing(void)
{
	hb_acquire(names_object());
	spin_state(&version, sizeof version, false);
}

void tree_look(
	enum touches what, enum touches directory, bool relative, uint64_t pc)
{
	state_point(what, 0, false, pc);
	if (relative)
		state_also(directory, 0);
	looked();
}

void tree_look_also(enum touches what)
{
	state_also((enum touches)(what & ~TOUCHES_W), 0);
	looked();
}

void tree_change(enum touches what, uint64_t pc)
{
	state_point(what, 0, true, pc);
	changing();
}

void tree_change_also(enum touches what)
{
	state_also(what, 0);
	changing();
}
