/* SPDX-License-Identifier: MIT */
/* sem_named.c - sem_open, sem_close, sem_unlink
 *
 * As the C library has it, a named semaphore is a file below /dev/shm that is
 * mapped: one of tree.h, so that each execution begins without it, and a page
 * that all who open it share.  It stays where it is while the name does, and
 * cannot be used while nobody has it open.  Those of other processes are
 * refused by name.
 *
 * The C library's own file holds 32 bytes; ours holds zeroes.  For a name that
 * begins with a slash, and the same without, it maps the file twice; it is one
 * address here.
 */
#include "native/footprint.h"
#include "native/kernel/file.h"
#include "native/kernel/map.h"
#include "native/kernel/process.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/spin.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>

#define BEFORE "/dev/shm/sem."

enum {
	NAMED_MAX = 128
};

/* One for each that has a name, or is open. */
static struct named {
	uint64_t at;   /* where it is mapped */
	uint32_t node; /* its file, with a reference; 0: free */
	uint32_t refs; /* 0: nobody has it open */
} named[NAMED_MAX];

struct sem_path {
	char text[sizeof BEFORE + NAME_MAX];
};

/* 0 or an error (glibc, posix/shm-directory.c). */
static int path_of(const char *name, struct sem_path *out)
{
	name += strspn(name, "/");
	if (!*name || strchr(name, '/'))
		return EINVAL;
	if (strlen(name) > NAME_MAX)
		return ENAMETOOLONG;
	strcpy(out->text, BEFORE);
	strcpy(out->text + strlen(BEFORE), name);
	return 0;
}

/* Where it is, or would be; 0 or an error. */
static int look_for(const char *name, struct found *at)
{
	struct sem_path path;
	int error = path_of(name, &path);

	return error ? error : tree_walk("/", path.text, false, at);
}

static struct named *of_file(uint32_t node)
{
	for (unsigned i = 0; i < NAMED_MAX; i++)
		if (named[i].node == node) {
			shared_read(&named[i]);
			return &named[i];
		}
	return 0;
}

static void foreign(const char *call, uint64_t pc)
{
	char text[120];

	snprintf(text, sizeof text,
		"%s of a semaphore that another process made (sem_unlink it "
		"before, or sem_init one)",
		call);
	unsupported(text, pc);
}

/* A new one; 0 or an error. */
static int make(struct found *at, unsigned mode, unsigned value, uint64_t pc)
{
	static const char zeroes[sizeof(sem_t)];
	struct named *n = of_file(0);
	int error;

	if (value > SEM_VALUE_MAX)
		return EINVAL;
	error = tree_may_change(at);
	if (error)
		return error;
	if (!n)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %d named semaphores: scarp supports that "
			"many" SC(502),
			NAMED_MAX);
	STATE_ALSO(open, umask);
	KEEP(*n);
	*n = (struct named){.at = map_fresh(sizeof(sem_t), pc)};
	undo_save((void *)n->at, sizeof value);
	memcpy((void *)n->at, &value, sizeof value);
	/* The one reference is the table's. */
	n->node = content_new(S_IFREG | (mode & 0777 & ~process_umask()));
	tree_set(at->path, n->node);
	contents[n->node - 1].links = 1;
	content_set(n->node, zeroes, sizeof zeroes);
	at->node = n->node;
	return 0;
}

static sem_t *share(struct named *n)
{
	KEEP(*n);
	if (!n->refs++)
		map_allow(n->at, sizeof(sem_t), PROT_READ | PROT_WRITE);
	trace_result(n->at);
	return (sem_t *)n->at;
}

static sem_t *open_named(
	const char *name, int flags, unsigned mode, unsigned value, uint64_t pc)
{
	bool alone = flags & O_CREAT && flags & O_EXCL;
	static struct found at;
	struct named *n;
	int error;

	name = read_string(name, pc);
	tree_change(TOUCHES_sem_open_tree, pc);
	spin_abandon();
	error = look_for(name, &at);
	if (!error && !at.st.st_mode)
		error = flags & O_CREAT ? make(&at, mode, value, pc) : ENOENT;
	else if (!error && alone)
		error = value > SEM_VALUE_MAX ? EINVAL : EEXIST;
	else if (!error)
		error = tree_may(&at, R_OK | W_OK);
	n = error || !at.node ? 0 : of_file(at.node);
	if (!error && !n)
		foreign("sem_open", pc);
	if (error)
		return refuse_call(error), SEM_FAILED;
	return share(n);
}

EXPORT sem_t *LIBC(sem_open)(const char *name, int flags, ...)
{
	unsigned mode = 0, value = 0;
	va_list args;

	va_start(args, flags);
	if (flags & O_CREAT) {
		mode = va_arg(args, unsigned);
		value = va_arg(args, unsigned);
	}
	va_end(args);
	return controlled() ? open_named(name, flags, mode, value, CALLER)
			    : REAL(sem_open)(name, flags, mode, value);
}

/* Where nobody has it open, nobody may use it; and where no name leads to it,
 * what it held is gone. */
static void left(struct named *n, uint64_t pc)
{
	struct named was = *n;

	if (was.refs)
		return;
	if (contents[was.node - 1].links) {
		map_allow(was.at, sizeof(sem_t), PROT_NONE);
		return;
	}
	*n = (struct named){0};
	STATE_ALSO(munmap, mappings);
	map_drop(was.at, sizeof(sem_t), pc);
	content_drop(was.node);
}

static int close_named(sem_t *s, uint64_t pc)
{
	struct named *n = 0;

	tree_change(TOUCHES_sem_close_tree, pc);
	spin_abandon();
	for (unsigned i = 0; i < NAMED_MAX && !n; i++)
		if (named[i].refs && named[i].at == (uint64_t)s)
			n = &named[i];
	if (!n)
		return (int)refuse_call(EINVAL);
	KEEP(*n);
	n->refs--;
	left(n, pc);
	return 0;
}

EXPORT int LIBC(sem_close)(sem_t *s)
{
	return controlled() ? close_named(s, CALLER) : REAL(sem_close)(s);
}

static int remove_named(const char *name, uint64_t pc)
{
	static struct found at;
	struct named *n;
	int error;

	name = read_string(name, pc);
	tree_change(TOUCHES_sem_unlink_tree, pc);
	spin_abandon();
	error = look_for(name, &at);
	if (!error && !at.st.st_mode)
		error = ENOENT;
	if (!error && tree_may_change(&at))
		error = EACCES;
	if (error)
		return (int)refuse_call(error == EINVAL ? ENOENT : error);
	n = at.node ? of_file(at.node) : 0;
	if (!n)
		foreign("sem_unlink", pc);
	KEEP(*n);
	content_changing(n->node)->links--;
	tree_set(at.path, 0);
	left(n, pc);
	return 0;
}

EXPORT int LIBC(sem_unlink)(const char *name)
{
	return controlled() ? remove_named(name, CALLER)
			    : REAL(sem_unlink)(name);
}
