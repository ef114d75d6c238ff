/* SPDX-License-Identifier: MIT */
/* dlopen.c - a library that scarp did not build, loaded while the test runs
 *
 * Any will do that is not the C library's own and that is installed wherever
 * scarp is built: its command needs libelf.
 *
 * check: --exhaustive
 * modes: fork
 * verdict: partial
 * holes: uninstrumented
 * says: libelf.so.1
 *
 * check: --exhaustive
 * modes: fork
 * flags: -DSYSTEM
 * verdict: verified
 */
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#ifdef SYSTEM
#define LIBRARY "libm.so.6"
#else
#define LIBRARY "libelf.so.1"
#endif

static void *nothing(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t a;
	void *library = dlopen(LIBRARY, RTLD_NOW);

	assert(library);
	pthread_create(&a, NULL, nothing, NULL);
	pthread_join(a, NULL);
}
