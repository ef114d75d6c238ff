/* SPDX-License-Identifier: MIT */
/* process.c - what belongs to the process: identity, scheduling, limits, time
 */
#include "say.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <threads.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int handled;

static void handler(int number)
{
	handled = number;
}

static void action(int number, siginfo_t *info, void *context)
{
	handled = number + 100 * (info->si_signo == number);
}

static void value_of(int number, siginfo_t *info, void *context)
{
	handled = info->si_value.sival_int + (info->si_code == SI_QUEUE) +
		  (info->si_pid == getpid()) + (info->si_uid == getuid());
}

/* What is sent along, and waiting for it. */
static void waiting(void)
{
	struct sigaction action = {
		.sa_sigaction = value_of, .sa_flags = SA_SIGINFO};
	struct timespec none = {0, 0}, bad = {0, -1};
	union sigval value = {.sival_int = 40};
	siginfo_t info;
	sigset_t set, old;
	int number = 0;

	I(sigaction(SIGUSR1, &action, NULL));
	I(sigqueue(getpid(), SIGUSR1, value));
	I(handled);
	I(sigqueue(getpid(), 0, value));
	I(sigqueue(getpid(), 65, value));
	handled = 0;
	E(pthread_sigqueue(pthread_self(), SIGUSR1, value));
	I(handled);
	E(pthread_sigqueue(pthread_self(), 0, value));
	E(pthread_sigqueue(pthread_self(), 65, value));
	handled = 0;
	I(tgkill(getpid(), gettid(), 0));
	I(tgkill(getpid(), gettid(), 65));
	I(tgkill(0, gettid(), SIGUSR1));
	I(tgkill(getpid(), 0, SIGUSR1));
	I(sigemptyset(&set));
	I(sigaddset(&set, SIGUSR1));
	I(sigaddset(&set, SIGRTMIN));
	I(sigprocmask(SIG_BLOCK, &set, &old));
	I(sigtimedwait(&set, &info, &none));
	I(sigtimedwait(&set, &info, &bad));
	I(raise(SIGUSR1));
	I(tgkill(getpid(), gettid(), SIGUSR1));
	I(sigwaitinfo(&set, &info));
	I(info.si_signo);
	I(info.si_code == SI_USER);
	I(info.si_pid == getpid());
	I(sigtimedwait(&set, NULL, &none));
	I(sigqueue(getpid(), SIGRTMIN, value));
	value.sival_int++;
	I(sigqueue(getpid(), SIGRTMIN, value));
	I(sigtimedwait(&set, &info, &none) == SIGRTMIN);
	I(info.si_value.sival_int);
	I(sigwait(&set, &number));
	I(number == SIGRTMIN);
	I(raise(SIGUSR1));
	I(handled);
	sigemptyset(&set);
	I(sigsuspend(&set));
	I(handled);
	I(sigprocmask(SIG_SETMASK, &old, &set));
	I(sigismember(&set, SIGUSR1));
}

/* Read from a descriptor. */
static void from_descriptor(void)
{
	struct signalfd_siginfo got[3];
	union sigval value = {.sival_int = 41};
	sigset_t set, old;
	int f, none = 900;

	memset(got, 0, sizeof got);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	I(sigprocmask(SIG_BLOCK, &set, &old));
	I(signalfd(-1, &set, 1));
	I(signalfd(none, &set, 0));
	I(signalfd(-2, &set, 0));
	I(signalfd(1, &set, 0));
	I((f = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC)) >= 0);
	I(fcntl(f, F_GETFD));
	I(fcntl(f, F_GETFL));
	I(read(f, got, sizeof *got));
	I(read(f, got, 127));
	I(read(f, got, 0));
	I(write(f, got, sizeof *got));
	I(lseek(f, 0, SEEK_SET));
	I(pread(f, got, sizeof *got, 0));
	I(raise(SIGUSR1));
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGRTMIN);
	I(sigprocmask(SIG_BLOCK, &set, NULL));
	I(raise(SIGUSR2));
	I(sigqueue(getpid(), SIGRTMIN, value));
	I(read(f, got, sizeof got));
	I(got[0].ssi_signo);
	I(got[0].ssi_code);
	I(got[0].ssi_errno);
	I(got[0].ssi_pid == (unsigned)getpid());
	I(got[0].ssi_uid == getuid());
	I(read(f, got, sizeof got));
	I(signalfd(f, &set, 0) == f);
	I(read(f, got, sizeof got));
	I(got[0].ssi_signo);
	I(got[1].ssi_signo == (unsigned)SIGRTMIN);
	I(got[1].ssi_code);
	I(got[1].ssi_int);
	I(got[1].ssi_ptr == (uint64_t)value.sival_ptr);
	I(got[1].ssi_pid == (unsigned)getpid());
	I(close(f));
	I(sigprocmask(SIG_SETMASK, &old, NULL));
}

