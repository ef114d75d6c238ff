/* SPDX-License-Identifier: MIT */
/* pairs.c - two threads, each with one call of a function of states.def
 *
 * pairs STATE:A STATE:B          a thread makes A, main makes B, in any order
 * pairs STATE:A STATE:B first    A before B: without scarp, what must be seen
 * pairs STATE:A STATE:B second   B before A
 *
 * It prints one line: what A and B answered, and what is left of the state, so
 * that natively either order prints another line.  pairs.py makes the pairs.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <grp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/un.h>
#include <libintl.h>
#include <syslog.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

enum {
	ROOM = 200
};
/* `me`: 0 for A, 1 for B. */
typedef void run(char *out, int me);

struct call {
	const char *name;
	run *run;
};
#define SECTION __attribute__((section("calls"), used))

#define CALL(state, name)                                                      \
	static run run_##state##_##name;                                       \
	static const struct call call_##state##_##name = {                     \
		#state ":" #name, run_##state##_##name};                       \
	static SECTION const struct call *const at_##state##_##name =          \
		&call_##state##_##name;                                        \
	static void run_##state##_##name(char *out, int me)
#define SAY(...) snprintf(out, ROOM, __VA_ARGS__)
extern const struct call *const __start_calls[], *const __stop_calls[];

static const struct call *call[2];
static char state[20]; /* the one that both share */
static pthread_t other;

static int is(const char *name)
{
	return strcmp(state, name) == 0;
}

/* A socket of Unix's and a path. */
static int local(
	int (*what)(int, const struct sockaddr *, socklen_t), const char *path)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	strcpy(at.sun_path, path);
	return what(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&at,
		sizeof at);
}

/* --- the working directory: A goes to ./a, B to ./b; both have an x
 * ------------------------------------------------------ */

CALL(directory, chdir)
{
	SAY("%d", chdir(me ? "b" : "a"));
}

static int there[2]; /* ./a and ./b */

CALL(directory, fchdir)
{
	SAY("%d", fchdir(there[me]));
}

CALL(directory, getcwd)
{
	char path[1000];

	SAY("%s", strrchr(getcwd(path, sizeof path), '/'));
}

CALL(directory, get_current_dir_name)
{
	char *path = get_current_dir_name();

	SAY("%s", strrchr(path, '/'));
	free(path);
}

#define OPEN(name, ...)                                                        \
	CALL(directory, name)                                                  \
	{                                                                      \
		SAY("%d", name(__VA_ARGS__) >= 0);                             \
	}
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
OPEN(open, "x", O_RDONLY)
OPEN(open64, "x", O_RDONLY)
OPEN(openat, AT_FDCWD, "x", O_RDONLY)
OPEN(openat64, AT_FDCWD, "x", O_RDONLY)
OPEN(__open_2, "x", O_RDONLY)
OPEN(__open64_2, "x", O_RDONLY)
OPEN(statfs, "x", &(struct statfs){0})
OPEN(statfs64, "x", &(struct statfs64){0})
OPEN(statvfs, "x", &(struct statvfs){0})
OPEN(statvfs64, "x", &(struct statvfs64){0})

static int looked(int rc, const struct stat *st)
{
	return rc == 0 ? (int)st->st_size : -1;
}

#define LOOK(name, type)                                                       \
	CALL(directory, name)                                                  \
	{                                                                      \
		struct type st;                                                \
                                                                               \
		SAY("%d", looked(name("x", &st), (struct stat *)&st));         \
	}
LOOK(stat, stat)
LOOK(stat64, stat64)
LOOK(lstat, stat)
LOOK(lstat64, stat64)

CALL(directory, fstatat)
{
	struct stat st;

	SAY("%d", looked(fstatat(AT_FDCWD, "x", &st, 0), &st));
}

CALL(directory, bind)
{
	SAY("%d", local(bind, "x"));
}

CALL(directory, connect)
{
	SAY("%d", local(connect, "x") ? errno : 0);
}

CALL(directory, mkdir)
{
	SAY("%d", mkdir("x", 0700));
}

CALL(directory, truncate)
{
	SAY("%d", truncate("x", 9));
}

CALL(directory, access)
{
	SAY("%d", access("x", R_OK));
}

CALL(directory, readlink)
{
	char to[20];
	int n = (int)readlink("x", to, sizeof to);

	SAY("%d,%d", n, errno);
}

CALL(directory, realpath)
{
	char *path = realpath(".", NULL);

	SAY("%s", strrchr(path, '/'));
	free(path);
}

CALL(directory, canonicalize_file_name)
{
	char *path = canonicalize_file_name(".");

	SAY("%s", strrchr(path, '/'));
	free(path);
}

