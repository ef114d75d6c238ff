/* SPDX-License-Identifier: MIT */
/* state_awaited: a loop that waits for state of the C library to change
 *
 * One thread reads it again and again, another one changes it, sooner or later,
 * and goes on.  Whoever awaits must be let go on as soon as it has changed, so
 * that he may be before the other's next step (0) or after it (1); if nobody
 * changes it the loop is a livelock, which is found where scarp knows all that
 * was read.
 *
 * check: --exhaustive
 * args: action
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: limit
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: name
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: keys
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: flags
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: closes
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: size
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: end_of_file
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: place
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: opened
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: cancelled
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: cancelled_asleep
 * verdict: verified
 * states: 0 1
 *
 * check: --exhaustive
 * args: flags nobody
 * verdict: bug livelock
 * native: hangs nobody changes it
 *
 * check: --exhaustive
 * args: end_of_file nobody
 * verdict: bug livelock
 * native: hangs nobody changes it
 */
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

static pthread_t waiter;
static int file, pipes[2];
static pthread_key_t last_key;

static void handler(int number)
{
}

static bool action_set(void)
{
	struct sigaction now;

	sigaction(SIGUSR1, NULL, &now);
	return now.sa_handler == handler;
}

static void set_action(void)
{
	signal(SIGUSR1, handler);
}

static bool directory_set(void)
{
	char path[300];

	return getcwd(path, sizeof path) && strcmp(path, "/") == 0;
}

static void set_directory(void)
{
	assert(chdir("/") == 0);
}

static bool limit_set(void)
{
	struct rlimit now;

	getrlimit(RLIMIT_NOFILE, &now);
	return now.rlim_cur == 99;
}

static void set_limit(void)
{
	struct rlimit now;

	getrlimit(RLIMIT_NOFILE, &now);
	now.rlim_cur = 99;
	assert(setrlimit(RLIMIT_NOFILE, &now) == 0);
}

static bool name_set(void)
{
	static char name[16]; /* no frame of its own: 004, what is not seen */

	pthread_getname_np(pthread_self(), name, sizeof name);
	return strcmp(name, "new") == 0;
}

static void set_name(void)
{
	pthread_setname_np(waiter, "new");
}

static bool keys_set(void)
{
	pthread_key_t key;

	return pthread_key_create(&key, NULL) == 0;
}

static void set_keys(void)
{
	pthread_key_delete(last_key);
}

static bool flags_set(void)
{
	return fcntl(pipes[0], F_GETFL) & O_NONBLOCK;
}

static void set_flags(void)
{
	fcntl(pipes[0], F_SETFL, O_NONBLOCK);
}

static bool closes_set(void)
{
	return fcntl(pipes[0], F_GETFD) & FD_CLOEXEC;
}

static void set_closes(void)
{
	fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
}

static bool size_set(void)
{
	struct stat st;

	fstat(file, &st);
	return st.st_size == 9;
}

static void set_size(void)
{
	assert(ftruncate(file, 9) == 0);
}

static bool end_of_file_set(void)
{
	char byte;

	return read(file, &byte, 1) == 1;
}

static void set_end_of_file(void)
{
	assert(pwrite(file, "x", 1, 0) == 1);
}

static bool place_set(void)
{
	return lseek(file, 0, SEEK_CUR) == 7;
}

static void set_place(void)
{
	lseek(file, 7, SEEK_SET);
}

static bool opened_set(void)
{
	struct stat st;

	return fstat(60, &st) == 0;
}

static void set_opened(void)
{
	assert(dup2(1, 60) == 60);
}

static bool cancelled_set(void)
{
	pthread_testcancel();
	return false;
}

static bool cancelled_asleep_set(void)
{
	usleep(1);
	return false;
}

static void set_cancelled(void)
{
	pthread_cancel(waiter);
}

#define set_cancelled_asleep set_cancelled

static const struct {
	const char *name;
	bool (*is_set)(void);
	void (*set)(void);
} kinds[] = {
#define KIND(name)                                                             \
	{                                                                      \
#name, name##_set, set_##name                                  \
	}
	KIND(action), KIND(directory), KIND(limit), KIND(name), KIND(keys),
	KIND(flags), KIND(closes), KIND(size), KIND(end_of_file), KIND(place),
	KIND(opened), KIND(cancelled), KIND(cancelled_asleep)};

static unsigned kind;
static atomic_int point, after, seen;

static void look(void *unused)
{
	atomic_store(&seen, atomic_load(&after));
}

static void *await(void *unused)
{
	pthread_cleanup_push(look, NULL);
	while (!kinds[kind].is_set())
		atomic_load(&point);
	pthread_cleanup_pop(1);
	return NULL;
}

int main(int argc, char **argv)
{
	while (strcmp(kinds[kind].name, argv[1]) != 0)
		kind++;
	assert(pipe(pipes) == 0);
	file = memfd_create("file", 0);
	if (kinds[kind].set == set_keys)
		for (pthread_key_t key; pthread_key_create(&key, NULL) == 0;)
			last_key = key;
	waiter = start(await, NULL);
	if (argc == 2)
		kinds[kind].set();
	atomic_store(&after, 1);
	finish(waiter);
	printf("%d\n", atomic_load(&seen));
	return 0;
}
