/* SPDX-License-Identifier: MIT */
/* receives.c - waits for a message of the kernel's that nobody sends */
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *other(void *unused)
{
	return unused;
}

int main(void)
{
	static char text[1 << 16], name[40];
	pthread_t t;
	mqd_t q;

	snprintf(name, sizeof name, "/receives-%d", (int)getpid());
	q = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, NULL);
	mq_unlink(name);
	pthread_create(&t, NULL, other, NULL);
	mq_receive(q, text, sizeof text, NULL);
	pthread_join(t, NULL);
	return 0;
}
