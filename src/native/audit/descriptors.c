/* SPDX-License-Identifier: MIT */
/* descriptors.c - which descriptors are open, and what they are
 *
 * Numbers from /proc/self/fd; of each the file, its flags, and the place in it.
 *
 * Cost     some system calls a descriptor; a test has few.
 */
#include "native/audit/part.h"
#include "native/output.h"
#include "native/raw.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	MOST = 4096
};

struct descriptor {
	int number;
	int flags;   /* of the open file */
	int closing; /* FD_CLOEXEC */
	dev_t device;
	ino_t inode;
	mode_t mode;
	off_t place;
};

struct list {
	struct descriptor at[MOST];
	unsigned count;
};
static struct list then, now;

/* Reviewed: what may differ, and why that is harmless. */
static const struct {
	int first, last;
	const char *what, *why;
} reviewed[] = {
	{0, 2, "place",
		"files that the command's caller shares with us; the test's "
		"streams lie in memory"},
	{OUTCOMES_FD, OUTCOMES_FD, "place",
		"where the runtime notes outcomes (SCARP_OUTCOMES)"},
};

static bool place_reviewed(int number)
{
	for (unsigned i = 0; i < sizeof reviewed / sizeof *reviewed; i++)
		if (number >= reviewed[i].first && number <= reviewed[i].last)
			return true;
	return false;
}

static bool look(int number, struct descriptor *out)
{
	struct stat st;

	if (raw_syscall(SYS_fstat, number, (long)&st) < 0)
		return false;
	*out = (struct descriptor){.number = number,
		.device = st.st_dev,
		.inode = st.st_ino,
		.mode = st.st_mode & S_IFMT};
	out->flags = (int)raw_syscall(SYS_fcntl, number, F_GETFL);
	out->closing = (int)raw_syscall(SYS_fcntl, number, F_GETFD);
	if (!place_reviewed(number))
		out->place =
			raw_syscall6(SYS_lseek, number, 0, SEEK_CUR, 0, 0, 0);
	return true;
}

static int by_number(const void *a, const void *b)
{
	return ((const struct descriptor *)a)->number -
	       ((const struct descriptor *)b)->number;
}

static void list(struct list *l)
{
	char buffer[4096];
	long n;
	int folder =
		(int)raw_syscall6(SYS_openat, AT_FDCWD, (long)"/proc/self/fd",
			O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);

	l->count = 0;
	if (folder < 0)
		return;
	while ((n = raw_syscall6(SYS_getdents64, folder, (long)buffer,
			sizeof buffer, 0, 0, 0)) > 0)
		for (long at = 0; at < n;) {
			unsigned short length;
			const char *name = buffer + at + 19;
			int number = atoi(name);

			memcpy(&length, buffer + at + 16, sizeof length);
			at += length;
			if (*name == '.' || number == folder ||
				l->count == MOST)
				continue;
			l->count += look(number, &l->at[l->count]);
		}
	raw_syscall(SYS_close, folder, 0);
	qsort(l->at, l->count, sizeof l->at[0], by_number);
}

static void keep(void)
{
	list(&then);
}

/* "descriptor 3 (pipe:[123])" */
static void name(int number, char *out, size_t size)
{
	char path[64], target[128];
	long n;

	snprintf(path, sizeof path, "/proc/self/fd/%d", number);
	n = raw_syscall6(SYS_readlink, (long)path, (long)target,
		sizeof target - 1, 0, 0, 0);
	target[n > 0 ? n : 0] = 0;
	snprintf(out, size, "descriptor %d%s%s%s", number, *target ? " (" : "",
		target, *target ? ")" : "");
}

static const char *difference(
	const struct descriptor *a, const struct descriptor *b)
{
	if (a->device != b->device || a->inode != b->inode ||
		a->mode != b->mode)
		return "is another file";
	if (a->flags != b->flags)
		return "has other status flags";
	if (a->closing != b->closing)
		return "has another close-on-exec flag";
	return a->place != b->place ? "is at another place of its file" : 0;
}

static bool clean(char *text, size_t n)
{
	const struct descriptor *a = then.at, *b;
	const char *what = 0;
	char who[200];

	list(&now);
	b = now.at;
	for (; !what; a++, b++) {
		bool had = a < then.at + then.count,
		     has = b < now.at + now.count;

		if (!had && !has)
			return true;
		if (had && (!has || a->number < b->number)) {
			snprintf(
				text, n, "descriptor %d was closed", a->number);
			return false;
		}
		name(b->number, who, sizeof who);
		what = !had || b->number < a->number ? "was left open"
						     : difference(a, b);
	}
	snprintf(text, n, "%s %s", who, what);
	return false;
}

const struct audit_part audit_descriptors = {keep, clean};
