# SPDX-License-Identifier: MIT
"""descriptors.py - what the kernel keeps behind descriptors, for profile `descriptors`

Kinds as in kinds.py, rows as in forms.py, and the C functions that they call.
What is read is told as one number: how many bytes, and then each as a digit (a
0 that nobody wrote is one, too); -errno where there is nothing.  What waits has its condition in `wait`; programs
in which somebody waits for ever are thrown away.

    eventfd     what was added, and not yet taken; it never waits
    tokens      the same, taken one by one (EFD_SEMAPHORE); who reads it waits
    timer       0: off, 1: in an hour, 2: has run out
    queue       numbers sent with a signal that signalfd and sigtimedwait take
    halves      a Unix stream: bytes on their way, and is its writer shut down?
    line        the same, over TCP
    letters     Unix datagrams on their way; the one of k has k + 1 bytes
    packets     the same, over UDP
    option      of a socket: does it never wait, is it kept alive, its priority
    passed      descriptors on their way (SCM_RIGHTS), by what their eventfd holds
    copied      a pipe that sendfile fills: what is on its way, and the file's place
    document    a file: its bytes, and the place that all who have it share
"""
import operations
from forms import AGREE, row
from kinds import KINDS, Kind
from operations import point

AGREE |= {"counters", "timers", "queue", "halves", "datagrams", "options", "passed", "sendfile", "documents"}

LEFT = '{ int left = 0; ioctl({n}[0], FIONREAD, &left); printf(" %d", left); }'


def made(prefix, setup, zero, show, text, suffix=""):
    """What main makes before there are threads."""
    return Kind(prefix, "int", "", zero, show, text, suffix, inits=(("{0}", zero),), guard="none", setup=setup)


MADE = {
    "eventfd": made("ev", "{n} = eventfd(0, EFD_NONBLOCK);", 0,
                    '{ eventfd_t left = 0; printf(" %d", eventfd_read({n}, &left) ? 0 : (int)left); }', '" %d" % {n}'),
    "tokens": made("tk", "{n} = eventfd(0, EFD_SEMAPHORE);", 0,
                   '{ eventfd_t one; int left = 0; for (; $ready({n}, 0); left++) eventfd_read({n}, &one); '
                   'printf(" %d", left); }', '" %d" % {n}'),
    "timer": made("tm", "{n} = timerfd_create(CLOCK_MONOTONIC, 0);", 0, 'printf(" %d", $armed({n}));',
                  '" %d" % ({n} == 1)'),
    "queue": made("sq", "{n} = $queue();", (), 'for (int i; (i = $signalled({n}, 1)) > 0;) printf(" %d", i);',
                  '"".join(" %d" % told((i,)) for i in {n})'),
    **{kind: made(prefix, f"$duplex({{n}}, {i});", ((), False), LEFT, '" %d" % len({n}[0])', "[3]")
       for i, (kind, prefix) in enumerate((("halves", "hv"), ("line", "ln")))},
    **{kind: made(prefix, f"$mail({{n}}, {i});", (), 'for (int i; (i = $receive({n}[0], 0)) > 0;) printf(" %d", i);',
                  '"".join(" %d" % letter(i) for i in {n})', "[3]")
       for i, (kind, prefix) in enumerate((("letters", "lt"), ("packets", "pk")))},
    "option": made("op", "{n} = socket(AF_INET, SOCK_STREAM, 0);", (0, 0, 0),
                   'printf(" %d%d%d", $never_waits({n}), $option({n}, SO_KEEPALIVE), $option({n}, SO_PRIORITY));',
                   '" %d%d%d" % {n}'),
    "passed": made("ps", "(void)!socketpair(AF_UNIX, SOCK_STREAM, 0, {n});", (),
                   'for (int i; (i = $take({n}[0])) > 0;) printf(" %d", i);', '"".join(" %d" % i for i in {n})', "[2]"),
    "copied": made("cp", "$source({n});", ((), 0), LEFT, '" %d" % len({n}[0])', "[3]"),
    "document": made("dc", "{n} = $document();", ((), 0), 'printf(" %d", $read_at({n}, 8, 0));',
                     '" %d" % told({n}[0][:8])'),
}
KINDS.update(MADE)


