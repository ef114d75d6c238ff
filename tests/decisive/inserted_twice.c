/* SPDX-License-Identifier: MIT */
/* inserted_twice - a table is searched under a read lock and filled under a
 * write lock: in between another one has filled it
 */
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int key[4], keys;

static int has(int wanted)
{
	for (int i = 0; i < keys; i++) /* decisive: first */
		if (key[i] == wanted)
			return 1;
	return 0;
}

static void *insert(void *unused)
{
	int there;

	pthread_rwlock_rdlock(&lock);
	there = has(3);
	pthread_rwlock_unlock(&lock);
	if (!there) {
		pthread_rwlock_wrlock(&lock);
		key[keys++] = 3; /* decisive: second, third */
		pthread_rwlock_unlock(&lock);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, insert, NULL);
	pthread_create(&b, NULL, insert, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(keys == 1);
	return 0;
}
