/* Preemptions beside all that looks like one: a wait at a once, at a lock, at
 * a pipe, at poll with a limit, a sleep, sched_yield. */
#include <assert.h>
#include <pthread.h>
#include <poll.h>
#include <stdatomic.h>
#include <sched.h>
#include <unistd.h>
static int fd[2];
static atomic_int n;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void init(void)
{
	atomic_fetch_add(&n, 0);
	sched_yield();
	atomic_fetch_add(&n, 0);
}
static void *reader(void *u)
{
	char c;
	struct pollfd p = {.fd = fd[0], .events = POLLIN};
	pthread_once(&once, init);
	poll(&p, 1, 20);
	usleep(100);
	if (read(fd[0], &c, 1) != 1)
		return NULL;
	int seen = atomic_load(&n);
	atomic_store(&n, seen + 1);
	return u;
}
static void *writer(void *u)
{
	pthread_once(&once, init);
	pthread_mutex_lock(&m);
	int seen = atomic_load(&n);
	usleep(10);
	pthread_mutex_unlock(&m);
	sched_yield();
	if (write(fd[1], "a", 1) != 1)
		return NULL;
	atomic_store(&n, seen + 1);
	return u;
}
int main(void)
{
	pthread_t t[3];
	if (pipe(fd) || write(fd[1], "x", 1) != 1)
		return 1;
	pthread_create(&t[0], NULL, reader, NULL);
	pthread_create(&t[1], NULL, writer, NULL);
	pthread_create(&t[2], NULL, writer, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(n == 3);
}
