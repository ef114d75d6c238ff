/* SPDX-License-Identifier: MIT */
/* seat_sold_twice - a seat is looked at, and sold later: somebody else has sold
 * it meanwhile
 *
 * Each sale also counts the customers, and the money, in the same struct.
 */
#include <assert.h>
#include <pthread.h>

static struct hall {
	pthread_mutex_t lock;
	int customers, sold, money;
} hall = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int free_seats(struct hall *h)
{
	int left;

	pthread_mutex_lock(&h->lock);
	h->customers++;
	left = 1 - h->sold; /* decisive: first */
	h->money += 0;
	pthread_mutex_unlock(&h->lock);
	return left;
}

static void *buy(void *unused)
{
	struct hall *h = &hall;
	int left;

	if (free_seats(h) == 0)
		return unused;
	pthread_mutex_lock(&h->lock);
	h->money += 10;
	h->sold++; /* decisive: second, third */
	left = 1 - h->sold;
	h->customers--;
	pthread_mutex_unlock(&h->lock);
	assert(left >= 0);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, buy, NULL);
	pthread_create(&b, NULL, buy, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
