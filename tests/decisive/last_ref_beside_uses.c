/* SPDX-License-Identifier: MIT */
/* last_ref_beside_uses - references are counted down in two steps: two threads
 * see one left each, and nobody gives the object back
 *
 * Uses are counted beside, and added up by who drops one.
 */
#include <assert.h>
#include <pthread.h>

struct object {
	pthread_mutex_t lock;
	int uses, refs, all_uses;
};

static struct object o = {PTHREAD_MUTEX_INITIALIZER, 0, 2, 0};
static int released;

static int refs_now(void)
{
	int now;

	pthread_mutex_lock(&o.lock);
	o.uses++;
	now = o.refs; /* decisive: first */
	o.all_uses += o.uses;
	pthread_mutex_unlock(&o.lock);
	return now;
}

static void *drop(void *unused)
{
	int left = refs_now() - 1;

	pthread_mutex_lock(&o.lock);
	o.refs = left; /* decisive: second, third */
	o.all_uses += o.uses;
	if (left == 0)
		released++;
	pthread_mutex_unlock(&o.lock);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, drop, NULL);
	pthread_create(&b, NULL, drop, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(o.uses == 2);
	assert(released == 1);
	return 0;
}
