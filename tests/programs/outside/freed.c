/* SPDX-License-Identifier: MIT */
/* freed.c - a library function reads a block that another thread has freed
 *
 * check: --exhaustive
 * verdict: bug use_after_free
 */
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static wchar_t *text;
size_t length; /* another file may read it: the call stays */

static void *frees(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	free(text);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;

	text = calloc(4, sizeof *text);
	pthread_create(&t, NULL, frees, NULL);
	pthread_mutex_lock(&lock);
	length = wcslen(text); /* BUG */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0; /* natively the length may be any */
}
