/* SPDX-License-Identifier: MIT */
/* local.c - Unix sockets: names that are paths, datagrams, pairs, descriptors
 * that are passed */
#include "say.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define A(address) ((struct sockaddr *)&(address))
enum {
	BEGIN = sizeof(sa_family_t),
	QUIET = SOCK_NONBLOCK
};
static char buffer[100];

static int ready(int fd)
{
	struct pollfd p = {fd, POLLIN | POLLOUT | POLLRDHUP, 0};

	poll(&p, 1, 0);
	return p.revents;
}

static struct sockaddr_un at(const char *path)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};

	strncpy(a.sun_path, path, sizeof a.sun_path);
	return a;
}

static int binds(int s, const char *path)
{
	struct sockaddr_un a = at(path);

	return bind(s, A(a), BEGIN + strnlen(path, 108));
}

static int connects(int s, const char *path)
{
	struct sockaddr_un a = at(path);

	return connect(s, A(a), sizeof a);
}

static int sends(int s, const char *path)
{
	struct sockaddr_un a = at(path);

	return (int)sendto(s, path, 1, 0, A(a), sizeof a);
}

static void says(int s, int peer)
{
	struct sockaddr_un a;
	socklen_t n = sizeof a;

	memset(&a, 'x', sizeof a);
	I(peer ? getpeername(s, A(a), &n) : getsockname(s, A(a), &n));
	I(n);
	B(&a, n > sizeof a ? sizeof a : n);
}

static int mode_of(const char *path)
{
	struct stat st;

	return lstat(path, &st) ? -1 : (int)st.st_mode;
}

static int mode_at(int fd)
{
	struct stat st;

	return fstat(fd, &st) ? -1 : (int)st.st_mode;
}

static void files(void)
{
	char full[109];
	struct sockaddr_un a = at("s/one");
	int l = socket(AF_UNIX, SOCK_STREAM | QUIET, 0), m, c, d;

	I(mkdir("s", 0700));
	I(close(open("s/file", O_CREAT | O_RDWR, 0600)));
	I(symlink("one", "s/link"));
	I((c = socket(AF_UNIX, SOCK_STREAM | QUIET, 0)) > 0);
	I(connects(c, "s/one"));
	I(connects(c, "s/none/one"));
	I(connects(c, "s/file/one"));
	I(connects(c, "s/file"));
	I(connects(c, "s"));
	I(bind(l, A(a), 1));
	I(bind(l, A(a), 111));
	I(binds(l, "s/none/one"));
	I(binds(l, "s/file/one"));
	I(binds(l, "s/file"));
	I(binds(l, "s"));
	I(binds(l, "s/."));
	I(binds(l, "/"));
	I(binds(l, "s/one/"));
	umask(027);
	I(binds(l, "s/one"));
	I(mode_of("s/one"));
	I(binds(l, "s/one"));
	I(binds(l, "s/two"));
	I(access("s/two", F_OK));
	says(l, 0);
	I(open("s/one", O_RDWR));
	I(open("s/one", O_RDONLY | O_CREAT, 0600));
	I(open("s/one", O_RDONLY | O_CREAT | O_EXCL, 0600));
	I(open("s/one", O_RDONLY | O_DIRECTORY));
	I(truncate("s/one", 0));
	I(mkdir("s/one", 0700));
	I(connects(c, "s/one"));
	I(listen(l, 0));
	I((m = socket(AF_UNIX, SOCK_STREAM, 0)) > 0);
	I(binds(m, "s/one"));
	I(connects(c, "s/link"));
	says(c, 1);
	says(c, 0);
	I((d = accept(l, NULL, NULL)) > 0);
	says(d, 0);
	says(d, 1);
	I(write(c, "text", 4));
	I(read(d, buffer, 9));
	I(close(c));
	I(read(d, buffer, 9));
	I(close(d));
	I((c = socket(AF_UNIX, SOCK_DGRAM, 0)) > 0);
	I(connects(c, "s/one"));
	I(sends(c, "s/one"));
	I(close(c));
	I((c = socket(AF_UNIX, SOCK_SEQPACKET, 0)) > 0);
	I(connects(c, "s/one"));
	I(close(c));
	I((c = socket(AF_UNIX, SOCK_STREAM | QUIET, 0)) > 0);
	I(rename("s/one", "s/three")); /* it is found where it is */
	I(connects(c, "s/one"));
	I(connects(c, "s/three"));
	says(c, 1);
	I(connects(c, "s/three"));
	I((d = socket(AF_UNIX, SOCK_STREAM | QUIET, 0)) > 0);
	I(connects(d, "s/three")); /* no room */
	I(link("s/three", "s/four"));
	I(unlink("s/three"));
	I(connects(d, "s/four"));
	I(unlink("s/four"));
	I(connects(d, "s/four"));
	I(ready(l)); /* who is there already is there */
	I(binds(m, "s/three"));
	I(listen(m, 5));
	I(connects(d, "s/three"));
	I(close(l));
	I(ready(c));
	I(close(m)); /* its file stays */
	I(mode_of("s/three"));
	I(close(d));
	I((d = socket(AF_UNIX, SOCK_STREAM | QUIET, 0)) > 0);
	I(connects(d, "s/three"));
	I(binds(d, "s/three"));
	I(chmod("s/three", 0600));
	I(mode_of("s/three"));
	I(unlink("s/three"));
	I(binds(d, "s/three"));
	I(unlink("s/three"));
	I(rmdir("s/three"));
	memset(full, 'f', 108);
	full[108] = 0;
	I((m = socket(AF_UNIX, SOCK_DGRAM, 0)) > 0);
	I(fchmod(m, 0712));
	I(mode_at(m));
	I(binds(m, full));
	says(m, 0);
	I(mode_of(full));
	I(unlink(full));
	I(unlink("s/link"));
	I(unlink("s/file"));
	I(rmdir("s"));
	I(close(m));
	I(close(c));
	I(close(d));
	umask(022);
}

