/* SPDX-License-Identifier: MIT */
/* stack_parts: a thread's own struct, whose address another thread was given
 *
 * The owner and the other one each read the count and store one more: 2, or 1
 * when both read before either stored.  The argument says how the owner gets at
 * it.  clang announces no access to a part of a local: without its plugin the
 * owner's are not seen to race, threads are switched at their start and end
 * only, and 1 is never found.
 *
 * check: --exhaustive
 * args: member
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: element
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: initialiser
 * holes: may_tear
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: result
 * holes: may_tear
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: member
 * flags: -O0
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: element
 * flags: --keep-O -O3
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: result
 * flags: --keep-O -O3
 * holes: may_tear
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: member
 * flags: --no-plugin
 * compilers: clang
 * verdict: partial
 * holes: local_parts unannounced
 * states: 2
 * races: none
 *
 * check: --exhaustive
 * args: element
 * flags: --no-plugin
 * compilers: clang
 * verdict: partial
 * holes: local_parts unannounced
 * states: 2
 * races: none
 */
#include "test.h"

struct job {
	long id, count;
};

static int at = 1;

/* The struct's address as a whole is all that leaves a function. */
static void *other(void *arg)
{
	struct job *job = arg;

	job->count = job->count + 1;
	return NULL;
}

static void *other_element(void *arg)
{
	long *counts = arg;

	counts[1] = counts[1] + 1;
	return NULL;
}

static __attribute__((noinline)) struct job made(long id, long count)
{
	struct job job = {id, count};

	return job;
}

static void *member(void *unused)
{
	struct job job = {7, 0};
	pthread_t t = start(other, &job);

	job.count = job.count + 1;
	finish(t);
	return (void *)job.count;
}

static void *element(void *unused)
{
	long counts[4] = {0, 0, 0, 0};
	pthread_t t = start(other_element, counts);

	counts[at] = counts[at] + 1;
	finish(t);
	return (void *)counts[at];
}

static void *initialiser(void *unused)
{
	struct job job = {7, 0};
	pthread_t t = start(other, &job);

	job = (struct job){8, job.count + 1};
	finish(t);
	return (void *)job.count;
}

static void *result(void *unused)
{
	struct job job = {7, 0};
	pthread_t t = start(other, &job);

	job = made(8, job.count + 1);
	finish(t);
	return (void *)job.count;
}

int main(int argc, char **argv)
{
	const char *how = argv[argc - 1];
	void *(*owner)(void *) = strcmp(how, "member") == 0    ? member
				 : strcmp(how, "element") == 0 ? element
				 : strcmp(how, "result") == 0  ? result
							       : initialiser;

	printf("%ld\n", (long)finish(start(owner, NULL)));
	return 0;
}