def of(form, kinds, operands, c, py, **more):
    """A row for each of the kinds, which stand for KIND."""
    return [row(form, point, "descriptors", operands.replace("KIND", kind), c, py, exact=False, **more)
            for kind in kinds]


def nothing(there, value, then=""):
    """Its value where something is there, or EAGAIN."""
    return f"{{r}} = {value} if {there} else -11; errno1 = errno1 if {there} else 11" + (f"; {then}" if then else "")


COUNTERS, STREAMS, MAIL = ("eventfd",), ("halves", "line"), ("letters", "packets")
THERE = "({a}[0] or {a}[1])"  # of a stream: bytes, or its end
FORMS = [
    # --- counters
    *of("counters", ("eventfd", "tokens"), "r a:KIND! k", "{r} = eventfd_write({a}, {k} + 1);",
        "{r} = 0; {a} = {a} + {k} + 1", weight=4),
    *of("counters", COUNTERS, "r a:KIND!", "{{ eventfd_t got = 0; {r} = eventfd_read({a}, &got) ? -errno : (int)got; }}",
        nothing("{a}", "{a}", "{a} = 0"), weight=4),
    *of("counters", COUNTERS, "r a:KIND!",
        "{{ unsigned long got; int n = (int)read({a}, &got, sizeof got); {r} = n < 0 ? -errno : n + (int)got; }}",
        nothing("{a}", "8 + {a}", "{a} = 0")),
    *of("counters", ("eventfd", "tokens"), "r a:KIND", "{r} = $ready({a}, 0);", "{r} = 1 if {a} else 0", weight=3),
    *of("counters", COUNTERS, "r a:KIND", "{r} = $ready({a}, -1);", "{r} = 1", wait="{a} > 0", weight=2),
    *of("counters", COUNTERS, "r a:KIND", "{r} = $selected({a});", "{r} = 1 if {a} else 0"),
    *of("counters", ("tokens",), "r a:KIND!", "{{ eventfd_t got; {r} = eventfd_read({a}, &got) + (int)got; }}",
        "{r} = 1; {a} = {a} - 1", wait="{a} > 0", weight=4),
    # --- timers, of which none runs out while others look (an hour), or all have before they do
    *of("timers", ("timer",), "r a:KIND!", "{r} = $arm({a}, 0, 3600);", "{r} = {a} == 1; {a} = 1", weight=2),
    *of("timers", ("timer",), "r a:KIND!", "{r} = $arm({a}, 0, 0);", "{r} = {a} == 1; {a} = 0", weight=2),
    *of("timers", ("timer",), "r a:KIND!", "{r} = $arm({a}, TFD_TIMER_ABSTIME, 0);", "{r} = {a} == 1; {a} = 2", weight=3),
    *of("timers", ("timer",), "r a:KIND", "{r} = $armed({a});", "{r} = {a} == 1", weight=2),
    *of("timers", ("timer",), "r a:KIND", "{r} = $ready({a}, -1);", "{r} = 1", wait="{a} == 2", weight=2),
    *of("timers", ("timer",), "r a:KIND!", "{{ unsigned long got; {r} = (int)(read({a}, &got, sizeof got) + got); }}",
        "{r} = 9; {a} = 0", wait="{a} == 2", weight=2),
    # --- signals in a queue, and the two ways to take one
    *of("queue", ("queue",), "r a:KIND! k", "{r} = sigqueue(getpid(), SIGRTMIN + 1, (union sigval){{.sival_int = {k}}});",
        "{r} = 0; {a} = {a} + ({k},)", weight=5),
    *of("queue", ("queue",), "r a:KIND! k", "{r} = $signalled({a}, 1 + {k} % 2);",
        nothing("{a}", "told({a}[:1 + {k} % 2])", "{a} = {a}[1 + {k} % 2:]"), weight=4),
    *of("queue", ("queue",), "r a:KIND!", "{r} = $accepted();", nothing("{a}", "{a}[0]", "{a} = {a}[1:]"), weight=3),
    *of("queue", ("queue",), "r a:KIND", "{r} = $ready({a}, 0);", "{r} = 1 if {a} else 0", weight=2),
    *of("queue", ("queue",), "r a:KIND", "{r} = $ready({a}, -1);", "{r} = 1", wait="len({a}) > 0", weight=2),
    *of("queue", ("queue",), "r a:KIND", "{r} = $is_pending(SIGRTMIN + 1);", "{r} = 1 if {a} else 0"),
    # --- streams of which one half may be shut down, bytes in several pieces
    *of("halves", STREAMS, "r a:KIND! k", '{{ int got = (int)send({a}[1], "0123" + {k}, 1, MSG_NOSIGNAL); '
        "{r} = got > 0 ? got : -errno; }}",
        "{r} = -32 if {a}[1] else 1; errno1 = 32 if {a}[1] else errno1; "
        "{a} = ({a}[0] + (() if {a}[1] else ({k},)), {a}[1])", weight=3),
    *(r for call in ("$gather({a}[1], {k})", "$gather_message({a}[1], {k})")
      for r in of("halves", STREAMS, "r a:KIND! k", f"{{r}} = {call};",
                  "{r} = -32 if {a}[1] else 2; errno1 = 32 if {a}[1] else errno1; "
                  "{a} = ({a}[0] + (() if {a}[1] else ({k}, {k} + 4)), {a}[1])")),
    *of("halves", STREAMS, "r a:KIND!", "{r} = $scatter({a}[0]);", "{r} = told({a}[0][:3]); {a} = ({a}[0][3:], {a}[1])",
        wait="len({a}[0]) > 0 or {a}[1]", weight=2),
    *of("halves", STREAMS, "r a:KIND!", "{r} = $scatter_message({a}[0]);",
        nothing(THERE, "told({a}[0][:3])", "{a} = ({a}[0][3:], {a}[1])"), weight=2),
    *of("halves", STREAMS, "r a:KIND!",
        "{{ char tmp[2]; {r} = $told(tmp, recvfrom({a}[0], tmp, 2, MSG_DONTWAIT, NULL, NULL)); }}",
        nothing(THERE, "told({a}[0][:2])", "{a} = ({a}[0][2:], {a}[1])"), weight=2),
    *of("halves", STREAMS, "r a:KIND", "{{ char tmp[2]; {r} = $told(tmp, recv({a}[0], tmp, 2, MSG_PEEK | MSG_DONTWAIT)); }}",
        nothing(THERE, "told({a}[0][:2])")),
    *of("halves", STREAMS, "r a:KIND!", "{r} = shutdown({a}[1], SHUT_WR);", "{r} = 0; {a} = ({a}[0], True)", weight=3),
    *of("halves", STREAMS, "r a:KIND", "{r} = $seen({a}[0]);", "{r} = 3 if {a}[1] else 1 if {a}[0] else 0", weight=2),
    *of("halves", STREAMS, "r a:KIND", "{r} = $selected({a}[0]);", f"{{r}} = 1 if {THERE} else 0"),
    *of("halves", STREAMS, "r a:KIND", "{r} = $watched({a}[2], 0);", f"{{r}} = 1 if {THERE} else 0"),
    *of("halves", STREAMS, "r a:KIND", "{r} = $ready({a}[0], -1);", "{r} = 1", wait="len({a}[0]) > 0 or {a}[1]"),
    # --- datagrams, which are read whole or cut off; two in one call are sent and taken one by one
    *of("datagrams", MAIL, "r a:KIND! k", '{r} = (int)send({a}[1], "0123456" + {k}, {k} + 1, MSG_DONTWAIT);',
        "{r} = {k} + 1; {a} = {a} + ({k},)", weight=4),
    *of("datagrams", MAIL, "r a:KIND! k l", "{r} = $send_two({a}[1], {k}, {l});", "{a} = {a} + ({k},)",
        then="{r} = 2; {a} = {a} + ({l},)"),
    *of("datagrams", MAIL, "r a:KIND!", "{r} = $receive({a}[0], 0);", nothing("{a}", "letter({a}[0])", "{a} = {a}[1:]"),
        weight=4),
    *of("datagrams", MAIL, "r a:KIND", "{r} = $receive({a}[0], MSG_PEEK);", nothing("{a}", "letter({a}[0])")),
    *of("datagrams", MAIL, "r a:KIND!", "{r} = $receive_two({a}[0]);",
        "flag1 = {a}[:1]; {a} = {a}[1:]", weight=2, then="flag1 = flag1 + {a}[:1] if flag1 else flag1; "
        "{r} = told(tuple(i + 1 for i in flag1)) if flag1 else -11; errno1 = errno1 if flag1 else 11; "
        "{a} = {a}[len(flag1) - 1:] if flag1 else {a}"),
    *of("datagrams", MAIL, "r a:KIND!", "{{ char tmp; {r} = (int)recv({a}[0], &tmp, 1, MSG_TRUNC | MSG_DONTWAIT); "
        "{r} = {r} > 0 ? {r} : -errno; }}", nothing("{a}", "{a}[0] + 1", "{a} = {a}[1:]")),
    *of("datagrams", MAIL, "r a:KIND", "{{ int left = 0; ioctl({a}[0], FIONREAD, &left); {r} = left; }}",
        "{r} = {a}[0] + 1 if {a} else 0"),
    *of("datagrams", MAIL, "r a:KIND!", "{{ char tmp[2]; {r} = (int)read({a}[0], tmp, 2); }}",
        "{r} = min({a}[0] + 1, 2); {a} = {a}[1:]", wait="len({a}) > 0"),
    *of("datagrams", MAIL, "r a:KIND", "{r} = $watched({a}[2], 0);", "{r} = 1 if {a} else 0"),
    # --- options of sockets
    *of("options", ("option",), "r a:KIND! k", "{r} = $set_option({a}, SO_KEEPALIVE, {k} % 2);",
        "{r} = 0; {a} = put({a}, 1, {k} % 2)", weight=2),
    *of("options", ("option",), "r a:KIND! k", "{r} = $set_option({a}, SO_PRIORITY, {k});", "{r} = 0; {a} = put({a}, 2, {k})",
        weight=2),
    *of("options", ("option",), "r a:KIND", "{r} = $option({a}, SO_KEEPALIVE);", "{r} = {a}[1]", weight=2),
    *of("options", ("option",), "r a:KIND", "{r} = $option({a}, SO_PRIORITY);", "{r} = {a}[2]", weight=2),
    *of("options", ("option",), "r a:KIND! k", "{{ int on = {k} % 2; {r} = ioctl({a}, FIONBIO, &on); }}",
        "{r} = 0; {a} = put({a}, 0, {k} % 2)", weight=2),
    *of("options", ("option",), "r a:KIND! k", "{r} = fcntl({a}, F_SETFL, {k} % 2 ? O_NONBLOCK : 0);",
        "{r} = 0; {a} = put({a}, 0, {k} % 2)"),
    *of("options", ("option",), "r a:KIND", "{r} = $never_waits({a});", "{r} = {a}[0]", weight=2),
    # --- descriptors passed over a socket: of an eventfd that nobody else has
    *of("passed", ("passed",), "r a:KIND! k", "{r} = $pass({a}[1], {k} + 1);", "{r} = 1; {a} = {a} + ({k} + 1,)", weight=3,
        inside=2),
    *of("passed", ("passed",), "r a:KIND!", "{r} = $take({a}[0]);", nothing("{a}", "{a}[0]", "{a} = {a}[1:]"), weight=3,
        inside=2),
    *of("passed", ("passed",), "r a:KIND", "{r} = $ready({a}[0], 0);", "{r} = 1 if {a} else 0"),
    # --- sendfile, with a place of its own or the file's
    *of("sendfile", ("copied",), "r a:KIND! k", "{r} = (int)sendfile({a}[1], {a}[2], NULL, {k} + 1);",
        "flag1 = tuple(range({a}[1], min({a}[1] + {k} + 1, 8))); {r} = len(flag1); {a} = ({a}[0] + flag1, {a}[1] + {r})",
        weight=3),
    *of("sendfile", ("copied",), "r a:KIND! k", "{{ off_t at = {k}; {r} = (int)sendfile({a}[1], {a}[2], &at, 2); "
        "{r} = {r} * 10 + (int)at; }}", "{r} = 20 + {k} + 2; {a} = ({a}[0] + ({k}, {k} + 1), {a}[1])", weight=2),
    *of("sendfile", ("copied",), "r a:KIND!", "{{ char tmp[2]; {r} = $told(tmp, read({a}[0], tmp, 2)); }}",
        nothing("{a}[0]", "told({a}[0][:2])", "{a} = ({a}[0][2:], {a}[1])"), weight=3),
    *of("sendfile", ("copied",), "r a:KIND! k", "{r} = (int)lseek({a}[2], {k}, SEEK_SET);", "{r} = {k}; {a} = ({a}[0], {k})",
        weight=2),
    *of("sendfile", ("copied",), "r a:KIND", "{r} = (int)lseek({a}[2], 0, SEEK_CUR);", "{r} = {a}[1]"),
    # --- a file and its place; what lies behind its end is 0 when something is written further on
    *of("documents", ("document",), "r a:KIND! k", '{r} = (int)write({a}, "0123" + {k}, 1);',
        "{r} = 1; {a} = (written({a}[0], {a}[1], ({k},)), {a}[1] + 1)", weight=3),
    *of("documents", ("document",), "r a:KIND! k", "{r} = $gather({a}, {k});",
        "{r} = 2; {a} = (written({a}[0], {a}[1], ({k}, {k} + 4)), {a}[1] + 2)", weight=2),
    *of("documents", ("document",), "r a:KIND! k l", '{r} = (int)pwrite({a}, "0123" + {k}, 1, {l});',
        "{r} = 1; {a} = (written({a}[0], {l}, ({k},)), {a}[1])", weight=2),
    *of("documents", ("document",), "r a:KIND!", "{r} = $scatter({a});",
        "{r} = told({a}[0][{a}[1]:][:3]); {a} = ({a}[0], {a}[1] + len({a}[0][{a}[1]:][:3]))", weight=2),
    *of("documents", ("document",), "r a:KIND k", "{r} = $read_at({a}, 2, {k});", "{r} = told({a}[0][{k}:][:2])", weight=2),
    *of("documents", ("document",), "r a:KIND! k", "{r} = (int)lseek({a}, {k}, SEEK_SET);", "{r} = {k}; {a} = ({a}[0], {k})",
        weight=2),
    *of("documents", ("document",), "r a:KIND! k", "{r} = ftruncate({a}, {k});",
        "{r} = 0; {a} = (written({a}[0][:{k}], {k}, ()), {a}[1])"),
    *of("documents", ("document",), "r a:KIND", "{{ struct stat st; {r} = fstat({a}, &st) ? -1 : (int)st.st_size; }}",
        "{r} = len({a}[0])"),
]
operations.OPERATIONS += FORMS