static void chosen(void)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX}, b;
	socklen_t n = sizeof a;
	int s = socket(AF_UNIX, SOCK_DGRAM, 0), t;

	says(s, 0);
	I(bind(s, A(a), BEGIN));
	I(getsockname(s, A(a), &n));
	I(n);
	I(a.sun_path[0]);
	I(strspn(a.sun_path + 1, "0123456789abcdef"));
	I(bind(s, A(a), BEGIN));
	I(bind(s, A(a), n));
	n = sizeof b;
	I(getsockname(s, A(b), &n));
	I(memcmp(&a, &b, n));
	I((t = socket(AF_UNIX, SOCK_DGRAM | QUIET, 0)) > 0);
	I(bind(t, A(a), BEGIN));
	n = sizeof b;
	I(getsockname(t, A(b), &n));
	I(memcmp(&a, &b, n) != 0);
	I(sendto(s, "to", 2, 0, A(b), n));
	n = sizeof b;
	I(recvfrom(t, buffer, 9, 0, A(b), &n));
	I(memcmp(&a, &b, n));
	I(close(s));
	I(close(t));
}

static void names(void)
{
	struct sockaddr_un a = at("d");
	int l = socket(AF_UNIX, SOCK_STREAM, 0), m, c, d;

	/* Who was accepted only seems to have the name. */
	a.sun_path[0] = 0;
	memcpy(a.sun_path + 1, "scarp name", 11);
	I(bind(l, A(a), BEGIN + 11));
	I(listen(l, 1));
	I((c = socket(AF_UNIX, SOCK_STREAM, 0)) > 0);
	I(connect(c, A(a), BEGIN + 11));
	I((d = accept(l, NULL, NULL)) > 0);
	I(close(l));
	says(d, 0);
	I((m = socket(AF_UNIX, SOCK_STREAM, 0)) > 0);
	I(bind(m, A(a), BEGIN + 11));
	I(listen(m, 1));
	I(shutdown(m, SHUT_RD));
	I(read(m, buffer, 1));
	I(recv(m, buffer, 1, 0));
	I(close(m));
	I(close(c));
	I(close(d));
}

