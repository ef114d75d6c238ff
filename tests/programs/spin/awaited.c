/* SPDX-License-Identifier: MIT */
/* awaited: a thread that spins goes on as soon as what it looked at changes,
 * and not only when nobody else can
 *
 * T gives main what it waits for, and then counts until main says so: T can
 * always go on.  A random schedule of 5000 steps that never runs main again
 * comes up once in 2^4900: all executions come to their end.
 *
 * check: --strategy random --max-executions 300 --max-steps 5000
 * flags: -DLOOK=flag
 * verdict: partial
 * exit: 0
 * executions: 300
 * states: done
 *
 * check: --strategy random --max-executions 300 --max-steps 5000
 * flags: -DLOOK=mutex
 * verdict: partial
 * exit: 0
 * executions: 300
 * states: done
 *
 * check: --strategy random --max-executions 300 --max-steps 5000
 * flags: -DLOOK=semaphore
 * verdict: partial
 * exit: 0
 * executions: 300
 * states: done
 *
 * check: --strategy random --max-executions 300 --max-steps 5000
 * flags: -DLOOK=clock
 * verdict: partial
 * exit: 0
 * executions: 300
 * states: done
 */
#include "test.h"
#include <semaphore.h>

static atomic_int turns, over;
static atomic_int *flag; /* on main's stack */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t unit;

static long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void give_flag(void)
{
	atomic_store(flag, 1);
}

static void wait_flag(void)
{
	while (!atomic_load(flag))
		;
}

static void give_mutex(void)
{
	pthread_mutex_unlock(&lock);
}

static void wait_mutex(void)
{
	while (pthread_mutex_trylock(&lock) != 0)
		;
	pthread_mutex_unlock(&lock);
}

static void give_semaphore(void)
{
	sem_post(&unit);
}

static void wait_semaphore(void)
{
	int value;

	do
		sem_getvalue(&unit, &value);
	while (value == 0);
}

static void give_clock(void)
{
	usleep(10000);
}

static void wait_clock(void)
{
	static long end;

	end = now_ms() + 5;
	while (now_ms() < end)
		;
}

#define PASTE(a, b) a##_##b
#define OF(what, look) PASTE(what, look)

static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	atomic_store(&over, 0);
	while (atomic_fetch_add(&turns, 1) < 20)
		;
	OF(give, LOOK)();
	while (!atomic_load(&over))
		atomic_fetch_add(&turns, 1);
	return NULL;
}

int main(void)
{
	atomic_int on_stack = 0;
	pthread_t t;

	flag = &on_stack;
	sem_init(&unit, 0, 0);
	atomic_store(&over, 1);
	t = start(work, NULL);
	while (atomic_load(&over))
		;
	OF(wait, LOOK)();
	atomic_store(&over, 1);
	finish(t);
	printf("done\n");
	return 0;
}
