/* One wait of each kind whose time is over; a loop of sleeps. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, held;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static struct timespec in_ms(long ms)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_sec += ms / 1000;
	t.tv_nsec += ms % 1000 * 1000000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_sec++;
		t.tv_nsec -= 1000000000;
	}
	return t;
}

int main(void)
{
	struct timespec t = in_ms(5);
	sem_t s;

	sem_init(&s, 0, 0);
	pthread_mutex_init(&held, NULL);
	pthread_mutex_lock(&held);
	pthread_mutex_lock(&m);
	pthread_cond_timedwait(&c, &m, &t); /* cond */
	pthread_mutex_unlock(&m);
	t = in_ms(2000);
	sem_timedwait(&s, &t); /* sem */
	t = in_ms(30);
	pthread_mutex_timedlock(&held, &t); /* lock */
	poll(NULL, 0, 40);		    /* poll */
	for (int i = 0; i < 5; i++)
		usleep(1500); /* sleep */
	sem_post(&s);
	t = in_ms(70);
	sem_timedwait(&s, &t); /* in time */
	assert(!"late");
}
