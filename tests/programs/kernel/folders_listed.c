/* SPDX-License-Identifier: MIT */
/* folders_listed: scandir, ftw and nftw see what the test has made
 *
 * verdict: verified
 * default: checkpoint
 *
 * Sorted names, sizes, and in which order folders are told
 *
 * check: --exhaustive
 * args: names
 * native: prints anything
 * states: a,b,c:3:.,d/,d/x4,d/y0:d/x4,d/y0,d/,.
 *
 * Beside a thread that makes a file: how many there are
 *
 * check: --exhaustive
 * args: beside
 * states: 2 3
 *
 * The end of the walk, and names that are free
 *
 * check: --exhaustive
 * args: ends
 * states: 7,1,1
 */
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static char said[200];
static int stops;

static void makes(const char *name, int n)
{
	int fd = open(name, O_CREAT | O_WRONLY | O_EXCL, 0600);

	assert(fd >= 0 && write(fd, "12345678", (size_t)n) == n);
	close(fd);
}

static int no_dot(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static char *seen[8];
static int count;

static int visits(const char *name, const struct stat *st, int what)
{
	char text[40];

	if (stops && what == FTW_F) /* and is not called again */
		return stops++ == 1 ? 7 : 8;
	if (what == FTW_D)
		snprintf(text, sizeof text, "%s",
			strcmp(name, "t") ? "d/" : ".");
	else
		snprintf(text, sizeof text, "%s%d", name + 2, (int)st->st_size);
	seen[count++] = strdup(text);
	return 0;
}

static int visits_new(
	const char *name, const struct stat *st, int what, struct FTW *at)
{
	assert(strcmp(name + at->base, "t") == 0 || at->level > 0);
	assert(what != FTW_D);
	return visits(name, st, what == FTW_DP ? FTW_D : what);
}

static void tell(const char *before)
{
	strcat(said, before);
	for (int i = 0; i < count; i++) {
		strcat(said, i ? "," : "");
		strcat(said, seen[i]);
		free(seen[i]);
	}
	count = 0;
}

static void names(void)
{
	struct dirent **list;
	int n = scandir("t", &list, no_dot, alphasort);

	for (int i = 0; i < n; i++) {
		strcat(said, i ? "," : "");
		strcat(said, list[i]->d_name);
		free(list[i]);
	}
	free(list);
	snprintf(said + strlen(said), 8, ":%d", n);
}

static void *other(void *unused)
{
	makes("t/c", 0);
	return NULL;
}

int main(int argc, char **argv)
{
	struct dirent **list;
	char free_name[] = "t/nameXXXXXX", given[L_tmpnam];
	pthread_t t;
	int n;

	(void)argc;
	assert(mkdir("t", 0700) == 0);
	makes("t/b", 1);
	makes("t/a", 2);
	if (strcmp(argv[1], "names") == 0) {
		makes("t/c", 3);
		names();
		unlink("t/a");
		unlink("t/b");
		unlink("t/c");
		assert(mkdir("t/d", 0700) == 0);
		makes("t/d/x", 4);
		makes("t/d/y", 0);
		assert(ftw("t", visits, 5) == 0);
		tell(":");
		assert(nftw("t", visits_new, 5, FTW_DEPTH | FTW_PHYS) == 0);
		tell(":");
		printf("%s\n", said);
	} else if (strcmp(argv[1], "beside") == 0) {
		t = start(other, NULL);
		n = scandir("t", &list, no_dot, NULL);
		finish(t);
		printf("%d\n", n);
	} else {
		stops = 1;
		n = ftw("t", visits, 5);
		assert(mktemp(free_name) == free_name);
		makes(free_name, 0);
		assert(tmpnam(given) == given);
		assert(ftw("nothing", visits, 5) == -1);
		printf("%d,%d,%d\n", n, strcmp(free_name, "t/nameXXXXXX") != 0,
			access(given, F_OK) == -1);
	}
	return 0;
}
