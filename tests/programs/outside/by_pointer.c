/* SPDX-License-Identifier: MIT */
/* by_pointer: a function that scarp does not know is called by others, who were
 * given a pointer to it: the runtime, or the C library
 *
 * check: --exhaustive
 * args: thread
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls unseen_calls
 * says: regfree
 *
 * check: --exhaustive
 * args: once
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: key
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: regfree
 *
 * check: --exhaustive
 * args: atexit
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: cleanup
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: regfree
 *
 * check: --exhaustive
 * args: sort
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: signal
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: search
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: exit
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: c11
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls unseen_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: quick
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: call
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: array
 * modes: checkpoint
 * verdict: partial
 * holes: unknown_calls
 * says: endservent
 *
 * check: --exhaustive
 * args: nobody
 * modes: checkpoint
 * verdict: verified
 */
#include "test.h"

#include <regex.h>
#include <netdb.h>
#include <signal.h>
#include <threads.h>

typedef int compares(const void *, const void *);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static regex_t r;
static int numbers[] = {2, 1};
static void (*volatile called[])(void) = {endservent};

/* Whatever it is called with. */
static void *as(void *function)
{
	return function;
}

int main(int argc, char **argv)
{
	const char *how = argv[argc - 1];
	size_t n = 2;
	pthread_t t;
	pthread_key_t key;
	thrd_t other;

	if (!strcmp(how, "thread")) {
		pthread_create(&t, NULL, as(regfree), &r);
		pthread_join(t, NULL);
	} else if (!strcmp(how, "once")) {
		pthread_once(&once, endservent);
	} else if (!strcmp(how, "key")) {
		pthread_key_create(&key, as(regfree));
		pthread_setspecific(key, &r);
		pthread_exit(NULL);
	} else if (!strcmp(how, "atexit")) {
		atexit(endservent);
	} else if (!strcmp(how, "cleanup")) {
		pthread_cleanup_push(as(regfree), &r);
		pthread_exit(NULL);
		pthread_cleanup_pop(0);
	} else if (!strcmp(how, "sort")) {
		qsort(numbers, 2, sizeof *numbers, (compares *)as(endservent));
	} else if (!strcmp(how, "signal")) {
		signal(SIGUSR1, as(endservent));
		raise(SIGUSR1);
	} else if (!strcmp(how, "search")) {
		lfind(numbers, numbers, &n, sizeof *numbers,
			(compares *)as(endservent));
	} else if (!strcmp(how, "exit")) {
		on_exit(as(endservent), NULL);
	} else if (!strcmp(how, "c11")) {
		thrd_create(&other, as(endservent), NULL);
		thrd_join(other, NULL);
	} else if (!strcmp(how, "quick")) {
		at_quick_exit(endservent);
		quick_exit(0);
	} else if (!strcmp(how, "call")) {
		endservent();
	} else if (!strcmp(how, "array")) {
		called[0]();
	}
	return 0;
}