/* Calls with a mask of their own. */
static void masked(void)
{
	struct timespec none = {0, 0}, late = {1000, 0};
	struct epoll_event e = {.events = EPOLLIN};
	int ends[2], watch;
	sigset_t set, open, now;
	struct pollfd p;

	I(pipe(ends));
	I((watch = epoll_create1(0)) >= 0);
	I(epoll_ctl(watch, EPOLL_CTL_ADD, ends[0], &e));
	p = (struct pollfd){ends[0], POLLIN, 0};
	sigemptyset(&open);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	I(sigprocmask(SIG_BLOCK, &set, NULL));
	handled = 0;
#define MASKED(call)                                                           \
	I(raise(SIGUSR1));                                                     \
	I(call);                                                               \
	I(handled);                                                            \
	handled = 0;                                                           \
	sigprocmask(SIG_SETMASK, NULL, &now);                                  \
	I(sigismember(&now, SIGUSR1));
	MASKED(ppoll(&p, 1, NULL, &open))
	MASKED(ppoll(&p, 1, &late, &open))
	MASKED(ppoll(&p, 1, &none, &open))
	MASKED(ppoll(NULL, 0, NULL, &open))
	MASKED(pselect(0, NULL, NULL, NULL, NULL, &open))
	MASKED(pselect(0, NULL, NULL, NULL, &none, &open))
	MASKED(epoll_pwait(watch, &e, 1, -1, &open))
	MASKED(epoll_pwait(watch, &e, 1, 0, &open))
	MASKED(epoll_pwait(watch, &e, 1, 1000, &open))
	MASKED(epoll_pwait2(watch, &e, 1, &late, &open))
	I(write(ends[1], "", 1));
	MASKED(ppoll(&p, 1, NULL, &open))
	MASKED(ppoll(&p, 1, &none, &open))
	MASKED(epoll_pwait(watch, &e, 1, -1, &open))
	MASKED(ppoll(&p, 1, NULL, &set))
	I(read(ends[0], &now, 1));
	MASKED(ppoll(NULL, 0, NULL, &open))
	I(sigprocmask(SIG_UNBLOCK, &set, NULL));
	I(close(ends[0]));
	I(close(ends[1]));
	I(close(watch));
}

