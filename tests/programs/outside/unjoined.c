/* SPDX-License-Identifier: MIT */
/* unjoined.c - the other thread has ended, but nothing says so
 *
 * The writer has no decision point, and so it ends before main goes on behind
 * its lock.  When main calls, one thread lives.  What the other one wrote is
 * not ordered before the call, and natively main may come first.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: unseen_calls
 * modes: fork
 */
#include <pthread.h>
#include <wchar.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static wchar_t text[8] = L"12";

static void *writer(void *unused)
{
	(void)unused;
	text[0] = L'3';
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writer, NULL);
	pthread_mutex_lock(&lock);
	size_t seen = wcsxfrm(NULL, text, 0);
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return seen != 2;
}
