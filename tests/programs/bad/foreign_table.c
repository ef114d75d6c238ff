/* SPDX-License-Identifier: MIT */
/* foreign_table: calls a library by its table, by name, by a name that another
 * function has, or not at all */
#include <pthread.h>

#ifndef USED
#define USED 1
#endif

int foreign_get(const int *at);
int significandl(const int *at);
extern int (*const foreign_table[1])(const int *);
static int x;

static void *other(void *unused)
{
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	if (argc > 1)
		return argc > 2 ? significandl(&x) : foreign_get(&x);
	return USED ? foreign_table[0](&x) : 0;
}
