/* SPDX-License-Identifier: MIT */
/* regexec.c - a library function that nobody knows reads what another thread
 * writes
 *
 * regcomp and regfree run while there is no other thread: they are no hole.
 * The hole is the call in reader(), and what writer() does beside it.  The
 * two orders of the call and the writer's lock are tried.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: unseen_calls
 * says: regexec (regexec.c:37)
 * silent: regcomp (regexec
 * modes: fork
 */
#include <pthread.h>
#include <regex.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static regex_t digits;
static char text[8] = "abc";

static void *writer(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	text[1] = '1';
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *reader(void *unused)
{
	(void)unused;
	regmatch_t found[1];

	regexec(&digits, text, 1, found, 0); /* without the lock */
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	if (regcomp(&digits, "[0-9]", 0))
		return 1;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	regfree(&digits);
}
