/* SPDX-License-Identifier: MIT */
/* errors.c - calls that fail, of functions that the other programs call where
 * all goes well */
#include "say.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

typedef void (*handler)(int);
extern handler bsd_signal(int, handler);
extern handler __sysv_signal(int, handler);

static FILE *reader, *writer;

/* One that cannot be written, and one that cannot be read. */
static void ends(void)
{
	writer = fopen("ends", "w");
	reader = fopen("ends", "r");
	if (!reader || !writer)
		abort();
}

/* Descriptors that are closed behind their backs. */
static void cut_off(void)
{
	ends();
	if (close(fileno(reader)) || close(fileno(writer)))
		abort();
}

static void left(void)
{
	fclose(reader);
	fclose(writer);
}

static void streams(void)
{
	static char text[8];
	fpos64_t place64;
	fpos_t place;
	FILE *f;

	ends();
	I(fputc_unlocked('x', reader));
	I(fputs_unlocked("x", reader));
	I(fwrite_unlocked("x", 1, 1, reader));
	I(putc('x', reader));
	I(putc_unlocked('x', reader));
	I(_IO_putc('x', reader));
	I(ferror_unlocked(reader));
	I(fread(text, 1, 1, writer));
	I(fread_unlocked(text, 1, 1, writer));
	I(fseeko(reader, 0, 99));
	I(fseeko64(reader, -1, SEEK_SET));
	left();

	cut_off();
	I(fseeko(reader, 0, SEEK_END));
	I(ftell(reader));
	I(ftello(reader));
	I(ftello64(reader));
	I(fgetpos(reader, &place));
	I(fgetpos64(reader, &place64));
	V(rewind(reader));
	fputs("lost", writer);
	I(fflush_unlocked(writer));
	I(ferror(writer));
	left();

	f = tmpfile();
	fgetpos(f, &place);
	fgetpos64(f, &place64);
	fclose(f);
	cut_off();
	I(fsetpos(reader, &place));
	I(fsetpos64(reader, &place64));
	left();

	f = fmemopen(text, sizeof text, "r");
	I(fileno_unlocked(f));
	fclose(f);
	P(fopen64("no such", "r"));
}

static void wide_streams(void)
{
	wchar_t text[8];

	ends();
	I(fputwc_unlocked(L'x', reader));
	I(fputws_unlocked(L"x", reader));
	I(putwc(L'x', reader));
	I(putwc_unlocked(L'x', reader));
	I(fgetwc_unlocked(writer));
	I(getwc(writer));
	I(getwc_unlocked(writer));
	P(fgetws_unlocked(text, 8, writer));
	left();
}

static void listed(const char *format, ...)
{
	char room[16];
	va_list list;

	va_start(list, format);
	I(vsnprintf(room, sizeof room, format, list));
	va_end(list);
}

static void listed_wide(const wchar_t *format, ...)
{
	wchar_t room[4];
	va_list list;

	va_start(list, format);
	I(vswprintf(room, 4, format, list));
	va_end(list);
	ends();
	va_start(list, format);
	I(vfwprintf(reader, format, list));
	va_end(list);
	left();
}

/* No character of this locale. */
static void formats(void)
{
	char room[16], *made = NULL;
	wchar_t wide[4];

	I(snprintf(room, sizeof room, "%lc", (wint_t)0x3b1));
	I(sprintf(room, "%lc", (wint_t)0x3b1));
	I(asprintf(&made, "%lc", (wint_t)0x3b1));
	listed("%lc", (wint_t)0x3b1);
	I(swprintf(wide, 4, L"%d", 12345));
	listed_wide(L"%d", 12345);
}

static void texts(void)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", NULL);
	char room[4];

	P(index("abc", 'z'));
	P(rindex("abc", 'z'));
	P(strchr("abc", 'z'));
	P(strrchr("abc", 'z'));
	P(strpbrk("abc", "xyz"));
	P(memchr("abc", 'z', 3));
	P(memrchr("abc", 'z', 3));
	P(memmem("abc", 3, "z", 1));
	P(memccpy(room, "abc", 'z', 3));
	P(strstr("abc", "z"));
	P(strcasestr("abc", "Z"));
	S(strerror(9999));
	D(strtod_l("1e999", NULL, c));
	D(strtof_l("1e99", NULL, c));
	I(strtold_l("1e9999", NULL, c) > 1);
	I(strtoll_l("99999999999999999999", NULL, 10, c));
	I(strtoull_l("99999999999999999999", NULL, 10, c));
	I(strtoul_l("99999999999999999999", NULL, 10, c));
	freelocale(c);
}

static int never(const char *path, const struct stat *st, int what)
{
	return 7;
}

static int never64(const char *path, const struct stat64 *st, int what)
{
	return 7;
}

static int nor64(
	const char *path, const struct stat64 *st, int what, struct FTW *at)
{
	return 7;
}

static void folders(void)
{
	struct dirent64 **rows64;
	struct dirent **rows;

	I(scandir64("none", &rows64, NULL, NULL));
	I(scandirat(AT_FDCWD, "none", &rows, NULL, NULL));
	I(scandirat64(AT_FDCWD, "none", &rows64, NULL, NULL));
	I(scandirat(900, "none", &rows, NULL, NULL));
	I(ftw("none", never, 9));
	I(ftw64("none", never64, 9));
	I(nftw64("none", nor64, 9, 0));
}

