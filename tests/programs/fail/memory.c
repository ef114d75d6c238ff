/* SPDX-License-Identifier: MIT */
/* memory: each function that gives memory, and what it says when it fails
 *
 * One call: it gives memory, or none, with ENOMEM as errno or as result: 2
 * executions.  Where a block is resized, its allocation may fail instead: 3.  A
 * block that could not be resized is what it was; resized to no bytes it is
 * given back, which cannot fail: 2.
 *
 * check: --strategy dfs --fail malloc
 * args: malloc
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: calloc
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: realloc
 * verdict: verified
 * executions: 3
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: release
 * verdict: verified
 * executions: 2
 * states: none,0 none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: reallocarray
 * verdict: verified
 * executions: 3
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: aligned_alloc
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: posix_memalign
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: memalign
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: valloc
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: pvalloc
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: strdup
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: strndup
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 *
 * check: --strategy dfs --fail malloc
 * args: asprintf
 * verdict: verified
 * executions: 2
 * states: some none,ENOMEM
 */
#include "test.h"

#include <malloc.h>

static const char *which;

static bool is(const char *name)
{
	return strcmp(which, name) == 0;
}

static void *resize(size_t n)
{
	char *p = malloc(4), *q;

	if (!p)
		return NULL;
	memcpy(p, "abc", 4);
	q = is("reallocarray") ? reallocarray(p, n, 2) : realloc(p, n);
	if (!q && n)
		assert(strcmp(p, "abc") == 0);
	if (q)
		assert(strcmp(q, "abc") == 0);
	return q;
}

static void *get(void)
{
	void *p = NULL;
	int rc;

	if (is("malloc"))
		return malloc(8);
	if (is("realloc") || is("reallocarray"))
		return resize(8);
	if (is("release"))
		return resize(0);
	if (is("calloc"))
		return calloc(2, 4);
	if (is("aligned_alloc"))
		return aligned_alloc(64, 64);
	if (is("memalign"))
		return memalign(64, 64);
	if (is("valloc"))
		return valloc(8);
	if (is("pvalloc"))
		return pvalloc(8);
	if (is("strdup"))
		return strdup("abc");
	if (is("strndup"))
		return strndup("abc", 2);
	if (is("posix_memalign")) {
		rc = posix_memalign(&p, 64, 64);
		errno = rc;
		return rc ? NULL : p;
	}
	if (is("asprintf")) {
		char *text;

		return asprintf(&text, "%d", 5) < 0 ? NULL : text;
	}
	assert(0);
}

int main(int argc, char **argv)
{
	void *p;

	which = argv[1];
	errno = 0;
	p = get();
	if (p)
		puts("some");
	else
		printf("none,%s\n", errno == ENOMEM ? "ENOMEM" : "0");
	return 0;
}
