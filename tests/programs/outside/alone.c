/* SPDX-License-Identifier: MIT */
/* alone.c - the same calls before the first thread and after the last: no hole
 *
 * check: --exhaustive
 * verdict: verified
 * scope: fork_mode
 * modes: fork
 */
#include <assert.h>
#include <pthread.h>
#include <regex.h>
#include <stdlib.h>
#include <wchar.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static wchar_t text[8] = L"12";
static int turns;

static void *worker(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	text[turns++] = L'3';
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	regex_t digits;

	assert(wcstol(text, NULL, 10) == 12);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(wcstol(text, NULL, 10) == 33);
	assert(regcomp(&digits, "[0-9]", 0) == 0);
	regfree(&digits);
}
