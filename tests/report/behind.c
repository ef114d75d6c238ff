/* SPDX-License-Identifier: MIT */
/* Two threads touch two variables in many lines: many races of two things. */
#include <assert.h>
#include <pthread.h>

static int head, tail;

static void *puts_three(void *unused)
{
	head = head + 1;
	tail = tail + 1;
	head = head + 1;
	tail = tail + 1;
	head = head + 1;
	return unused;
}

static void *takes_three(void *unused)
{
	head = head - 1;
	tail = tail - 1;
	head = head - 1;
	tail = tail - 1;
	head = head - 1;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, puts_three, NULL);
	pthread_create(&b, NULL, takes_three, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(head == 0);
}
