/* SPDX-License-Identifier: MIT */
/* foreign: one half of a program; foreign_part.c is compiled by plain cc */
#include <pthread.h>
#include <stddef.h>

int foreign(int x);

static void *work(void *unused)
{
	return foreign(1) == 2 ? NULL : unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
