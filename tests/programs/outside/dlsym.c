/* SPDX-License-Identifier: MIT */
/* dlsym.c - a library function by a pointer from dlsym
 *
 * Nobody sees the pointer being called, so it is assumed.
 *
 * check: --exhaustive
 * modes: fork
 * verdict: partial
 * holes: unseen_calls
 * says: wcstol (dlsym.c:36)
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static wchar_t text[8] = {L'1', L'2'};
static long (*convert)(const wchar_t *, wchar_t **, int);

static void *writer(void *unused)
{
	(void)unused;
	text[0] = L'3';
	return NULL;
}

static void *reader(void *unused)
{
	(void)unused;
	return (void *)convert(text, NULL, 10);
}

int main(void)
{
	pthread_t a, b;

	*(void **)&convert = dlsym(RTLD_DEFAULT, "wcstol");
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	dlsym(RTLD_DEFAULT, "no_such_name");
}
