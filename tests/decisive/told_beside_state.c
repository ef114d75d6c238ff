/* SPDX-License-Identifier: MIT */
/* told_beside_state - the state is set when the other one has looked; both say
 * what they do into one pipe, under the same lock
 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int said[2], state;

static void say(const char *what)
{
	if (write(said[1], what, 1) != 1)
		_exit(3);
}

static void *start(void *unused)
{
	pthread_mutex_lock(&lock);
	say("s");
	state = 1; /* decisive: second */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *use(void *unused)
{
	int seen;

	pthread_mutex_lock(&lock);
	seen = state; /* decisive: first */
	say("u");
	pthread_mutex_unlock(&lock);
	assert(seen == 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	if (pipe(said))
		return 3;
	pthread_create(&a, NULL, start, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
