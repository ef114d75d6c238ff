/* SPDX-License-Identifier: MIT */
/* packet.c - two threads send one packet; who is done last frees it */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct packet {
	atomic_int users;
	char data[16];
};

static struct packet *packet_new(const char *data, int users)
{
	struct packet *p = malloc(sizeof *p);

	atomic_init(&p->users, users);
	strcpy(p->data, data);
	return p;
}

static void packet_put(struct packet *p)
{
	atomic_fetch_sub(&p->users, 1);
	if (atomic_load(&p->users) == 0)
		free(p);
}

static void *send_packet(void *packet)
{
	struct packet *p = packet;

	/* ... here it would go out to the network ... */
	packet_put(p);
	return NULL;
}

int main(void)
{
	struct packet *p = packet_new("hello", 2);
	pthread_t a, b;

	pthread_create(&a, NULL, send_packet, p);
	pthread_create(&b, NULL, send_packet, p);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
