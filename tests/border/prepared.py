# SPDX-License-Identifier: MIT
"""prepared.py - calls that need an object, or that no header describes well enough:
what is done before, in the same pieces of memory, and the call"""


# Where pages that nobody may touch end the call otherwise: (byte, whether it is written), by
# POSIX.  A wait's deadline is read, a new thread's handle is written.
DEADLINE = [(256, False), (264, False)]
TOUCHED = {
    "pthread_create": [(0, True), (256, False)], "mtx_timedlock": DEADLINE,
    **{f"pthread_{name}": DEADLINE for name in ("cond_clockwait", "cond_timedwait", "mutex_clocklock", "mutex_timedlock")},
    "sem_clockwait": DEADLINE, "sem_timedwait": DEADLINE,
    "thrd_sleep": [(0, False), (8, False)],
}


def attributes(kind, fields):
    """Getters and setters of pthread_<kind>attr_*: (field, type, value)."""
    attr = f"pthread_{kind}attr" if kind else "pthread_attr"
    init = f"{attr}_init(A);"
    yield f"{attr}_init", "", f"{attr}_init(A)"
    yield f"{attr}_destroy", init, f"{attr}_destroy(A)"
    for field, of, value in fields:
        yield f"{attr}_get{field}", init, f"{attr}_get{field}(A, B)"
        if of == "value":
            yield f"{attr}_set{field}", init, f"{attr}_set{field}(A, {value})"
        elif of == "memory":
            yield f"{attr}_set{field}", init + value, f"{attr}_set{field}(A, B)"


