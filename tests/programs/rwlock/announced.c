/* SPDX-License-Identifier: MIT */
/* announced: a writer that waits keeps readers out, tries and timed ones too
 *
 * The reader has the lock and looks at it once more, by a try or with a time
 * limit, beside a writer that waits or has a time limit of its own.  EBUSY
 * (16) or ETIMEDOUT (110) are seen if and only if the writer waits then; what a
 * writer announced is taken back when its time is up.
 *
 * check: --exhaustive
 * flags: -DLOOK=TRYRD -DWAIT=WR
 * verdict: verified
 * states: 0/0 16/0
 *
 * check: --exhaustive
 * flags: -DLOOK=TIMEDRD -DWAIT=WR
 * verdict: verified
 * states: 0/0 110/0
 *
 * check: --exhaustive
 * flags: -DLOOK=RD -DWAIT=TIMEDWR
 * verdict: verified
 * states: 0/0 0/110
 * native: prints 0/0 0/110
 *
 * check: --exhaustive
 * flags: -DLOOK=TRYWR -DWAIT=TIMEDWR
 * verdict: verified
 * states: 16/0 16/110
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static struct timespec at;

#define RD pthread_rwlock_rdlock(&l)
#define TRYRD pthread_rwlock_tryrdlock(&l)
#define TIMEDRD pthread_rwlock_timedrdlock(&l, &at)
#define WR pthread_rwlock_wrlock(&l)
#define TRYWR pthread_rwlock_trywrlock(&l)
#define TIMEDWR pthread_rwlock_timedwrlock(&l, &at)

static int waited, x;

static void *writer(void *unused)
{
	waited = WAIT;
	if (waited)
		return NULL;
	x++; /* the lock orders it with the reader's looks */
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int looked, before;

	clock_gettime(CLOCK_REALTIME, &at);
	at.tv_sec++;
	t = start(writer, NULL);
	pthread_rwlock_rdlock(&l);
	before = x;
	looked = LOOK;
	assert(x == before);
	if (!looked)
		pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	finish(t);
	printf("%d/%d\n", looked, waited);
	return 0;
}
