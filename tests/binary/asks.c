/* SPDX-License-Identifier: MIT */
/* asks.c - two threads, and calls that scarp does not know: of the program, and
 * with -DLIBRARY of a library that it uses
 */
#include <pthread.h>
#include <regex.h>
#include <stddef.h>

int compile(regex_t *to);

#ifdef LIBRARY
int compile(regex_t *to)
{
	return regcomp(to, "a+b", REG_EXTENDED);
}
#else
static void *asks(void *unused)
{
	regex_t r;

	if (compile(&r) == 0 && regexec(&r, "aab", 0, NULL, 0) == 0)
		regfree(&r);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, asks, NULL);
	asks(NULL);
	pthread_join(t, NULL);
	return 0;
}
#endif
