/* SPDX-License-Identifier: MIT */
/* disk.c - disk SEED STEPS: random calls on files, and what each gave
 *
 * On the files that disk.py put into the working directory.  Half of the steps
 * are made by another thread, which main waits for.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	NAMES = 14,
	FDS = 3,
	DEPTH = 4
};
static const char *const name[NAMES] = {"f", "g", "l", "d", "d/f", "d/g", "d/e",
	"d/e/f", "e", "e/f", "n", "d/l", "d/e/../f", "./e/"};

static char said[400000];
static size_t bytes;
static unsigned long long state;
static int fd[FDS] = {-1, -1, -1};

#define SAY(...)                                                               \
	(bytes += (size_t)snprintf(                                            \
		 said + bytes, sizeof said - bytes, __VA_ARGS__))

static unsigned any(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(state >> 33) % n;
}

static const char *some_name(void)
{
	return name[any(NAMES)];
}

static void answer(const char *what, const char *a, const char *b, long rc)
{
	SAY("%s %s %s: %ld", what, a, b, rc < 0 ? -1 : rc);
	SAY(rc < 0 ? ", errno %d\n" : "\n", errno);
}

static void say_stat(const char *what, int rc, const struct stat *st)
{
	SAY("  %s: %d", what, rc);
	if (rc)
		SAY(", errno %d\n", errno);
	else
		SAY(", mode %o, size %d, links %d\n", st->st_mode,
			S_ISDIR(st->st_mode) ? 0 : (int)st->st_size,
			S_ISDIR(st->st_mode) ? 0 : (int)st->st_nlink);
}

static void say_content(const char *path)
{
	char text[64];
	FILE *f = fopen(path, "r");
	size_t n;

	if (!f) {
		SAY("  %s: errno %d\n", path, errno);
		return;
	}
	n = fread(text, 1, sizeof text - 1, f);
	text[n] = 0;
	SAY("  %s has \"%s\"%s\n", path, text, ferror(f) ? ", error" : "");
	fclose(f);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Everything below a folder. */
static void say_all(const char *path, int depth)
{
	const struct dirent *list[100];
	static struct dirent kept[DEPTH + 1][100];
	struct dirent *e;
	struct stat st;
	DIR *d = opendir(path);
	int n = 0;

	if (!d || depth > DEPTH) {
		SAY("%s: errno %d\n", path, errno);
		return;
	}
	while ((e = readdir(d)) && n < 100) {
		kept[depth][n] = *e;
		list[n] = &kept[depth][n];
		n++;
	}
	closedir(d);
	qsort(list, (size_t)n, sizeof *list,
		(int (*)(const void *, const void *))by_name);
	for (int i = 0; i < n; i++) {
		char whole[512];

		if (list[i]->d_name[0] == '.')
			continue;
		snprintf(whole, sizeof whole, "%s/%s", path, list[i]->d_name);
		SAY("%s (%d)\n", whole, list[i]->d_type);
		say_stat("is", lstat(whole, &st), &st);
		if (S_ISDIR(st.st_mode))
			say_all(whole, depth + 1);
		else
			say_content(whole);
	}
}

