# SPDX-License-Identifier: MIT
"""helpers.py - C and C++ that rows of forms.py call: text.py writes what is used

What copies and stores is extern and `noipa`: a copy onto itself that a compiler
sees through is none.
"""

STRUCTURES = {
    "$cells": """\
struct $cells {
	unsigned char a : 2, b : 3, c : 3;
};
""",
    "$triple": """\
struct $triple {
	long a, b, c;
};
""",
    "$three": """\
struct $three {
	char at[3];
};
""",
    "$object ": """\
union $object {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	pthread_rwlock_t rwlock;
	sem_t semaphore;
};
""",
}


def copying(kind, structure):
    return f"""\
__attribute__((noinline, noipa)) void $copy_{kind}(struct {structure} *to, const struct {structure} *from)
{{
	*to = *from;
}}
"""


FUNCTIONS = {
    "$set_b(": """\
__attribute__((noinline, noipa)) void $set_b(volatile struct $cells *of, int x)
{
	((struct $cells *)of)->b = x;
}
""",
    "$set_c(": """\
__attribute__((noinline, noipa)) void $set_c(volatile struct $cells *of, int x)
{
	((struct $cells *)of)->c = x;
}
""",
    "$copy_rpair(": copying("rpair", "$pair"),
    "$copy_rwide(": copying("rwide", "$wide"),
    "$copy_rlarge(": copying("rlarge", "$triple"),
    "$copy_3(": """\
__attribute__((noinline, noipa)) void $copy_3(char *to, const char *from)
{
	*(struct $three *)to = *(const struct $three *)from;
}
""",
    "$set_kind(": """\
static __attribute__((noinline)) void $set_kind(pthread_mutex_t *m, int k)
{
	pthread_mutex_t kinds[] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
		PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, PTHREAD_MUTEX_INITIALIZER};

	*m = kinds[k];
}
static __attribute__((noinline)) int $try_kind(pthread_mutex_t *m, int k)
{
	int r;

	pthread_mutex_lock(m);
	r = k == 2 ? pthread_mutex_lock(m) : pthread_mutex_trylock(m);
	if (r == 0)
		pthread_mutex_unlock(m);
	pthread_mutex_unlock(m);
	return r;
}
""",
    "$brief_mutex(": """\
static __attribute__((noinline)) int $brief_mutex(int k)
{
	pthread_mutexattr_t of;
	pthread_mutex_t here;
	int r;

	pthread_mutexattr_init(&of);
	pthread_mutexattr_settype(&of, k == 1 ? PTHREAD_MUTEX_RECURSIVE : k == 2 ? PTHREAD_MUTEX_ERRORCHECK :
		PTHREAD_MUTEX_NORMAL);
	pthread_mutex_init(&here, &of);
	pthread_mutexattr_destroy(&of);
	pthread_mutex_lock(&here);
	r = k == 2 ? pthread_mutex_lock(&here) : pthread_mutex_trylock(&here);
	if (r == 0)
		pthread_mutex_unlock(&here);
	pthread_mutex_unlock(&here);
	if (k == 3)
		pthread_mutex_destroy(&here);
	return r;
}
""",
    "$brief_cond(": """\
static __attribute__((noinline)) int $brief_cond(int k)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t here = PTHREAD_COND_INITIALIZER;
	struct timespec past = {1, 0};
	int r;

	pthread_mutex_lock(&lock);
	pthread_cond_broadcast(&here);
	r = pthread_cond_timedwait(&here, &lock, &past);
	pthread_mutex_unlock(&lock);
	if (k & 1)
		pthread_cond_destroy(&here);
	if (k & 2)
		pthread_mutex_destroy(&lock);
	return r + k;
}
""",
    "$brief_semaphore(": """\
static __attribute__((noinline)) int $brief_semaphore(int k)
{
	sem_t here;
	int r;

	sem_init(&here, 0, k);
	r = k ? sem_wait(&here) == 0 : 0;
	if (k & 1)
		sem_destroy(&here);
	return r;
}
""",
    "$brief_rwlock(": """\
static __attribute__((noinline)) int $brief_rwlock(int k)
{
	pthread_rwlockattr_t of;
	pthread_rwlock_t here;
	int r;

	pthread_rwlockattr_init(&of);
	pthread_rwlockattr_setkind_np(&of, k % 3);
	pthread_rwlock_init(&here, &of);
	pthread_rwlock_rdlock(&here);
	r = pthread_rwlock_trywrlock(&here);
	pthread_rwlock_unlock(&here);
	if (k & 1)
		pthread_rwlock_destroy(&here);
	return r + (k & 1);
}
""",
    "$brief_barrier(": """\
static __attribute__((noinline)) int $brief_barrier(int k)
{
	pthread_barrier_t here;
	int r;

	pthread_barrier_init(&here, NULL, 1);
	r = pthread_barrier_wait(&here);
	if (k & 1)
		pthread_barrier_destroy(&here);
	return r == PTHREAD_BARRIER_SERIAL_THREAD ? 7 : r;
}
""",
    "$brief_once(": """\
static $local int $ran;
static void $run(void)
{
	$ran++;
}
static __attribute__((noinline)) int $brief_once(int k)
{
	pthread_once_t here = PTHREAD_ONCE_INIT;

	$ran = 0;
	while (k-- >= 0)
		pthread_once(&here, $run);
	return $ran;
}
""",
    "$ends(": """\
static void $ends(int *at, int kind)
{
	struct sockaddr_in here = {.sin_family = AF_INET};
	struct epoll_event in = {.events = EPOLLIN | (kind == 3 ? EPOLLET : 0)};
	socklen_t n = sizeof here;
	int s;

	if (kind == 0) {
		(void)!pipe2(at, O_NONBLOCK);
	} else if (kind != 2) {
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, at);
	} else {
		s = socket(AF_INET, SOCK_STREAM, 0);
		at[1] = socket(AF_INET, SOCK_STREAM, 0);
		here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		bind(s, (struct sockaddr *)&here, n);
		listen(s, 1);
		getsockname(s, (struct sockaddr *)&here, &n);
		connect(at[1], (struct sockaddr *)&here, n);
		at[0] = accept4(s, NULL, NULL, SOCK_NONBLOCK);
		close(s);
	}
	at[2] = epoll_create1(0);
	epoll_ctl(at[2], EPOLL_CTL_ADD, at[0], &in);
}
""",
    "$ready(": """\
static __attribute__((noinline)) int $ready(int fd, int timeout)
{
	struct pollfd p = {fd, POLLIN, 0};

	return poll(&p, 1, timeout);
}
""",
    "$watched(": """\
static __attribute__((noinline)) int $watched(int epoll, int timeout)
{
	struct epoll_event e;

	return epoll_wait(epoll, &e, 1, timeout);
}
""",
    "$brief_spin(": """\
static __attribute__((noinline)) int $brief_spin(int k)
{
	pthread_spinlock_t here;
	int r;

	pthread_spin_init(&here, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_lock(&here);
	r = pthread_spin_trylock(&here);
	pthread_spin_unlock(&here);
	if (k & 1)
		pthread_spin_destroy(&here);
	return r;
}
""",
    "$mine": "static $local union $object $mine;\n",
    "$again_mutex(": """\
static __attribute__((noinline)) int $again_mutex(union $object *o, int k)
{
	$set_kind(&o->mutex, k);
	return $try_kind(&o->mutex, k);
}
""",
    "$again_any(": """\
static __attribute__((noinline)) int $again_any(union $object *o, int k)
{
	int r = -1;

	memset((void *)o, 0, sizeof *o);
	if (k == 0)
		r = pthread_mutex_lock(&o->mutex) + pthread_mutex_unlock(&o->mutex);
	else if (k == 1)
		r = pthread_cond_signal(&o->cond) + pthread_cond_broadcast(&o->cond);
	else if (k == 2)
		r = pthread_rwlock_wrlock(&o->rwlock) + pthread_rwlock_unlock(&o->rwlock);
	else
		r = sem_init(&o->semaphore, 0, 1) + sem_wait(&o->semaphore);
	return r + 40 + k;
}
""",
    "$again_copy(": """\
static __attribute__((noinline)) int $again_copy(int k)
{
	pthread_mutex_t first, copy;

	$set_kind(&first, k);
	pthread_mutex_lock(&first);
	pthread_mutex_unlock(&first);
	copy = first;
	return $try_kind(&copy, k);
}
""",
    "$cxx_local(": """\
static __attribute__((noinline)) int $cxx_local(int k)
{
	std::recursive_mutex first;
	std::mutex lock;
	std::condition_variable here;
	std::unique_lock<std::mutex> held{lock};

	if (k & 1) {
		std::lock_guard<std::recursive_mutex> one{first}, two{first};
	}
	here.notify_all();
	here.wait_until(held, std::chrono::system_clock::time_point());
	return k + 1;
}
""",
    "$cxx_pool(": """\
static __attribute__((noinline)) int $cxx_pool(int k)
{
	static thread_local std::aligned_storage<64, 16>::type pool;

	if (k == 0) {
		auto m = new (&pool) std::mutex;
		std::lock_guard<std::mutex> one{*m};
	} else if (k == 1) {
		auto m = new (&pool) std::recursive_mutex;
		std::lock_guard<std::recursive_mutex> one{*m}, two{*m};
	} else if (k == 2) {
		auto c = new (&pool) std::condition_variable;
		c->notify_one();
		c->~condition_variable();
	} else {
		auto m = new (&pool) std::shared_mutex;
		std::shared_lock<std::shared_mutex> one{*m}, two{*m};
	}
	return k + 2;
}
""",
    "$caught_1": """\
static void $caught_1(int number)
{
	$hits0 += 1;
}
""",
    "$caught_2": """\
static void $caught_2(int number)
{
	$hits0 += 10;
}
""",
    "$block(": """\
static void $block(int number)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}
""",
    "$unblock(": """\
static void $unblock(int number)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
""",
    "$is_pending(": """\
static int $is_pending(int number)
{
	sigset_t set;

	sigpending(&set);
	return sigismember(&set, number);
}
""",
    "$jump_out(": """\
static $local sigjmp_buf $back;
static $local volatile int $carried;
static void $jump(int number)
{
	siglongjmp($back, $carried);
}
static __attribute__((noinline)) int $jump_out(int k)
{
	int r = sigsetjmp($back, 1);

	if (r)
		return r;
	$carried = k;
	raise(SIGVTALRM);
	return -1;
}
""",
    "$say(": """\
static void $say(int x)
{
	char text[16];
	int length = snprintf(text, sizeof text, "%d,", x);

	(void)!write(1, text, length);
}
""",
    "$at_exit_0": """\
static void $at_exit_0(void)
{
	$say(40);
}
""",
    "$at_exit_1": """\
static _Atomic int $turns;
static void $at_exit_1(void)
{
	$say(50 + $turns++);
}
""",
}
