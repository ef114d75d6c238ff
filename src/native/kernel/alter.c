/* SPDX-License-Identifier: MIT */
/* alter.c - calls that make, remove and rename files
 *
 * In the tree alone (tree.h): nothing of it reaches the disk.
 */
#include "native/kernel/file.h"
#include "native/kernel/process.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of these two no decision point lies between filling and using them. */
static struct found here, there;

#define IN(name) TOUCHES_##name##_tree

/* The operation, and where the path leads; 0 or an error. */
static int find(int folder, const char *path, enum walk last, struct found *out)
{
	if (*path != '/' && folder == AT_FDCWD)
		STATE_ALSO(mkdir, directory);
	if (tree_made_up(path))
		return EACCES; /* there nobody makes or removes anything */
	return tree_walk_open_at(folder, path, last, out);
}

static int begin(enum touches what, int folder, const char **path,
	enum walk last, struct found *out, uint64_t pc)
{
	*path = read_string(*path, pc);
	tree_change(what, pc);
	return find(folder, *path, last, out);
}

/* What failed changed nothing, and may be tried until names have changed. */
static int done(int error)
{
	if (error)
		return (int)refuse_call(error);
	spin_abandon();
	return 0;
}

static const char *last_part(const char *path)
{
	const char *end = path + strlen(path), *at;

	while (end > path && end[-1] == '/')
		end--;
	for (at = end; at > path && at[-1] != '/';)
		at--;
	return at;
}

static bool is_dots(const char *path, const char *dots)
{
	const char *at = last_part(path);
	size_t n = strlen(dots);

	return strncmp(at, dots, n) == 0 && (at[n] == 0 || at[n] == '/');
}

/* --- making
 * -----------------------------------------------------------------------------
 */

/* A name that is new, for a file with one reference. */
static void name(const struct found *at, uint32_t number, uint32_t links)
{
	tree_set(at->path, number);
	content_drop(number);
	contents[number - 1].links = links;
}

static int make_folder(enum touches what, int folder, const char *path,
	mode_t mode, uint64_t pc)
{
	int error;

	tree_change(what, pc);
	error = find(folder, path, WALK_NAME, &here);
	if (!error && here.st.st_mode)
		error = EEXIST;
	if (!error)
		error = tree_may_change(&here);
	if (error)
		return done(error);
	STATE_ALSO(mkdir, umask);
	name(&here, content_new(S_IFDIR | (mode & 01777 & ~process_umask())),
		2);
	return done(0);
}

int folder_make(const char *path, unsigned mode, uint64_t pc)
{
	return make_folder(IN(mkdir), AT_FDCWD, path, mode, pc);
}

EXPORT int LIBC(mkdir)(const char *path, mode_t mode)
{
	return controlled()
		       ? folder_make(read_string(path, CALLER), mode, CALLER)
		       : REAL(mkdir)(path, mode);
}

EXPORT int LIBC(mkdirat)(int folder, const char *path, mode_t mode)
{
	return controlled() ? make_folder(IN(mkdirat), folder,
				      read_string(path, CALLER), mode, CALLER)
			    : REAL(mkdirat)(folder, path, mode);
}

static int make_link(enum touches what, const char *target, int folder,
	const char *path, uint64_t pc)
{
	uint32_t number;
	int error;

	target = read_string(target, pc);
	error = begin(what, folder, &path, WALK_NAME, &here, pc);
	if (!error && !*target)
		error = ENOENT;
	if (!error && strlen(target) >= PATH_MAX)
		error = ENAMETOOLONG;
	if (!error && here.st.st_mode)
		error = EEXIST;
	if (!error && here.slash)
		error = ENOENT;
	if (!error)
		error = tree_may_change(&here);
	if (error)
		return done(error);
	number = content_new(S_IFLNK | 0777);
	content_set(number, target, strlen(target));
	name(&here, number, 1);
	return done(0);
}

EXPORT int LIBC(symlink)(const char *target, const char *path)
{
	return controlled()
		       ? make_link(IN(symlink), target, AT_FDCWD, path, CALLER)
		       : REAL(symlink)(target, path);
}

EXPORT int LIBC(symlinkat)(const char *target, int folder, const char *path)
{
	return controlled()
		       ? make_link(IN(symlinkat), target, folder, path, CALLER)
		       : REAL(symlinkat)(target, folder, path);
}

