/* SPDX-License-Identifier: MIT */
/* toggled_object: each turn of T changes an object, or state of the process,
 * and changes it back; main tries until it was seen
 *
 * Where T stands between its turns, and main waits for another state than that,
 * somebody could go on in the middle of T's next turn: no livelock.  Nor is it
 * one where main, who takes a lock to see whether it can be had, stands with it
 * in its hand, so that T can make no turn.
 *
 * (In fork mode what touches files or streams is not tried, which is hole
 * dead_end.)
 *
 * check: --exhaustive --turns erased
 * args: mutex
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: mutex
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: read
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: read
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: write
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: write
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: readers
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: readers
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: stream
 * verdict: verified
 * modes: checkpoint restart
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: stream
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: stream_again
 * verdict: verified
 * modes: checkpoint restart
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: stream_again
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: sem
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: sem
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: event
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: event
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: pipe
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: pipe
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: name
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: name
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: directory
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: directory
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: limit
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: limit
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: concurrency
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: concurrency
 * verdict: partial
 *
 * check: --exhaustive --turns erased
 * args: action
 * verdict: verified
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: action
 * verdict: partial
 *
 *
 * check: --exhaustive --turns erased
 * args: size
 * verdict: verified
 * modes: checkpoint restart
 *
 * check: --exhaustive --turns all --max-executions 200
 * args: size
 * verdict: partial
 */
#include "test.h"

#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t unit;
static int ends[2], event, file;
static atomic_int stop;
static char text[4096], byte;
static eventfd_t value;
static struct rlimit limit = {64, 64};
static struct sigaction action;
static pthread_t toggler;

static void mutex_on(void)
{
	pthread_mutex_lock(&mutex);
}

static void mutex_off(void)
{
	pthread_mutex_unlock(&mutex);
}

/* Whether it could be had is known by whether it has to be given back. */
static bool mutex_is(void)
{
	if (pthread_mutex_trylock(&mutex) != 0)
		return true;
	pthread_mutex_unlock(&mutex);
	return false;
}

static void write_on(void)
{
	pthread_rwlock_wrlock(&lock);
}

static void read_on(void)
{
	pthread_rwlock_rdlock(&lock);
}

static void rw_off(void)
{
	pthread_rwlock_unlock(&lock);
}

static bool read_is(void)
{
	if (pthread_rwlock_tryrdlock(&lock) != 0)
		return true;
	pthread_rwlock_unlock(&lock);
	return false;
}

static bool write_is(void)
{
	if (pthread_rwlock_trywrlock(&lock) != 0)
		return true;
	pthread_rwlock_unlock(&lock);
	return false;
}

static void stream_on(void)
{
	flockfile(stderr);
}

static void stream_off(void)
{
	funlockfile(stderr);
}

static bool stream_is(void)
{
	if (ftrylockfile(stderr) != 0)
		return true;
	funlockfile(stderr);
	return false;
}

/* Seen, then not, and seen once more. */
static bool stream_again_is(void)
{
	static int seen;

	if (stream_is() == !(seen & 1))
		seen++;
	return seen == 3;
}

static void sem_on(void)
{
	sem_post(&unit);
}

static void sem_off(void)
{
	sem_trywait(&unit);
}

static bool sem_is(void)
{
	static int units;

	sem_getvalue(&unit, &units);
	return units;
}

static void event_on(void)
{
	eventfd_write(event, 1);
}

static void event_off(void)
{
	eventfd_read(event, &value);
}

static bool readable(int number)
{
	static struct pollfd p = {.events = POLLIN};

	p.fd = number;
	return poll(&p, 1, 0) == 1;
}

static bool event_is(void)
{
	return readable(event);
}

static void pipe_on(void)
{
	write(ends[1], &byte, 1);
}

static void pipe_off(void)
{
	read(ends[0], &byte, 1);
}

static bool pipe_is(void)
{
	return readable(ends[0]);
}

static void name_on(void)
{
	pthread_setname_np(pthread_self(), "on");
}

static void name_off(void)
{
	pthread_setname_np(pthread_self(), "off");
}

static bool name_is(void)
{
	static char name[16];

	pthread_getname_np(toggler, name, sizeof name);
	return strcmp(name, "on") == 0;
}

static void directory_on(void)
{
	chdir("/");
}

static void directory_off(void)
{
	chdir("/usr");
}

static bool directory_is(void)
{
	return getcwd(text, sizeof text) && !text[1];
}

static void limit_on(void)
{
	limit.rlim_cur = 63;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void limit_off(void)
{
	limit.rlim_cur = 64;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static bool limit_is(void)
{
	static struct rlimit now;

	getrlimit(RLIMIT_NOFILE, &now);
	return now.rlim_cur == 63;
}

static void size_on(void)
{
	assert(ftruncate(file, 9) == 0);
}

static void size_off(void)
{
	assert(ftruncate(file, 0) == 0);
}

static bool size_is(void)
{
	return lseek(file, 0, SEEK_END) == 9;
}

static void concurrency_on(void)
{
	pthread_setconcurrency(7);
}

static void concurrency_off(void)
{
	pthread_setconcurrency(3);
}

static bool concurrency_is(void)
{
	return pthread_getconcurrency() == 7;
}

static void action_on(void)
{
	action.sa_handler = SIG_IGN;
	sigaction(SIGUSR1, &action, NULL);
}

static void action_off(void)
{
	action.sa_handler = SIG_DFL;
	sigaction(SIGUSR1, &action, NULL);
}

static bool action_is(void)
{
	static struct sigaction now;

	sigaction(SIGUSR1, NULL, &now);
	return now.sa_handler == SIG_IGN;
}

static const struct {
	const char *name;
	void (*on)(void), (*off)(void);
	bool (*is)(void);
} kinds[] = {
	{"mutex", mutex_on, mutex_off, mutex_is},
	{"read", write_on, rw_off, read_is},
	{"write", write_on, rw_off, write_is},
	{"readers", read_on, rw_off, write_is},
	{"stream", stream_on, stream_off, stream_is},
	{"stream_again", stream_on, stream_off, stream_again_is},
	{"sem", sem_on, sem_off, sem_is},
	{"event", event_on, event_off, event_is},
	{"pipe", pipe_on, pipe_off, pipe_is},
	{"name", name_on, name_off, name_is},
	{"directory", directory_on, directory_off, directory_is},
	{"limit", limit_on, limit_off, limit_is},
	{"concurrency", concurrency_on, concurrency_off, concurrency_is},
	{"action", action_on, action_off, action_is},
	{"size", size_on, size_off, size_is},
};

static unsigned kind;

static void *toggle(void *unused)
{
	while (!atomic_load(&stop)) {
		kinds[kind].on();
		kinds[kind].off();
	}
	return unused;
}

int main(int argc, char **argv)
{
	while (strcmp(kinds[kind].name, argv[argc - 1]) != 0)
		kind++;
	sem_init(&unit, 0, 0);
	assert(pipe(ends) == 0);
	event = eventfd(0, EFD_NONBLOCK);
	file = memfd_create("file", 0);
	toggler = start(toggle, NULL);
	while (!kinds[kind].is())
		;
	atomic_store(&stop, 1);
	finish(toggler);
	puts("done");
	return 0;
}