/* --- the umask
 * ------------------------------------------------------------------- */

CALL(umask, umask)
{
	SAY("%03o", (unsigned)umask(me ? 044 : 011));
}

CALL(umask, open)
{
	struct stat st;
	int fd = open("made", O_RDWR | O_CREAT | O_EXCL, 0666);

	SAY("%o", fstat(fd, &st) ? 0 : st.st_mode);
}

CALL(umask, mkdir)
{
	struct stat st;

	mkdir("folder", 0777);
	SAY("%o", stat("folder", &st) ? 0 : st.st_mode);
}

CALL(umask, bind)
{
	struct stat st;

	local(bind, "socket");
	SAY("%o", stat("socket", &st) ? 0 : st.st_mode);
}

/* --- the level of concurrency
 * ------------------------------------------------------------------- */

CALL(concurrency, pthread_setconcurrency)
{
	SAY("%d", pthread_setconcurrency(me ? 3 : 2));
}
CALL(concurrency, pthread_getconcurrency)
{
	SAY("%d", pthread_getconcurrency());
}

/* --- limits
 * ---------------------------------------------------------------------- */

#define GET(name, type)                                                        \
	CALL(limits, name)                                                     \
	{                                                                      \
		struct type now;                                               \
                                                                               \
		name(RLIMIT_NOFILE, &now);                                     \
		SAY("%d", (int)now.rlim_cur);                                  \
	}
#define SET(name, type)                                                        \
	CALL(limits, name)                                                     \
	{                                                                      \
		struct type new = {me ? 3 : 2, 99};                            \
                                                                               \
		SAY("%d", name(RLIMIT_NOFILE, &new));                          \
	}
#define BOTH(name, type)                                                       \
	CALL(limits, name)                                                     \
	{                                                                      \
		struct type new = {me ? 3 : 1, 99}, old;                       \
                                                                               \
		name(0, RLIMIT_NOFILE, &new, &old);                            \
		SAY("%d", (int)old.rlim_cur);                                  \
	}
GET(getrlimit, rlimit)
GET(getrlimit64, rlimit64)
SET(setrlimit, rlimit)
SET(setrlimit64, rlimit64)
BOTH(prlimit, rlimit)
BOTH(prlimit64, rlimit64)

CALL(limits, sysconf)
{
	SAY("%ld", sysconf(_SC_OPEN_MAX));
}
CALL(limits, getdtablesize)
{
	SAY("%d", getdtablesize());
}

enum {
	LISTENS = 60
};

/* With three numbers none is left. */
#define TAKE(name, ...)                                                        \
	CALL(limits, name)                                                     \
	{                                                                      \
		int two[2];                                                    \
                                                                               \
		(void)two;                                                     \
		SAY("%d", name(__VA_ARGS__) >= 0);                             \
	}
TAKE(dup, 0)
TAKE(dup2, 0, 30)
TAKE(dup3, 0, 30, 0)
TAKE(fcntl, 0, F_DUPFD, 3)
TAKE(pipe, two)
TAKE(pipe2, two, 0)
TAKE(socketpair, AF_UNIX, SOCK_STREAM, 0, two)
TAKE(eventfd, 0, 0)
TAKE(memfd_create, "m", 0)
TAKE(epoll_create, 1)
TAKE(epoll_create1, 0)
TAKE(timerfd_create, CLOCK_MONOTONIC, 0)
TAKE(signalfd, -1, &(sigset_t){0}, 0)
TAKE(socket, AF_INET, SOCK_STREAM, 0)
TAKE(accept, LISTENS, NULL, NULL)
TAKE(accept4, LISTENS, NULL, NULL, 0)

/* A message that passes a descriptor; how many of these there was room for. */
static int is_given(int many)
{
	char byte, room[CMSG_SPACE(sizeof(int))];
	struct iovec part = {&byte, 1};
	struct mmsghdr m = {.msg_hdr = {.msg_iov = &part,
				    .msg_iovlen = 1,
				    .msg_control = room,
				    .msg_controllen = sizeof room}};

	if (many)
		recvmmsg(LISTENS + 3, &m, 1, 0, NULL);
	else
		recvmsg(LISTENS + 3, &m.msg_hdr, 0);
	return m.msg_hdr.msg_controllen > 0;
}

CALL(limits, recvmsg)
{
	SAY("%d", is_given(0));
}
CALL(limits, recvmmsg)
{
	SAY("%d", is_given(1));
}

static void pass(int over, int fd)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} c = {{CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
	struct iovec part = {"x", 1};
	struct msghdr m = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &c,
		.msg_controllen = sizeof c};

	memcpy(CMSG_DATA(&c.head), &fd, sizeof fd);
	sendmsg(over, &m, 0);
}

