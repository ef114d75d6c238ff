/* SPDX-License-Identifier: MIT */
/* threads.c - pthreads, C11 threads and semaphores, where nobody else is by */
#include "say.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static struct timespec past = {1, 0}, bad = {1, -1};

static void *body(void *argument)
{
	return argument;
}

static int c11_body(void *argument)
{
	return 7;
}

static void mutex_attributes(void)
{
	pthread_mutexattr_t a;
	int out = -1;

	E(pthread_mutexattr_init(&a));
	E(pthread_mutexattr_gettype(&a, &out));
	I(out);
	E(pthread_mutexattr_settype(&a, 99));
	E(pthread_mutexattr_settype(&a, -1));
	E(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK));
	E(pthread_mutexattr_gettype(&a, &out));
	I(out);
	E(pthread_mutexattr_getpshared(&a, &out));
	I(out);
	E(pthread_mutexattr_setpshared(&a, 9));
	E(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED));
	E(pthread_mutexattr_getrobust(&a, &out));
	I(out);
	E(pthread_mutexattr_setrobust(&a, 9));
	E(pthread_mutexattr_getprotocol(&a, &out));
	I(out);
	E(pthread_mutexattr_setprotocol(&a, 9));
	E(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_NONE));
	E(pthread_mutexattr_destroy(&a));
}

static void mutexes(void)
{
	static const int types[] = {
		PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE};
	pthread_mutexattr_t a;
	static pthread_mutex_t m;

	mutex_attributes();
	E(pthread_mutex_init(&m, NULL));
	E(pthread_mutex_lock(&m));
	E(pthread_mutex_trylock(&m));
	E(pthread_mutex_timedlock(&m, &past));
	E(pthread_mutex_timedlock(&m, &bad));
	E(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &past));
	E(pthread_mutex_clocklock(&m, CLOCK_PROCESS_CPUTIME_ID, &past));
	E(pthread_mutex_clocklock(&m, 99, &past));
	E(pthread_mutex_unlock(&m));
	E(pthread_mutex_timedlock(&m, &bad));
	E(pthread_mutex_unlock(&m));
	E(pthread_mutex_consistent(&m));
	E(pthread_mutex_destroy(&m));
	for (int i = 0; i < 2; i++) {
		pthread_mutexattr_init(&a);
		pthread_mutexattr_settype(&a, types[i]);
		E(pthread_mutex_init(&m, &a));
		E(pthread_mutex_lock(&m));
		E(pthread_mutex_lock(&m));
		E(pthread_mutex_trylock(&m));
		E(pthread_mutex_timedlock(&m, &past));
		E(pthread_mutex_unlock(&m));
		if (i == 1) {
			E(pthread_mutex_unlock(&m));
			E(pthread_mutex_unlock(&m));
			E(pthread_mutex_unlock(&m));
		}
		E(pthread_mutex_destroy(&m));
	}
	static mtx_t c;
	I(mtx_init(&c, mtx_timed));
	I(mtx_lock(&c));
	I(mtx_trylock(&c));
	I(mtx_timedlock(&c, &past));
	I(mtx_unlock(&c));
	V(mtx_destroy(&c));
	I(mtx_init(&c, mtx_recursive));
	I(mtx_lock(&c));
	I(mtx_trylock(&c));
	I(mtx_unlock(&c));
	I(mtx_unlock(&c));
	I(mtx_init(&c, 99));
	static pthread_spinlock_t s;
	E(pthread_spin_init(&s, 0));
	E(pthread_spin_lock(&s));
	E(pthread_spin_trylock(&s));
	E(pthread_spin_unlock(&s));
	E(pthread_spin_destroy(&s));
}