static void on_descriptors(unsigned which)
{
	static const int flags[] = {O_RDONLY, O_RDWR, O_RDWR | O_CREAT,
		O_WRONLY | O_APPEND | O_CREAT, O_RDWR | O_TRUNC,
		O_RDWR | O_CREAT | O_EXCL, O_RDONLY | O_DIRECTORY,
		O_RDONLY | O_NOFOLLOW, O_RDONLY | O_TRUNC};
	unsigned f = any(sizeof flags / sizeof *flags);
	const char *a = some_name();
	int *n = &fd[any(FDS)];
	struct stat st;
	char text[8] = "";

	switch (which) {
	case 0:
		if (*n >= 0)
			close(*n);
		*n = open(a, flags[f], 0640);
		answer("open", a, "", *n);
		break;
	case 1:
		answer("write", "", "", write(*n, "WORD", any(5)));
		break;
	case 2:
		answer("read", "", text, read(*n, text, any(7)));
		SAY("  \"%s\"\n", text);
		break;
	case 3: /* in folders it is the file system's own */
		if (fstat(*n, &st) == 0 && S_ISDIR(st.st_mode))
			return;
		answer("seek", "", "", lseek(*n, any(20), (int)any(3)));
		break;
	case 4:
		answer("cut", "", "", ftruncate(*n, any(12)));
		break;
	case 5:
		say_stat("fstat", fstat(*n, &st), &st);
		break;
	case 6:
		answer("fchmod", "", "", fchmod(*n, 0600 + any(64)));
		break;
	default:
		answer("close", "", "", close(*n));
		*n = -1;
	}
}

static void on_streams(void)
{
	static const char *const mode[] = {"r", "w", "a", "r+", "w+", "a+"};
	const char *a = some_name(), *how = mode[any(6)];
	char text[16] = "";
	FILE *f = fopen(a, how);

	answer("fopen", a, how, f ? 0 : -1);
	if (!f)
		return;
	answer("fputs", "", "", fputs("line\n", f) < 0 ? -1 : 0);
	rewind(f);
	answer("fgets", "", "", fgets(text, sizeof text, f) ? 0 : 1);
	SAY("  \"%s\"\n", text);
	answer("fclose", "", "", fclose(f));
}

static void on_names(unsigned which)
{
	const char *a = some_name(), *b = some_name();
	char text[512] = "", *path;
	struct stat st;
	ssize_t n;

	switch (which) {
	case 0:
		answer("unlink", a, "", unlink(a));
		break;
	case 1:
		answer("rmdir", a, "", rmdir(a));
		break;
	case 2:
		answer("mkdir", a, "", mkdir(a, 0750));
		break;
	case 3:
		answer("link", a, b, link(a, b));
		break;
	case 4:
		answer("symlink", a, b, symlink(a, b));
		break;
	case 5:
		say_stat(a, stat(a, &st), &st);
		break;
	case 6:
		say_stat(a, lstat(a, &st), &st);
		break;
	case 7:
		answer("access", a, "", access(a, F_OK));
		break;
	case 8:
		n = readlink(a, text, sizeof text - 1);
		answer("readlink", a, "", n);
		break;
	case 9:
		answer("chmod", a, "", chmod(a, 0700 + any(64)));
		break;
	case 10:
		answer("truncate", a, "", truncate(a, any(9)));
		break;
	case 11:
		path = realpath(a, NULL);
		answer("realpath", a, path ? strrchr(path, '/') : "",
			path ? 0 : -1);
		free(path);
		break;
	case 12:
		answer("remove", a, "", remove(a));
		break;
	default:
		/* Folders of the disk are not renamed. */
		if (lstat(a, &st) == 0 && S_ISDIR(st.st_mode))
			return;
		answer("rename", a, b, rename(a, b));
	}
}

static void step(void)
{
	unsigned which = any(32);

	if (which < 10)
		on_descriptors(which);
	else if (which < 12)
		on_streams();
	else if (which < 13)
		say_content(some_name());
	else
		on_names(which - 13);
}

static void *steps(void *n)
{
	for (long i = 0; i < (long)n; i++)
		step();
	return NULL;
}

int main(int argc, char **argv)
{
	long n = argc > 2 ? atol(argv[2]) : 0;
	pthread_t t;

	if (argc < 3)
		return 2;
	umask(022);
	state = strtoull(argv[1], NULL, 10) * 977 + 13;
	steps((void *)(n / 2));
	if (pthread_create(&t, NULL, steps, (void *)(n - n / 2)) ||
		pthread_join(t, NULL))
		return 1;
	say_all(".", 0);
	return fwrite(said, 1, bytes, stdout) == bytes ? 0 : 1;
}
