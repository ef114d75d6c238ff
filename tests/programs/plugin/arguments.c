/* SPDX-License-Identifier: MIT */
/* arguments: an aggregate passed by value is read, which races with a store
 *
 * The reader sees it before or after the writer's store: 0 or 1.  The argument
 * says how it is passed.
 *
 * verdict: verified
 * states: 0 1
 * races: some
 *
 * check: --exhaustive
 * args: small
 * native: sc
 *
 * check: --exhaustive
 * args: large
 * holes: may_tear
 *
 * check: --exhaustive
 * args: variable
 *
 * check: --exhaustive
 * args: small
 * flags: -O0
 */
#include "test.h"

#include <stdarg.h>

struct small {
	int a, b;
};
struct large {
	long a[5];
};

static struct small small;
static struct large large;

__attribute__((noinline)) static int first(struct small s)
{
	return s.a;
}

__attribute__((noinline)) static int middle(struct large l)
{
	return (int)l.a[2];
}

__attribute__((noinline)) static int last(int n, ...)
{
	struct small s = {0};
	va_list list;

	va_start(list, n);
	while (n-- > 0)
		s = va_arg(list, struct small);
	va_end(list);
	return s.a;
}

static void *reader(void *how)
{
	int seen;

	if (strcmp(how, "small") == 0)
		seen = first(small);
	else if (strcmp(how, "large") == 0)
		seen = middle(large);
	else
		seen = last(1, small);
	return (void *)(intptr_t)seen;
}

static void *writer(void *how)
{
	if (strcmp(how, "large") == 0)
		large.a[2] = 1;
	else
		small.a = 1;
	return NULL;
}

int main(int argc, char **argv)
{
	char *how = argv[argc - 1];
	pthread_t a = start(reader, how), b = start(writer, how);

	finish(b);
	printf("%d\n", (int)(intptr_t)finish(a));
	return 0;
}