static void conditions(void)
{
	static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_condattr_t a;
	static pthread_cond_t c;
	clockid_t clock = -1;
	int out = -1;

	E(pthread_condattr_init(&a));
	E(pthread_condattr_getclock(&a, &clock));
	I(clock);
	E(pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
	E(pthread_condattr_setclock(&a, CLOCK_PROCESS_CPUTIME_ID));
	E(pthread_condattr_setclock(&a, 99));
	E(pthread_condattr_getpshared(&a, &out));
	I(out);
	E(pthread_condattr_setpshared(&a, 9));
	E(pthread_condattr_destroy(&a));
	E(pthread_cond_init(&c, &a));
	E(pthread_cond_signal(&c));
	E(pthread_cond_broadcast(&c));
	E(pthread_mutex_lock(&m));
	E(pthread_cond_timedwait(&c, &m, &past));
	E(pthread_cond_timedwait(&c, &m, &bad));
	E(pthread_cond_clockwait(&c, &m, CLOCK_REALTIME, &past));
	E(pthread_cond_clockwait(&c, &m, CLOCK_PROCESS_CPUTIME_ID, &past));
	E(pthread_cond_clockwait(&c, &m, 99, &past));
	E(pthread_mutex_unlock(&m));
	E(pthread_cond_destroy(&c));
	static cnd_t d;
	static mtx_t n;
	mtx_init(&n, mtx_plain);
	I(cnd_init(&d));
	I(cnd_signal(&d));
	I(cnd_broadcast(&d));
	mtx_lock(&n);
	I(cnd_timedwait(&d, &n, &past));
	mtx_unlock(&n);
	V(cnd_destroy(&d));
}

static void rwlocks(void)
{
	pthread_rwlockattr_t a;
	static pthread_rwlock_t l;
	int out = -1;

	E(pthread_rwlockattr_init(&a));
	E(pthread_rwlockattr_getkind_np(&a, &out));
	I(out);
	E(pthread_rwlockattr_setkind_np(&a, 3));
	E(pthread_rwlockattr_setkind_np(&a, -1));
	E(pthread_rwlockattr_getpshared(&a, &out));
	I(out);
	E(pthread_rwlockattr_setpshared(&a, 9));
	for (int kind = 0; kind < 3; kind++) {
		E(pthread_rwlockattr_setkind_np(&a, kind));
		E(pthread_rwlock_init(&l, &a));
		E(pthread_rwlock_rdlock(&l));
		E(pthread_rwlock_rdlock(&l));
		E(pthread_rwlock_tryrdlock(&l));
		E(pthread_rwlock_timedrdlock(&l, &past));
		E(pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &past));
		E(pthread_rwlock_timedrdlock(&l, &bad));
		E(pthread_rwlock_trywrlock(&l));
		E(pthread_rwlock_timedwrlock(&l, &past));
		E(pthread_rwlock_timedwrlock(&l, &bad));
		E(pthread_rwlock_clockwrlock(&l, CLOCK_REALTIME, &past));
		E(pthread_rwlock_clockwrlock(&l, 99, &past));
		E(pthread_rwlock_clockrdlock(&l, 99, &past));
		for (int i = 0; i < 5; i++)
			E(pthread_rwlock_unlock(&l));
		E(pthread_rwlock_wrlock(&l));
		E(pthread_rwlock_wrlock(&l));
		E(pthread_rwlock_rdlock(&l));
		E(pthread_rwlock_tryrdlock(&l));
		E(pthread_rwlock_trywrlock(&l));
		E(pthread_rwlock_timedrdlock(&l, &past));
		E(pthread_rwlock_timedwrlock(&l, &past));
		E(pthread_rwlock_unlock(&l));
		E(pthread_rwlock_trywrlock(&l));
		E(pthread_rwlock_unlock(&l));
		E(pthread_rwlock_destroy(&l));
	}
	E(pthread_rwlockattr_destroy(&a));
}

static int runs;

static void once(void)
{
	runs++;
}

