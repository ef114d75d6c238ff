/* SPDX-License-Identifier: MIT */
/* named: two threads open a semaphore by its name and one of them makes it: it
 * is one, and holds what it was made with; it goes on when nobody has it open,
 * and each execution begins without it
 *
 * Two count by it: both get in, one after the other, or, where it is made with
 * 0 by an error in `zero`, nobody.
 *
 * check: --exhaustive
 * args: one
 * default: checkpoint
 * verdict: verified
 * states: 2
 *
 * check: --exhaustive
 * args: zero
 * verdict: bug deadlock
 *
 * check: --exhaustive
 * args: removed
 * verdict: verified
 * states: same other
 *
 * check: --exhaustive
 * args: used
 * verdict: bug crash
 *
 * check: --exhaustive
 * args: closed
 * verdict: bug crash
 */
#include "test.h"

#include <fcntl.h>
#include <semaphore.h>

static int count;
static unsigned value = 1;
static char name[40];
static sem_t *opened[2];

static void *counts(void *arg)
{
	sem_t *s = sem_open(name, O_CREAT, 0600, value);

	assert(s != SEM_FAILED);
	sem_wait(s);
	count++;
	sem_post(s);
	sem_close(s);
	return arg;
}

static void *opens(void *arg)
{
	opened[1] = sem_open(name, O_CREAT, 0600, 3);
	return arg;
}

int main(int argc, char **argv)
{
	char which = argv[argc - 1][0];
	pthread_t t;
	int left;

	snprintf(name, sizeof name, "/scarp-named-%d", (int)getpid());
	if (which == 'r') {
		opened[0] = sem_open(name, O_CREAT | O_EXCL, 0600, 3);
		t = start(opens, NULL);
		assert(sem_unlink(name) == 0);
		finish(t);
		puts(opened[0] == opened[1] ? "same" : "other");
		sem_unlink(name);
		return 0;
	}
	value = which != 'z';
	t = start(counts, NULL);
	counts(NULL);
	finish(t);
	opened[0] = sem_open(name, 0);
	if (which == 'c') {
		sem_close(opened[0]);
		sem_post(opened[0]); /* its name is still there */
	}
	assert(sem_getvalue(opened[0], &left) == 0 && left == (int)value);
	assert(sem_unlink(name) == 0);
	assert(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
	assert(sem_close(opened[0]) == 0);
	if (which == 'u')
		sem_post(opened[0]); /* it is unmapped */
	printf("%d\n", count);
	return 0;
}
