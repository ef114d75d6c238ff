/* SPDX-License-Identifier: MIT */
/* looks_first: a queue whose dequeue looks without its lock whether there is
 * anything.  The two looks are no decision points before they are seen to race:
 * until then nothing is to be concluded of other orders of the calls, of which
 * some have this dequeue find something.
 *
 * check: --exhaustive
 * verdict: verified
 *
 * check: --exhaustive --history executed
 * verdict: verified
 *
 * check:
 * verdict: verified
 */
#include <pthread.h>
#include <scarp/linearize.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int item[4], first, last;

static void enqueue(int value)
{
	pthread_mutex_lock(&m);
	item[last++] = value;
	pthread_mutex_unlock(&m);
}

static int dequeue(void)
{
	int got = 0;

	if (first == last)
		return 0;
	pthread_mutex_lock(&m);
	if (first != last)
		got = item[first++];
	pthread_mutex_unlock(&m);
	return got;
}

static void take(void)
{
	int got;

	SCARP_OPERATION(&m, "dequeue", got = dequeue(), (),
		got ? SCARP_NUMBER(got) : SCARP_EMPTY);
}

static void *puts_and_takes(void *unused)
{
	SCARP_OPERATION(
		&m, "enqueue", enqueue(1), (SCARP_NUMBER(1)), SCARP_NOTHING);
	take();
	return unused;
}

static void *takes(void *unused)
{
	take();
	return unused;
}

int main(void)
{
	pthread_t a, b;

	scarp_specification(&m, "queue");
	pthread_create(&a, NULL, puts_and_takes, NULL);
	pthread_create(&b, NULL, takes, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