static void others(void)
{
	pthread_barrierattr_t ba;
	static pthread_barrier_t b;
	static pthread_once_t o = PTHREAD_ONCE_INIT;
	static once_flag f = ONCE_FLAG_INIT;
	pthread_key_t k;
	tss_t t;
	static sem_t s;
	sem_t *one, *two;
	char name[40];
	int out = -1;

	E(pthread_barrierattr_init(&ba));
	E(pthread_barrierattr_getpshared(&ba, &out));
	I(out);
	E(pthread_barrierattr_setpshared(&ba, 9));
	E(pthread_barrier_init(&b, &ba, 0));
	E(pthread_barrier_init(&b, NULL, (unsigned)INT_MAX + 1));
	E(pthread_barrier_init(&b, NULL, 1));
	E(pthread_barrier_wait(&b));
	E(pthread_barrier_destroy(&b));
	E(pthread_barrierattr_destroy(&ba));
	E(pthread_once(&o, once));
	E(pthread_once(&o, once));
	V(call_once(&f, once));
	V(call_once(&f, once));
	I(runs);
	E(pthread_key_create(&k, NULL));
	P(pthread_getspecific(k));
	E(pthread_setspecific(k, "x"));
	S(pthread_getspecific(k));
	E(pthread_key_delete(k));
	E(pthread_key_delete(k));
	P(pthread_getspecific(k));
	E(pthread_setspecific(k, "x"));
	E(pthread_setspecific(9999, "x"));
	P(pthread_getspecific(9999));
	E(pthread_key_delete(9999));
	I(tss_create(&t, NULL));
	P(tss_get(t));
	I(tss_set(t, "y"));
	S(tss_get(t));
	V(tss_delete(t));
	I(tss_set(t, "y"));
	int made = 0;
	while (made < 2000 && pthread_key_create(&k, NULL) == 0)
		made++;
	I(made < 2000);
	I(sem_init(&s, 0, 1));
	I(sem_getvalue(&s, &out));
	I(out);
	I(sem_wait(&s));
	I(sem_trywait(&s));
	I(sem_timedwait(&s, &past));
	I(sem_timedwait(&s, &bad));
	I(sem_clockwait(&s, CLOCK_MONOTONIC, &past));
	I(sem_clockwait(&s, 99, &past));
	I(sem_post(&s));
	I(sem_timedwait(&s, &bad));
	I(sem_post(&s));
	I(sem_destroy(&s));
	I(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1));
	snprintf(name, sizeof name, "/scarp-same-%d", (int)getpid());
	P(sem_open("", O_CREAT, 0600, 1));
	P(sem_open("/a/b", O_CREAT, 0600, 1));
	P(sem_open(name, 0));
	P(sem_open(name, O_CREAT, 0600, (unsigned)SEM_VALUE_MAX + 1));
	P(one = sem_open(name, O_CREAT | O_EXCL, 0600, 2));
	P(sem_open(name, O_CREAT | O_EXCL, 0600, 2));
	P(two = sem_open(name, O_CREAT, 0600, (unsigned)SEM_VALUE_MAX + 1));
	I(sem_close(two));
	P(two = sem_open(name, O_CREAT, 0600, 7));
	I(one == two);
	I(sem_trywait(one));
	I(sem_getvalue(two, &out));
	I(out);
	I(sem_close(one));
	I(sem_post(two));
	I(sem_close(two));
	P(two = sem_open(name, 0));
	I(sem_close(two));
	I(sem_close(two));
	I(sem_close(&s));
	P(one = sem_open(name, 0));
	I(sem_getvalue(one, &out));
	I(out);
	I(sem_unlink(name));
	I(sem_unlink(name));
	I(sem_unlink("/a/b"));
	P(sem_open(name, 0));
	E((two = sem_open(name, O_CREAT, 0600, 5)) != SEM_FAILED);
	I(one == two);
	I(sem_getvalue(one, &out));
	I(out);
	I(sem_getvalue(two, &out));
	I(out);
	I(sem_close(one));
	I(sem_close(two));
	I(sem_unlink(name));
	I(sem_init(&s, 0, SEM_VALUE_MAX));
	I(sem_post(&s));
	I(sem_destroy(&s));
}

