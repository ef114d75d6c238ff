/* SPDX-License-Identifier: MIT */
/* interfaces: two threads look through the network interfaces, where there is
 * loopback; the lists go back with each execution
 *
 * Who asks first gets it into `first`, under a lock: two orders.
 *
 * check: --exhaustive
 * verdict: verified
 * states: 0 1
 * last_round: 2
 * scope: one_interface
 * races: none
 */
#include "test.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ifaddrs *first;
static int who;

static void *look(void *me)
{
	struct ifaddrs *all;
	int families = 0;

	pthread_mutex_lock(&lock);
	assert(getifaddrs(&all) == 0);
	if (!first) {
		first = all;
		who = me != NULL;
	} else {
		for (struct ifaddrs *at = all; at; at = at->ifa_next)
			if (strcmp(at->ifa_name, "lo") == 0)
				families |= 1 << at->ifa_addr->sa_family;
		assert(families & 1 << AF_INET);
		freeifaddrs(all);
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t = start(look, &who);
	char name[IF_NAMESIZE];

	look(NULL);
	finish(t);
	freeifaddrs(first);
	assert(if_nametoindex("lo") == 1 && if_indextoname(1, name));
	assert(strcmp(name, "lo") == 0);
	printf("%d\n", who);
	return 0;
}