static int give_name(enum touches what, int from, const char *old, int to,
	const char *path, int flags, uint64_t pc)
{
	int error;

	if (flags & ~AT_SYMLINK_FOLLOW)
		return flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)
			       ? (int)refuse_call(EINVAL)
			       : (unsupported("linkat with AT_EMPTY_PATH", pc),
					 -1);
	path = read_string(path, pc);
	error = begin(what, from, &old,
		flags & AT_SYMLINK_FOLLOW ? WALK_THROUGH : WALK_LINK, &here,
		pc);
	if (!error && !here.st.st_mode)
		error = ENOENT;
	if (!error && here.slash && !S_ISDIR(here.st.st_mode))
		error = ENOTDIR;
	if (!error)
		error = find(to, path, WALK_NAME, &there);
	if (!error && there.st.st_mode)
		error = EEXIST;
	if (!error && there.slash)
		error = ENOENT;
	if (!error && S_ISDIR(here.st.st_mode))
		error = EPERM;
	if (!error)
		error = tree_may_change(&there);
	if (error)
		return done(error);
	if (!tree_take(&here))
		return -1;
	content_changing(here.node)->links++;
	tree_set(there.path, here.node);
	return done(0);
}

EXPORT int LIBC(link)(const char *old, const char *path)
{
	return controlled() ? give_name(IN(link), AT_FDCWD, old, AT_FDCWD, path,
				      0, CALLER)
			    : REAL(link)(old, path);
}

EXPORT int LIBC(linkat)(
	int from, const char *old, int to, const char *path, int flags)
{
	return controlled() ? give_name(IN(linkat), from, old, to, path, flags,
				      CALLER)
			    : REAL(linkat)(from, old, to, path, flags);
}

/* --- removing
 * ---------------------------------------------------------------------------
 */

static int remove_name(struct found *at)
{
	if (at->st.st_nlink > 1 && S_ISREG(at->st.st_mode) && !tree_take(at))
		return errno;
	if (at->node && !S_ISDIR(at->st.st_mode))
		content_changing(at->node)->links--;
	else if (at->node)
		content_changing(at->node)->links = 0;
	tree_set(at->path, 0);
	return 0;
}

static int remove_file(struct found *at)
{
	int error;

	if (!at->st.st_mode)
		return ENOENT;
	if (S_ISDIR(at->st.st_mode))
		return EISDIR;
	if (at->slash)
		return ENOTDIR;
	error = tree_may_change(at);
	return error ? error : remove_name(at);
}

static int remove_folder(struct found *at, const char *path)
{
	int error;

	if (is_dots(path, "."))
		return EINVAL;
	if (is_dots(path, ".."))
		return ENOTEMPTY;
	if (!at->st.st_mode)
		return ENOENT;
	if (!S_ISDIR(at->st.st_mode))
		return ENOTDIR;
	if (!strcmp(at->path, "/"))
		return EBUSY;
	error = tree_may_change(at);
	if (error)
		return error;
	return tree_empty(at) ? remove_name(at) : ENOTEMPTY;
}

enum removed {
	A_FILE,
	A_FOLDER,
	A_BOTH,
	ANYTHING
};

static int remove_it(enum touches what, int folder, const char *path,
	enum removed kind, uint64_t pc)
{
	int error = begin(what, folder, &path, WALK_NAME, &here, pc);

	if (kind == ANYTHING)
		kind = !error && S_ISDIR(here.st.st_mode) ? A_BOTH : A_FILE;
	if (kind == A_BOTH) { /* unlink, which leaves its errno, then rmdir */
		refuse_call(EISDIR);
		kind = A_FOLDER;
	}
	if (!error)
		error = kind == A_FOLDER ? remove_folder(&here, path)
					 : remove_file(&here);
	return done(error);
}

int file_remove(const char *path, uint64_t pc)
{
	return remove_it(IN(unlink), AT_FDCWD, path, A_FILE, pc);
}

EXPORT int LIBC(unlink)(const char *path)
{
	return controlled()
		       ? remove_it(IN(unlink), AT_FDCWD, path, A_FILE, CALLER)
		       : REAL(unlink)(path);
}

