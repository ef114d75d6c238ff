/* SPDX-License-Identifier: MIT */
/* fifo.c - pipes with names: mkfifo, mknod, and what open does with one
 *
 * The name is a file of tree.h; while somebody has it open there is a queue, as
 * pipe() makes one, which those who open it later find by who has it open.
 *
 * Linux, fs/pipe.c, fifo_open: who opens an end counts at once, and then waits
 * until the other one was opened, since when it may have been closed again.
 */
#include "native/kernel/fifo.h"
#include "native/kernel/poll.h"
#include "native/kernel/process.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/posix/interrupted.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

/* --- what others made of it ------------------------------------------------
 */

/* The queue of a pipe that somebody has open, plus one; 0: nobody. */
static uint32_t queue_of(uint32_t node)
{
	for (unsigned i = 0; i < FILES_MAX; i++)
		if (files[i].kind == FILE_PIPE && files[i].content == node)
			return files[i].in ? files[i].in : files[i].out;
	return 0;
}

static uint16_t *opened(const struct file *f, bool writers)
{
	struct queue *q = &queues[(f->in ? f->in : f->out) - 1];

	return writers ? &q->writers_ever : &q->readers_ever;
}

bool fifo_is_met(const struct file *f, uint64_t before)
{
	file_looked_at(f);
	return !(f->in || f->out) || *opened(f, f->in != 0) != before;
}

bool fifo_never_had_writers(const struct file *f)
{
	return f->value == queues[f->in - 1].writers_ever + 1u;
}

/* --- open ------------------------------------------------------------------
 */

/* One more end, and by it the other one is met; false: too many queues. */
static bool join(struct file *f, uint32_t node, bool reads, bool writes)
{
	uint32_t queue = queue_of(node);
	struct queue *q;

	if (!queue) {
		queue = queue_new(true, false);
		if (!queue)
			return false;
		queues[queue - 1].readers = queues[queue - 1].writers = 0;
	}
	q = &queues[queue - 1];
	KEEP(*q);
	/* It ends the wait of others, or keeps a handler from that. */
	object_touch(object_get(
		kernel_object(KERNEL_PIPE, queue - 1u), OBJECT_FILE, 0));
	if (reads) {
		spin_object(&q->readers, sizeof q->readers, true);
		q->readers++;
		q->readers_ever++;
		f->in = queue;
	}
	if (writes) {
		spin_object(&q->writers, sizeof q->writers, true);
		q->writers++;
		q->writers_ever++;
		f->out = queue;
	}
	f->content = node;
	content_ref(node);
	queue_order(queue, true);
	return true;
}

/* What is waited for may come after a handler, or not at all. */
static int meet(int number, struct file *f, uint64_t pc)
{
	uint32_t queue = f->in ? f->in : f->out, granted;
	uint64_t before = *opened(f, f->in != 0);

	granted =
		kernel_point(OP_fd_meet, kernel_object(KERNEL_PIPE, queue - 1u),
			WAIT_MEET, (uint64_t)(f - files), before, pc);
	if (granted == CANCELLED || granted == SIGNAL_ENDS) {
		if (file_of(number) == f)
			number_drop(number);
		if (granted == CANCELLED)
			cancel_act();
		return (int)refuse_call(EINTR);
	}
	if (file_of(number) == f)
		queue_order(queue, false);
	return number;
}

/* Whoever tries again until somebody reads waits for that. */
static int nobody_reads(uint32_t node)
{
	struct content *c = &contents[node - 1];

	shared_read(c);
	spin_object(&c->opened, sizeof c->opened, false);
	return (int)refuse_call(ENXIO);
}

int fifo_open(uint32_t node, int flags, uint32_t kept, uint64_t pc)
{
	bool reads = (flags & O_ACCMODE) != O_WRONLY,
	     writes = (flags & O_ACCMODE) != O_RDONLY, alone;
	uint32_t queue = queue_of(node);
	struct content *c = &contents[node - 1];
	struct file *f;
	int number;

	if (queue)
		shared_read(&queues[queue - 1]);
	alone = reads != writes &&
		!(queue && (reads ? queues[queue - 1].writers
				  : queues[queue - 1].readers));
	if (alone && writes && flags & O_NONBLOCK)
		return nobody_reads(node);
	f = file_new(FILE_PIPE, kept);
	if (!f)
		return -1;
	if (!join(f, node, reads, writes))
		return (int)refuse_call(ENFILE);
	spin_object(&c->opened, sizeof c->opened, true);
	KEEP(*c);
	c->opened++;
	number = file_give(f, flags & O_CLOEXEC);
	if (number < 0 || !alone)
		return number;
	if (flags & O_NONBLOCK) { /* no end of file, for poll */
		f->value = *opened(f, true) + 1u;
		return number;
	}
	return meet(number, f, pc);
}

/* --- making one ------------------------------------------------------------
 */

static struct found at;

static int make(enum touches what, int folder, const char *path, mode_t mode,
	uint64_t pc)
{
	uint32_t number;
	int error;

	path = read_string(path, pc);
	tree_change(what, pc);
	if (*path != '/' && folder == AT_FDCWD)
		STATE_ALSO(mkdir, directory);
	error = tree_made_up(path)
			? EACCES
			: tree_walk_open_at(folder, path, WALK_NAME, &at);
	if (!error && at.st.st_mode)
		error = EEXIST;
	if (!error && at.slash)
		error = ENOENT;
	if (!error)
		error = tree_may_change(&at);
	if (error)
		return (int)refuse_call(error);
	spin_abandon();
	STATE_ALSO(mkdir, umask);
	number = content_new(
		(mode & S_IFMT) | (mode & 07777 & ~process_umask()));
	tree_set(at.path, number);
	content_drop(number);
	contents[number - 1].links = 1;
	return 0;
}

EXPORT int LIBC(mkfifo)(const char *path, mode_t mode)
{
	return controlled() ? make(TOUCHES_mkfifo_tree, AT_FDCWD, path,
				      (mode & 07777) | S_IFIFO, CALLER)
			    : REAL(mkfifo)(path, mode);
}

EXPORT int LIBC(mkfifoat)(int folder, const char *path, mode_t mode)
{
	return controlled() ? make(TOUCHES_mkfifoat_tree, folder, path,
				      (mode & 07777) | S_IFIFO, CALLER)
			    : REAL(mkfifoat)(folder, path, mode);
}

/* A pipe or an empty file; no more is anybody's who is not root. */
static int make_node(enum touches what, int folder, const char *path,
	mode_t mode, uint64_t pc)
{
	if (!(mode & S_IFMT))
		mode |= S_IFREG;
	if (!S_ISFIFO(mode) && !S_ISREG(mode))
		unsupported("mknod of what is neither a pipe nor a regular "
			    "file",
			pc);
	return make(what, folder, path, mode, pc);
}

EXPORT int LIBC(mknod)(const char *path, mode_t mode, dev_t device)
{
	return controlled() ? make_node(TOUCHES_mknod_tree, AT_FDCWD, path,
				      mode, CALLER)
			    : REAL(mknod)(path, mode, device);
}

EXPORT int LIBC(mknodat)(
	int folder, const char *path, mode_t mode, dev_t device)
{
	return controlled() ? make_node(TOUCHES_mknodat_tree, folder, path,
				      mode, CALLER)
			    : REAL(mknodat)(folder, path, mode, device);
}
