/* SPDX-License-Identifier: MIT
 *
 * A program brings its own threads of C11, upon those of POSIX, as many did
 * before C libraries had them: they hide scarp's, and what they do is checked.
 * By hand, 1 or 2.
 *
 * check: --exhaustive
 * verdict: verified
 * states: sum=1 sum=2
 * races: some
 *
 * check: --exhaustive
 * flags: -DLOCKS
 * verdict: verified
 * states: sum=2
 * races: none
 */
#include <pthread.h>
#include <stdio.h>

typedef struct {
	pthread_mutex_t lock;
} mtx_t;

int mtx_init(mtx_t *m, int type);
int mtx_lock(mtx_t *m);
int mtx_unlock(mtx_t *m);
int thrd_create(pthread_t *t, void *(*body)(void *), void *argument);
int thrd_join(pthread_t t, int *result);
void call_once(int *once, void (*body)(void));

int mtx_init(mtx_t *m, int type)
{
	return type + pthread_mutex_init(&m->lock, NULL);
}

int mtx_lock(mtx_t *m)
{
#ifdef LOCKS
	return pthread_mutex_lock(&m->lock);
#else
	return m == NULL;
#endif
}

int mtx_unlock(mtx_t *m)
{
#ifdef LOCKS
	return pthread_mutex_unlock(&m->lock);
#else
	return m == NULL;
#endif
}

int thrd_create(pthread_t *t, void *(*body)(void *), void *argument)
{
	return pthread_create(t, NULL, body, argument);
}

int thrd_join(pthread_t t, int *result)
{
	*result = pthread_join(t, NULL);
	return *result;
}

void call_once(int *once, void (*body)(void))
{
	if (!(*once)++)
		body();
}

static mtx_t m;
static int sum, once;

static void begin(void)
{
	mtx_init(&m, 0);
}

static void *add(void *unused)
{
	mtx_lock(&m);
	sum++;
	mtx_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	int result;

	call_once(&once, begin);
	thrd_create(&a, add, NULL);
	thrd_create(&b, add, NULL);
	thrd_join(a, &result);
	thrd_join(b, &result);
	printf("sum=%d\n", sum);
	return 0;
}
