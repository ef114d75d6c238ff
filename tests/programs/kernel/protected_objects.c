/* SPDX-License-Identifier: MIT */
/* protected_objects: what glibc stores to when it locks, posts, arrives, waits,
 * and what a compare-and-swap stores to though it fails, in memory that another
 * thread has made read-only; what only looks is none the worse for it
 *
 * verdict: bug crash
 * native: exits 0 -11
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_mutex_lock(&page->mutex)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_mutex_trylock(&page->mutex)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_mutex_timedlock(&page->held,&late)
 *
 * check: --exhaustive
 * flags: -DCALL=sem_timedwait(&page->none,&late)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_mutex_unlock(&page->held)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_spin_lock(&page->spin)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_rwlock_rdlock(&page->rwlock)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_rwlock_wrlock(&page->rwlock)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_rwlock_unlock(&page->read)
 *
 * check: --exhaustive
 * flags: -DCALL=sem_post(&page->sem)
 *
 * check: --exhaustive
 * flags: -DCALL=sem_wait(&page->sem)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_barrier_wait(&page->barrier)
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_once(&page->once,nothing)
 *
 * check: --exhaustive
 * flags: -DCALL=atomic_compare_exchange_strong(&page->word,&one,2)
 *
 * check: --exhaustive
 * flags: -DCALL=(seen=__atomic_load_n(&page->wide,5)) -latomic
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_cond_signal(&page->cond) -DLOOKS
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCALL=pthread_mutex_trylock(&page->held) -DLOOKS
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCALL=atomic_load(&page->word) -DLOOKS
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCALL=sem_getvalue(&page->sem,&one) -DLOOKS
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DCALL=sem_trywait(&page->none) -DLOOKS
 * verdict: verified
 */
#include "test.h"

#include <semaphore.h>
#include <sys/mman.h>

static struct {
	pthread_mutex_t mutex, held;
	pthread_spinlock_t spin;
	pthread_rwlock_t rwlock, read;
	pthread_barrier_t barrier;
	pthread_cond_t cond;
	pthread_once_t once;
	sem_t sem, none;
	atomic_int word;
	__int128 wide __attribute__((aligned(16)));
} * page;

volatile __int128 seen;

void nothing(void)
{
}

static void *protects(void *arg)
{
	assert(mprotect(page, 4096, PROT_READ) == 0);
	return arg;
}

int main(void)
{
	struct timespec late;
	int one = 1;
	pthread_t t;

	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_mutex_lock(&page->held);
	pthread_spin_init(&page->spin, 0);
	pthread_rwlock_rdlock(&page->read);
	pthread_barrier_init(&page->barrier, NULL, 1);
	sem_init(&page->sem, 0, 1);
	sem_init(&page->none, 0, 0);
	from_now(&late, -1);
	t = start(protects, NULL);
	(void)CALL; /* BUG */
	(void)one, (void)late;
	finish(t);
	return 0;
}
