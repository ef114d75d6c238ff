/* SPDX-License-Identifier: MIT */
/* interfaces.c - which network interfaces there are: the one that sockets of
 * the test lead to, loopback
 *
 * As Linux has it, with both families of the internet; what was sent over it
 * is 0 at any time.
 */
#include "native/libc/libc.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <linux/if_link.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdlib.h>
#include <string.h>

enum {
	LOOPBACK = 1, /* its number */
	ADDRESSES = 3
};

static const char loopback[IFNAMSIZ] = "lo";

static void only_loopback(void)
{
	caveat(CAVEAT_one_interface, "%s", loopback);
}

/* One block, whose first bytes are the beginning of the list. */
struct list {
	struct ifaddrs at[ADDRESSES];
	struct sockaddr_ll link, no_link;
	struct sockaddr_in inet, inet_mask;
	struct sockaddr_in6 inet6, inet6_mask;
	struct rtnl_link_stats sent;
	char name[IFNAMSIZ];
};

/* What it is, with pointers as they are in the block at `to`. */
static struct list all_of(struct list *to)
{
	struct list l = {
		.link = {.sll_family = AF_PACKET,
			.sll_ifindex = LOOPBACK,
			.sll_hatype = ARPHRD_LOOPBACK,
			.sll_halen = 6},
		.inet = {.sin_family = AF_INET,
			.sin_addr.s_addr = htonl(INADDR_LOOPBACK)},
		.inet_mask = {.sin_family = AF_INET,
			.sin_addr.s_addr = htonl(IN_CLASSA_NET)},
		.inet6 = {.sin6_family = AF_INET6,
			.sin6_addr = IN6ADDR_LOOPBACK_INIT},
		.inet6_mask = {.sin6_family = AF_INET6},
	};

	l.no_link = l.link;
	memset(&l.inet6_mask.sin6_addr, 0xff, sizeof l.inet6_mask.sin6_addr);
	memcpy(l.name, loopback, sizeof l.name);
	for (int i = 0; i < ADDRESSES; i++) {
		l.at[i].ifa_next = i + 1 < ADDRESSES ? &to->at[i + 1] : 0;
		l.at[i].ifa_name = to->name;
		l.at[i].ifa_flags = IFF_UP | IFF_LOOPBACK | IFF_RUNNING |
				    1 << 16 /* IFF_LOWER_UP */;
	}
	l.at[0].ifa_addr = (struct sockaddr *)&to->link;
	l.at[0].ifa_broadaddr = (struct sockaddr *)&to->no_link;
	l.at[0].ifa_data = &to->sent;
	l.at[1].ifa_addr = (struct sockaddr *)&to->inet;
	l.at[1].ifa_netmask = (struct sockaddr *)&to->inet_mask;
	l.at[1].ifa_dstaddr = (struct sockaddr *)&to->inet;
	l.at[2].ifa_addr = (struct sockaddr *)&to->inet6;
	l.at[2].ifa_netmask = (struct sockaddr *)&to->inet6_mask;
	return l;
}

static int list_all(struct ifaddrs **to, uint64_t pc)
{
	struct list *block = malloc(sizeof *block), l;

	only_loopback();
	if (!block)
		return -1;
	l = all_of(block);
	put_bytes(block, &l, sizeof l, pc);
	access_write(to, sizeof *to, pc);
	*to = block->at;
	return 0;
}

EXPORT int LIBC(getifaddrs)(struct ifaddrs **to)
{
	return controlled() ? list_all(to, CALLER) : REAL(getifaddrs)(to);
}

EXPORT void LIBC(freeifaddrs)(struct ifaddrs *list)
{
	if (controlled())
		free(list);
	else
		REAL(freeifaddrs)(list);
}

static unsigned number_of(const char *name, uint64_t pc)
{
	only_loopback();
	if (strcmp(read_string(name, pc), loopback) == 0)
		return LOOPBACK;
	errno = ENODEV;
	return 0;
}

EXPORT unsigned LIBC(if_nametoindex)(const char *name)
{
	return controlled() ? number_of(name, CALLER)
			    : REAL(if_nametoindex)(name);
}

static char *name_of(unsigned number, char *to, uint64_t pc)
{
	only_loopback();
	if (number != LOOPBACK) {
		errno = ENXIO;
		return 0;
	}
	put_bytes(to, loopback, sizeof loopback, pc);
	return to;
}

EXPORT char *LIBC(if_indextoname)(unsigned number, char *to)
{
	return controlled() ? name_of(number, to, CALLER)
			    : REAL(if_indextoname)(number, to);
}

static struct if_nameindex *names(uint64_t pc)
{
	struct if_nameindex *block = malloc(2 * sizeof *block), all[2];
	char *name = malloc(sizeof loopback);

	only_loopback();
	if (!block || !name) {
		free(block);
		free(name);
		errno = ENOBUFS;
		return 0;
	}
	memset(all, 0, sizeof all);
	all[0].if_index = LOOPBACK;
	all[0].if_name = name;
	put_bytes(name, loopback, sizeof loopback, pc);
	put_bytes(block, all, sizeof all, pc);
	return block;
}

EXPORT struct if_nameindex *LIBC(if_nameindex)(void)
{
	return controlled() ? names(CALLER) : REAL(if_nameindex)();
}

EXPORT void LIBC(if_freenameindex)(struct if_nameindex *list)
{
	if (!controlled()) {
		REAL(if_freenameindex)(list);
		return;
	}
	for (struct if_nameindex *at = list;; at++) {
		access_read(at, sizeof *at, CALLER);
		if (!at->if_name && !at->if_index)
			break;
		free(at->if_name);
	}
	free(list);
}