static void datagrams(void)
{
	struct sockaddr_un a = {.sun_family = AF_UNSPEC};
	int s[2], t, u;

	I(socketpair(AF_UNIX, SOCK_DGRAM | QUIET, 0, s));
	I((t = socket(AF_UNIX, SOCK_DGRAM | QUIET, 0)) > 0);
	I((u = socket(AF_UNIX, SOCK_DGRAM | QUIET, 0)) > 0);
	I(ready(t));
	I(send(t, "x", 1, 0));
	says(t, 1);
	I(binds(t, "d"));
	I(sends(s[0], "d")); /* not to its peer */
	I(recv(t, buffer, 9, 0));
	says(s[0], 1);
	I(binds(s[1], "e"));
	says(s[0], 1);
	I(sends(t, "e")); /* which is connected to another one */
	I(connects(t, "e"));
	I(send(s[0], "lost", 4, 0));
	I(send(s[1], "more", 4, 0));
	I(ready(s[0]));
	I(ready(s[1]));
	I(connects(s[0], "d"));
	says(s[0], 1);
	says(s[1], 1);
	I(ready(s[0])); /* what came from its peer is gone */
	I(ready(s[1]));
	I(recv(s[1], buffer, 9, 0)); /* which learns of that */
	I(recv(s[1], buffer, 9, 0));
	I(send(s[1], "x", 1, 0)); /* not to who is not connected to it */
	I(send(s[0], "ab", 2, 0));
	I(recv(t, buffer, 9, 0));
	I(connects(u, "d"));
	I(connects(t, "d")); /* to itself */
	I(send(u, "x", 1, 0));
	I(send(t, "me", 2, 0));
	I(recv(t, buffer, 9, 0));
	I(connect(t, A(a), sizeof a));
	I(send(t, "x", 1, 0));
	I(send(u, "x", 1, 0));
	I(close(t)); /* its file stays, and nobody has it */
	says(u, 1);
	I(ready(u));
	I(sends(s[1], "d"));
	I(send(u, "x", 1, 0));
	I(send(u, "x", 1, 0));
	says(u, 1);
	I(send(s[0], "x", 1, 0));
	I(unlink("d"));
	I(sends(u, "d"));
	I(close(u));
	I(close(s[0]));
	I(send(s[1], "x", 1, 0));
	I(send(s[1], "x", 1, 0));
	I(unlink("e"));
	I(close(s[1]));
}

static void shuts(void)
{
	int s[2], t[2];

	I(socketpair(AF_UNIX, SOCK_DGRAM | QUIET, 0, s));
	I(shutdown(s[0], 3));
	I(shutdown(s[0], SHUT_WR));
	I(ready(s[0]));
	I(ready(s[1]));
	I(send(s[0], "x", 1, 0)); /* no signal */
	I(recv(s[1], buffer, 9, 0));
	I(send(s[1], "ab", 2, 0));
	I(shutdown(s[0], SHUT_RD));
	I(ready(s[0]));
	I(send(s[1], "x", 1, 0));
	I(recv(s[0], buffer, 9, 0));
	I(recv(s[0], buffer, 9, 0));
	I(fcntl(s[0], F_SETFL, 0));
	I(recv(s[0], buffer, 9, 0));
	I(recv(s[0], buffer, 9, MSG_DONTWAIT));
	I(ready(s[1]));
	I(socketpair(AF_UNIX, SOCK_DGRAM | QUIET, 0, t));
	I(send(t[0], "x", 1, 0));
	I(close(t[0]));
	I(ready(t[1]));
	I(recv(t[1], buffer, 9, 0));
	I(recv(t[1], buffer, 9, 0));
	I(send(t[1], "x", 1, 0));
	says(t[1], 1);
	I(send(t[1], "x", 1, 0));
	I(shutdown(t[1], SHUT_RDWR));
	I(ready(t[1]));
	I(close(t[1]));
	I(close(s[0]));
	I(close(s[1]));
}

/* What belongs to a connection is thrown away with it. */
static void thrown_away(void)
{
	struct sockaddr_un a = {.sun_family = AF_UNSPEC};
	int s[2], t[2];

	I(socketpair(AF_UNIX, SOCK_DGRAM | QUIET, 0, s));
	I(send(s[0], "x", 1, 0));
	I(send(s[1], "x", 1, 0));
	I(connect(s[0], A(a), sizeof a));
	I(ready(s[0]));
	I(ready(s[1]));
	I(send(s[1], "x", 1, 0));
	I(send(s[1], "x", 1, 0));
	I(recv(s[1], buffer, 9, 0));
	I(close(s[0]));
	I(socketpair(AF_UNIX, SOCK_DGRAM | QUIET, 0, t));
	I(send(t[0], "x", 1, 0));
	I(close(t[0]));
	I(send(t[1], "x", 1, 0)); /* and so is what came from it */
	I(ready(t[1]));
	I(close(t[1]));
	I(send(s[1], "x", 1, 0));
	I(send(s[1], "x", 1, 0));
	I(close(s[1]));
}

