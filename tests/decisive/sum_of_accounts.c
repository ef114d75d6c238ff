/* SPDX-License-Identifier: MIT */
/* sum_of_accounts - money is under way from one account to the other when
 * somebody counts it
 */
#include <assert.h>
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	int money, looks;
};

static struct account from = {PTHREAD_MUTEX_INITIALIZER, 10, 0};
static struct account to = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static void add(struct account *a, int money)
{
	pthread_mutex_lock(&a->lock);
	a->looks++;
	a->money += money; /* decisive: first, third */
	pthread_mutex_unlock(&a->lock);
}

static int see(struct account *a)
{
	int money;

	pthread_mutex_lock(&a->lock);
	a->looks++;
	money = a->money; /* decisive: second */
	pthread_mutex_unlock(&a->lock);
	return money;
}

static void *move(void *unused)
{
	add(&from, -10);
	add(&to, 10);
	return unused;
}

static void *sum(void *unused)
{
	int all = see(&from);

	all += see(&to);
	assert(all == 10);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, move, NULL);
	pthread_create(&b, NULL, sum, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
