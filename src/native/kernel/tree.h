/* SPDX-License-Identifier: MIT */
/* tree.h - names of files: the disk's, and over it what this execution changed
 *
 * What the test makes, removes and renames exists here alone and is rewound
 * with everything else, so that each execution begins with the same files; the
 * disk is never changed. Names are whole paths without links, "." and "..".
 *
 * Looking and changing are operations.
 *
 * Not here: what /proc and /sys make up, devices, pipes with names.  They are
 * the kernel's, in fork mode.
 *
 * Cost     of a walk: a system call for each part of the path.
 */
#ifndef NATIVE_KERNEL_TREE_H
#define NATIVE_KERNEL_TREE_H

#include "native/kernel/content.h"
#include "native/state.h"

#include <limits.h>

struct found {
	char path[PATH_MAX]; /* whole; where nothing is, where it would be */
	uint32_t node;	/* content number plus one; 0: the disk's, or nothing */
	bool fresh;	/* a folder of which the disk has nothing */
	bool slash;	/* the path ends in one: it must be a folder */
	struct stat st; /* st_mode 0: nothing is there */
};

/* Follows a path from folder `from` (a whole path).  0, also if only the last
 * part is missing; else the errno.  `follow`: a link at the end, too. */
int tree_walk(
	const char *from, const char *path, bool follow, struct found *out);
/* The same for who would make or remove the last part: that a slash stands
 * behind what is no folder is for him to say.  `last`: when a link there is
 * followed. */
enum walk {
	WALK_NAME,   /* never */
	WALK_LINK,   /* where a slash is behind it */
	WALK_THROUGH /* always */
};
int tree_walk_open(
	const char *from, const char *path, enum walk last, struct found *out);
/* The folder that a descriptor stands for, as it is now. */
struct file;
int tree_walk_folder(const struct file *f, struct found *out);
void folder_set_path(struct file *f, const char *path);
/* Both from where *at calls begin: AT_FDCWD or a descriptor of a folder. */
int tree_walk_open_at(
	int folder, const char *path, enum walk last, struct found *out);
int tree_walk_at(int folder, const char *path, bool follow, struct found *out);
/* The kernel makes up what is there: /proc, /sys, /dev. */
bool tree_made_up(const char *path);

/* May the process do this there, as access has it?  0 or the errno. */
int tree_may(const struct found *f, int how);
/* May it make and remove names in the folder that holds the last part? */
int tree_may_change(const struct found *f);

/* A name is given to a file, which gets a reference; 0: it is gone. */
void tree_set(const char *path, uint32_t node);
/* Is any name, or any file of the disk's, not as the disk has it? */
bool tree_differs(void);
/* A folder of ours and all in it have another name. */
void tree_move(const char *from, const char *to);
/* What the disk has there is kept in here from now on; false: it cannot be
 * read, errno is set. */
bool tree_take(struct found *f);

/* One name in a folder after the other, from *at on, which is 0 at first: those
 * of ours.  NULL: no more.  `node` 0: the disk's of that name is gone. */
const char *tree_next(const char *folder, uint32_t *at, uint32_t *node);
/* Is nothing in it? */
bool tree_empty(const struct found *f);

/* Before a look: one point.  `relative`: it goes by the working
 * directory, too. */
void tree_look(
	enum touches what, enum touches directory, bool relative, uint64_t pc);
/* look.c: before a path is looked at by the function `name`, from the folder of
 * an *at call. */
void look_begins(const char *name, enum touches what, enum touches directory,
	int folder, const char *path, uint64_t pc);
/* The same as part of an operation that has its own point. */
void tree_look_also(enum touches what);
/* A change begins: names, or what looks see of a file.  The first: a point. */
void tree_change(enum touches what, uint64_t pc);
void tree_change_also(enum touches what);

#endif