static void packets(void)
{
	struct sockaddr_un a = at("nowhere");
	int s[2], t;

	I(socketpair(AF_UNIX, SOCK_SEQPACKET | QUIET, 0, s));
	I(sendto(s[0], "abc", 3, 0, A(a), sizeof a));
	I(sendto(s[0], "de", 2, 0, A(a), 1));
	I(recv(s[1], buffer, 9, 0));
	I(recv(s[1], buffer, 9, 0));
	I((t = socket(AF_UNIX, SOCK_SEQPACKET | QUIET, 0)) > 0);
	I(sendto(t, "abc", 3, 0, A(a), sizeof a));
	I(close(t));
	I(close(s[0]));
	I(sendto(s[1], "abc", 3, 0, A(a), sizeof a));
	I(close(s[1]));
}

static void who(int s)
{
	struct ucred c;
	socklen_t n = sizeof c;

	I(getsockopt(s, SOL_SOCKET, SO_PEERCRED, &c, &n));
	I(n);
	I(c.pid ? c.pid == getpid() : -2);
	I(c.uid == (uid_t)-1 ? -1 : c.uid == geteuid());
	I(c.gid == (gid_t)-1 ? -1 : c.gid == getegid());
}

static void credentials(void)
{
	int l = socket(AF_UNIX, SOCK_STREAM, 0), c, s[2];

	who(l);
	I(binds(l, "c"));
	who(l);
	I(listen(l, 1));
	who(l);
	I((c = socket(AF_UNIX, SOCK_STREAM, 0)) > 0);
	I(connects(c, "c"));
	who(c);
	I(close(c));
	I(close(l));
	I((c = socket(AF_UNIX, SOCK_DGRAM, 0)) > 0);
	I((l = socket(AF_UNIX, SOCK_DGRAM, 0)) > 0);
	I(unlink("c"));
	I(binds(l, "c"));
	I(connects(c, "c"));
	who(c);
	I(unlink("c"));
	I(close(c));
	I(close(l));
	I(socketpair(AF_UNIX, SOCK_DGRAM, 0, s));
	who(s[0]);
	I(close(s[0]));
	I(close(s[1]));
}

/* --- descriptors that are passed -------------------------------------------
 */

/* n descriptors with a text, of which room is said to be `length`. */
static int passes(int s, const char *text, const int *fds, int n, int length)
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(300 * sizeof(int))];
	} c = {{0}};
	struct iovec part = {(void *)text, strlen(text)};
	struct msghdr m = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &c,
		.msg_controllen = length ? length : CMSG_SPACE(n * 4)};

	c.head.cmsg_level = SOL_SOCKET;
	c.head.cmsg_type = SCM_RIGHTS;
	c.head.cmsg_len = CMSG_LEN(n * sizeof(int));
	memcpy(CMSG_DATA(&c.head), fds, n * sizeof(int));
	return (int)sendmsg(s, &m, MSG_NOSIGNAL);
}

static int got[4];

/* Up to `bytes` of text, with `room` for ancillary data. */
static void takes(int s, int bytes, int room, int flags)
{
	union {
		struct cmsghdr head;
		char room[100];
	} c;
	struct iovec part = {buffer, bytes};
	struct msghdr m = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = room ? &c : NULL,
		.msg_controllen = room};
	struct cmsghdr *h;
	ssize_t n;

	memset(got, 0, sizeof got);
	memset(&c, 0, sizeof c);
	I(n = recvmsg(s, &m, flags));
	if (n < 0)
		return;
	I(m.msg_flags);
	I(m.msg_controllen);
	for (h = CMSG_FIRSTHDR(&m); h; h = CMSG_NXTHDR(&m, h)) {
		I(h->cmsg_len);
		I(h->cmsg_level);
		I(h->cmsg_type);
		n = (h->cmsg_len - sizeof *h) / sizeof(int);
		memcpy(got, CMSG_DATA(h), n * sizeof(int));
		for (int i = 0; i < n; i++) {
			I(got[i] - s);
			I(fcntl(got[i], F_GETFD));
		}
	}
}

