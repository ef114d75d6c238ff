/* SPDX-License-Identifier: MIT */
/* object_awaited: a loop that tries until an object's state has changed
 *
 * One thread tries again and again, another one changes it and then counts
 * until the first one says so, which it can always do.  Who tries must be let
 * go on as soon as it has changed, and not only when nobody else can: a random
 * schedule of 5000 steps that never runs main again comes up once in 2^4900.
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: sem_try
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: sem_value
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: mutex_try
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: rd_try
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: wr_try
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: wr_behind_reader
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: read_pipe
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: pipe_end
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: write_pipe
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: no_reader
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: shut
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: reset
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: event
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: event_room
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: event_poll
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: pipe_poll
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: stream
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: size
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: joined
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: pending
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: requeued
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: timed_join
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: action
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: limit
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: concurrency
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: name
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: directory
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: number
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: lives
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: flags
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: open_max
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: wr_timed
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: mutex_timed
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: detached
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: woken
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: rw_held
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: discarded
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: signalled
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: signal_taken
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: sem_timed
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 *
 * check: --strategy random --max-executions 20 --max-steps 5000
 * args: eof_cleared
 * verdict: partial
 * exit: 0
 * executions: 20
 * states: done
 */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static sem_t units;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int ends[2], pair[2], event, file;
static pthread_t other;
static _Thread_local char page[4096];

static bool sem_try_done(void)
{
	return sem_trywait(&units) == 0;
}

static bool sem_value_done(void)
{
	static int value; /* no frame of its own: 004, what is not seen */

	sem_getvalue(&units, &value);
	return value == 1;
}

static void post(void)
{
	sem_post(&units);
}

static bool mutex_try_done(void)
{
	return pthread_mutex_trylock(&mutex) == 0;
}

static void mutex_begin(void)
{
	pthread_mutex_lock(&mutex);
}

static void mutex_unlock(void)
{
	pthread_mutex_unlock(&mutex);
}

static const struct timespec past = {1, 0};

static bool mutex_timed_done(void)
{
	return pthread_mutex_timedlock(&mutex, &past) == 0;
}

static bool wr_timed_done(void)
{
	return pthread_rwlock_timedwrlock(&lock, &past) == 0;
}

static bool rd_try_done(void)
{
	return pthread_rwlock_tryrdlock(&lock) == 0;
}

static bool wr_try_done(void)
{
	return pthread_rwlock_trywrlock(&lock) == 0;
}

static void write_begin(void)
{
	pthread_rwlock_wrlock(&lock);
}

static void read_begin(void)
{
	pthread_rwlock_rdlock(&lock);
}

static void rw_unlock(void)
{
	pthread_rwlock_unlock(&lock);
}

static bool read_pipe_done(void)
{
	return read(ends[0], page, 1) == 1;
}

static bool pipe_end_done(void)
{
	return read(ends[0], page, 1) == 0;
}

static bool pipe_poll_done(void)
{
	static struct pollfd p = {.events = POLLIN};

	p.fd = ends[0];
	return poll(&p, 1, 0) == 1;
}

static void write_one(void)
{
	assert(write(ends[1], page, 1) == 1);
}

static void close_writer(void)
{
	close(ends[1]);
}

static void fill_begin(void)
{
	while (write(ends[1], page, sizeof page) > 0)
		;
}

static bool write_pipe_done(void)
{
	return write(ends[1], page, sizeof page) > 0;
}

static void read_page(void)
{
	assert(read(ends[0], page, sizeof page) == sizeof page);
}

static bool no_reader_done(void)
{
	return write(ends[1], page, sizeof page) < 0 && errno == EPIPE;
}

static void close_reader(void)
{
	close(ends[0]);
}

static bool shut_done(void)
{
	return read(pair[0], page, 1) == 0;
}

static void shut(void)
{
	shutdown(pair[1], SHUT_WR);
}

static void unread_begin(void)
{
	assert(send(pair[0], "x", 1, 0) == 1);
}

static bool reset_done(void)
{
	return read(pair[0], page, 1) < 0 && errno == ECONNRESET;
}

static void close_unread(void)
{
	close(pair[1]);
}

static bool event_done(void)
{
	static eventfd_t value;

	return eventfd_read(event, &value) == 0;
}

static bool event_poll_done(void)
{
	static struct pollfd p = {.events = POLLIN};

	p.fd = event;
	return poll(&p, 1, 0) == 1;
}

static void event_add(void)
{
	eventfd_write(event, 1);
}

