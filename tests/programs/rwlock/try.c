/* SPDX-License-Identifier: MIT */
/* try: what tryrdlock and trywrlock answer while others hold the lock
 *
 * EBUSY is 16.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: rd_rd=0,wr_rd=16,rd_wr=16,wr_wr=16,wr_free=0
 * executions: 1
 * native: sc
 *
 * Main waits for each thread before it goes on: never are two threads enabled
 * together, so there is one execution.
 */
#include "test.h"

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *try_read(void *unused)
{
	int rc = pthread_rwlock_tryrdlock(&l);

	if (rc == 0)
		pthread_rwlock_unlock(&l);
	return (void *)(intptr_t)rc;
}

static void *try_write(void *unused)
{
	int rc = pthread_rwlock_trywrlock(&l);

	if (rc == 0)
		pthread_rwlock_unlock(&l);
	return (void *)(intptr_t)rc;
}

static int ask(void *(*how)(void *))
{
	return (int)(intptr_t)finish(start(how, NULL));
}

int main(void)
{
	int rd_rd, wr_rd, rd_wr, wr_wr, wr_free;

	pthread_rwlock_rdlock(&l);
	rd_rd = ask(try_read);
	wr_rd = ask(try_write);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_wrlock(&l);
	rd_wr = ask(try_read);
	wr_wr = ask(try_write);
	pthread_rwlock_unlock(&l);
	wr_free = ask(try_write);
	printf("rd_rd=%d,wr_rd=%d,rd_wr=%d,wr_wr=%d,wr_free=%d\n", rd_rd, wr_rd,
		rd_wr, wr_wr, wr_free);
	return 0;
}
