/* SPDX-License-Identifier: MIT */
/* state_changes: loops that go on until state of the C library has come round
 *
 * Each loop changes state that lies outside of the test's memory, with nothing
 * else that tells its turns apart, and ends.  Whoever takes such turns for
 * turns without effect reports a livelock.  A second thread stands by until all
 * is done, so that the operations of the loops are decision points.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: assumed_random
 */
#include "test.h"

#include <fcntl.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>

static atomic_int point; /* an operation of each turn; nobody changes it */

static void random_numbers(void)
{
	struct random_data data = {0};
	static char state[64], other[128];
	unsigned short bits[3] = {1, 2, 3};
	unsigned seed = 1;
	int32_t out;

	while (random() % 97 != 5)
		atomic_load(&point);
	while (rand() % 97 != 6)
		atomic_load(&point);
	while (lrand48() % 97 != 7)
		atomic_load(&point);
	while (drand48() < 0.97)
		atomic_load(&point);
	while (erand48(bits) < 0.97)
		atomic_load(&point);
	while (rand_r(&seed) % 97 != 8)
		atomic_load(&point);
	assert(initstate_r(3, state, sizeof state, &data) == 0);
	do {
		atomic_load(&point);
		assert(random_r(&data, &out) == 0);
	} while (out % 97 != 9);
	initstate(4, other, sizeof other);
	while (random() % 97 != 10)
		atomic_load(&point);
	while ((arc4random() & 63) != 12)
		atomic_load(&point);
	do
		atomic_load(&point);
	while (getrandom(&out, sizeof out, 0) < 0 || (out & 63) != 11);
}

static void text(void)
{
	char many[] = "a b c d e f g h i j k l m n o p q r s t u v w x y z";

	for (char *s = strtok(many, " "); *s != 'z'; s = strtok(NULL, " "))
		atomic_load(&point);
}

static void handler(int number)
{
}

/* A counter whose digits are the state of something. */
static void counter(int (*digit)(int set), int digits)
{
	int at;

	do {
		atomic_load(&point);
		for (at = 0; at < digits && digit(at); at++)
			;
	} while (at < digits);
}

/* Each says whether it was set, and turns it round. */
static int masked(int which)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN + which);
	pthread_sigmask(SIG_BLOCK, &set, &old);
	if (sigismember(&old, SIGRTMIN + which))
		pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	return sigismember(&old, SIGRTMIN + which);
}

static int handled(int which)
{
	int was = signal(SIGRTMIN + which, handler) == handler;

	if (was)
		signal(SIGRTMIN + which, SIG_DFL);
	return was;
}

static int in_mask(int which)
{
	mode_t old = umask(0);

	umask(old ^ 1u << which);
	return old >> which & 1;
}

static int is_open(int which)
{
	int number = 40 + which;
	struct stat st;

	if (fstat(number, &st) == 0) {
		close(number);
		return 1;
	}
	assert(dup2(1, number) == number);
	return 0;
}

static int fds[2];

static int nonblocking(int which)
{
	int flag = which ? O_APPEND : O_NONBLOCK, now = fcntl(fds[0], F_GETFL);

	fcntl(fds[0], F_SETFL, now ^ flag);
	return (now & flag) != 0;
}

static int uncancellable(int which)
{
	int old;

	if (which == 0) {
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
		if (old == PTHREAD_CANCEL_DISABLE)
			pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
		return old == PTHREAD_CANCEL_DISABLE;
	}
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
	if (old == PTHREAD_CANCEL_ASYNCHRONOUS)
		pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
	return old == PTHREAD_CANCEL_ASYNCHRONOUS;
}

static int named(int which)
{
	char name[16];

	pthread_getname_np(pthread_self(), name, sizeof name);
	name[which] ^= 1;
	pthread_setname_np(pthread_self(), name);
	return name[which] & 1;
}

static int in_environment(int which)
{
	char name[] = {'A' + (char)which, 0};

	if (getenv(name))
		return unsetenv(name) == 0;
	return setenv(name, "", 1) != 0;
}

static int limited(int which)
{
	struct rlimit now;

	getrlimit(RLIMIT_CORE, &now);
	now.rlim_cur ^= 1u << which;
	if (now.rlim_cur > now.rlim_max)
		return 1; /* it is zero for good */
	setrlimit(RLIMIT_CORE, &now);
	return !(now.rlim_cur >> which & 1);
}

static pthread_key_t keys[3];

static int specific(int which)
{
	char *was = pthread_getspecific(keys[which]);

	pthread_setspecific(keys[which], was ? NULL : "");
	return was != NULL;
}

static int file;

static int placed(int which)
{
	off_t now = lseek(file, 0, SEEK_CUR);

	lseek(file, now ^ 1 << which, SEEK_SET);
	return now >> which & 1;
}

static int long_file(int which)
{
	struct stat st;

	fstat(file, &st);
	assert(ftruncate(file, st.st_size ^ 1 << which) == 0);
	return st.st_size >> which & 1;
}

static int written(int which)
{
	char byte = 0;

	assert(pread(file, &byte, 1, 64 + which) == 1);
	byte ^= 1;
	assert(pwrite(file, &byte, 1, 64 + which) == 1);
	return !(byte & 1);
}

/* The same number, or the same bytes, each time. */
static void contents(void)
{
	static char page[4096];
	int event = eventfd(20, EFD_SEMAPHORE | EFD_NONBLOCK), ends[2];
	uint64_t number = 1;

	do
		atomic_load(&point);
	while (read(event, &number, sizeof number) == sizeof number);
	number = UINT64_MAX - 20;
	assert(write(event, &number, sizeof number) == sizeof number);
	number = 1;
	do
		atomic_load(&point);
	while (write(event, &number, sizeof number) == sizeof number);
	assert(pipe2(ends, O_NONBLOCK) == 0);
	do
		atomic_load(&point);
	while (write(ends[1], page, sizeof page) == sizeof page);
	do
		atomic_load(&point);
	while (read(ends[0], page, sizeof page) == sizeof page);
}

/* One unit less each time, and nothing is read but that there was one. */
static void units(void)
{
	static char page[200];
	int ends[2];
	sem_t unit;

	sem_init(&unit, 0, 200);
	do
		atomic_load(&point);
	while (sem_trywait(&unit) == 0);
	assert(pipe2(ends, O_NONBLOCK) == 0);
	assert(write(ends[1], page, sizeof page) == sizeof page);
	do
		atomic_load(&point);
	while (read(ends[0], page, 1) == 1);
}

static void *stand_by(void *until)
{
	int byte;

	return (void *)(intptr_t)read(*(int *)until, &byte, 1);
}

int main(void)
{
	int wait[2];
	pthread_t t;

	assert(pipe(wait) == 0 && pipe(fds) == 0);
	for (int i = 0; i < 3; i++)
		pthread_key_create(&keys[i], NULL);
	pthread_setname_np(pthread_self(), "0000");
	file = memfd_create("file", 0);
	t = start(stand_by, &wait[0]);
	random_numbers();
	text();
	units();
	counter(masked, 4);
	counter(handled, 4);
	counter(in_mask, 6);
	counter(is_open, 4);
	counter(nonblocking, 2);
	counter(uncancellable, 2);
	counter(named, 4);
	counter(in_environment, 4);
	counter(limited, 4);
	counter(specific, 3);
	counter(placed, 6);
	counter(long_file, 6);
	assert(ftruncate(file, 100) == 0);
	counter(written, 4);
	contents();
	assert(write(wait[1], "", 1) == 1);
	finish(t);
	return 0;
}
