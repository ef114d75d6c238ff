/* SPDX-License-Identifier: MIT */
/* accepts.c - waits for a client that nobody is */
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>

static void *other(void *unused)
{
	return unused;
}

int main(void)
{
	struct sockaddr_in here = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int s = socket(AF_INET, SOCK_STREAM, 0);
	pthread_t t;

	bind(s, (struct sockaddr *)&here, sizeof here);
	listen(s, 1);
	pthread_create(&t, NULL, other, NULL);
	accept(s, NULL, NULL);
	pthread_join(t, NULL);
	return 0;
}