static void lets_go(void)
{
	for (int i = 0; i < 4; i++)
		if (got[i])
			I(close(got[i]));
}

static void passed(int type)
{
	int s[2], p[2], q[2], two[4], other[2];

	pipe(p);
	pipe(q);
	fcntl(p[0], F_SETFL, O_NONBLOCK);
	fcntl(q[0], F_SETFL, O_NONBLOCK);
	I(socketpair(AF_UNIX, type | QUIET, 0, s));
	two[0] = p[1];
	two[1] = q[1];
	two[2] = two[3] = 900;
	I(passes(s[0], "bad", two, 3, 0));
	I(passes(s[0], "short", two, 1, 3));
	I(passes(s[0], "long", two, 2, CMSG_LEN(4)));
	I(passes(s[0], "none", two, 0, 0));
	takes(s[1], 9, 100, 0);
	I(passes(s[0], "", two, 1, 0));
	takes(s[1], 9, 100, 0);
	lets_go();
	I(passes(s[0], "one", two, 1, 0));
	close(p[1]);
	I(read(p[0], buffer, 1)); /* it is still open */
	takes(s[1], 9, 100, MSG_PEEK);
	lets_go();
	I(read(p[0], buffer, 1));
	takes(s[1], 2, 100, MSG_CMSG_CLOEXEC);
	I(write(got[0], "through", 7));
	I(read(p[0], buffer, 9));
	lets_go();
	I(read(p[0], buffer, 1)); /* and now it is not */
	takes(s[1], 9, 100, 0);
	two[0] = p[0];
	two[1] = q[0];
	I(passes(s[0], "two", two, 2, 0));
	takes(s[1], 9, 20, 0); /* room for one */
	lets_go();
	I(passes(s[0], "two", two, 2, 0));
	takes(s[1], 9, 24, 0);
	lets_go();
	I(passes(s[0], "two", two, 2, 0));
	takes(s[1], 9, 16, 0);
	lets_go();
	I(passes(s[0], "two", two, 2, 0));
	takes(s[1], 9, 0, 0);
	two[0] = q[1];
	/* A stream is read as far as there is something that is passed. */
	I(write(s[0], "ab", 2));
	I(passes(s[0], "cd", two, 1, 0));
	I(write(s[0], "ef", 2));
	I(passes(s[0], "gh", two, 1, 0));
	I(passes(s[0], "ij", two, 1, 0));
	takes(s[1], 50, 100, MSG_PEEK);
	lets_go();
	takes(s[1], 50, 100, 0);
	lets_go();
	takes(s[1], 3, 100, 0);
	lets_go();
	I(read(s[1], buffer, 50));
	I(recv(s[1], buffer, 50, 0));
	I(read(s[1], buffer, 50));
	/* What was not read is closed with the socket. */
	I(passes(s[0], "left", two, 1, 0));
	close(q[1]);
	I(read(q[0], buffer, 1));
	close(s[0]);
	I(read(q[0], buffer, 1));
	close(s[1]);
	I(read(q[0], buffer, 1));
	/* A socket, by which others come. */
	I(socketpair(AF_UNIX, type | QUIET, 0, s));
	I(socketpair(AF_UNIX, SOCK_STREAM | QUIET, 0, other));
	I(passes(other[0], "x", &p[0], 1, 0));
	I(passes(s[0], "y", &other[1], 1, 0));
	close(other[1]);
	I(ready(other[0]));
	takes(s[1], 9, 100, 0);
	takes(got[0], 9, 100, 0);
	I(ready(other[0]));
	lets_go();
	close(other[0]);
	close(s[0]);
	close(s[1]);
	close(p[0]);
	close(q[0]);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	files();
	chosen();
	names();
	datagrams();
	shuts();
	thrown_away();
	packets();
	credentials();
	passed(SOCK_STREAM);
	passed(SOCK_DGRAM);
	passed(SOCK_SEQPACKET);
	return said_all();
}