/* Two can be accepted, and received; all of it lies behind the numbers that are
 * counted. */
static void listens(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET};
	socklen_t n = sizeof at;
	int s = socket(AF_INET, SOCK_STREAM, 0), two[2];

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	bind(s, (struct sockaddr *)&at, n);
	listen(s, 2);
	getsockname(s, (struct sockaddr *)&at, &n);
	dup2(s, LISTENS);
	close(s);
	for (int i = 1; i <= 2; i++) {
		s = socket(AF_INET, SOCK_STREAM, 0);
		connect(s, (struct sockaddr *)&at, n);
		dup2(s, LISTENS + i);
		close(s);
	}
	socketpair(AF_UNIX, SOCK_STREAM, 0, two);
	pass(two[0], 0);
	pass(two[0], 0);
	dup2(two[0], LISTENS + 4);
	dup2(two[1], LISTENS + 3);
	close(two[0]);
	close(two[1]);
}
TAKE(open, "/dev/null", O_RDONLY)

/* --- the environment
 * ------------------------------------------------------------- */

static const char *text(const char *s)
{
	return s ? s : "none";
}

static char entry[2][9] = {"TZ=PPA4", "TZ=PPB5"};

CALL(environment, getenv)
{
	SAY("%s", text(getenv("TZ")));
}

CALL(environment, secure_getenv)
{
	SAY("%s", text(secure_getenv("TZ")));
}

CALL(environment, setenv)
{
	SAY("%d", setenv("TZ", me ? "BBB2" : "AAA1", 1));
}

CALL(environment, unsetenv)
{
	SAY("%d", unsetenv("TZ"));
}

CALL(environment, putenv)
{
	SAY("%d", putenv(entry[me]));
}

CALL(environment, clearenv)
{
	SAY("%d", clearenv());
}

/* --- time zones, which TZ names: of the environment and of the library
 * ----------------------------------------------------------------------------
 */

static const time_t third_day = 3 * 86400;

#define ZONE(name)                                                             \
	static void zone_##name(char *out);                                    \
	CALL(environment, name)                                                \
	{                                                                      \
		zone_##name(out);                                              \
	}                                                                      \
	CALL(zone, name)                                                       \
	{                                                                      \
		zone_##name(out);                                              \
	}                                                                      \
	static void zone_##name(char *out)

ZONE(localtime)
{
	SAY("%d", localtime(&third_day)->tm_hour);
}

ZONE(ctime)
{
	SAY("%.13s", ctime(&third_day));
}

ZONE(mktime)
{
	struct tm t = {.tm_year = 70, .tm_mday = 3};

	SAY("%ld", (long)mktime(&t));
}

ZONE(timelocal)
{
	struct tm t = {.tm_year = 70, .tm_mday = 3};

	SAY("%ld", (long)timelocal(&t));
}

ZONE(strftime)
{
	struct tm t = {.tm_year = 70, .tm_mday = 3};

	strftime(out, ROOM, "%s", &t);
}

ZONE(tzset)
{
	tzset();
	SAY("%ld", timezone);
}

ZONE(localtime_r)
{
	struct tm t;

	localtime_r(&third_day, &t);
	SAY("%d", t.tm_hour);
}

ZONE(ctime_r)
{
	char line[26];

	SAY("%.13s", ctime_r(&third_day, line));
}

/* --- options: -a and -b
 * ----------------------------------------------------------------------------
 */

static char *options[] = {"x", "-a", "-b", NULL};
static const struct option no_long[1];
int __posix_getopt(int n, char *const *argv, const char *letters);

#define OPTION(name, ...)                                                      \
	CALL(options, name)                                                    \
	{                                                                      \
		SAY("%d", name(3, options, "ab" __VA_ARGS__));                 \
	}
OPTION(getopt)
OPTION(__posix_getopt)
OPTION(getopt_long, , no_long, NULL)
OPTION(getopt_long_only, , no_long, NULL)

/* --- the system's log: what goes to descriptor 2, which is a file of ours
 * ----------------------------------------------------------------------- */

static int log_fd;

CALL(log, openlog)
{
	openlog(me ? "BBB" : "AAA", LOG_PERROR, LOG_USER);
	SAY("-");
}

CALL(log, closelog)
{
	closelog();
	SAY("-");
}

CALL(log, setlogmask)
{
	SAY("%x", (unsigned)setlogmask(LOG_MASK(me)));
}

static void say_log(char *out)
{
	char line[40] = "";

	SAY("%zd,%.9s", pread(log_fd, line, sizeof line - 1, 0), line);
	if (strchr(out, ':'))
		*strchr(out, ':') = 0;
}

