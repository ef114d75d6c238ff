/* SPDX-License-Identifier: MIT */
/* results: `x = f()` is a store that races, wherever x is
 *
 * Each thread reads the counter, calls a function and stores what it returned:
 * 2, or 1 when both read before either stored.  The argument says where the
 * counter is.
 *
 * verdict: verified
 * states: 1 2
 * races: some
 *
 * check: --exhaustive
 * args: global
 * native: sc
 *
 * check: --exhaustive
 * args: pointer
 *
 * check: --exhaustive
 * args: element
 *
 * check: --exhaustive
 * args: member
 *
 * check: --exhaustive
 * args: stack
 *
 * check: --exhaustive
 * args: indirect
 *
 * check: --exhaustive
 * args: pointer
 * flags: -O0
 *
 * check: --exhaustive
 * args: member
 * flags: --keep-O -O3
 */
#include "test.h"

struct count {
	long n;
};

static struct count global, element[3], *pointer;
static struct {
	int before;
	struct count count;
	int after;
} member;

__attribute__((noinline)) static struct count more(long n)
{
	return (struct count){n + 1};
}

static struct count (*volatile indirect)(long) = more;

static void *to_global(void *unused)
{
	global = more(global.n);
	return NULL;
}

static void *to_pointer(void *unused)
{
	*pointer = more(pointer->n);
	return NULL;
}

static void *to_element(void *unused)
{
	size_t i = pointer - element;

	element[i] = more(element[i].n);
	return NULL;
}

static void *to_member(void *unused)
{
	member.count = more(member.count.n);
	return NULL;
}

static void *by_pointer(void *unused)
{
	global = indirect(global.n);
	return NULL;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void *(*body)(void *);
		struct count *at; /* NULL: on the stack */
	} places[] = {{"global", to_global, &global},
		{"pointer", to_pointer, &global},
		{"element", to_element, &element[1]},
		{"member", to_member, &member.count},
		{"stack", to_pointer, NULL}, {"indirect", by_pointer, &global}};
	struct count local = {0};
	pthread_t a, b;
	unsigned i = 0;

	while (strcmp(places[i].name, argv[argc - 1]) != 0)
		i++;
	pointer = places[i].at ? places[i].at : &local;
	a = start(places[i].body, NULL);
	b = start(places[i].body, NULL);
	finish(a);
	finish(b);
	printf("%ld\n", pointer->n);
	return 0;
}
