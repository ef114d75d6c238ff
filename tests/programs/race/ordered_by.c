/* SPDX-License-Identifier: MIT */
/* ordered_by: everything that orders what one thread did before it and what
 * another one does behind it
 *
 * One thread accesses x and lets the other know; that one accesses x if it does
 * know.  There is no data race.
 *
 * check: --exhaustive
 * args: mutex
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: trymutex
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: timedmutex
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: clockmutex
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: write_write
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: write_read
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: read_write
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: trywrite
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: tryread
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: timedwrite
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: timedread
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: spin
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: tryspin
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: stream
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: trystream
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: sem
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: trysem
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: timedsem
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: valuesem
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: barrier
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: once
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: pipe
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: pipe_end
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: pipe_poll
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: socket
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: shut
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: event
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: event_poll
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: file
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: file_end
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: size
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: size_end
 * verdict: verified
 * races: none
 */
#include "test.h"

#include <fcntl.h>
#include <poll.h>
#include <semaphore.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>

static int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t unit;
static int ends[2], pair[2], event, file;
static char *name;
static _Thread_local char page[4096];

static struct timespec later(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	t.tv_sec += 100;
	return t;
}

#define CALL(name, call)                                                       \
	static void name(void)                                                 \
	{                                                                      \
		call;                                                          \
	}
#define TELL(name, value)                                                      \
	static bool name(void)                                                 \
	{                                                                      \
		return value;                                                  \
	}
#define UNTIL(clock) (&(struct timespec[]){later(clock)}[0])

CALL(nothing, )
CALL(mutex_lock, pthread_mutex_lock(&mutex))
CALL(mutex_unlock, pthread_mutex_unlock(&mutex))
TELL(mutex_locked, pthread_mutex_lock(&mutex) == 0)
TELL(mutex_tried, pthread_mutex_trylock(&mutex) == 0)
TELL(mutex_timed, pthread_mutex_timedlock(&mutex, UNTIL(CLOCK_REALTIME)) == 0)
TELL(mutex_clocked, pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC,
			    UNTIL(CLOCK_MONOTONIC)) == 0)
CALL(wr_lock, pthread_rwlock_wrlock(&lock))
CALL(rd_lock, pthread_rwlock_rdlock(&lock))
CALL(rw_unlock, pthread_rwlock_unlock(&lock))
TELL(wr_locked, pthread_rwlock_wrlock(&lock) == 0)
TELL(rd_locked, pthread_rwlock_rdlock(&lock) == 0)
TELL(wr_tried, pthread_rwlock_trywrlock(&lock) == 0)
TELL(rd_tried, pthread_rwlock_tryrdlock(&lock) == 0)
TELL(wr_timed, pthread_rwlock_timedwrlock(&lock, UNTIL(CLOCK_REALTIME)) == 0)
TELL(rd_timed, pthread_rwlock_timedrdlock(&lock, UNTIL(CLOCK_REALTIME)) == 0)
CALL(spin_lock, pthread_spin_lock(&spin))
CALL(spin_unlock, pthread_spin_unlock(&spin))
TELL(spin_locked, pthread_spin_lock(&spin) == 0)
TELL(spin_tried, pthread_spin_trylock(&spin) == 0)
CALL(stream_lock, flockfile(stderr))
CALL(stream_unlock, funlockfile(stderr))
TELL(stream_locked, (flockfile(stderr), true))
TELL(stream_tried, ftrylockfile(stderr) == 0)
CALL(post, sem_post(&unit))
TELL(waited, sem_wait(&unit) == 0)
TELL(unit_tried, sem_trywait(&unit) == 0)
TELL(unit_timed, sem_timedwait(&unit, UNTIL(CLOCK_REALTIME)) == 0)
CALL(meet, pthread_barrier_wait(&barrier))
TELL(met, pthread_barrier_wait(&barrier) <= 0)
CALL(write_one, assert(write(ends[1], page, 1) == 1))
TELL(one_read, read(ends[0], page, 1) == 1)
CALL(close_writer, close(ends[1]))
TELL(end_read, read(ends[0], page, 1) == 0)
TELL(pipe_polled, poll((struct pollfd[]){{ends[0], POLLIN, 0}}, 1, 0) == 1)
CALL(send_one, assert(write(pair[1], page, 1) == 1))
TELL(one_received, read(pair[0], page, 1) == 1)
CALL(shut_writer, shutdown(pair[1], SHUT_WR))
TELL(end_received, read(pair[0], page, 1) == 0)
CALL(event_add, eventfd_write(event, 1))
TELL(event_taken, eventfd_read(event, (eventfd_t *)(void *)page) == 0)
TELL(event_polled, poll((struct pollfd[]){{event, POLLIN, 0}}, 1, 0) == 1)
CALL(file_write, assert(pwrite(file, "x", 1, 0) == 1))
TELL(file_read, pread(file, page, 1, 0) == 1)
TELL(end_sought, lseek(file, 0, SEEK_END) > 0)
CALL(size_set, assert(ftruncate(file, 9) == 0))

