/* SPDX-License-Identifier: MIT */
/* shapes.c - what threads do to each other, in many sizes (bench/estimate.py)
 *
 * SHAPE names a function below: a thread of it, told its number; N threads make
 * R rounds on M objects.  No shape has a bug, and none waits for ever.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
	OBJECTS = M > 0 ? M : 1
};

static pthread_mutex_t lock[OBJECTS];
static pthread_rwlock_t rwlock[OBJECTS];
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t sem;
static atomic_int word[OBJECTS], turn, serving, flag[N + 1];
static int data[OBJECTS], count, got[N + 1];

/* One lock, or several in turn. */
static void locks(int me)
{
	for (int i = 0; i < R; i++) {
		int k = (me + i) % OBJECTS;

		pthread_mutex_lock(&lock[k]);
		data[k]++;
		pthread_mutex_unlock(&lock[k]);
	}
}

/* Thread 0 has R rounds, all others one. */
static void lopsided(int me)
{
	for (int i = 0; i < (me ? 1 : R); i++) {
		pthread_mutex_lock(&lock[0]);
		data[0]++;
		pthread_mutex_unlock(&lock[0]);
	}
}

/* Two of the locks, lower first. */
static void pairs(int me)
{
	for (int i = 0; i < R; i++) {
		int a = me % OBJECTS, b = (me + 1) % OBJECTS;

		if (a > b) {
			a = b;
			b = me % OBJECTS;
		}
		pthread_mutex_lock(&lock[a]);
		if (b != a)
			pthread_mutex_lock(&lock[b]);
		data[a]++;
		if (b != a)
			pthread_mutex_unlock(&lock[b]);
		pthread_mutex_unlock(&lock[a]);
	}
}

static void tries(int me)
{
	for (int i = 0; i < R; i++)
		if (pthread_mutex_trylock(&lock[me % OBJECTS]) == 0) {
			data[me % OBJECTS]++;
			pthread_mutex_unlock(&lock[me % OBJECTS]);
		}
}

/* Every second thread writes. */
static void readers(int me)
{
	for (int i = 0; i < R; i++) {
		int k = (me + i) % OBJECTS;

		if (me % 2)
			pthread_rwlock_rdlock(&rwlock[k]);
		else
			pthread_rwlock_wrlock(&rwlock[k]);
		got[me] = me % 2 ? data[k] : data[k]++;
		pthread_rwlock_unlock(&rwlock[k]);
	}
}

/* The result is used, so that additions do not commute. */
static void adds(int me)
{
	for (int i = 0; i < R; i++)
		got[me] += atomic_fetch_add(&word[(me + i) % OBJECTS], 1);
}

static void reads_then_stores(int me)
{
	for (int i = 0; i < R; i++) {
		int k = (me + i) % OBJECTS;
		int v = atomic_load(&word[k]);

		atomic_store(&word[k], v + 1);
	}
}

static void stores_then_reads(int me)
{
	for (int i = 0; i < R; i++) {
		atomic_store(&word[(me + i) % OBJECTS], me + 1);
		got[me] += atomic_load(&word[(me + i + 1) % OBJECTS]);
	}
}

/* Thread 0 writes all of them, the others read. */
static void one_writer(int me)
{
	for (int i = 0; i < R; i++)
		if (me)
			got[me] += atomic_load(&word[(me + i) % OBJECTS]);
		else
			atomic_store(&word[i % OBJECTS], i + 1);
}

/* A compare and swap that is tried again. */
static void swaps(int me)
{
	for (int i = 0; i < R; i++) {
		int v = atomic_load(&word[me % OBJECTS]);

		while (!atomic_compare_exchange_strong(
			&word[me % OBJECTS], &v, v + 1))
			;
	}
}

/* One try each, given up if somebody else was there. */
static void claims(int me)
{
	for (int k = 0; k < OBJECTS; k++) {
		int free = 0;

		if (atomic_compare_exchange_strong(&word[k], &free, me + 1)) {
			data[k]++;
			return;
		}
	}
}

