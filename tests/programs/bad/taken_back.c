/* SPDX-License-Identifier: MIT */
/* taken_back: main takes something, looks for the flag and gives it back, until
 * the flag is set, beside a thread that does what the argument says.
 *
 * -D BIT, MUTEX, READER (of a lock), UNIT (of a semaphore), BYTE (of a pipe),
 * NOTHING: what it takes; -D NOTICED: its loop has been noticed before
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "spin/turns.h"

static atomic_int flag, bit, hint, other;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t units;
static int bytes[2];
static int *of_main;
static char what;
static atomic_int turn = 1;
static int later; /* set while main waits */

static void *set(void *unused)
{
	atomic_store(&flag, 1);
	return unused;
}

/* In another place each time, so that the loop is noticed where it begins. */
__attribute__((noinline)) static void take_turn_at(int depth)
{
	if (depth)
		take_turn_at(depth - 1);
	else
		take_turn();
	__asm__ volatile(""); /* no tail call */
}

static bool noticed(void)
{
#ifdef NOTICED
	static int turns;

	atomic_fetch_or(&turn, 1);
	if (!later) {
		take_turn_at(turns++);
		return false;
	}
#endif
	return true;
}

static void make_notice(void)
{
#ifdef NOTICED
	for (int i = 1; i < ROUNDS; i++) {
		sem_wait(&mine);
		sem_post(&yours);
	}
	sem_wait(&mine);
	later = 1;
	sem_post(&yours);
#endif
}

static void *beside(void *unused)
{
	struct pollfd p = {bytes[0], POLLIN, 0};
	int n;

	make_notice();
	switch (what) {
	case 'o':
		atomic_store(&other, 1);
		break;
	case 'b':
		atomic_load(&bit);
		break;
	case 'B':
		if (!atomic_exchange(&bit, 1))
			atomic_store(&bit, 0);
		break;
	case 'h':
		atomic_store(&hint, 1);
		atomic_store(&hint, 0);
		break;
	case 'm':
		if (!pthread_mutex_trylock(&mutex))
			pthread_mutex_unlock(&mutex);
		break;
	case 'r':
		pthread_rwlock_rdlock(&lock);
		atomic_store(&other, 1);
		pthread_rwlock_unlock(&lock);
		break;
	case 'u':
		sem_getvalue(&units, &n);
		break;
	case 'U':
		sem_post(&units);
		sem_wait(&units);
		break;
	case 'p':
		poll(&p, 1, 0);
		break;
	case 'P':
		write(bytes[1], "", 1);
		break;
	case 's':
		atomic_store(&other, 1);
		*of_main = 1;
		break;
	case 't':
		usleep(1000);
		break;
	}
#ifdef NOTICED
	set(0);
#endif
	return unused;
}

static void take(void)
{
#ifdef BIT
	while (atomic_exchange(&bit, 1))
		;
#elif defined(MUTEX)
	pthread_mutex_lock(&mutex);
#elif defined(READER)
	pthread_rwlock_rdlock(&lock);
#elif defined(UNIT)
	sem_wait(&units);
#elif defined(BYTE)
	char byte;

	read(bytes[0], &byte, 1);
#endif
	if (what == 'h')
		atomic_load(&hint);
	if (what == 't') {
		struct timespec now;

		clock_gettime(CLOCK_MONOTONIC, &now);
	}
}

static void give(void)
{
#ifdef BIT
	atomic_store(&bit, 0);
#elif defined(MUTEX)
	pthread_mutex_unlock(&mutex);
#elif defined(READER)
	pthread_rwlock_unlock(&lock);
#elif defined(UNIT)
	sem_post(&units);
#elif defined(BYTE)
	write(bytes[1], "", 1);
#endif
}

int main(int argc, char **argv)
{
	pthread_t a, b;
	int seen = 0, set_by_other = 0;

	what = argv[1][0];
	of_main = &set_by_other;
	sem_init(&units, 0, 1);
	if (pipe(bytes))
		return 1;
	fcntl(bytes[0], F_SETFL, O_NONBLOCK);
	write(bytes[1], "", 1);
#ifdef NOTICED
	sem_init(&mine, 0, 0);
	sem_init(&yours, 0, 0);
#else
	pthread_create(&a, 0, set, 0);
#endif
	pthread_create(&b, 0, beside, 0);
	while (!seen) {
		if (!noticed())
			continue;
		take();
		seen = atomic_load(&flag);
		give();
	}
#ifndef NOTICED
	pthread_join(a, 0);
#endif
	pthread_join(b, 0);
	return 0;
}