static void event_begin(void)
{
	eventfd_write(event, UINT64_MAX - 1);
}

static bool event_room_done(void)
{
	return eventfd_write(event, 1) == 0;
}

static void event_take(void)
{
	static eventfd_t value;

	eventfd_read(event, &value);
}

static bool stream_done(void)
{
	return ftrylockfile(stderr) == 0;
}

static void stream_begin(void)
{
	flockfile(stderr);
}

static void stream_unlock(void)
{
	funlockfile(stderr);
}

static bool size_done(void)
{
	return lseek(file, 0, SEEK_END) == 9;
}

static void size_set(void)
{
	assert(ftruncate(file, 9) == 0);
}

static bool joined_done(void)
{
	return pthread_tryjoin_np(other, NULL) == 0;
}

static void nothing(void)
{
}

static void block(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static bool pending_done(void)
{
	static sigset_t set;

	sigpending(&set);
	return sigismember(&set, SIGUSR1);
}

static void send_it(void)
{
	kill(getpid(), SIGUSR1);
}

static unsigned words[2];

static void futex_sleep(void)
{
	syscall(SYS_futex, &words[0], FUTEX_WAIT, 0, NULL, NULL, 0);
}

static bool requeued_done(void)
{
	return syscall(SYS_futex, &words[0], FUTEX_REQUEUE, 1, NULL, &words[1],
		       0) == 1;
}

static bool timed_join_done(void)
{
	return pthread_timedjoin_np(other, NULL, &past) == 0;
}

static bool lives_done(void)
{
	static clockid_t clock;

	return pthread_getcpuclockid(other, &clock) != 0;
}

static void ignore_it(void)
{
	signal(SIGUSR2, SIG_IGN);
}

static bool action_done(void)
{
	static struct sigaction now;

	sigaction(SIGUSR2, NULL, &now);
	return now.sa_handler == SIG_IGN;
}

static void lower_limit(void)
{
	static const struct rlimit lower = {60, 60};

	setrlimit(RLIMIT_NOFILE, &lower);
}

static bool limit_done(void)
{
	static struct rlimit now;

	getrlimit(RLIMIT_NOFILE, &now);
	return now.rlim_cur == 60;
}

static bool open_max_done(void)
{
	return sysconf(_SC_OPEN_MAX) == 60;
}

static void set_flags(void)
{
	static const struct sigaction restarts = {.sa_flags = SA_RESTART};

	sigaction(SIGUSR2, &restarts, NULL);
}

static bool flags_done(void)
{
	static struct sigaction now;

	sigaction(SIGUSR2, NULL, &now);
	return now.sa_flags & SA_RESTART;
}

static void no_more(void)
{
	static const struct rlimit none = {9, 60};

	setrlimit(RLIMIT_NOFILE, &none);
}

static bool number_done(void)
{
	return dup(0) == 9;
}

static void set_concurrency(void)
{
	pthread_setconcurrency(7);
}

static bool concurrency_done(void)
{
	return pthread_getconcurrency() == 7;
}

static void set_name(void)
{
	pthread_setname_np(pthread_self(), "new");
}

static bool name_done(void)
{
	static char name[16];

	pthread_getname_np(other, name, sizeof name);
	return name[0] == 'n';
}

static void go_up(void)
{
	chdir("/");
}

static bool directory_done(void)
{
	static char path[4096];

	return getcwd(path, sizeof path) && !path[1];
}

static void detach(void)
{
	pthread_detach(pthread_self());
}

static bool detached_done(void)
{
	static pthread_attr_t attr;
	static int state;

	pthread_getattr_np(other, &attr);
	pthread_attr_getdetachstate(&attr, &state);
	return state == PTHREAD_CREATE_DETACHED;
}

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int woken;

static void wait_once(void)
{
	pthread_cond_wait(&cond, &mutex);
	atomic_store(&woken, 1);
}

static bool woken_done(void)
{
	pthread_cond_broadcast(&cond);
	return atomic_load(&woken);
}

static bool signalled_done(void)
{
	pthread_cond_signal(&cond);
	return atomic_load(&woken);
}

static bool rw_held_done(void)
{
	if (pthread_rwlock_trywrlock(&lock) != 0)
		return true;
	pthread_rwlock_unlock(&lock);
	return false;
}

static bool discarded_done(void)
{
	return !pending_done();
}

static void discard(void)
{
	signal(SIGUSR1, SIG_IGN);
}

static void handle(int unused)
{
}

static bool signal_taken_done(void)
{
	return !pending_done();
}

static void unblock(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static bool eof_cleared_done(void)
{
	return !feof(stdin);
}

static void clear_eof(void)
{
	clearerr(stdin);
}

static bool sem_timed_done(void)
{
	return sem_timedwait(&units, &past) == 0;
}

/* begin: by the thread that changes it, before the other one tries. */
static const struct {
	const char *name;
	void (*begin)(void), (*change)(void);
	bool (*done)(void);
} kinds[] = {
#define KIND(name, begin, change)                                              \
	{                                                                      \
#name, begin, change, name##_done                              \
	}
	KIND(sem_try, nothing, post),
	KIND(sem_value, nothing, post),
	KIND(mutex_try, mutex_begin, mutex_unlock),
	KIND(rd_try, write_begin, rw_unlock),
	KIND(wr_try, write_begin, rw_unlock),
	{"wr_behind_reader", read_begin, rw_unlock, wr_try_done},
	KIND(read_pipe, nothing, write_one),
	KIND(pipe_end, nothing, close_writer),
	KIND(pipe_poll, nothing, write_one),
	KIND(write_pipe, fill_begin, read_page),
	KIND(no_reader, fill_begin, close_reader),
	KIND(shut, nothing, shut),
	KIND(reset, unread_begin, close_unread),
	KIND(event, nothing, event_add),
	KIND(event_poll, nothing, event_add),
	KIND(event_room, event_begin, event_take),
	KIND(stream, stream_begin, stream_unlock),
	KIND(size, nothing, size_set),
	KIND(joined, nothing, nothing),
	KIND(pending, nothing, send_it),
	KIND(requeued, nothing, futex_sleep),
	KIND(timed_join, nothing, nothing),
	KIND(lives, nothing, nothing),
	KIND(action, nothing, ignore_it),
	KIND(limit, nothing, lower_limit),
	KIND(mutex_timed, mutex_begin, mutex_unlock),
	KIND(wr_timed, write_begin, rw_unlock),
	KIND(open_max, nothing, lower_limit),
	KIND(flags, nothing, set_flags),
	KIND(number, no_more, lower_limit),
	KIND(concurrency, nothing, set_concurrency),
	KIND(name, nothing, set_name),
	KIND(directory, nothing, go_up),
	KIND(detached, nothing, detach),
	KIND(woken, mutex_begin, wait_once),
	KIND(rw_held, nothing, read_begin),
	KIND(discarded, nothing, discard),
	KIND(signalled, mutex_begin, wait_once),
	KIND(signal_taken, nothing, unblock),
	KIND(sem_timed, nothing, post),
	KIND(eof_cleared, nothing, clear_eof),
};

static unsigned kind;
static atomic_int point, turns, over;
static sem_t begun;

static void *count(void *unused)
{
	while (!atomic_load(&over))
		atomic_fetch_add(&turns, 1);
	return NULL;
}

static bool joins(void)
{
	return kinds[kind].done == joined_done ||
	       kinds[kind].done == timed_join_done;
}

static bool ends_at_once(void)
{
	return joins() || kinds[kind].done == lives_done;
}

static void *changes(void *unused)
{
	kinds[kind].begin();
	sem_post(&begun);
	for (int i = 0; i < 40; i++) /* while the first one tries */
		atomic_fetch_add(&turns, 1);
	kinds[kind].change();
	return ends_at_once() ? NULL : count(NULL);
}

int main(int argc, char **argv)
{
	pthread_t third;

	while (strcmp(kinds[kind].name, argv[argc - 1]) != 0)
		kind++;
	signal(SIGPIPE, SIG_IGN);
	block();
	assert(pipe2(ends, O_NONBLOCK) == 0);
	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	fcntl(pair[0], F_SETFL, O_NONBLOCK);
	event = eventfd(0, EFD_NONBLOCK);
	file = memfd_create("file", 0);
	if (kinds[kind].done == discarded_done)
		pthread_kill(pthread_self(), SIGUSR1);
	if (kinds[kind].done == eof_cleared_done)
		while (getchar() != EOF)
			;
	if (kinds[kind].done == signal_taken_done) {
		signal(SIGUSR1, handle);
		send_it();
	}
	other = start(changes, NULL);
	third = start(count, NULL);
	sem_wait(&begun);
	while (!kinds[kind].done())
		atomic_load(&point);
	atomic_store(&over, 1);
	finish(third);
	if (!joins() && kinds[kind].done != detached_done)
		finish(other);
	printf("done\n");
	return 0;
}