# What the rows call: text.py writes what is used.
FUNCTIONS = {
    "$told(": """\
static __attribute__((noinline)) int $told(const char *bytes, int n)
{
	int r = n;

	if (n < 0)
		return -errno;
	for (int i = 0; i < n; i++)
		r = r * 10 + (bytes[i] ? bytes[i] - '0' : 0);
	return r;
}
""",
    "$selected(": """\
static __attribute__((noinline)) int $selected(int fd)
{
	struct timeval none = {0, 0};
	fd_set in;

	FD_ZERO(&in);
	FD_SET(fd, &in);
	return select(fd + 1, &in, NULL, NULL, &none) + 10 * !FD_ISSET(fd, &in);
}
""",
    "$seen(": """\
static __attribute__((noinline)) int $seen(int fd)
{
	struct pollfd p = {fd, POLLIN | POLLRDHUP, 0};
	struct timespec none = {0, 0};

	ppoll(&p, 1, &none, NULL);
	return (p.revents & POLLIN ? 1 : 0) + (p.revents & POLLRDHUP ? 2 : 0) + (p.revents & POLLHUP ? 4 : 0);
}
""",
    "$arm(": """\
static __attribute__((noinline)) int $arm(int fd, int flags, int seconds)
{
	struct itimerspec to = {{0, 0}, {seconds, flags ? 1 : 0}}, was;

	return timerfd_settime(fd, flags, &to, &was) ? -1 : was.it_value.tv_sec > 0;
}
""",
    "$armed(": """\
static __attribute__((noinline)) int $armed(int fd)
{
	struct itimerspec now;

	return timerfd_gettime(fd, &now) ? -1 : now.it_value.tv_sec > 0;
}
""",
    "$queue(": """\
static int $queue(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN + 1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_NONBLOCK);
}
""",
    "$signalled(": """\
static __attribute__((noinline)) int $signalled(int fd, int most)
{
	struct signalfd_siginfo got[2];
	int n = (int)read(fd, got, most * sizeof *got), r;

	if (n < 0)
		return -errno;
	n /= (int)sizeof *got;
	r = n;
	for (int i = 0; i < n; i++)
		r = r * 10 + got[i].ssi_int;
	return r;
}
""",
    "$accepted(": """\
static __attribute__((noinline)) int $accepted(void)
{
	struct timespec none = {0, 0};
	siginfo_t got;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN + 1);
	return sigtimedwait(&set, &got, &none) < 0 ? -errno : got.si_value.sival_int;
}
""",
    "$duplex(": """\
static void $duplex(int *at, int tcp)
{
	struct sockaddr_in here = {.sin_family = AF_INET};
	struct epoll_event in = {.events = EPOLLIN};
	socklen_t n = sizeof here;
	int s;

	signal(SIGPIPE, SIG_IGN);
	if (!tcp) {
		(void)!socketpair(AF_UNIX, SOCK_STREAM, 0, at);
	} else {
		s = socket(AF_INET, SOCK_STREAM, 0);
		at[1] = socket(AF_INET, SOCK_STREAM, 0);
		here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		bind(s, (struct sockaddr *)&here, n);
		listen(s, 1);
		getsockname(s, (struct sockaddr *)&here, &n);
		connect(at[1], (struct sockaddr *)&here, n);
		at[0] = accept(s, NULL, NULL);
		close(s);
	}
	at[2] = epoll_create1(0);
	epoll_ctl(at[2], EPOLL_CTL_ADD, at[0], &in);
}
""",
    "$gather(": """\
static __attribute__((noinline)) int $gather(int fd, int k)
{
	struct iovec parts[] = {{(char *)"0123" + k, 1}, {NULL, 0}, {(char *)"4567" + k, 1}};
	int n = (int)writev(fd, parts, 3);

	return n < 0 ? -errno : n;
}
""",
    "$gather_message(": """\
static __attribute__((noinline)) int $gather_message(int fd, int k)
{
	struct iovec parts[] = {{(char *)"0123" + k, 1}, {(char *)"4567" + k, 1}};
	struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};
	int n = (int)sendmsg(fd, &m, MSG_NOSIGNAL);

	return n < 0 ? -errno : n;
}
""",
    "$scatter(": """\
static __attribute__((noinline)) int $scatter(int fd)
{
	char bytes[3];
	struct iovec parts[] = {{bytes, 1}, {bytes + 1, 2}};

	return $told(bytes, (int)readv(fd, parts, 2));
}
""",
    "$scatter_message(": """\
static __attribute__((noinline)) int $scatter_message(int fd)
{
	char bytes[3];
	struct iovec parts[] = {{bytes, 2}, {bytes + 2, 1}};
	struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};

	return $told(bytes, (int)recvmsg(fd, &m, MSG_DONTWAIT));
}
""",
    "$mail(": """\
static void $mail(int *at, int udp)
{
	struct sockaddr_in here = {.sin_family = AF_INET};
	struct epoll_event in = {.events = EPOLLIN};
	socklen_t n = sizeof here;

	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (!udp)
		(void)!socketpair(AF_UNIX, SOCK_DGRAM, 0, at);
	for (int i = 0; udp && i < 2; i++) {
		at[i] = socket(AF_INET, SOCK_DGRAM, 0);
		here.sin_port = 0;
		bind(at[i], (struct sockaddr *)&here, n);
	}
	for (int i = 0; udp && i < 2; i++) {
		getsockname(at[i], (struct sockaddr *)&here, &n);
		connect(at[!i], (struct sockaddr *)&here, n);
	}
	at[2] = epoll_create1(0);
	epoll_ctl(at[2], EPOLL_CTL_ADD, at[0], &in);
}
""",
    "$receive(": """\
static __attribute__((noinline)) int $receive(int fd, int flags)
{
	char bytes[2];
	struct iovec part = {bytes, 2};
	struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
	int r = $told(bytes, (int)recvmsg(fd, &m, flags | MSG_DONTWAIT));

	return r < 0 ? r : r + (m.msg_flags & MSG_TRUNC ? 1000 : 0);
}
""",
    "$send_two(": """\
static __attribute__((noinline)) int $send_two(int fd, int k, int l)
{
	struct iovec parts[] = {{(char *)"0123456" + k, (size_t)k + 1}, {(char *)"0123456" + l, (size_t)l + 1}};
	struct mmsghdr m[2] = {{.msg_hdr = {.msg_iov = parts, .msg_iovlen = 1}},
		{.msg_hdr = {.msg_iov = parts + 1, .msg_iovlen = 1}}};

	return sendmmsg(fd, m, 2, MSG_DONTWAIT);
}
""",
    "$receive_two(": """\
static __attribute__((noinline)) int $receive_two(int fd)
{
	char bytes[8];
	struct iovec parts[] = {{bytes, 4}, {bytes + 4, 4}};
	struct mmsghdr m[2] = {{.msg_hdr = {.msg_iov = parts, .msg_iovlen = 1}},
		{.msg_hdr = {.msg_iov = parts + 1, .msg_iovlen = 1}}};
	int n = recvmmsg(fd, m, 2, MSG_DONTWAIT, NULL), r = n;

	if (n < 0)
		return -errno;
	for (int i = 0; i < n; i++)
		r = r * 10 + (int)m[i].msg_len;
	return r;
}
""",
    "$option(": """\
static __attribute__((noinline)) int $option(int fd, int name)
{
	int value = -1;
	socklen_t n = sizeof value;

	getsockopt(fd, SOL_SOCKET, name, &value, &n);
	return value;
}
""",
    "$set_option(": """\
static __attribute__((noinline)) int $set_option(int fd, int name, int value)
{
	return setsockopt(fd, SOL_SOCKET, name, &value, sizeof value);
}
""",
    "$never_waits(": """\
static __attribute__((noinline)) int $never_waits(int fd)
{
	return (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
}
""",
    "$pass(": """\
static __attribute__((noinline)) int $pass(int fd, int k)
{
	char byte = 'x', room[CMSG_SPACE(sizeof(int))] = {0};
	struct iovec part = {&byte, 1};
	struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);
	int given = eventfd(k, 0), n;

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &given, sizeof given);
	n = (int)sendmsg(fd, &m, 0);
	close(given);
	return n;
}
""",
    "$take(": """\
static __attribute__((noinline)) int $take(int fd)
{
	char byte, room[CMSG_SPACE(sizeof(int))];
	struct iovec part = {&byte, 1};
	struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
	eventfd_t value = 0;
	int given;

	if (recvmsg(fd, &m, MSG_DONTWAIT) < 0)
		return -errno;
	memcpy(&given, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof given);
	eventfd_read(given, &value);
	close(given);
	return (int)value;
}
""",
    "$source(": """\
static void $source(int *at)
{
	(void)!pipe2(at, O_NONBLOCK);
	at[2] = memfd_create("source", 0);
	(void)!write(at[2], "01234567", 8);
	lseek(at[2], 0, SEEK_SET);
}
""",
    "$document(": """\
static int $document(void)
{
	char name[60];
	int fd;

	snprintf(name, sizeof name, "/tmp/generated.%d.document", (int)getpid());
	fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
	unlink(name);
	return fd;
}
""",
    "$read_at(": """\
static __attribute__((noinline)) int $read_at(int fd, int most, int at)
{
	char bytes[8];

	return $told(bytes, (int)pread(fd, bytes, most, at));
}
""",
}
