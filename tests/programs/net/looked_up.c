/* SPDX-License-Identifier: MIT */
/* looked_up: addresses as numbers ask nobody; names are the system's to look up
 *
 * check: --exhaustive
 * args: numbers
 * verdict: verified
 * default: checkpoint
 * states: 127.0.0.1:80
 *
 * check: --exhaustive
 * args: here
 * verdict: verified
 * default: checkpoint
 * states: 127.0.0.1:80
 *
 * check: --exhaustive
 * args: names
 * modes: fork
 * verdict: partial
 * holes: unseen_calls
 * default: fork
 */
#include "test.h"

#include <arpa/inet.h>
#include <netdb.h>

static struct addrinfo *found;
static int flags;

static void *looks_up(void *unused)
{
	char host[100], service[100];

	assert(getnameinfo(found->ai_addr, found->ai_addrlen, host, 100,
		       service, 100, flags) == 0);
	if (flags)
		printf("%s:%s\n", host, service);
	return unused;
}

int main(int argc, char **argv)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
		.ai_socktype = SOCK_STREAM};
	const char *what = argv[argc - 1];
	pthread_t t;

	if (strcmp(what, "names"))
		flags = NI_NUMERICHOST | NI_NUMERICSERV;
	assert(getaddrinfo("name", "80", &hints, &found) == EAI_NONAME);
	if (strcmp(what, "here") == 0) {
		hints.ai_flags = 0;
		hints.ai_family = AF_INET;
		assert(getaddrinfo("localhost", "80", &hints, &found) == 0);
	} else {
		assert(getaddrinfo("127.0.0.1", "80", &hints, &found) == 0);
	}
	t = start(looks_up, NULL);
	finish(t);
	freeaddrinfo(found);
	return 0;
}
