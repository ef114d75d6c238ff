/* SPDX-License-Identifier: MIT */
/* local.c - Unix sockets: names that are paths, datagrams, pairs */
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
	int s[2];

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
	return said_all();
}