static void names(void)
{
	char name[] = "no pattern", short_name[] = "XXXXX";
	struct timeval times[2] = {{1, 0}, {2, 0}};
	struct statvfs v;
	struct stat64 st64;
	struct statfs s;
	struct stat st;

	I(lstat("none", &st));
	I(stat64("none", &st64));
	I(fstatat64(AT_FDCWD, "none", &st64, 0));
	I(fstatat64(900, "none", &st64, 0));
	I(fstatat64(AT_FDCWD, ".", &st64, 0x400000));
	I(statfs("none", &s));
	I(statfs64("none", (struct statfs64 *)&s));
	I(statvfs("none", &v));
	I(statvfs64("none", (struct statvfs64 *)&v));
	I(fstatfs(900, &s));
	I(fstatfs64(900, (struct statfs64 *)&s));
	I(fstatvfs(900, &v));
	I(fstatvfs64(900, (struct statvfs64 *)&v));
	I(fchownat(AT_FDCWD, "none", -1, -1, 0));
	I(fchownat(900, "none", -1, -1, 0));
	I(lchown("none", -1, -1));
	I(truncate64("none", 1));
	I(truncate64(".", 1));
	I(renameat(AT_FDCWD, "none", AT_FDCWD, "some"));
	I(renameat(900, "none", AT_FDCWD, "some"));
	I(symlinkat("none", AT_FDCWD, "."));
	I(symlinkat("none", 900, "link"));
	I(mknodat(AT_FDCWD, ".", S_IFIFO | 0600, 0));
	I(mknodat(900, "fifo", S_IFIFO | 0600, 0));
	I(lutimes("none", times));
	I(futimes(900, times));
	I(mkstemp64(name));
	I(mkostemp(name, 0));
	I(mkostemp64(short_name, 0));
	I(mkostemps(name, 0, 0));
	I(mkostemps64(short_name, 0, 0));
	I(mkstemps64(name, 3));
}

static void descriptors(void)
{
	struct rlimit limit, few = {3, 0};
	struct iovec part = {"x", 1}, many = {"x", SSIZE_MAX};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	struct mmsghdr messages = {message, 0};
	int p[2];

	I(writev(900, &part, 1));
	I(writev(1, &part, -1));
	I(writev(1, &many, 2000));
	I(preadv64(900, &part, 1, 0));
	I(pwritev64(900, &part, 1, 0));
	I(lseek64(900, 0, SEEK_SET));
	I(lockf64(900, F_TEST, 0));
	I(readahead(900, 0, 1));
	I(sync_file_range(900, 0, 1, 0));
	I(sendfile64(900, 901, NULL, 1));
	I(sendmsg(900, &message, 0));
	I(sendmmsg(900, &messages, 1, 0));
	I(eventfd(0, 0x12345));
	getrlimit(RLIMIT_NOFILE, &limit);
	few.rlim_max = limit.rlim_max;
	I(setrlimit(RLIMIT_NOFILE, &few));
	I(pipe(p));
	I(poll(NULL, 1ul << 30, 0));
	I(eventfd(0, 0));
	P(tmpfile());
	P(tmpfile64());
	I(setrlimit(RLIMIT_NOFILE, &limit));
	I(getrlimit64(99, (struct rlimit64 *)&limit));
	I(setrlimit64(99, (struct rlimit64 *)&limit));
	I(prlimit(0, 99, NULL, &limit));
}

static void signals(void)
{
	P(ssignal(99, SIG_IGN));
	P(bsd_signal(99, SIG_IGN));
	P(__sysv_signal(99, SIG_IGN));
	I(ualarm(2000000, 0));
	I(clock_nanosleep(99, 0, &(struct timespec){0, 1}, NULL));
	I(clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, -1}, NULL));
	I(clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){-1, 0}, NULL));
}

/* Of users that the files have: for others, services of the machine are asked.
 */
static void users(void)
{
	struct passwd one, *found;
	struct group few, *group;
	char room[4];

	I(getpwuid_r(0, &one, room, sizeof room, &found));
	I(getgrnam_r("root", &few, room, sizeof room, &group));
	setpwent();
	I(getpwent_r(&one, room, sizeof room, &found));
	endpwent();
	setgrent();
	I(getgrent_r(&few, room, sizeof room, &group));
	endgrent();
}

static void *nothing(void *unused)
{
	return unused;
}

static int nothing_at_all(void *unused)
{
	return 0;
}

static void threads(void)
{
	pthread_mutex_t m;
	pthread_mutexattr_t checks;
	pthread_key_t key, keys[PTHREAD_KEYS_MAX];
	pthread_t t;
	thrd_t other;
	tss_t last;
	int n = 0;

	I(pthread_join(pthread_self(), NULL));
	pthread_mutexattr_init(&checks);
	pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&m, &checks);
	I(pthread_mutex_unlock(&m));
	I(pthread_mutex_lock(&m));
	I(pthread_mutex_lock(&m));
	I(pthread_mutex_unlock(&m));
	I(pthread_mutex_destroy(&m));

	while (n < PTHREAD_KEYS_MAX && pthread_key_create(&keys[n], NULL) == 0)
		n++;
	I(pthread_key_create(&key, NULL));
	I(tss_create(&last, NULL));
	while (n--)
		pthread_key_delete(keys[n]);

	I(thrd_join(thrd_current(), NULL));
	thrd_create(&other, nothing_at_all, NULL);
	I(thrd_join(other, NULL));
	pthread_create(&t, NULL, nothing, NULL);
	pthread_join(t, NULL);
}

int main(void)
{
	streams();
	wide_streams();
	formats();
	texts();
	folders();
	names();
	descriptors();
	signals();
	users();
	threads();
	return said_all();
}