static void timers(void)
{
	struct itimerval often = {{3, 0}, {70, 0}}, was, bad = {{0}, {0, -1}};
	struct itimerspec soon = {{0, 0}, {80, 0}}, left,
			  wrong = {{0}, {0, -1}};
	struct sigevent e = {.sigev_notify = SIGEV_NONE};
	timer_t timer, other = (timer_t)77;

	I(alarm(50));
	I(alarm(0));
	I(alarm(0));
	I(ualarm(0, 0));
	I(setitimer(ITIMER_REAL, &often, NULL));
	I(getitimer(ITIMER_REAL, &was));
	I(was.it_interval.tv_sec);
	I(was.it_value.tv_sec > 60);
	I(setitimer(ITIMER_REAL, &bad, NULL));
	I(setitimer((__itimer_which_t)9, &often, NULL));
	I(getitimer((__itimer_which_t)9, &was));
	I(setitimer(ITIMER_REAL, &(struct itimerval){{0}}, &was));
	I(was.it_interval.tv_sec);
	I(timer_create(CLOCK_MONOTONIC, &e, &timer));
	I(timer_gettime(timer, &left));
	I(left.it_value.tv_sec);
	I(timer_settime(timer, 0, &soon, NULL));
	I(timer_settime(timer, 0, &wrong, NULL));
	I(timer_settime(timer, 0, &soon, &left));
	I(left.it_value.tv_sec > 70);
	I(timer_getoverrun(timer));
	I(timer_delete(timer));
	I(timer_delete(timer));
	I(timer_gettime(other, &left));
	I(timer_settime(other, 0, &soon, NULL));
	I(timer_getoverrun(other));
	e.sigev_notify = 99;
	I(timer_create(CLOCK_MONOTONIC, &e, &timer));
	e.sigev_notify = SIGEV_SIGNAL;
	e.sigev_signo = 99;
	I(timer_create(CLOCK_MONOTONIC, &e, &timer));
	I(timer_create((clockid_t)77, NULL, &timer));
}

