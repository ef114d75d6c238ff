/* SPDX-License-Identifier: MIT */
/* overdrawn - check, then act: the balance is looked at under the lock, which
 * is given back before money is taken
 *
 * The other thread takes between the look and the taking.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static int enough(int amount)
{
	int is;

	pthread_mutex_lock(&lock);
	is = balance >= amount; /* decisive: first */
	pthread_mutex_unlock(&lock);
	return is;
}

static void take(int amount)
{
	pthread_mutex_lock(&lock);
	balance -= amount; /* decisive: second, third */
	assert(balance >= 0);
	pthread_mutex_unlock(&lock);
}

static void *pays(void *unused)
{
	if (enough(8))
		take(8);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, pays, NULL);
	pthread_create(&b, NULL, pays, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