static bool value_seen(void)
{
	int value;

	sem_getvalue(&unit, &value);
	return value && sem_trywait(&unit) == 0;
}

static bool size_seen(void)
{
	struct stat st;

	return fstat(file, &st) == 0 && st.st_size;
}

static void access_x(void)
{
	if (strcmp(name, "read_write") == 0 || strcmp(name, "timedwrite") == 0)
		assert(x >= 0);
	else
		x = 1;
}

CALL(once_done, pthread_once(&once, access_x))
TELL(once_was, pthread_once(&once, access_x) == 0)

static const struct {
	const char *name;
	void (*begin)(void), (*tell)(void);
	bool (*knows)(void);
	void (*end)(void);
} kinds[] = {
	{"mutex", mutex_lock, mutex_unlock, mutex_locked, mutex_unlock},
	{"trymutex", mutex_lock, mutex_unlock, mutex_tried, mutex_unlock},
	{"timedmutex", mutex_lock, mutex_unlock, mutex_timed, mutex_unlock},
	{"clockmutex", mutex_lock, mutex_unlock, mutex_clocked, mutex_unlock},
	{"write_write", wr_lock, rw_unlock, wr_locked, rw_unlock},
	{"write_read", wr_lock, rw_unlock, rd_locked, rw_unlock},
	{"read_write", rd_lock, rw_unlock, wr_locked, rw_unlock},
	{"trywrite", wr_lock, rw_unlock, wr_tried, rw_unlock},
	{"tryread", wr_lock, rw_unlock, rd_tried, rw_unlock},
	{"timedwrite", rd_lock, rw_unlock, wr_timed, rw_unlock},
	{"timedread", wr_lock, rw_unlock, rd_timed, rw_unlock},
	{"spin", spin_lock, spin_unlock, spin_locked, spin_unlock},
	{"tryspin", spin_lock, spin_unlock, spin_tried, spin_unlock},
	{"stream", stream_lock, stream_unlock, stream_locked, stream_unlock},
	{"trystream", stream_lock, stream_unlock, stream_tried, stream_unlock},
	{"sem", nothing, post, waited, nothing},
	{"trysem", nothing, post, unit_tried, nothing},
	{"timedsem", nothing, post, unit_timed, nothing},
	{"valuesem", nothing, post, value_seen, nothing},
	{"barrier", nothing, meet, met, nothing},
	{"once", nothing, once_done, once_was, nothing},
	{"pipe", nothing, write_one, one_read, nothing},
	{"pipe_end", nothing, close_writer, end_read, nothing},
	{"pipe_poll", nothing, write_one, pipe_polled, nothing},
	{"socket", nothing, send_one, one_received, nothing},
	{"shut", nothing, shut_writer, end_received, nothing},
	{"event", nothing, event_add, event_taken, nothing},
	{"event_poll", nothing, event_add, event_polled, nothing},
	{"file", nothing, file_write, file_read, nothing},
	{"file_end", nothing, file_write, end_sought, nothing},
	{"size", nothing, size_set, size_seen, nothing},
	{"size_end", nothing, size_set, end_sought, nothing},
};

static unsigned kind;

static void *first(void *unused)
{
	kinds[kind].begin();
	if (kinds[kind].tell != once_done)
		access_x();
	kinds[kind].tell();
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	name = argv[argc - 1];
	while (strcmp(kinds[kind].name, name) != 0)
		kind++;
	pthread_spin_init(&spin, 0);
	pthread_barrier_init(&barrier, NULL, 2);
	sem_init(&unit, 0, 0);
	assert(pipe2(ends, O_NONBLOCK) == 0);
	assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
	event = eventfd(0, EFD_NONBLOCK);
	file = memfd_create("file", 0);
	t = start(first, NULL);
	if (kinds[kind].knows()) {
		if (kinds[kind].knows == rd_locked ||
			kinds[kind].knows == rd_tried ||
			kinds[kind].knows == rd_timed)
			assert(x >= 0);
		else
			x = 2;
		kinds[kind].end();
	}
	finish(t);
	return 0;
}