EXPORT int LIBC(rmdir)(const char *path)
{
	return controlled()
		       ? remove_it(IN(rmdir), AT_FDCWD, path, A_FOLDER, CALLER)
		       : REAL(rmdir)(path);
}

EXPORT int LIBC(remove)(const char *path)
{
	return controlled()
		       ? remove_it(IN(remove), AT_FDCWD, path, ANYTHING, CALLER)
		       : REAL(remove)(path);
}

EXPORT int LIBC(unlinkat)(int folder, const char *path, int flags)
{
	if (!controlled())
		return REAL(unlinkat)(folder, path, flags);
	if (flags & ~AT_REMOVEDIR)
		return (int)refuse_call(EINVAL);
	return remove_it(IN(unlinkat), folder, path,
		flags & AT_REMOVEDIR ? A_FOLDER : A_FILE, CALLER);
}

/* --- renaming
 * ---------------------------------------------------------------------------
 */

static bool holds(const struct found *folder, const struct found *at)
{
	size_t n = strlen(folder->path);

	return strncmp(folder->path, at->path, n) == 0 && at->path[n] == '/';
}

static bool are_one(const struct found *a, const struct found *b)
{
	return a->st.st_ino == b->st.st_ino && a->st.st_dev == b->st.st_dev;
}

/* What is wrong with it, by what is there; 0: nothing. */
static int may_rename(unsigned flags)
{
	mode_t from = here.st.st_mode, to = there.st.st_mode;

	if (!from)
		return ENOENT;
	if (to && flags & RENAME_NOREPLACE)
		return EEXIST;
	if (!S_ISDIR(from) && (here.slash || there.slash))
		return ENOTDIR;
	if (S_ISDIR(from) && holds(&here, &there))
		return EINVAL;
	if (to && holds(&there, &here))
		return ENOTEMPTY;
	if (to && S_ISDIR(from) && !S_ISDIR(to))
		return ENOTDIR;
	if (to && !S_ISDIR(from) && S_ISDIR(to))
		return EISDIR;
	if (to && S_ISDIR(to) && !are_one(&here, &there) && !tree_empty(&there))
		return ENOTEMPTY;
	return 0;
}

static int move(enum touches what, int from, const char *old, int to,
	const char *path, unsigned flags, uint64_t pc)
{
	int error;

	if (flags & ~(unsigned)RENAME_NOREPLACE)
		unsupported(
			"renameat2 with other flags than RENAME_NOREPLACE", pc);
	path = read_string(path, pc);
	error = begin(what, from, &old, WALK_NAME, &here, pc);
	if (!error)
		error = find(to, path, WALK_NAME, &there);
	if (!error && (is_dots(old, ".") || is_dots(old, "..") ||
			      is_dots(path, ".") || is_dots(path, "..")))
		error = EBUSY;
	if (!error)
		error = may_rename(flags);
	if (!error)
		error = tree_may_change(&here);
	if (!error)
		error = tree_may_change(&there);
	if (error || (there.st.st_mode && are_one(&here, &there)))
		return done(error);
	if (S_ISDIR(here.st.st_mode) && !here.fresh)
		unsupported("rename of a folder that was there before the test",
			pc);
	if (!tree_take(&here))
		return -1;
	if (there.st.st_mode && (error = remove_name(&there)))
		return done(error);
	tree_set(there.path, here.node);
	tree_set(here.path, 0);
	if (S_ISDIR(here.st.st_mode))
		tree_move(here.path, there.path);
	content_changing(here.node);
	return done(0);
}

EXPORT int LIBC(rename)(const char *old, const char *path)
{
	return controlled() ? move(IN(rename), AT_FDCWD, old, AT_FDCWD, path, 0,
				      CALLER)
			    : REAL(rename)(old, path);
}

EXPORT int LIBC(renameat)(int from, const char *old, int to, const char *path)
{
	return controlled() ? move(IN(renameat), from, old, to, path, 0, CALLER)
			    : REAL(renameat)(from, old, to, path);
}

EXPORT int LIBC(renameat2)(
	int from, const char *old, int to, const char *path, unsigned flags)
{
	return controlled()
		       ? move(IN(renameat2), from, old, to, path, flags, CALLER)
		       : REAL(renameat2)(from, old, to, path, flags);
}
