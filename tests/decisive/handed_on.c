/* SPDX-License-Identifier: MIT */
/* handed_on - main finds what a thread has left that looked too early
 *
 * Both count their calls under the lock, behind what matters.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int setting, got, calls;

static void *look(void *unused)
{
	pthread_mutex_lock(&lock);
	got = setting; /* decisive: first */
	calls++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *set(void *unused)
{
	pthread_mutex_lock(&lock);
	setting = 1; /* decisive: second */
	calls++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, look, NULL);
	pthread_create(&b, NULL, set, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(got == 1);
	return 0;
}