static void scheduling(void)
{
	struct sched_param zero = {0}, one = {1}, out = {7};
	cpu_set_t set;
	int policy = -1;

	I(getpid() > 1);
	I(getppid() > 0);
	I(gettid() == getpid());
	I(sched_getcpu() >= 0);
	unsigned cpu = 99, node = 99;
	I(getcpu(&cpu, &node));
	I(cpu < 99 && node < 99);
	I(getcpu(NULL, NULL));
	I(sched_yield());
	I(pthread_yield());
	I(sched_getscheduler(0));
	I(sched_getscheduler(-1));
	I(sched_getscheduler(getpid()));
	I(sched_setscheduler(0, SCHED_OTHER, &zero));
	I(sched_setscheduler(0, SCHED_OTHER, &one));
	I(sched_setscheduler(0, 99, &zero));
	I(sched_setscheduler(-1, SCHED_OTHER, &zero));
	I(sched_setscheduler(0, SCHED_OTHER, NULL));
	I(sched_setscheduler(0, SCHED_FIFO, &zero));
	E(pthread_getschedparam(pthread_self(), &policy, &out));
	I(policy);
	I(out.sched_priority);
	I(pthread_setschedparam(pthread_self(), SCHED_OTHER, &zero));
	I(pthread_setschedparam(pthread_self(), SCHED_OTHER, &one));
	I(pthread_setschedparam(pthread_self(), 99, &zero));
	I(pthread_setschedprio(pthread_self(), 0));
	I(pthread_setschedprio(pthread_self(), 1));
	I(pthread_getconcurrency());
	E(pthread_setconcurrency(-1));
	E(pthread_setconcurrency(3));
	I(pthread_getconcurrency());
	E(pthread_setconcurrency(0));
	I(pthread_getconcurrency());
	CPU_ZERO(&set);
	I(sched_getaffinity(0, sizeof set, &set) >= 0);
	I(CPU_COUNT(&set) > 0);
	I(sched_getaffinity(0, 4, &set));
	I(sched_getaffinity(0, 0, &set));
	I(sched_getaffinity(-1, sizeof set, &set));
	I(sched_setaffinity(-1, sizeof set, &set));
	I(sched_setaffinity(0, sizeof set, &set));
	CPU_ZERO(&set);
	I(sched_setaffinity(0, sizeof set, &set));
	E(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
	E(pthread_getaffinity_np(pthread_self(), sizeof set, &set));
	I(CPU_COUNT(&set) > 0);
	E(pthread_getaffinity_np(pthread_self(), 4, &set));
	E(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
	I(nice(0));
	I(nice(3));
	I(nice(0));
	I(nice(100));
	I(nice(0));
}

static void identity(void)
{
	struct utsname name;
	struct rusage usage;
	struct tms tms;

	I(uname(&name));
	S(name.sysname);
	I(times(&tms) != (clock_t)-1);
	I(getrusage(RUSAGE_SELF, &usage));
	I(getrusage(RUSAGE_THREAD, &usage));
	I(getrusage(RUSAGE_CHILDREN, &usage));
	I(usage.ru_utime.tv_sec + usage.ru_utime.tv_usec);
	I(getrusage(99, &usage));
	I(clock() >= 0);
	I(getauxval(AT_PAGESZ));
	I(getauxval(12345));
	I(getauxval(AT_RANDOM) != 0);
	char text[20] = "";
	I(prctl(PR_SET_NAME, "a name that is too long"));
	I(prctl(PR_GET_NAME, text));
	S(text);
	I(prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
	I(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 1));
	I(prctl(PR_GET_NO_NEW_PRIVS, 0, 1, 0, 0));
	I(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	I(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
	E(pthread_getname_np(pthread_self(), text, sizeof text));
	S(text);
	E(pthread_getname_np(pthread_self(), text, 15));
	E(pthread_getname_np(pthread_self(), text, 3));
	E(pthread_setname_np(pthread_self(), "0123456789abcdef"));
	E(pthread_setname_np(pthread_self(), "0123456789abcde"));
	E(pthread_setname_np(pthread_self(), ""));
	E(pthread_getname_np(pthread_self(), text, sizeof text));
	S(text);
}

static void limits(void)
{
	static const rlim_t stacks[] = {100000, 1 << 20, 64 << 20};
	struct rlimit now, high;

	I(getrlimit(RLIMIT_NOFILE, &now));
	I(getrlimit(99, &now));
	I(getrlimit64(RLIMIT_NOFILE, (struct rlimit64 *)&now));
	I(getrlimit(RLIMIT_NOFILE, &now));
	high = now;
	high.rlim_cur = now.rlim_max + 1;
	I(setrlimit(RLIMIT_NOFILE, &high));
	I(setrlimit(-1, &high));
	I(setrlimit(RLIMIT_NOFILE, &now));
	I(setrlimit64(RLIMIT_NOFILE, (struct rlimit64 *)&now));
	I(prlimit(0, RLIMIT_NOFILE, NULL, &high));
	I(high.rlim_cur == now.rlim_cur);
	I(prlimit(0, RLIMIT_NOFILE, NULL, NULL));
	I(prlimit64(0, 77, NULL, NULL));
	now.rlim_cur = 20;
	I(prlimit(getpid(), RLIMIT_NOFILE, &now, NULL));
	I(dup2(1, 19));
	I(dup2(1, 20));
	I(fcntl(1, F_DUPFD, 20));
	I(fcntl(1, F_DUPFD, -1));
	I(fcntl(18, F_DUPFD, 20));
	I(close(19));
	I(sysconf(_SC_OPEN_MAX));
	I(getdtablesize());
	I(sysconf(-1));
	I(sysconf(_SC_PAGESIZE));
	for (unsigned i = 0; i < sizeof stacks / sizeof *stacks; i++) {
		getrlimit(RLIMIT_STACK, &now);
		now.rlim_cur = stacks[i];
		I(setrlimit(RLIMIT_STACK, &now));
		I(sysconf(_SC_ARG_MAX));
	}
}

static void masks(void)
{
	sigset_t set, old, other;
	struct sigaction now = {.sa_handler = handler}, was;

	I(sigemptyset(&set));
	I(sigaddset(&set, SIGUSR1));
	I(sigaddset(&set, 0));
	I(sigaddset(&set, 65));
	I(sigaddset(&set, -1));
	I(sigdelset(&set, 0));
	I(sigdelset(&set, 65));
	I(sigdelset(&set, SIGUSR2));
	I(sigismember(&set, SIGUSR1));
	I(sigismember(&set, SIGUSR2));
	I(sigismember(&set, 0));
	I(sigismember(&set, 99));
	I(sigfillset(&other));
	I(sigandset(&old, &set, &other));
	I(sigismember(&old, SIGUSR1));
	I(sigorset(&old, &set, &other));
	I(sigismember(&old, SIGUSR2));
	I(sigaction(SIGUSR1, &now, NULL));
	I(sigaction(SIGUSR1, NULL, &was));
	I(was.sa_handler == handler);
	I(sigaction(SIGKILL, &now, NULL));
	I(sigaction(SIGSTOP, &now, NULL));
	I(sigaction(SIGKILL, NULL, &was));
	I(sigaction(0, NULL, &was));
	I(sigaction(65, NULL, &was));
	I(sigaction(-1, &now, NULL));
	I(sigaction(32, NULL, &was));
	I(sigaction(33, &now, NULL));
	I(raise(SIGUSR1));
	I(handled);
	handled = 0;
	I(raise(0));
	I(raise(-1));
	I(raise(65));
	I(kill(getpid(), 0));
	I(kill(getpid(), 65));
	I(kill(getpid(), SIGUSR1));
	I(handled);
	handled = 0;
	E(pthread_kill(pthread_self(), 0));
	E(pthread_kill(pthread_self(), 65));
	E(pthread_kill(pthread_self(), -1));
	// E(pthread_kill(pthread_self(), 32));
	E(pthread_kill(pthread_self(), SIGUSR1));
	I(handled);
	handled = 0;
	I(signal(SIGUSR2, handler) == SIG_DFL);
	I(signal(SIGUSR2, SIG_IGN) == handler);
	I(raise(SIGUSR2));
	I(handled);
	I(bsd_signal(SIGUSR2, handler) == SIG_IGN);
	I(ssignal(SIGUSR2, SIG_DFL) == handler);
	I(sysv_signal(SIGUSR2, handler) == SIG_DFL);
	I(raise(SIGUSR2));
	I(__sysv_signal(SIGUSR2, handler) == SIG_DFL);
	I(signal(SIGUSR2, SIG_IGN) == handler);
	I(sysv_signal(SIGKILL, handler) == SIG_ERR);
	I(signal(SIGKILL, handler) == SIG_ERR);
	I(signal(65, handler) == SIG_ERR);
	I(signal(0, handler) == SIG_ERR);
	I(signal(SIGUSR2, SIG_ERR) == SIG_ERR);
	I(sigprocmask(SIG_BLOCK, &set, &old));
	I(sigismember(&old, SIGUSR1));
	I(sigprocmask(99, &set, NULL));
	I(sigprocmask(99, NULL, &old));
	I(sigismember(&old, SIGUSR1));
	I(raise(SIGUSR1));
	I(handled);
	I(sigpending(&old));
	I(sigismember(&old, SIGUSR1));
	I(sigprocmask(SIG_UNBLOCK, &set, NULL));
	I(handled);
	I(sigpending(&old));
	I(sigismember(&old, SIGUSR1));
	E(pthread_sigmask(99, &set, NULL));
	E(pthread_sigmask(SIG_SETMASK, &set, &old));
	E(pthread_sigmask(SIG_SETMASK, &old, &set));
	I(sigismember(&set, SIGUSR1));
	sigfillset(&set);
	E(pthread_sigmask(SIG_SETMASK, &set, NULL));
	E(pthread_sigmask(SIG_SETMASK, &old, &set));
	I(sigismember(&set, SIGKILL));
	I(sigismember(&set, SIGSTOP));
	I(sigismember(&set, 32));
	handled = 0;
	now.sa_flags = SA_SIGINFO | SA_RESETHAND;
	now.sa_sigaction = action;
	I(sigaction(SIGUSR1, &now, &was));
	I(raise(SIGUSR1));
	I(handled);
	I(sigaction(SIGUSR1, NULL, &was));
	I(was.sa_handler == SIG_DFL);
	I(raise(SIGCHLD));
	I(raise(SIGURG));
	I(raise(SIGWINCH));
	I(raise(SIGCONT));
}

static void clocks(void)
{
	struct timespec t = {0, 0}, bad = {0, 1000000000}, minus = {-1, 0};
	struct timeval tv;
	clockid_t id;

	I(clock_gettime(CLOCK_REALTIME, &t));
	I(t.tv_sec > 1000000000);
	I(clock_gettime(CLOCK_MONOTONIC, &t));
	I(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t));
	I(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t));
	I(clock_gettime(CLOCK_BOOTTIME, &t));
	I(clock_gettime(CLOCK_TAI, &t));
	I(clock_gettime(99, &t));
	I(clock_gettime(-1, &t));
	I(clock_getres(CLOCK_REALTIME, &t));
	I(t.tv_sec);
	I(t.tv_nsec);
	I(clock_getres(CLOCK_REALTIME, NULL));
	I(clock_getres(99, &t));
	I(gettimeofday(&tv, NULL));
	I(tv.tv_usec < 1000000);
	I(time(NULL) > 1000000000);
	time_t now;
	I(time(&now) == now);
	I(timespec_get(&t, TIME_UTC));
	I(timespec_get(&t, 99));
	t = (struct timespec){0, 1};
	I(nanosleep(&t, NULL));
	I(nanosleep(&bad, NULL));
	I(nanosleep(&minus, NULL));
	E(clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL));
	E(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL));
	E(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL));
	E(clock_nanosleep(99, 0, &t, NULL));
	E(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &t, NULL));
	I(usleep(1));
	I(sleep(0));
	I(thrd_sleep(&t, NULL));
	I(thrd_sleep(&bad, NULL));
	E(pthread_getcpuclockid(pthread_self(), &id));
	I(clock_gettime(id, &t));
	V(thrd_yield());
}