static void log_va(
	void (*what)(int, const char *, va_list), const char *format, ...)
{
	va_list args;

	va_start(args, format);
	what(LOG_CRIT, format, args);
	va_end(args);
}

void __syslog_chk(int priority, int flag, const char *format, ...);
void __vsyslog_chk(int priority, int flag, const char *format, va_list args);

static void vsyslog_chk(int priority, const char *format, va_list args)
{
	__vsyslog_chk(priority, 1, format, args);
}

CALL(log, syslog)
{
	syslog(LOG_CRIT, "%d", 1);
	say_log(out);
}

CALL(log, vsyslog)
{
	log_va(vsyslog, "%d", 1);
	say_log(out);
}

CALL(log, __syslog_chk)
{
	__syslog_chk(LOG_CRIT, 1, "%d", 1);
	say_log(out);
}

CALL(log, __vsyslog_chk)
{
	log_va(vsyslog_chk, "%d", 1);
	say_log(out);
}

/* --- catalogues of messages
 * ------------------------------------------------------------------ */

CALL(messages, textdomain)
{
	SAY("%s", textdomain(me ? "BBB" : "AAA"));
}

CALL(messages, bindtextdomain)
{
	SAY("%s", bindtextdomain("FFF", me ? "/b" : "/a"));
}

CALL(messages, bind_textdomain_codeset)
{
	SAY("%s", bind_textdomain_codeset("FFF", me ? "UTF-8" : "LATIN1"));
}

static void say_messages(char *out)
{
	const char *codeset = bind_textdomain_codeset("FFF", NULL);

	SAY("%s,%s,%s", textdomain(NULL), bindtextdomain("FFF", NULL),
		codeset ? codeset : "");
}

/* --- users and groups, one after the other
 * ------------------------------------------------------------------ */

static _Thread_local char lines[4096];

#define BACK(state, name)                                                      \
	CALL(state, name)                                                      \
	{                                                                      \
		name();                                                        \
		SAY("-");                                                      \
	}
#define NEXT(state, name, member)                                              \
	CALL(state, name)                                                      \
	{                                                                      \
		SAY("%s", name()->member);                                     \
	}
#define NEXT_HERE(state, name, type, member)                                   \
	CALL(state, name)                                                      \
	{                                                                      \
		struct type one, *found;                                       \
                                                                               \
		name(&one, lines, sizeof lines, &found);                       \
		SAY("%s", found->member);                                      \
	}
BACK(users, setpwent)
BACK(users, endpwent)
NEXT(users, getpwent, pw_name)
NEXT_HERE(users, getpwent_r, passwd, pw_name)
BACK(groups, setgrent)
BACK(groups, endgrent)
NEXT(groups, getgrent, gr_name)
NEXT_HERE(groups, getgrent_r, group, gr_name)

/* --- signals
 * --------------------------------------------------------------------- */

static _Thread_local int handled;

static void on_first(int number)
{
	handled = 1;
}

static void on_a(int number)
{
	handled = 2;
}

static void on_b(int number)
{
	handled = 3;
}

static int which(void (*handler)(int))
{
	return handler == on_first ? 1
	       : handler == on_a   ? 2
	       : handler == on_b   ? 3
				   : 0;
}

sighandler_t bsd_signal(int number, sighandler_t handler);
sighandler_t __sysv_signal(int number, sighandler_t handler);

#define HANDLER(name)                                                          \
	CALL(action, name)                                                     \
	{                                                                      \
		SAY("%d", which(name(SIGUSR1, me ? on_b : on_a)));             \
	}                                                                      \
	/* What waits is discarded. */                                         \
	CALL(pending, name)                                                    \
	{                                                                      \
		name(SIGUSR2, SIG_IGN);                                        \
		SAY("ignored");                                                \
	}
HANDLER(signal)
HANDLER(bsd_signal)
HANDLER(ssignal)
HANDLER(sysv_signal)
HANDLER(__sysv_signal)

CALL(action, sigaction)
{
	struct sigaction new = {.sa_handler = me ? on_b : on_a}, old;

	sigaction(SIGUSR1, &new, &old);
	SAY("%d", which(old.sa_handler));
}

CALL(action, raise)
{
	raise(SIGUSR1);
	SAY("%d", handled);
}

CALL(action, pthread_kill)
{
	pthread_kill(pthread_self(), SIGUSR1);
	SAY("%d", handled);
}

/* Natively main's handler may be the one that is called. */
CALL(action, kill)
{
	kill(getpid(), SIGUSR1);
	SAY("sent");
}

CALL(action, sigqueue)
{
	sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = me});
	SAY("sent");
}