/* Places of a table, from its thread's own one on. */
static void table(int me)
{
	for (int i = 0; i < R; i++)
		for (int k = 0; k < OBJECTS; k++) {
			int free = 0, at = (me * 3 + i + k) % OBJECTS;

			if (atomic_compare_exchange_strong(
				    &word[at], &free, me + 1))
				break;
		}
}

/* A queue of M places; of the threads the first half put. */
static void queue(int me)
{
	for (int i = 0; i < R; i++) {
		int change = me < N / 2 ? 1 : -1;

		pthread_mutex_lock(&lock[0]);
		while (count + change < 0 || count + change > OBJECTS)
			pthread_cond_wait(&cond, &lock[0]);
		count += change;
		pthread_cond_broadcast(&cond);
		pthread_mutex_unlock(&lock[0]);
	}
}

/* M may be inside. */
static void pool(int me)
{
	for (int i = 0; i < R; i++) {
		sem_wait(&sem);
		got[me] += atomic_fetch_add(&word[0], 1);
		sem_post(&sem);
	}
}

static void phases(int me)
{
	for (int i = 0; i < R; i++) {
		got[me] += atomic_fetch_add(&word[i % OBJECTS], 1);
		pthread_barrier_wait(&barrier);
	}
}

static void ticket(int me)
{
	for (int i = 0; i < R; i++) {
		int mine = atomic_fetch_add(&turn, 1);

		while (atomic_load(&serving) != mine)
			;
		data[0]++;
		atomic_store(&serving, mine + 1);
	}
	got[me] = data[0];
}

static void spins(int me)
{
	for (int i = 0; i < R; i++) {
		while (atomic_exchange(&word[0], 1))
			;
		data[0] += me;
		atomic_store(&word[0], 0);
	}
}

/* Thread i sees whether thread i - 1 was there. */
static void chain(int me)
{
	for (int i = 0; i < R; i++) {
		atomic_store(&flag[me], i + 1);
		if (me)
			got[me] += atomic_load(&flag[me - 1]);
	}
}

static void begin(void)
{
	atomic_store(&word[0], 1);
}

static void initialised(int me)
{
	got[me] = atomic_fetch_add(&word[1 % OBJECTS], 1);
	pthread_once(&once, begin);
	for (int i = 0; i < R; i++)
		got[me] += atomic_fetch_add(&word[0], 1);
}

/* Who sees M others before it has R rounds more. */
static void rare(int me)
{
	if (atomic_fetch_add(&word[0], 1) == M)
		for (int i = 0; i < R; i++)
			got[me] += atomic_fetch_add(&serving, 1);
	else
		got[me] = atomic_fetch_add(&serving, 1);
}

/* Of what thread 0 writes depends how long the others go on. */
static void as_long(int me)
{
	if (me == 0) {
		for (int i = 0; i < R; i++)
			atomic_store(&turn, i + 1);
		return;
	}
	for (int n = atomic_load(&turn); n > 0; n--)
		got[me] += atomic_fetch_add(&word[me % OBJECTS], 1);
}

static void *thread(void *number)
{
	SHAPE((int)(size_t)number);
	return NULL;
}

/* Each has one use. */
static void (*const all[])(int) = {locks, lopsided, pairs, tries, readers, adds,
	reads_then_stores, stores_then_reads, one_writer, swaps, claims, table,
	queue, pool, phases, ticket, spins, chain, initialised, rare, as_long};

int main(void)
{
	pthread_t t[N];

	if (!all[0])
		return 1;
	for (int i = 0; i < OBJECTS; i++) {
		pthread_mutex_init(&lock[i], NULL);
		pthread_rwlock_init(&rwlock[i], NULL);
	}
	pthread_barrier_init(&barrier, NULL, N);
	sem_init(&sem, 0, OBJECTS);
	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, thread, (void *)(size_t)i);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