static void entropy(void)
{
	char bytes[300];

	I(getrandom(bytes, 5, 0));
	I(getrandom(bytes, 0, 0));
	I(getrandom(bytes, 5, 999));
	I(getrandom(bytes, 5, GRND_RANDOM | GRND_INSECURE));
	I(getentropy(bytes, 256));
	I(getentropy(bytes, 257));
	I(arc4random_uniform(1));
	I(arc4random_uniform(0));
	V(arc4random_buf(bytes, 3));
	I(arc4random() >= 0);
}

static void directories(void)
{
	char path[300], *p;

	I(chdir("/"));
	S(getcwd(path, sizeof path));
	S(getcwd(path, 1));
	S(getcwd(path, 0));
	S(p = getcwd(NULL, 0));
	free(p);
	S(p = getcwd(NULL, 50));
	free(p);
	S(getcwd(NULL, 1));
	S(p = get_current_dir_name());
	free(p);
	I(chdir("/nowhere"));
	I(chdir(""));
	I(chdir("/etc/passwd"));
	I(umask(022));
	I(umask(07777));
	I(umask(0));
}

static void environment(void)
{
	static char entry[] = "own=1", bare[] = "own";

	I(setenv("a", "1", 0));
	I(setenv("a", "2", 0));
	S(getenv("a"));
	I(setenv("a", "2", 1));
	S(getenv("a"));
	S(secure_getenv("a"));
	I(setenv("", "2", 1));
	I(setenv("b=c", "2", 1));
	I(setenv(NULL, "2", 1));
	S(getenv("b=c"));
	S(getenv(""));
	I(unsetenv(""));
	I(unsetenv("x=y"));
	I(unsetenv("not there"));
	I(unsetenv("a"));
	S(getenv("a"));
	I(putenv(entry));
	S(getenv("own"));
	entry[4] = '2';
	S(getenv("own"));
	I(putenv(bare));
	S(getenv("own"));
	I(clearenv());
	S(getenv("PATH"));
	I(setenv("z", "", 0));
	S(getenv("z"));
}

int main(void)
{
	scheduling();
	identity();
	limits();
	masks();
	waiting();
	from_descriptor();
	masked();
	timers();
	clocks();
	entropy();
	directories();
	environment();
	return said_all();
}
