/* SPDX-License-Identifier: MIT */
/* sock.h - sockets: between threads of the test, over names or loopback
 *
 * A connection is two queues, as a pair of sockets is, whether over a name of
 * Unix's or over TCP; a datagram goes into the queue of whoever has the address
 * at that moment.  Nothing leaves the machine: what is no loopback address is
 * refused by name.
 *
 * What is sent is there at once, connections and their ends as well (scope
 * `loopback`); Linux's loopback does so unless it is very busy.
 *
 *   sock.c      socket, bind, listen; what is closed
 *   connect.c, accept.c, shut.c
 *   whose.c     names that the test gives and asks for
 *   address.c   names: whose they are, ports that nobody asked for
 *   stream.c    what read, write and poll say of a connection over TCP
 *   message.c   send, recv and their kin
 *   option.c    getsockopt, setsockopt, ioctl
 *   timeout.c   how long a call waits
 *   path.c      names that are paths
 *   datagram.c  Unix's datagrams
 *
 * Memory   a row for each open file, used by those that are sockets.
 */
#ifndef NATIVE_KERNEL_SOCK_H
#define NATIVE_KERNEL_SOCK_H

#include "native/kernel/file.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

enum sock_state {
	SOCK_NEW,
	SOCK_LISTENS,
	SOCK_CONNECTED,
	SOCK_REFUSED /* a connect that did not wait found nobody */
};

/* Those that scarp goes by; option.c has the others. */
enum {
	OPTION_reuse,
	OPTION_reuse_port,
	OPTION_only_6,
	OPTION_linger, /* l_onoff */
	OPTION_linger_time,
	OPTION_sends, /* SO_SNDBUF */
	OPTION_receives,
	OPTION_others,
	OPTIONS = 28,
	BACKLOG_MOST = 4096 /* net.core.somaxconn */
};

struct name {
	uint32_t length; /* 0: none */
	/* Of Unix's, a path: the file that was there (tree.h), which is what
	 * counts. */
	uint32_t node;
	union {
		sa_family_t family;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
		struct sockaddr_un un;
		/* A path that fills sun_path has a zero behind it. */
		char bytes[sizeof(struct sockaddr_un) + 2];
	};
};

struct sock {
	uint8_t domain, type, state;
	uint8_t connecting; /* connect said EINPROGRESS, and nothing since */
	uint8_t bound;	    /* the test asked for its name */
	uint8_t bound_any;  /* and for no address in it */
	uint8_t bound_port; /* and for its port */
	uint8_t deaf;	    /* SHUT_RD */
	uint8_t early;	    /* shutdown came before any connection */
	uint16_t backlog, waiting; /* connections that nobody has accepted */
	uint16_t first, last;	   /* of these: files, plus one */
	uint16_t next;		   /* in such a list */
	uint16_t closing; /* it is closed without having been accepted */
	/* Of Unix's datagrams: whom it is connected to, a file, plus one. */
	uint16_t to;
	uint8_t gone;	/* that one was closed, and nothing sent since */
	uint8_t mute;	/* of these: SHUT_WR */
	uint8_t paired; /* socketpair made it */
	uint16_t mode;	/* as fchmod set it */
	int error;	/* SO_ERROR */
	int32_t option[OPTIONS];
	struct name own, peer;
};

extern HIDDEN struct sock socks[FILES_MAX];

static inline struct sock *sock_of(const struct file *f)
{
	return &socks[f - files];
}
/* What others may change was looked at. */
static inline void sock_looked_at(const struct file *f)
{
	shared_read(sock_of(f));
}
static inline bool sock_is_tcp(const struct sock *s)
{
	return s->type == SOCK_STREAM && s->domain != AF_UNIX;
}
/* Its number in lists of sockets, and what has a number there. */
unsigned sock_number(const struct file *f);
struct file *sock_file(unsigned number);
/* For happens-before: what was done before a connection. */
struct object *sock_object(const struct file *f);
/* A decision point on the names of all sockets. */
uint32_t sockets_point(
	enum op kind, unsigned wait, uint64_t n, uint64_t more, uint64_t pc);
/* A file is a socket from now on. */
void sock_begin(struct file *f, int domain, int type);
/* It gets a queue that others send to; false: there are too many. */
bool sock_takes_datagrams(struct file *f);
/* It is closed. */
void sock_closed(struct file *f);
/* Whoever wants to be accepted there learns that nobody will do that. */
void sock_gives_up(struct file *f);
/* What it was shut down for before there was a connection is not modelled. */
void sock_not_shut(const struct sock *s, uint64_t pc);
/* What threads that wait for it in connect, accept go by. */
bool sock_can_accept(const struct file *f);
bool sock_can_connect(const struct file *f, uint64_t name);
/* Its error, which is over by that; 0: none. */
int sock_error(struct file *f);
/* Behind a decision point: the socket that a number stands for; NULL and errno:
 * none. */
struct file *sock_of_number(int number, uint64_t pc);
/* Takes what is read from the test's memory, or refuses it: false and errno. */
bool name_copy(struct name *n, const struct sockaddr *from, socklen_t length,
	uint64_t pc);
