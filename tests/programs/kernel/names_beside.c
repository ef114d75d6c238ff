/* SPDX-License-Identifier: MIT */
/* names_beside: two threads make, rename, remove and look at files
 *
 * Nothing of it reaches the disk: each execution, and each mode, begins without
 * the folder that main makes.  What can come of it, by hand:
 *
 * exclusive  one of the two makes the file
 * appends    both write at the end, in either order
 * places     both write at the start of what each opened: one is lost
 * replaced   a file is replaced by rename: the reader finds the old or the new
 * truncated  it is opened anew and written: the reader may find it empty
 * size       stat, on its way to the file's first name, sees 0, 3 or nothing
 * overwritten  its bytes are replaced: old or new
 * held       main has it open, tells the other thread so and asks for its size,
 *            before or behind what that writes
 * gone       the file is removed: it is opened before, or is not there
 * listed     a folder is read before the file is made in it, or behind
 * lock       mkdir as a lock: a counter that it guards has no race
 * waits      a thread goes on when the file is there: what was written before
 *            is known
 *
 * verdict: verified
 *
 * check: --exhaustive
 * args: exclusive
 * states: 01 10
 *
 * check: --exhaustive --reduce none
 * args: exclusive
 * states: 01 10
 *
 * check: --exhaustive
 * args: appends
 * states: abxy xyab
 *
 * check: --exhaustive --reduce none
 * args: places
 * states: ab xy
 *
 * check: --exhaustive
 * args: places
 * states: ab xy
 *
 * check: --exhaustive
 * args: replaced
 * states: old new
 *
 * check: --exhaustive --reduce none
 * args: replaced
 * states: old new
 *
 * check: --exhaustive
 * args: truncated
 * states: old new empty
 *
 * check: --exhaustive
 * args: size
 * states: -1 0 3
 *
 * check: --exhaustive --reduce none
 * args: size
 * states: -1 0 3
 *
 * check: --exhaustive
 * args: known
 * states: 0 3
 *
 * check: --exhaustive --reduce source
 * args: known
 * states: 0 3
 *
 * check: --exhaustive --reduce none
 * args: overwritten
 * states: old new
 *
 * check: --exhaustive
 * args: held
 * states: 0 3
 *
 * check: --exhaustive --reduce none
 * args: held
 * states: 0 3
 *
 * check: --exhaustive
 * args: gone
 * states: opened missing
 *
 * check: --exhaustive
 * args: listed
 * states: 2 3
 *
 * check: --exhaustive
 * args: lock
 * states: 2
 * races: none
 *
 * check: --exhaustive
 * args: waits
 * states: 1
 * races: none
 */
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>

static int made[2], counter, written, held;
static atomic_int told;

static int opened(int flags)
{
	return open("made/f", flags, 0644);
}

static void put(int fd, const char *text)
{
	assert(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	assert(close(fd) == 0);
}

static void say_file(const char *path)
{
	char text[16] = "";
	int fd = open(path, O_RDONLY);

	assert(fd >= 0 && read(fd, text, 15) >= 0 && close(fd) == 0);
	printf("%s\n", *text ? text : "empty");
}

static void say_size(void)
{
	struct stat st;

	printf("%d\n", stat("made/f", &st) ? -1 : (int)st.st_size);
}

/* What main does, before the other thread is there. */
static void before(const char *what)
{
	assert(mkdir("made", 0755) == 0);
	if (!strcmp(what, "held"))
		held = opened(O_WRONLY | O_CREAT);
	if (!strcmp(what, "replaced") || !strcmp(what, "truncated") ||
		!strcmp(what, "overwritten") || !strcmp(what, "gone"))
		put(opened(O_WRONLY | O_CREAT), "old");
	if (!strcmp(what, "known"))
		assert(close(opened(O_WRONLY | O_CREAT)) == 0);
}

static void mine(const char *what, int me)
{
	const char *text = me ? "xy" : "ab";

	if (!strcmp(what, "exclusive")) {
		made[me] = opened(O_WRONLY | O_CREAT | O_EXCL) >= 0;
	} else if (!strcmp(what, "appends")) {
		put(opened(O_WRONLY | O_CREAT | O_APPEND), text);
	} else if (!strcmp(what, "places")) {
		put(opened(O_WRONLY | O_CREAT), text);
	} else if (!strcmp(what, "lock")) {
		while (mkdir("made/lock", 0755))
			sched_yield();
		counter++;
		assert(rmdir("made/lock") == 0);
	} else if (me && !strcmp(what, "replaced")) {
		put(open("made/g", O_WRONLY | O_CREAT, 0644), "new");
		assert(rename("made/g", "made/f") == 0);
	} else if (me && !strcmp(what, "held")) {
		if (told)
			assert(write(held, "new", 3) == 3);
	} else if (me && !strcmp(what, "overwritten")) {
		put(opened(O_WRONLY), "new");
	} else if (me && !strcmp(what, "truncated")) {
		put(opened(O_WRONLY | O_TRUNC), "new");
	} else if (me && (!strcmp(what, "size") || !strcmp(what, "known"))) {
		put(opened(O_WRONLY | O_CREAT), "new");
	} else if (me && !strcmp(what, "gone")) {
		assert(unlink("made/f") == 0);
	} else if (me && !strcmp(what, "listed")) {
		assert(close(opened(O_WRONLY | O_CREAT)) == 0);
	} else if (me && !strcmp(what, "waits")) {
		written = 1;
		assert(close(opened(O_WRONLY | O_CREAT)) == 0);
	}
}

static void looks(const char *what)
{
	struct dirent *e;
	DIR *d;
	int n = 0;

	if (!strcmp(what, "replaced") || !strcmp(what, "truncated") ||
		!strcmp(what, "overwritten"))
		say_file("made/f");
	if (!strcmp(what, "held"))
		told = 1;
	if (!strcmp(what, "size") || !strcmp(what, "known") ||
		!strcmp(what, "held"))
		say_size();
	if (!strcmp(what, "gone"))
		printf("%s\n", opened(O_RDONLY) < 0 ? "missing" : "opened");
	if (!strcmp(what, "listed")) {
		assert((d = opendir("made")));
		while ((e = readdir(d)))
			n++;
		printf("%d\n", n);
	}
	if (!strcmp(what, "waits")) {
		while (access("made/f", F_OK))
			sched_yield();
		printf("%d\n", written);
	}
}

static void *other(void *what)
{
	mine(what, 1);
	return NULL;
}

int main(int argc, char **argv)
{
	const char *what = argv[argc - 1];
	pthread_t t;

	before(what);
	t = start(other, argv[argc - 1]);
	mine(what, 0);
	looks(what);
	finish(t);
	if (!strcmp(what, "exclusive"))
		printf("%d%d\n", made[0], made[1]);
	if (!strcmp(what, "appends") || !strcmp(what, "places"))
		say_file("made/f");
	if (!strcmp(what, "lock"))
		printf("%d\n", counter);
	return 0;
}