def rows():
    yield from attributes("", (
        ("detachstate", "value", "1"), ("guardsize", "value", "4096"), ("inheritsched", "value", "1"),
        ("schedpolicy", "value", "0"), ("scope", "value", "0"), ("stacksize", "value", "1 << 20"),
        ("schedparam", "memory", "*(int *)B = 0;")))
    attr = "pthread_attr_init(A);"
    yield "pthread_attr_getstack", attr, "pthread_attr_getstack(A, B, C)"
    yield "pthread_attr_setstack", attr, "pthread_attr_setstack(A, large, sizeof large)"
    yield "pthread_attr_getstackaddr", attr, "pthread_attr_getstackaddr(A, B)"
    yield "pthread_attr_setaffinity_np", attr + "memset(B, 0, 128); *(char *)B = 1;", "pthread_attr_setaffinity_np(A, 128, B)"
    yield "pthread_attr_getaffinity_np", attr, "pthread_attr_getaffinity_np(A, 128, B)"
    yield "pthread_attr_getsigmask_np", attr, "pthread_attr_getsigmask_np(A, B)"
    yield "pthread_attr_setsigmask_np", attr + "sigemptyset(B);", "pthread_attr_setsigmask_np(A, B)"
    yield "pthread_getattr_default_np", "", "pthread_getattr_default_np(A)"
    yield "pthread_getattr_np", "", "pthread_getattr_np(pthread_self(), A)"
    yield from attributes("mutex", (
        ("type", "value", "1"), ("pshared", "value", "0"), ("protocol", "value", "0"), ("robust", "value", "1"),
        ("prioceiling", "value", "1")))
    yield from attributes("cond", (("clock", "value", "1"), ("pshared", "value", "0")))
    yield from attributes("rwlock", (("pshared", "value", "0"), ("kind_np", "value", "2")))
    yield from attributes("barrier", (("pshared", "value", "0"),))
    # --- objects: what they are made with, what is told of them, and times
    yield "pthread_mutex_init", "pthread_mutexattr_init(B);", "pthread_mutex_init(A, B)"
    yield "pthread_cond_init", "pthread_condattr_init(B);", "pthread_cond_init(A, B)"
    yield "pthread_rwlock_init", "pthread_rwlockattr_init(B);", "pthread_rwlock_init(A, B)"
    yield "pthread_barrier_init", "pthread_barrierattr_init(B);", "pthread_barrier_init(A, B, 2)"
    yield "sem_init", "", "sem_init(A, 0, 1)"
    yield "sem_getvalue", "sem_init(A, 0, 1);", "sem_getvalue(A, B)"
    past = "*(struct timespec *)B = (struct timespec){1, 1};"
    yield "sem_timedwait", "sem_init(A, 0, 0);" + past, "sem_timedwait(A, B)"
    yield "sem_clockwait", "sem_init(A, 0, 0);" + past, "sem_clockwait(A, CLOCK_MONOTONIC, B)"
    locked = "pthread_mutex_init(A, NULL); pthread_mutex_lock(A);" + past
    yield "pthread_mutex_timedlock", locked, "pthread_mutex_timedlock(A, B)"
    yield "pthread_mutex_clocklock", locked, "pthread_mutex_clocklock(A, CLOCK_MONOTONIC, B)"
    waits = "pthread_cond_init(A, NULL); pthread_mutex_init(C, NULL);" + past
    yield "pthread_cond_timedwait", waits, "{ pthread_mutex_lock(C); pthread_cond_timedwait(A, C, B); pthread_mutex_unlock(C); }"
    yield "pthread_cond_clockwait", waits, "{ pthread_mutex_lock(C); pthread_cond_clockwait(A, C, CLOCK_MONOTONIC, B); pthread_mutex_unlock(C); }"
    written = "pthread_rwlock_init(A, NULL); pthread_rwlock_wrlock(A);" + past
    for how in ("rd", "wr"):
        yield f"pthread_rwlock_timed{how}lock", written, f"pthread_rwlock_timed{how}lock(A, B)"
        yield f"pthread_rwlock_clock{how}lock", written, f"pthread_rwlock_clock{how}lock(A, CLOCK_MONOTONIC, B)"
    yield "pthread_mutex_getprioceiling", "pthread_mutex_init(A, NULL);", "pthread_mutex_getprioceiling(A, B)"
    yield "mtx_init", "", "mtx_init(A, mtx_plain)"
    yield "mtx_timedlock", "mtx_init(A, mtx_timed); mtx_lock(A);" + past, "mtx_timedlock(A, B)"
    yield "cnd_init", "", "cnd_init(A)"
    # --- threads
    yield "pthread_create", "pthread_attr_init(B);", "{ pthread_create(A, B, starts, NULL); pthread_join(*(pthread_t *)A, C); }"
    yield "thrd_create", "", "{ thrd_create(A, (thrd_start_t)starts, NULL); thrd_join(*(thrd_t *)A, C); }"
    yield "pthread_setcanceltype", "", "pthread_setcanceltype(0, A)"
    yield "pthread_setcancelstate", "", "pthread_setcancelstate(0, A)"
    yield "pthread_getname_np", "", "pthread_getname_np(pthread_self(), A, 16)"
    yield "pthread_setname_np", "strcpy(A, \"name\");", "pthread_setname_np(pthread_self(), A)"
    yield "pthread_getcpuclockid", "", "pthread_getcpuclockid(pthread_self(), A)"
    yield "pthread_getschedparam", "", "pthread_getschedparam(pthread_self(), A, B)"
    yield "pthread_setschedparam", "*(int *)A = 0;", "pthread_setschedparam(pthread_self(), 0, A)"
    yield "pthread_getaffinity_np", "", "pthread_getaffinity_np(pthread_self(), 128, A)"
    yield "pthread_setaffinity_np", "sched_getaffinity(0, 128, A);", "pthread_setaffinity_np(pthread_self(), 128, A)"
    yield "pthread_key_create", "", "pthread_key_create(A, NULL)"
    yield "tss_create", "", "tss_create(A, NULL)"
    yield "pthread_tryjoin_np", "pthread_create(A, NULL, starts, NULL); usleep(1000);", "pthread_tryjoin_np(*(pthread_t *)A, B)"
    # --- signals, times, the process
    yield "pthread_sigmask", "sigemptyset(A);", "pthread_sigmask(SIG_BLOCK, A, B)"
    yield "sigprocmask", "sigemptyset(A);", "sigprocmask(SIG_BLOCK, A, B)"
    yield "sigpending", "", "sigpending(A)"
    yield "sigaction", "memset(A, 0, sizeof(struct sigaction));", "sigaction(SIGUSR1, A, B)"
    blocked = "sigemptyset(A); sigaddset(A, SIGUSR1); pthread_sigmask(SIG_BLOCK, A, NULL); kill(getpid(), SIGUSR1);"
    yield "sigwait", blocked, "sigwait(A, B)"
    yield "sigwaitinfo", blocked, "sigwaitinfo(A, B)"
    yield "sigtimedwait", blocked, "sigtimedwait(A, B, &(struct timespec){0, 0})"
    yield "sigsuspend", blocked + "signal(SIGUSR1, strsignal); sigemptyset(A);", "sigsuspend(A)"
    short = "*(struct timespec *)A = (struct timespec){0, 1};"
    yield "nanosleep", short, "nanosleep(A, B)"
    yield "clock_nanosleep", short, "clock_nanosleep(CLOCK_MONOTONIC, 0, A, B)"
    yield "clock_gettime", "", "clock_gettime(CLOCK_MONOTONIC, A)"
    yield "clock_getres", "", "clock_getres(CLOCK_MONOTONIC, A)"
    yield "gettimeofday", "", "gettimeofday(A, B)"
    yield "time", "", "time(A)"
    yield "getrlimit", "", "getrlimit(RLIMIT_NOFILE, A)"
    yield "setrlimit", "getrlimit(RLIMIT_NOFILE, A);", "setrlimit(RLIMIT_NOFILE, A)"
    yield "prlimit", "getrlimit(RLIMIT_NOFILE, A);", "prlimit(0, RLIMIT_NOFILE, A, B)"
    yield "getrusage", "", "getrusage(RUSAGE_SELF, A)"
    yield "mbsrtowcs", "*(const char **)B = \"ab\";", "mbsrtowcs(A, B, 8, C)"
    yield "wcsrtombs", "*(const wchar_t **)B = L\"ab\";", "wcsrtombs(A, B, 8, C)"
    yield "uname", "", "uname(A)"
    # --- the environment: what is put there stays the test's
    yield "getenv", "strcpy(A, \"NAME=x\"); putenv(A); strcpy(B, \"NAME\");", "getenv(B)"
    yield "setenv", "strcpy(A, \"NAME\"); strcpy(B, \"value\");", "setenv(A, B, 1)"
    yield "unsetenv", "strcpy(A, \"NAME\");", "unsetenv(A)"
    yield "putenv", "strcpy(A, \"NAME=x\");", "putenv(A)"
    entries = ("strcpy(B, \"NAME=x\"); strcpy(C, \"NAME\"); ((char **)A)[0] = \"FIRST=y\"; ((char **)A)[1] = B;"
               "((char **)A)[2] = NULL; environ = A;")
    yield "getenv", entries, "getenv(C)"
    yield "setenv", entries, "setenv(C, \"y\", 0)"
    yield "unsetenv", entries, "unsetenv(C)"
    # --- generators and texts with states
    yield "initstate_r", "", "initstate_r(1, A, 64, B)"
    made = "memset(B, 0, sizeof(struct random_data)); initstate_r(1, A, 64, B);"
    yield "random_r", made, "random_r(B, C)"
    yield "srandom_r", made, "srandom_r(7, B)"
    yield "setstate_r", made, "setstate_r(A, B)"
    yield "strtok_r", "strcpy(A, \"a b c\"); strcpy(B, \" \");", "strtok_r(A, B, C)"
    yield "strsep", "strcpy(A, \"a b c\"); *(char **)C = A; strcpy(B, \" \");", "strsep(C, B)"
    tokens = "strcpy((char *)B + 32, \"ro\"); strcpy((char *)B + 40, \"size\"); ((char **)B)[0] = (char *)B + 32; ((char **)B)[1] = (char *)B + 40; ((char **)B)[2] = NULL;"
    yield "getsubopt", "strcpy(A, \"size=3,ro\"); *(char **)C = A;" + tokens, "getsubopt(C, B, (char **)C + 1)"
    yield "strdup", "strcpy(A, \"text\");", "strdup(A)"
    yield "strndup", "strcpy(A, \"text\");", "strndup(A, 3)"
    yield "rawmemchr", "strcpy(A, \"abc\");", "rawmemchr(A, 'c')"
    yield "qsort", "memcpy(A, \"cba\", 3);", "{ qsort(A, 3, 1, bytes); }"
    yield "qsort_r", "memcpy(A, \"cba\", 3);", "{ qsort_r(A, 3, 1, (int (*)(const void *, const void *, void *))bytes, NULL); }"
    yield "bsearch", "memcpy(A, \"abc\", 3); memcpy(B, \"b\", 1);", "bsearch(B, A, 3, 1, bytes)"
    locale = "*(locale_t *)F = newlocale(LC_ALL_MASK, \"C\", 0);"
    yield "strncasecmp_l", "strcpy(A, \"abc\"); strcpy(B, \"abd\");" + locale, "strncasecmp_l(A, B, 3, *(locale_t *)F)"
    yield "strcasecmp_l", "strcpy(A, \"abc\"); strcpy(B, \"abd\");" + locale, "strcasecmp_l(A, B, *(locale_t *)F)"
    yield "sincosl", "", "{ sincosl(1, A, B); }"
    yield "sincos", "", "{ sincos(1, A, B); }"
    # --- files
    ends = "pipe((int *)F);"
    yield "read", ends + "write(((int *)F)[1], \"abc\", 3);", "read(*(int *)F, A, 3)"
    yield "write", ends + "strcpy(A, \"abc\");", "write(((int *)F)[1], A, 3)"
    vector = "*(struct iovec *)A = (struct iovec){B, 3};"
    yield "readv", ends + vector + "write(((int *)F)[1], \"abc\", 3);", "readv(*(int *)F, A, 1)"
    yield "writev", ends + vector, "writev(((int *)F)[1], A, 1)"
    yield "pipe", "", "pipe(A)"
    yield "pipe2", "", "pipe2(A, 0)"
    yield "socketpair", "", "socketpair(AF_UNIX, SOCK_STREAM, 0, A)"
    yield "poll", ends + "*(struct pollfd *)A = (struct pollfd){((int *)F)[1], POLLOUT, 0};", "poll(A, 1, 0)"
    yield "fstat", ends, "fstat(*(int *)F, A)"
    yield "memfd_create", "strcpy(A, \"name\");", "memfd_create(A, 0)"
    yield "eventfd_read", "*(int *)F = eventfd(3, 0);", "eventfd_read(*(int *)F, A)"
    yield "open", "strcpy(A, \"/dev/null\");", "open(A, 0)"
    yield "getcwd", "", "getcwd(A, 200)"
    yield "chdir", "strcpy(A, \"/\");", "chdir(A)"
    yield "access", "strcpy(A, \"/dev/null\");", "access(A, R_OK)"
    yield "stat", "strcpy(A, \"/dev/null\");", "stat(A, B)"
    yield "lstat", "strcpy(A, \"/dev/null\");", "lstat(A, B)"
    there = "strcpy(A, \"made\"); close(creat(A, 0600));"
    yield "fstatat", there, "fstatat(AT_FDCWD, A, B, 0)"
    yield "statx", there, "statx(AT_FDCWD, A, 0, STATX_SIZE, B)"
    yield "utimes", there, "utimes(A, B)"
    yield "lutimes", there, "lutimes(A, B)"
    yield "utime", there, "utime(A, B)"
    yield "utimensat", there, "utimensat(AT_FDCWD, A, B, 0)"
    opened = there + "*(int *)F = open(A, O_RDWR);"
    yield "futimes", opened, "futimes(*(int *)F, B)"
    yield "futimens", opened, "futimens(*(int *)F, B)"
    locked = opened + "*(struct flock *)B = (struct flock){.l_type = F_WRLCK};"
    yield "fcntl", locked, "fcntl(*(int *)F, F_SETLK, B)"
    yield "fcntl", locked, "fcntl(*(int *)F, F_GETLK, B)"
    # A name that is no number is not looked up.
    yield "getaddrinfo", "strcpy(A, \"127.0.0.1\");", "getaddrinfo(A, 0, &(struct addrinfo){.ai_flags = AI_NUMERICHOST}, C)"
    yield "pread", "*(int *)F = memfd_create(\"x\", 0); write(*(int *)F, \"abc\", 3);", "pread(*(int *)F, A, 3, 0)"
    yield "pwrite", "*(int *)F = memfd_create(\"x\", 0); strcpy(A, \"abc\");", "pwrite(*(int *)F, A, 3, 0)"
    yield "preadv", "*(int *)F = memfd_create(\"x\", 0); write(*(int *)F, \"abc\", 3);" + vector, "preadv(*(int *)F, A, 1, 0)"
    yield "pwritev", "*(int *)F = memfd_create(\"x\", 0);" + vector, "pwritev(*(int *)F, A, 1, 0)"
    yield "select", ends + "FD_ZERO((fd_set *)A); FD_SET(((int *)F)[1], (fd_set *)A); *(struct timeval *)B = (struct timeval){0, 1};", "select(40, 0, A, 0, B)"
    yield "pselect", ends + "FD_ZERO((fd_set *)A); FD_SET(((int *)F)[1], (fd_set *)A); *(struct timespec *)B = (struct timespec){0, 1}; sigemptyset(C);", "pselect(40, 0, A, 0, B, C)"
    yield "ppoll", ends + "*(struct pollfd *)A = (struct pollfd){((int *)F)[1], POLLOUT, 0}; *(struct timespec *)B = (struct timespec){0, 1}; sigemptyset(C);", "ppoll(A, 1, B, C)"
    yield "send", "socketpair(AF_UNIX, SOCK_STREAM, 0, F); strcpy(A, \"abc\");", "send(*(int *)F, A, 3, 0)"
    yield "recv", "socketpair(AF_UNIX, SOCK_STREAM, 0, F); write(((int *)F)[1], \"abc\", 3);", "recv(*(int *)F, A, 3, 0)"
    yield "eventfd_write", "*(int *)F = eventfd(3, 0);", "eventfd_write(*(int *)F, 1)"
    both = "socketpair(AF_UNIX, SOCK_STREAM, 0, F); write(((int *)F)[1], \"abc\", 3);"
    yield "recvfrom", both, "recvfrom(*(int *)F, A, 3, 0, 0, 0)"
    yield "sendto", both + "strcpy(A, \"abc\");", "sendto(*(int *)F, A, 3, 0, 0, 0)"
    yield "sendmsg", both + ("*(struct iovec *)B = (struct iovec){C, 3};"
                             "*(struct msghdr *)A = (struct msghdr){.msg_iov = B, .msg_iovlen = 1};"), "sendmsg(*(int *)F, A, 0)"
    yield "getsockopt", both + "*(socklen_t *)B = 4;", "getsockopt(*(int *)F, SOL_SOCKET, SO_TYPE, A, B)"
    yield "setsockopt", both + "*(int *)A = 1;", "setsockopt(*(int *)F, SOL_SOCKET, SO_KEEPALIVE, A, 4)"
    yield "getsockname", both + "*(socklen_t *)B = 20;", "getsockname(*(int *)F, A, B)"
    yield "getpeername", both + "*(socklen_t *)B = 20;", "getpeername(*(int *)F, A, B)"
    yield "ioctl", both, "ioctl(*(int *)F, FIONREAD, A)"
    loop = "*(struct sockaddr_in *)A = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};"
    yield "bind", loop + "*(int *)F = socket(AF_INET, SOCK_STREAM, 0);", "bind(*(int *)F, A, 16)"
    yield "connect", loop + "*(int *)F = socket(AF_INET, SOCK_DGRAM, 0);", "connect(*(int *)F, A, 16)"
    watched = both + "((int *)F)[2] = epoll_create1(0);"
    yield "epoll_ctl", watched + "*(struct epoll_event *)A = (struct epoll_event){EPOLLIN, {0}};", "epoll_ctl(((int *)F)[2], EPOLL_CTL_ADD, *(int *)F, A)"
    in_it = watched + "*(struct epoll_event *)A = (struct epoll_event){EPOLLIN, {0}}; epoll_ctl(((int *)F)[2], EPOLL_CTL_ADD, *(int *)F, A);"
    yield "epoll_wait", in_it, "epoll_wait(((int *)F)[2], A, 2, 0)"
    clock = "*(int *)F = timerfd_create(CLOCK_MONOTONIC, 0); *(struct itimerspec *)A = (struct itimerspec){{0, 0}, {1000, 0}};"
    yield "timerfd_settime", clock, "timerfd_settime(*(int *)F, 0, A, B)"
    yield "timerfd_gettime", clock, "timerfd_gettime(*(int *)F, A)"
    yield "signalfd", "sigemptyset(A); sigaddset(A, SIGUSR1);", "signalfd(-1, A, 0)"
    yield "read", ("sigemptyset(A); sigaddset(A, SIGUSR1); sigprocmask(SIG_BLOCK, A, 0);"
                   "*(int *)F = signalfd(-1, A, 0); raise(SIGUSR1);"), "read(*(int *)F, B, 128)"
    yield "times", "", "times(A)"
    yield "prctl", "strcpy(A, \"name\");", "prctl(PR_SET_NAME, A)"
    yield "prctl", "", "prctl(PR_GET_NAME, A)"
    yield "thrd_sleep", short, "thrd_sleep(A, B)"
    # --- processors and priorities
    yield "sched_getaffinity", "", "sched_getaffinity(0, 128, A)"
    yield "sched_setaffinity", "sched_getaffinity(0, 128, A);", "sched_setaffinity(0, 128, A)"
    yield "sched_getparam", "", "sched_getparam(0, A)"
    yield "sched_setparam", "*(int *)A = 0;", "sched_setparam(0, A)"
    yield "sched_setscheduler", "*(int *)A = 0;", "sched_setscheduler(0, 0, A)"
    yield "sched_rr_get_interval", "", "sched_rr_get_interval(0, A)"
    yield "getcpu", "", "getcpu(A, B)"
    # --- by number
    gone = "*(struct timespec *)B = (struct timespec){0, 1}; *(int *)A = 0;"
    yield "syscall", gone, "syscall(SYS_futex, A, 128, 0, B, 0, 0)"


def calls():
    """As prototypes.calls, with what comes before; the last piece is for what is not shared."""
    for name, before, call in rows():
        body = call if call.startswith("{") else f"{{ __auto_type result = {call}; sink = &result; }}"
        yield name, body, [False] * 5, before