/* In the arena; where. */
uint32_t name_keep(const struct name *n);
static inline const struct name *name_at(uint64_t index)
{
	return (const struct name *)(const void *)(rt.arena + index);
}
void name_give(const struct name *n, struct sockaddr *to, socklen_t *length,
	uint64_t pc);

/* option.c: what is asked for before anybody sets it. */
void options_begin(struct sock *s);

/* --- timeout.c ------------------------------------------------------------ */

struct timeval;
/* Of who reads, or who writes; `value` is a struct timeval. */
int timeout_set(int number, struct file *f, bool writes, const void *value,
	socklen_t n, uint64_t pc);
struct timeval timeout_get(const struct file *f, bool writes);
/* Those of another socket; NULL: none. */
void timeouts_of(const struct file *f, const struct file *other);
/* Until when a call waits that begins now, in virtual ns; 0: for ever, or it
 * does not wait.  Where there is an end, a decision point: what a number stands
 * for is to be asked for behind it. */
uint64_t timeout_begins(int number, bool writes, int flags, uint64_t pc);

/* --- address.c ------------------------------------------------------------ */

/* What a socket may be told to use; 0 or an error. */
int address_bind(struct file *f, const struct name *n, uint64_t pc);
/* It needs a port, or has one. */
void address_any(struct file *f);
/* Is it for this socket, and on this machine?  0 or an error. */
int address_check(const struct file *f, struct name *n, uint64_t pc);
/* Who has it: who listens, or gets datagrams from `from`; NULL: nobody. */
struct file *address_find(const struct name *n, const struct file *from,
	bool listens, uint64_t pc);
/* Does another socket listen where this one is bound? */
bool address_listened(const struct file *f);
/* Something goes over IP: scope `loopback`. */
void loopback_is_used(const struct file *f);
/* Where its packets to n seem to come from. */
struct name address_from(const struct file *f, const struct name *n);
/* Somebody gets or loses a name, or listens to one from now on. */
void address_changes(void);
/* Nobody was found, by now. */
void address_nobody(void);
/* Has a socket of another type the file that a path leads to? */
bool address_is_others(const struct name *n, const struct file *from);
/* ::ffff:127.0.0.1 is an address of IPv4 as an IPv6 socket tells it. */
bool address_is_mapped(const struct name *n);
struct name address_mapped(const struct name *n);
struct name address_plain(const struct name *n);
/* Of one that is over IP. */
uint16_t address_port(const struct name *n);
/* Its address, but not its port, is nobody's again. */
void address_to_any(struct name *n);
bool address_same(const struct name *a, const struct name *b);

/* --- path.c --------------------------------------------------------------- */

/* Is it a name of Unix's that is a path? */
static inline bool name_is_path(const struct name *n)
{
	return n->family == AF_UNIX && n->length > sizeof(sa_family_t) &&
	       n->un.sun_path[0];
}
/* Part of an operation: a file is made for a socket that is bound; n gets it,
 * with a reference that is the socket's.  0 or an error. */
int path_make(struct name *n, const struct sock *s);
/* Part of an operation: which file is there now.  0 or an error. */
int path_find(struct name *n, uint64_t pc);

/* --- datagram.c ----------------------------------------------------------- */

static inline bool sock_is_unix_datagram(const struct sock *s)
{
	return s->domain == AF_UNIX && s->type == SOCK_DGRAM;
}
/* The queue, plus one, that a write goes to; 0: it depends, or there is none.
 */
uint32_t sock_out(const struct file *f);
/* It is connected to that one from now on; NULL: to none. */
void datagram_connect(struct file *f, struct file *there);
/* It is closed: who is connected to it finds nobody. */
void datagram_closed(struct file *f);
/* May one send to the other, or connect to it? */
bool datagram_may(const struct file *f, const struct file *there);
/* To that name, or, NULL, to whom it is connected to. */
ssize_t datagram_send(
	struct file *f, const struct parts *p, const struct name *to);
/* Has that one room for another of f's?  For who sends to it by name, or
 * because it is connected to it. */
bool datagram_fits(const struct file *f, const struct file *there);
/* Has a send to that name to wait?  *n is whom it was found to be. */
bool datagram_waits(
	struct file *f, const struct parts *p, struct name *n, uint64_t pc);
/* The same of a name at an arena index, which was found. */
bool datagram_can_send(const struct file *f, uint64_t name);
short datagram_events(const struct file *f);

/* --- stream.c ------------------------------------------------------------- */

/* Of TCP, once connected: both directions are shut, or it was reset. */
bool tcp_is_over(const struct file *f);
ssize_t sock_read(struct file *f, const struct parts *p);
ssize_t sock_write(struct file *f, const struct parts *p);
bool sock_can_read(const struct file *f);
bool sock_can_write(const struct file *f, uint64_t need);
/* A datagram to an address; NULL: to its peer. */
ssize_t sock_send_to(
	struct file *f, const struct parts *p, const struct name *to);

#endif
