/* SPDX-License-Identifier: MIT */
/* dates.c - dates, options, paths, the locale; right and wrong */
#include "say.h"

#include <getopt.h>
#include <limits.h>
#include <locale.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int __posix_getopt(int n, char *const *argv, const char *letters);

static void date(const char *of, const struct tm *t)
{
	if (t)
		SAY("%s: %d-%d-%d %d:%d:%d, day %d and %d, %d %ld %s\n", of,
			t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour,
			t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday,
			t->tm_isdst, t->tm_gmtoff, t->tm_zone);
	else
		SAY("%s: none, errno %d\n", of, errno);
}
#define DATE(call) (errno = 0, date(#call, call))

static void dates(void)
{
	static const time_t times[] = {0, -1, 1, 951782400, 4102444799,
		68719476735, LONG_MAX, LONG_MIN};
	char line[100];

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		time_t t = times[i];
		struct tm m = {0};

		DATE(gmtime(&t));
		DATE(gmtime_r(&t, &m));
		DATE(localtime(&t));
		DATE(localtime_r(&t, &m));
		P(ctime(&t));
		P(ctime_r(&t, line));
	}
}

static void back(void)
{
	static const struct tm some[] = {{.tm_year = 70, .tm_mday = 1},
		{.tm_year = 124, .tm_mon = 13, .tm_mday = 40, .tm_hour = -3},
		{.tm_year = INT_MAX, .tm_mon = 11, .tm_mday = 31},
		{.tm_year = -1900, .tm_mday = 1, .tm_isdst = -1},
		{.tm_year = 100, .tm_mon = 6, .tm_mday = 5, .tm_wday = 9}};
	char text[80];

	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		struct tm m = some[i];

		I(mktime(&m));
		date("mktime", &m);
		m = some[i];
		I(timelocal(&m));
		m = some[i];
		I(timegm(&m));
		date("timegm", &m);
		m = some[i];
		errno = 0;
		SAY("asctime = %s", asctime(&m) ? asctime(&m) : "none\n");
		P(asctime_r(&m, text));
		I(strftime(text, sizeof text,
			"%Y-%m-%d %H:%M:%S %a %b %j %U %%", &m));
		S(text);
		I(strftime(text, 5, "%Y-%m-%d", &m));
		I(strftime(text, sizeof text, "", &m));
	}
	P(asctime(NULL));
	P(asctime_r(NULL, text));
	I(strftime(text, (size_t)-1, "%y", &some[0]));
	tzset();
	I(timezone);
	I(daylight);
}

static int verbose, version;
static const struct option alike[] = {{"verbose", no_argument, &verbose, 1},
	{"version", no_argument, &version, 1},
	{"quiet", no_argument, &verbose, 0},
	{"quite", no_argument, &verbose, 0}, {0}};
static const struct option list[] = {{"flag", no_argument, NULL, 'f'},
	{"name", required_argument, NULL, 'n'},
	{"maybe", optional_argument, NULL, 'm'}, {0}};

static void state(const char *of, int c, int at)
{
	SAY("%s = %d, at %d, %s, optind %d, optopt %d\n", of, c, at,
		optarg ? optarg : "none", optind, optopt);
}

#define OPTIONS(name, call, ...)                                               \
	do {                                                                   \
		char *argv[] = {"x", __VA_ARGS__, NULL};                       \
		int n = sizeof argv / sizeof *argv - 1, c, at = -1;            \
		optind = 0;                                                    \
		opterr = 0;                                                    \
		do {                                                           \
			optopt = 0;                                            \
			c = call;                                              \
			state(name, c, at);                                    \
		} while (c != -1);                                             \
		for (int i = 0; i < n; i++)                                    \
			SAY("%s ", argv[i]);                                   \
		SAY("\n");                                                     \
	} while (0)

static void options(void)
{
	I(getopt(-1, NULL, "a"));
	I(getopt(0, NULL, "a"));
	OPTIONS("getopt", getopt(n, argv, "ab:c::"), "-a", "one", "-b", "two",
		"-cthree", "-c", "four", "--", "-a");
	OPTIONS("getopt", getopt(n, argv, ":ab:"), "-x", "-b");
	OPTIONS("getopt", getopt(n, argv, "+ab:"), "-a", "one", "-b");
	OPTIONS("getopt", getopt(n, argv, "-ab:"), "one", "-ab", "two",
		"three");
	OPTIONS("__posix_getopt", __posix_getopt(n, argv, "ab:"), "-a", "one",
		"-b");
	OPTIONS("getopt_long", getopt_long(n, argv, "ab:", list, &at), "--flag",
		"one", "--na", "two", "--name=three", "-a", "--maybe", "four",
		"--maybe=five");
	OPTIONS("getopt_long", getopt_long(n, argv, ":a", list, &at), "--what",
		"--flag=x", "--name");
	OPTIONS("getopt_long", getopt_long(n, argv, "", alike, &at), "--ver",
		"--verb", "--qui", "--version");
	I(verbose + 2 * version);
	OPTIONS("getopt_long_only", getopt_long_only(n, argv, "ab:", list, &at),
		"-flag", "-name", "one", "-x", "-a");
}

/* What is there, and what is not; nothing is made. */
static void paths(void)
{
	char text[PATH_MAX] = "";
	struct stat64 st64;
	struct stat st;

	I(stat("/etc/passwd", &st));
	I(st.st_mode);
	I(st.st_size);
	I(stat("missing", &st));
	I(stat("/etc/passwd/below", &st));
	I(stat("", &st));
	I(stat64("/bin", &st64));
	I(st64.st_mode);
	I(lstat("/bin", &st));
	I(st.st_mode);
	I(lstat64("missing", &st64));
	I(access("/etc/passwd", R_OK));
	I(access("missing", F_OK));
	I(access("/etc/passwd", 99));
	I(readlink("/bin", text, sizeof text));
	S(text);
	I(readlink("/bin", text, 2));
	I(readlink("/etc/passwd", text, sizeof text));
	I(readlink("/bin", text, 0));
	I(readlink("/bin", text, (size_t)-1));
	P(realpath("/bin/sh", NULL));
	P(realpath("missing", NULL));
	P(realpath(NULL, NULL));
	P(realpath("/usr/../etc/.", text));
	S(text);
	P(canonicalize_file_name("."));
	P(canonicalize_file_name("missing"));
}

static void locales(void)
{
	S(setlocale(LC_ALL, NULL));
	S(setlocale(LC_ALL, "C"));
	P(setlocale(LC_ALL, "no such locale"));
	P(setlocale(99, "C"));
	S(setlocale(LC_NUMERIC, "POSIX"));
	S(localeconv()->decimal_point);
	setlocale(LC_ALL, "C.UTF-8"); /* loading it leaves an errno */
	S(setlocale(LC_ALL, "C.UTF-8"));
	I((long)MB_CUR_MAX);
	S(setlocale(LC_TIME, "C"));
	S(setlocale(LC_ALL, NULL));
	S(strerror(ENOENT));
	P(setlocale(LC_ALL, "xx_YY.UTF-8"));
	S(setlocale(LC_ALL, "C"));
	I((long)MB_CUR_MAX);
}

int main(void)
{
	dates();
	back();
	options();
	locales();
	paths();
	return said_all();
}