static void thread_attributes(void)
{
	struct sched_param p = {0}, one = {1};
	pthread_attr_t a;
	size_t size = 0;
	void *low;
	int out = -1;
	cpu_set_t cpus;
	sigset_t set;

	E(pthread_attr_init(&a));
	E(pthread_attr_getdetachstate(&a, &out));
	I(out);
	E(pthread_attr_setdetachstate(&a, 9));
	E(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED));
	E(pthread_attr_getdetachstate(&a, &out));
	I(out);
	E(pthread_attr_getguardsize(&a, &size));
	I(size);
	E(pthread_attr_setguardsize(&a, 1));
	E(pthread_attr_getguardsize(&a, &size));
	I(size);
	E(pthread_attr_getinheritsched(&a, &out));
	I(out);
	E(pthread_attr_setinheritsched(&a, 9));
	E(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED));
	E(pthread_attr_getschedpolicy(&a, &out));
	I(out);
	E(pthread_attr_setschedpolicy(&a, 9));
	E(pthread_attr_getschedparam(&a, &p));
	I(p.sched_priority);
	E(pthread_attr_setschedparam(&a, &one));
	E(pthread_attr_setschedparam(&a, &p));
	E(pthread_attr_getscope(&a, &out));
	I(out);
	E(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS));
	E(pthread_attr_setscope(&a, 9));
	E(pthread_attr_getstacksize(&a, &size));
	I(size > 0);
	E(pthread_attr_setstacksize(&a, 1));
	E(pthread_attr_setstacksize(&a, 1 << 20));
	E(pthread_attr_getstacksize(&a, &size));
	I(size);
	E(pthread_attr_getstackaddr(&a, &low));
	E(pthread_attr_getstack(&a, &low, &size));
	I(size);
	E(pthread_attr_setstack(&a, NULL, 1));
	E(pthread_attr_setstackaddr(&a, (void *)4096));
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	E(pthread_attr_getaffinity_np(&a, 0, &cpus));
	E(pthread_attr_getaffinity_np(&a, sizeof cpus, &cpus));
	E(pthread_attr_setaffinity_np(&a, 0, NULL));
	E(pthread_attr_getsigmask_np(&a, &set));
	E(pthread_attr_destroy(&a));
	E(pthread_getattr_default_np(&a));
	E(pthread_attr_getstacksize(&a, &size));
	I(size > 0);
	E(pthread_attr_destroy(&a));
	E(pthread_getattr_np(pthread_self(), &a));
	E(pthread_attr_getdetachstate(&a, &out));
	I(out);
	E(pthread_attr_getstack(&a, &low, &size));
	I((char *)&a > (char *)low && (char *)&a < (char *)low + size);
	E(pthread_attr_destroy(&a));
}

static void threads(void)
{
	pthread_t t;
	thrd_t c;
	void *result = NULL;
	int out = -1;

	I(pthread_equal(pthread_self(), pthread_self()));
	I(thrd_equal(thrd_current(), thrd_current()));
	E(pthread_create(&t, NULL, body, "x"));
	I(pthread_equal(t, pthread_self()));
	E(pthread_join(t, &result));
	S(result);
	E(pthread_create(&t, NULL, body, NULL));
	E(pthread_join(t, NULL));
	E(pthread_create(&t, NULL, body, NULL));
	E(pthread_detach(t));
	E(pthread_tryjoin_np(pthread_self(), NULL));
	E(pthread_timedjoin_np(pthread_self(), NULL, &past));
	E(pthread_clockjoin_np(pthread_self(), NULL, CLOCK_MONOTONIC, &past));
	I(thrd_create(&c, c11_body, NULL));
	I(thrd_join(c, &out));
	I(out);
	I(thrd_create(&c, c11_body, NULL));
	I(thrd_detach(c));
	E(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &out));
	I(out);
	E(pthread_setcancelstate(9, &out));
	E(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL));
	E(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &out));
	I(out);
	E(pthread_setcanceltype(9, &out));
	E(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &out));
	I(out);
	V(pthread_testcancel());
}

int main(void)
{
	mutexes();
	conditions();
	rwlocks();
	others();
	thread_attributes();
	threads();
	return said_all();
}
