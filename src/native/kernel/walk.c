/* SPDX-License-Identifier: MIT */
/* walk.c - ftw and nftw: a function of the test for all below a folder */
#include "native/kernel/folder.h"
#include "native/kernel/file.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <string.h>

typedef int visit(const char *, const struct stat *, int);
typedef int visit_new(const char *, const struct stat *, int, struct FTW *);

/* A folder that the walk is in: links must not lead back to it. */
struct inside {
	const struct inside *above;
	dev_t device;
	ino_t inode;
};

struct walk {
	visit *old; /* of the two one is NULL */
	visit_new *new;
	int flags;
	dev_t device; /* of the first: FTW_MOUNT */
	uint64_t pc;
	char path[PATH_MAX];
};

static int tell(struct walk *w, const struct stat *st, int what, struct FTW at)
{
	if (w->new)
		return w->new (w->path, st, what, &at);
	return w->old(w->path, st, what == FTW_SLN ? FTW_NS : what);
}

/* What is at the path: an FTW_ word; -1: the walk fails. */
static int look_at(struct walk *w, struct stat *st)
{
	bool follow = !(w->flags & FTW_PHYS);
	int rc = folder_stat(
		AT_FDCWD, w->path, st, follow ? 0 : AT_SYMLINK_NOFOLLOW, w->pc);

	if (rc < 0 && errno != EACCES && errno != ENOENT)
		return -1;
	if (rc < 0) {
		if (follow &&
			folder_stat(AT_FDCWD, w->path, st, AT_SYMLINK_NOFOLLOW,
				w->pc) == 0 &&
			S_ISLNK(st->st_mode))
			return FTW_SLN;
		return FTW_NS;
	}
	return S_ISDIR(st->st_mode)   ? FTW_D
	       : S_ISLNK(st->st_mode) ? FTW_SL
				      : FTW_F;
}

static int walk_folder(struct walk *w, const struct stat *st,
	const struct inside *above, struct FTW at);

static bool is_inside(const struct inside *i, const struct stat *st)
{
	for (; i; i = i->above)
		if (i->device == st->st_dev && i->inode == st->st_ino)
			return true;
	return false;
}

/* The path is complete, its last part at `at.base`. */
static int walk_entry(struct walk *w, const struct inside *above, struct FTW at)
{
	struct stat st;
	int what = look_at(w, &st);

	if (what < 0)
		return -1;
	if (w->flags & FTW_MOUNT && what != FTW_NS && st.st_dev != w->device)
		return 0;
	if (what != FTW_D)
		return tell(w, &st, what, at);
	if (!(w->flags & FTW_PHYS) && is_inside(above, &st))
		return 0;
	return walk_folder(w, &st, above, at);
}

/* All that is in it; 0, or what ends the walk. */
static int walk_names(struct walk *w, DIR *d, const struct stat *st,
	const struct inside *above, struct FTW at)
{
	struct inside here = {above, st->st_dev, st->st_ino};
	size_t n = strlen(w->path);
	const struct dirent *e;
	int rc = 0;

	if (n && w->path[n - 1] != '/')
		w->path[n++] = '/';
	at.base = (int)n;
	at.level++;
	for (errno = 0; !rc && (e = folder_next(d, w->pc)); errno = 0) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (n + strlen(e->d_name) >= sizeof w->path)
			return (int)refuse_call(ENAMETOOLONG);
		strcpy(w->path + n, e->d_name);
		rc = walk_entry(w, &here, at);
	}
	return rc ? rc : errno ? -1 : 0;
}

static int walk_folder(struct walk *w, const struct stat *st,
	const struct inside *above, struct FTW at)
{
	size_t n = strlen(w->path);
	DIR *d = folder_open(AT_FDCWD, w->path, w->pc);
	int rc = 0, error;

	if (!d)
		return errno == EACCES ? tell(w, st, FTW_DNR, at) : -1;
	if (!(w->flags & FTW_DEPTH))
		rc = tell(w, st, FTW_D, at);
	if (rc == 0)
		rc = walk_names(w, d, st, above, at);
	w->path[n] = '\0';
	error = errno;
	folder_close(d, w->pc);
	errno = error;
	if (rc == 0 && w->flags & FTW_DEPTH)
		rc = tell(w, st, FTW_DP, at);
	return rc;
}

static int walk(
	const char *path, visit *old, visit_new *new, int flags, uint64_t pc)
{
	static const int known =
		FTW_PHYS | FTW_MOUNT | FTW_CHDIR | FTW_DEPTH | FTW_ACTIONRETVAL;
	struct walk w = {.old = old, .new = new, .flags = flags, .pc = pc};
	const char *text = read_string(path, pc), *slash;
	struct stat st;
	int before = errno, rc;

	if (flags & ~known)
		return (int)refuse_call(EINVAL);
	if (flags & (FTW_CHDIR | FTW_ACTIONRETVAL))
		unsupported("nftw with FTW_CHDIR or FTW_ACTIONRETVAL", pc);
	if (!*text)
		return (int)refuse_call(ENOENT);
	if (strlen(text) >= sizeof w.path)
		return (int)refuse_call(ENAMETOOLONG);
	strcpy(w.path, text);
	for (size_t n = strlen(w.path); n > 1 && w.path[n - 1] == '/'; n--)
		w.path[n - 1] = '\0';
	if (folder_stat(AT_FDCWD, w.path, &st,
		    flags & FTW_PHYS ? AT_SYMLINK_NOFOLLOW : 0, pc) < 0 &&
		folder_stat(AT_FDCWD, w.path, &st, AT_SYMLINK_NOFOLLOW, pc) < 0)
		return -1;
	w.device = st.st_dev;
	slash = strrchr(w.path, '/');
	rc = walk_entry(&w, 0,
		(struct FTW){
			slash && slash[1] ? (int)(slash + 1 - w.path) : 0, 0});
	if (rc == 0)
		errno = before;
	return rc;
}

#define WALKS(name)                                                            \
	EXPORT int LIBC(name)(const char *path, visit *each, int most)         \
	{                                                                      \
		return controlled() ? walk(path, each, 0, 0, CALLER)           \
				    : REAL(ftw)(path, each, most);             \
	}
WALKS(ftw)
WALKS(ftw64)

#define WALKS_NEW(name)                                                        \
	EXPORT int LIBC(name)(                                                 \
		const char *path, visit_new *each, int most, int flags)        \
	{                                                                      \
		return controlled() ? walk(path, 0, each, flags, CALLER)       \
				    : REAL(nftw)(path, each, most, flags);     \
	}
WALKS_NEW(nftw)
WALKS_NEW(nftw64)
