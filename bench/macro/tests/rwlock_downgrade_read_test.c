/* SPDX-License-Identifier: MIT */
/* rwlock_downgrade_read_test - a reader gets in once the writer is one, too
 *
 * Nobody unlocks: both must be inside at the end.
 */
#include "kernel.h"
#include "thr.h"

static struct rwlock shared;
static struct mutex lock;
static int count;

static void arrive(void)
{
	mutex_lock(&lock);
	count++;
	mutex_unlock(&lock);
}

static void *reader(void *unused)
{
	(void)unused;
	rwlock_lock(&shared, RWLOCK_READ);
	arrive();
	return NULL;
}

int main(void)
{
	void *status;

	thr_init();
	rwlock_lock(&shared, RWLOCK_WRITE);
	int id = thr_create(reader, NULL);

	rwlock_downgrade(&shared);
	arrive();
	thr_join(id, &status);
	assert(count == 2);
	kernel_vanish();
}
