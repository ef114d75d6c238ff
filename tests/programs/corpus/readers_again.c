/* SPDX-License-Identifier: MIT */
/* readers_again: a reader asks for its lock a second time, behind a writer
 *
 * A model of a portable runtime's lock, which lets no reader in once a
 * writer waits. A reader that has it and asks again then waits for the
 * writer, and the writer for the reader. It has to be stopped between its
 * two calls. What is right knows who has the lock already.
 *
 * check:
 * verdict: bug deadlock
 * depth: 1
 * check: --exhaustive
 * flags: -DRIGHT
 * verdict: verified
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int reading, writers;
static bool writing;

static void read_lock(bool has_it)
{
	pthread_mutex_lock(&m);
	while (writing || (writers && !has_it))
		pthread_cond_wait(&change, &m);
	reading++;
	pthread_mutex_unlock(&m);
}

static void read_unlock(void)
{
	pthread_mutex_lock(&m);
	reading--;
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&m);
}

static void *reader(void *unused)
{
	read_lock(false);
#ifdef RIGHT
	read_lock(true);
#else
	read_lock(false);
#endif
	read_unlock();
	read_unlock();
	return unused;
}

static void *writer(void *unused)
{
	pthread_mutex_lock(&m);
	writers++;
	while (writing || reading)
		pthread_cond_wait(&change, &m);
	writing = true;
	writing = false;
	writers--;
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, reader, NULL);
	pthread_create(&t[1], NULL, writer, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
