/* SPDX-License-Identifier: MIT */
/* counts.c - all that is shared is under locks, or ordered by semaphores, a
 * barrier, a once, joins: what comes out is printed
 *
 * Built by scarp cc or not, the same outcomes exist, and as many executions of
 * a search without reduction: there is no other place to switch threads at.
 *
 * The first argument says which of them; with a second one the exit status is 9
 * where that came out.  Outcomes, by hand:
 *   mutex      three threads write their number under one lock, in any order:
 *              6 orders
 *   semaphore  two that may be in at a time, three come: who comes in does so
 * in one critical section of the log, 6 orders barrier    two threads note
 * before it, one critical section each, and main what both saw behind it: 2
 * orders cond       two producers of one item each, a consumer takes both: 2
 * orders rwlock     a writer among two readers, who note what they saw: 0 or 1
 * each, 4 outcomes once       who runs it: 2
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char noted[16];
static int notes;

static void note(int what)
{
	pthread_mutex_lock(&lock);
	noted[notes++] = (char)('0' + what);
	pthread_mutex_unlock(&lock);
}

static void *mutex_thread(void *number)
{
	note((int)(long)number);
	return NULL;
}

static sem_t room;

static void *semaphore_thread(void *number)
{
	sem_wait(&room);
	note((int)(long)number);
	sem_post(&room);
	return NULL;
}

static pthread_barrier_t barrier;

static void *barrier_thread(void *number)
{
	note((int)(long)number);
	pthread_barrier_wait(&barrier);
	return NULL;
}

static pthread_cond_t there = PTHREAD_COND_INITIALIZER;
static int item[2], items;

static void *cond_thread(void *number)
{
	int got = 0;

	pthread_mutex_lock(&lock);
	if (number) {
		item[items++] = (int)(long)number;
		pthread_cond_signal(&there);
	}
	while (!number && got < 2) {
		while (got == items)
			pthread_cond_wait(&there, &lock);
		noted[notes++] = (char)('0' + item[got++]);
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static int value, saw[3];

static void *rwlock_thread(void *number)
{
	if (number) {
		pthread_rwlock_rdlock(&shared);
		saw[(long)number] = value;
	} else {
		pthread_rwlock_wrlock(&shared);
		value = 1;
	}
	pthread_rwlock_unlock(&shared);
	return NULL;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t me;

static void by_once(void)
{
	note((int)(long)pthread_getspecific(me));
}

static void *once_thread(void *number)
{
	pthread_setspecific(me, number);
	pthread_once(&once, by_once);
	return NULL;
}

static void run(void *(*function)(void *), long from, long to)
{
	pthread_t t[4];

	for (long i = from; i <= to; i++)
		pthread_create(&t[i], NULL, function, (void *)i);
	for (long i = from; i <= to; i++)
		pthread_join(t[i], NULL);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "mutex";

	sem_init(&room, 0, 2);
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_key_create(&me, NULL);
	if (strcmp(what, "mutex") == 0)
		run(mutex_thread, 1, 3);
	else if (strcmp(what, "semaphore") == 0)
		run(semaphore_thread, 1, 3);
	else if (strcmp(what, "barrier") == 0)
		run(barrier_thread, 1, 2);
	else if (strcmp(what, "cond") == 0)
		run(cond_thread, 0, 2);
	else if (strcmp(what, "once") == 0)
		run(once_thread, 1, 2);
	else
		run(rwlock_thread, 0, 2);
	if (strcmp(what, "rwlock") == 0) {
		note(saw[1]);
		note(saw[2]);
	}
	printf("%s\n", noted);
	return argc > 2 && strcmp(noted, argv[2]) == 0 ? 9 : 0;
}