CALL(action, pthread_sigqueue)
{
	pthread_sigqueue(
		pthread_self(), SIGUSR1, (union sigval){.sival_int = me});
	SAY("%d", handled);
}

CALL(action, tgkill)
{
	tgkill(getpid(), gettid(), SIGUSR1);
	SAY("%d", handled);
}

static void block(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	pthread_sigmask(how, &set, NULL);
}

CALL(pending, kill)
{
	SAY("%d", kill(getpid(), SIGUSR2));
}

CALL(pending, sigqueue)
{
	SAY("%d", sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 1}));
}

CALL(pending, sigtimedwait)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	SAY("%d", sigtimedwait(&set, NULL, &(struct timespec){0, 0}));
}

CALL(pending, signalfd)
{
	struct signalfd_siginfo got;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	SAY("%d", read(signalfd(-1, &set, SFD_NONBLOCK), &got, sizeof got) ==
			  sizeof got);
}

CALL(pending, sigaction)
{
	sigaction(SIGUSR2, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
	SAY("ignored");
}

/* What main sent before is no longer blocked. */
#define UNBLOCK(name)                                                          \
	CALL(pending, name)                                                    \
	{                                                                      \
		sigset_t set;                                                  \
                                                                               \
		sigemptyset(&set);                                             \
		sigaddset(&set, SIGUSR2);                                      \
		name(SIG_UNBLOCK, &set, NULL);                                 \
		SAY("%d", handled);                                            \
	}
UNBLOCK(pthread_sigmask)
UNBLOCK(sigprocmask)

CALL(pending, sigpending)
{
	sigset_t set;

	sigpending(&set);
	SAY("%d", sigismember(&set, SIGUSR2));
}

/* --- timers, in whole seconds: none of them goes off --- */

static timer_t timer;

static int seconds(long s, long us)
{
	return (int)(s + (us >= 500000));
}

CALL(alarm, alarm)
{
	SAY("%d", (int)alarm(50u + (unsigned)me));
}

/* What is left is less than was set natively, where time goes by. */
CALL(alarm, ualarm)
{
	SAY("%u", (ualarm(900000, 0) + 500000u) / 1000000);
}

CALL(alarm, setitimer)
{
	struct itimerval new = {.it_value = {70 + me, 0}}, old;

	setitimer(ITIMER_REAL, &new, &old);
	SAY("%d", seconds(old.it_value.tv_sec, old.it_value.tv_usec));
}

CALL(alarm, getitimer)
{
	struct itimerval now;

	getitimer(ITIMER_REAL, &now);
	SAY("%d", seconds(now.it_value.tv_sec, now.it_value.tv_usec));
}

CALL(timers, timer_create)
{
	timer_t mine;

	timer_create(CLOCK_REALTIME, NULL, &mine);
	SAY("%d", (int)(intptr_t)mine);
}

CALL(timers, timer_delete)
{
	SAY("%d", timer_delete(timer));
}

CALL(timers, timer_settime)
{
	struct itimerspec new = {.it_value = {80 + me, 0}}, old = {{0}};
	int rc = timer_settime(timer, 0, &new, &old);

	SAY("%d,%d", rc,
		seconds(old.it_value.tv_sec, old.it_value.tv_nsec / 1000));
}

CALL(timers, timer_gettime)
{
	struct itimerspec now = {{0}};
	int rc = timer_gettime(timer, &now);

	SAY("%d,%d", rc,
		seconds(now.it_value.tv_sec, now.it_value.tv_nsec / 1000));
}

CALL(timers, timer_getoverrun)
{
	SAY("%d", timer_getoverrun(timer));
}

/* --- the end of the process: each handler prints a letter
 * --------------------------------------------------------- */

static void put(const char *s)
{
	fputs(s, stdout);
	fflush(stdout);
}

static void bye_a(void)
{
	put("a");
}

static void bye_b(void)
{
	put("b");
}

static void bye_on(int status, void *letter)
{
	put(letter);
}

static void bye_cxa(void *letter)
{
	put(letter);
}

static void bye(void)
{
	put(".\n");
}

int __cxa_atexit(void (*f)(void *), void *argument, void *dso);

CALL(handlers, atexit)
{
	SAY("%d", atexit(me ? bye_b : bye_a));
}

CALL(handlers, on_exit)
{
	SAY("%d", on_exit(bye_on, me ? "b" : "a"));
}

CALL(handlers, __cxa_atexit)
{
	SAY("%d", __cxa_atexit(bye_cxa, me ? "b" : "a", NULL));
}

CALL(handlers, exit)
{
	exit(0);
}

CALL(quick_handlers, at_quick_exit)
{
	SAY("%d", at_quick_exit(me ? bye_b : bye_a));
}

CALL(quick_handlers, quick_exit)
{
	quick_exit(0);
}

/* --- keys
 * ------------------------------------------------------------------------ */

static pthread_key_t key; /* the first that main made */
static atomic_int destroyed;

static void destroy(void *value)
{
	destroyed = 1;
}

CALL(keys, pthread_key_create)
{
	pthread_key_t new = 0;
	int rc = pthread_key_create(&new, NULL);

	SAY("%d,%d", rc, (int)(new - key));
}

CALL(keys, tss_create)
{
	tss_t new = 0;
	int rc = tss_create(&new, NULL);

	SAY("%d,%d", rc, (int)(new - key));
}

CALL(keys, pthread_key_delete)
{
	SAY("%d", pthread_key_delete(key));
}

CALL(keys, tss_delete)
{
	tss_delete(key);
}

CALL(keys, pthread_exit)
{
	pthread_exit(NULL);
}

CALL(values, pthread_getspecific)
{
	SAY("%d", pthread_getspecific(key) != NULL);
}

CALL(values, tss_get)
{
	SAY("%d", tss_get(key) != NULL);
}

CALL(values, pthread_setspecific)
{
	SAY("%d", pthread_setspecific(key, &key));
}

CALL(values, tss_set)
{
	SAY("%d", tss_set(key, &key) == thrd_success);
}

CALL(values, pthread_key_delete)
{
	SAY("%d", pthread_key_delete(key));
}

CALL(values, tss_delete)
{
	tss_delete(key);
}

/* --- the name of the other thread
 * ----------------------------------------------------- */

static pthread_t named(int me)
{
	return me ? other : pthread_self();
}

CALL(name, pthread_setname_np)
{
	SAY("%d", pthread_setname_np(named(me), me ? "b" : "a"));
}

CALL(name, pthread_getname_np)
{
	pthread_getname_np(named(me), out, ROOM);
}

CALL(name, prctl)
{
	SAY("%d", prctl(PR_SET_NAME, "p"));
}

/* --- random numbers
 * --------------------------------------------------------------- */

static char random_state[2][32], first_state[32];

#define DRAW(state, name, ...)                                                 \
	CALL(state, name)                                                      \
	{                                                                      \
		unsigned short bits[3] = {1, 2, 3};                            \
                                                                               \
		(void)bits;                                                    \
		SAY("%.9g", (double)name(__VA_ARGS__));                        \
	}
#define SEED(state, name)                                                      \
	CALL(state, name)                                                      \
	{                                                                      \
		name(5u + (unsigned)me);                                       \
	}
DRAW(random, rand)
DRAW(random, random)
SEED(random, srand)
SEED(random, srandom)
DRAW(drand, drand48)
DRAW(drand, lrand48)
DRAW(drand, mrand48)
DRAW(drand, erand48, bits)
DRAW(drand, nrand48, bits)
DRAW(drand, jrand48, bits)
SEED(drand, srand48)

CALL(random, initstate)
{
	char *old = initstate(7u + (unsigned)me, random_state[me], 32);

	SAY("%d", old == random_state[!me]);
}

CALL(random, setstate)
{
	char *old = setstate(random_state[me]);

	SAY("%d", old == random_state[!me]);
}

CALL(drand, seed48)
{
	unsigned short bits[3] = {4, (unsigned short)me, 6};
	unsigned short *old = seed48(bits);

	SAY("%d", old[1]);
}

CALL(drand, lcong48)
{
	unsigned short parameters[7] = {4, 5, 6, 7, (unsigned short)me, 9, 10};

	lcong48(parameters);
}

/* --- the position of strtok
 * --------------------------------------------------------- */

CALL(strtok, strtok)
{
	SAY("%s", text(strtok(NULL, " ")));
}

/* --- standard input
 * --------------------------------------------------------------- */

int _IO_getc(FILE *f);

#define READ(name, ...)                                                        \
	CALL(input, name)                                                      \
	{                                                                      \
		SAY("%d", name(__VA_ARGS__));                                  \
	}
READ(fgetc, stdin)
READ(getc, stdin)
READ(_IO_getc, stdin)
READ(getchar)
READ(fgetc_unlocked, stdin)
READ(getc_unlocked, stdin)
READ(getchar_unlocked)
READ(feof, stdin)
READ(feof_unlocked, stdin)
READ(ferror, stdin)
READ(ferror_unlocked, stdin)

CALL(input, clearerr)
{
	clearerr(stdin);
}

CALL(input, clearerr_unlocked)
{
	clearerr_unlocked(stdin);
}

#define BLOCK(name, ...)                                                       \
	CALL(input, name)                                                      \
	{                                                                      \
		char got[8] = "";                                              \
                                                                               \
		SAY("%d,", name(__VA_ARGS__) != 0);                            \
		strcat(out, got);                                              \
	}
BLOCK(fread, got, 1, 2, stdin)
BLOCK(fread_unlocked, got, 1, 2, stdin)
BLOCK(fgets, got, 3, stdin)
BLOCK(fgets_unlocked, got, 3, stdin)
BLOCK(scanf, "%1s", got)
BLOCK(fscanf, stdin, "%1s", got)

#define LINE(name, ...)                                                        \
	CALL(input, name)                                                      \
	{                                                                      \
		char *line = NULL;                                             \
		size_t room = 0;                                               \
                                                                               \
		SAY("%d,%.1s", (int)name(__VA_ARGS__), line ? line : "");      \
		free(line);                                                    \
	}
LINE(getline, &line, &room, stdin)
LINE(getdelim, &line, &room, '\n', stdin)

/* --- standard output: a or b
 * ---------------------------------------------------------- */

int _IO_putc(int c, FILE *f);

#define PRINT(name, ...)                                                       \
	CALL(output, name)                                                     \
	{                                                                      \
		const char *s = me ? "b" : "a";                                \
                                                                               \
		SAY("%d", (int)name(__VA_ARGS__) >= 0);                        \
		(void)s;                                                       \
	}
PRINT(printf, "%s", s)
PRINT(fprintf, stdout, "%s", s)
PRINT(fputs, s, stdout)
PRINT(fputs_unlocked, s, stdout)
PRINT(fputc, *s, stdout)
PRINT(putc, *s, stdout)
PRINT(_IO_putc, *s, stdout)
PRINT(putchar, *s)
PRINT(fputc_unlocked, *s, stdout)
PRINT(putc_unlocked, *s, stdout)
PRINT(putchar_unlocked, *s)
PRINT(fwrite, s, 1, 1, stdout)
PRINT(fwrite_unlocked, s, 1, 1, stdout)

/* --- the middle one of three pages: it cannot grow where it is
 * ---------------------------------------------------------- */

enum {
	PAGE = 4096
};
static char *page;

#define REMAP(name)                                                            \
	CALL(mappings, name)                                                   \
	{                                                                      \
		SAY("%d", name(page, PAGE, PROT_READ | PROT_WRITE,             \
				  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, \
				  0) == page);                                 \
	}
REMAP(mmap)
REMAP(mmap64)

CALL(mappings, munmap)
{
	SAY("%d", munmap(page, PAGE));
}

CALL(mappings, mprotect)
{
	SAY("%d", mprotect(page, PAGE, PROT_READ));
}

CALL(mappings, madvise)
{
	SAY("%d", madvise(page, PAGE, MADV_DONTNEED));
}

CALL(mappings, msync)
{
	SAY("%d", msync(page, PAGE, MS_SYNC));
}

CALL(mappings, mremap)
{
	char *moved = mremap(page, PAGE, 2 * PAGE, MREMAP_MAYMOVE);

	SAY("%d,%d", moved != MAP_FAILED, moved != MAP_FAILED ? *moved : 0);
}

#include "pairs_tree.h"

/* --- the program
 * ------------------------------------------------------------------ */

static const struct call *find(const char *name)
{
	for (const struct call *const *c = __start_calls; c < __stop_calls; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	fprintf(stderr, "pairs: there is no '%s'\n", name);
	exit(2);
}

static void prepare(void)
{
	static char words[] = "one two three four";

	signal(SIGUSR1, on_first);
	signal(SIGUSR2, on_first);
	if (is("pending"))
		block(SIG_BLOCK);
	if (is("pending") && !strstr(call[0]->name, "kill") &&
		!strstr(call[1]->name, "kill") &&
		!strstr(call[0]->name, "queue") &&
		!strstr(call[1]->name, "queue"))
		kill(getpid(), SIGUSR2);
	if (is("timers"))
		timer_create(CLOCK_MONOTONIC, NULL, &timer);
	if (is("umask"))
		umask(022);
	if (is("directory")) {
		there[0] = open("a", O_RDONLY | O_DIRECTORY);
		there[1] = open("b", O_RDONLY | O_DIRECTORY);
	}
	if (is("tree"))
		prepare_tree();
	if (is("limits")) {
		setrlimit(RLIMIT_NOFILE, &(struct rlimit){77, 99});
		listens();
	}
	if (is("environment"))
		setenv("TZ", "FFF6", 1);
	if (is("zone")) { /* it has not been looked at since */
		setenv("TZ", "AAA1", 1);
		tzset();
		setenv("TZ", "BBB2", 1);
	}
	if (is("handlers"))
		atexit(bye);
	if (is("quick_handlers"))
		at_quick_exit(bye);
	if (is("keys") || is("values"))
		pthread_key_create(&key, destroy);
	if (is("values"))
		pthread_setspecific(key, &key);
	/* Its end was met: the one looks for that, the other forgets it. */
	if (is("input") &&
		(strstr(call[0]->name, ":feof") ||
			strstr(call[1]->name, ":feof")) &&
		(strstr(call[0]->name, ":clearerr") ||
			strstr(call[1]->name, ":clearerr")))
		getchar();
	if (is("mappings")) {
		page = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		page += PAGE;
		*page = 'x';
	}
	if (is("log")) {
		log_fd = memfd_create("log", 0);
		dup2(log_fd, 2);
		openlog("FFF", LOG_PERROR, LOG_USER);
	}
	if (is("users"))
		getpwent();
	if (is("groups"))
		getgrent();
	if (is("strtok"))
		strtok(words, " ");
	if (is("random")) {
		for (int i = 0; i < 2; i++)
			initstate(1u + (unsigned)i, random_state[i], 32);
		initstate(9, first_state, 32);
	}
	if (is("drand"))
		lcong48((unsigned short[7]){1, 2, 3, 4, 5, 6, 7});
}

/* What is left of it. */
static void after(char *out)
{
	struct rlimit limit;
	struct sigaction action;
	sigset_t set;
	char path[1000];

	if (is("directory"))
		SAY("%s", strrchr(getcwd(path, sizeof path), '/'));
	if (is("log")) {
		setlogmask(0xff);
		syslog(LOG_CRIT, "%d", 1);
		say_log(out);
	}
	if (is("messages"))
		say_messages(out);
	if (is("umask"))
		SAY("%03o", (unsigned)umask(0));
	if (is("tree"))
		after_tree(out);
	if (is("limits") && getrlimit(RLIMIT_NOFILE, &limit) == 0)
		SAY("%d", (int)limit.rlim_cur);
	if (is("concurrency"))
		SAY("%d", pthread_getconcurrency());
	if (is("environment"))
		SAY("%s", text(getenv("TZ")));
	if (is("action") && sigaction(SIGUSR1, NULL, &action) == 0)
		SAY("%d,%d", which(action.sa_handler), handled);
	if (is("pending") && sigpending(&set) == 0)
		SAY("%d", sigismember(&set, SIGUSR2));
	if (is("keys"))
		SAY("%d", destroyed);
	if (is("name"))
		pthread_getname_np(other, out, ROOM);
	if (is("random"))
		SAY("%ld", random());
	if (is("drand"))
		SAY("%ld", lrand48());
	if (is("mappings"))
		SAY("%d", madvise(page, PAGE, MADV_DONTNEED));
	if (is("strtok"))
		SAY("%s", text(strtok(NULL, " ")));
	if (is("input") && strncmp(call[0]->name, "input:clearerr", 14) &&
		strncmp(call[1]->name, "input:clearerr", 14))
		SAY("%d", getchar());
	else if (is("input"))
		SAY("%d", feof(stdin));
}

static char out[3][ROOM];
static atomic_int gate; /* 0: shut; natively alone */
static atomic_int done, leaving;
static int order; /* 0: any; 1, 2: who is first */

static void *thread(void *unused)
{
	if (is("values") || strcmp(call[0]->name, "keys:pthread_exit") == 0)
		pthread_setspecific(key, &key);
	if (order) {
		while (!gate)
			sched_yield();
	}
	call[0]->run(out[0], 0);
	if (order || is("name")) { /* it has its name until all is said */
		done = 1;
		while (is("name") && !leaving)
			sched_yield();
	}
	return NULL;
}

static void open_gate(void)
{
	gate = 1;
	if (is("name"))
		while (!done)
			sched_yield();
	else
		pthread_join(other, NULL);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	call[0] = find(argv[1]);
	call[1] = find(argv[2]);
	order = argc < 4 ? 0 : *argv[3] == 'f' ? 1 : 2;
	memcpy(state, argv[1], (size_t)(strchr(argv[1], ':') - argv[1]));
	prepare();
	pthread_create(&other, NULL, thread, NULL);
	if (order == 1)
		open_gate();
	call[1]->run(out[1], 1);
	if (order == 2)
		open_gate();
	if (is("name")) {
		while (!done)
			sched_yield();
		after(out[2]);
		leaving = 1;
	}
	if (!order || is("name"))
		pthread_join(other, NULL);
	if (!is("name"))
		after(out[2]);
	printf("%s|%s|%s|", out[0], out[1], out[2]);
	fflush(stdout);
	if (is("quick_handlers"))
		quick_exit(0);
	if (!is("handlers"))
		put("\n");
	return 0;
}
