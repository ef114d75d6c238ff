# SPDX-License-Identifier: MIT
"""prototypes.py - the functions that the C library's headers declare, and calls of
them that can be made: a piece of memory for each pointer, small numbers else"""
import re
import subprocess

HEADERS = """aio argz arpa/inet complex crypt ctype dirent envz err errno execinfo fcntl fenv
fmtmsg fnmatch fstab getopt glob grp gshadow iconv ifaddrs inttypes langinfo libgen libintl
limits locale malloc math mcheck memory mntent monetary mqueue net/if netdb netinet/ether
netinet/in nl_types obstack poll printf pthread pty pwd regex resolv sched search semaphore
setjmp shadow signal spawn stdint stdio stdio_ext stdlib string strings stropts sys/auxv
sys/epoll sys/eventfd sys/file sys/inotify sys/ioctl sys/ipc sys/mman sys/msg sys/random
sys/resource sys/sem sys/shm sys/signalfd sys/socket sys/stat sys/statfs sys/statvfs
sys/prctl sys/sysinfo sys/syscall sys/time sys/timeb sys/timerfd sys/times sys/timex sys/types sys/uio
sys/utsname sys/vfs sys/wait sys/xattr syslog termios threads time uchar ucontext ulimit
unistd utime utmp utmpx values wait wchar wctype wordexp""".split()

# What cannot be called for a look: it ends, waits, or changes the machine.
NEVER = re.compile(
    r"_?_?(sig)?(long|set)jmp|.*exit|_Exit|abort|__assert.*|exec.*|fexecve|v?fork|_Fork|daemon|system|popen|posix_spawn.*|"
    r"clone|pause|sigsuspend|sigpause|sigwait.*|sigtimedwait|wait\w*|u?sleep|nanosleep|clock_nanosleep|thrd_\w+|cnd_\w+|mtx_\w+|"
    r"call_once|tss_\w+|pthread_\w+|sem_\w+|mq_\w+|aio_\w+|lio_\w+|kill\w*|tgkill|raise|gsignal|sigqueue|alarm|ualarm|setitimer|timer_\w+|"
    r"reboot|swap(on|off)|settimeofday|stime|clock_settime|clock_adjtime|adjtime\w*|ntp_\w+|set(host|domain)(name|id)|"
    r"u?mount2?|chroot|pivot_root|acct|vhangup|ptrace|setns|unshare|iopl|ioperm|s?brk|nice|setpriority|sched_set\w+|"
    r"set\w*[ug]id\w*|setgroups|initgroups|setsid|setpgid|setpgrp|quotactl|personality|nfsservctl|klogctl|syscall|"
    r"get(char|c|wchar|wc|s|line|delim|pass|w)(_unlocked)?|f?getws?|fgetw?c.*|fread.*|.*scanf|read\w*|recv\w*|accept4?|"
    r"e?poll\w*|p?select|connect|send\w*|close\w*|dup\w*|fclose.*|fcloseall|munmap|mprotect|mremap|madvise|mlockall|"
    r"error\w*|v?errx?|v?warnx?|psiginfo|sigaction|signal|sigprocmask|sigset|sigvec|b?sd?_?signal|sysv_signal|ssignal|"
    r"sigaltstack|sigstack|sigreturn|makecontext|swapcontext|setcontext|getcontext|mcheck\w*|mtrace|muntrace|mprobe|"
    r"atexit|on_exit|at_quick_exit|backtrace\w*|argp_\w+|obstack\w*|_obstack\w*|free|cfree|realloc\w*|malloc_\w+|"
    r"login\w*|logout|openpty|forkpty|lockf\w*|flock|prctl|arch_prctl|modify_ldt|process_\w+|pidfd\w*|getpass|ttyslot|"
    r"fputw?c_unlocked|tempnam|tmpfile.*|mkstemp.*|mkostemp.*|mkdtemp|scandir.*|rexec.*|rcmd.*|ruserok.*|iruserok.*|"
    r"dlclose|catclose|catgets|iconv.*|freeifaddrs|freeaddrinfo|globfree.*|regfree|wordfree|fts_.*|n?ftw.*|tdestroy|twalk.*|tdelete|tsearch")

SCALAR = re.compile(r"^(const |volatile |unsigned |signed |short |long |int |char |_Bool |float |double |_Complex |_Float\d+x? |"
                    r"(\w+_t|wint_t|__\w+) )+$")


def declarations():
    text = "#define _GNU_SOURCE 1\n" + "".join(
        f"#if __has_include(<{h}.h>)\n#include <{h}.h>\n#endif\n" for h in HEADERS)
    out = subprocess.run(["gcc", "-E", "-P", "-w", "-x", "c", "-"], input=text, capture_output=True, text=True, check=True).stdout
    while re.search(r"__attribute__\s*\(\(", out):
        out = cut(out, "__attribute__")
    while re.search(r"__asm__\s*\(", out):
        out = cut(out, "__asm__")
    out = re.sub(r"__extension__|__restrict(__)?|__inline(__)?|\b(_Noreturn|restrict)\b", " ", out)
    for m in re.finditer(r"(?:^|[;}\n])\s*extern\s+([\w\s\*]+?)[\s\*]\(?(\w+)\)?\s*\(([^;{}]*)\)\s*(?=;)", out):
        yield m[2], " ".join(m[3].split()), re.fullmatch(r"\s*void\s*", m[1]) and "*" not in m[0].partition(m[2])[0]


def cut(text, word):
    """Without one word and its parentheses."""
    m = re.search(rf"{word}\s*\(", text)
    depth, at = 1, m.end()
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[:m.start()] + " " + text[at:]


def split(parameters):
    depth, part = 0, ""
    for c in parameters:
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += c
    yield part.strip()


def argument(parameter, pieces):
    """An expression, or None; `pieces` gets what is wide for each piece."""
    t = re.sub(r"\[[^\]]*\]", "*", parameter)
    if "(" in t or "va_list" in t or "locale_t" in t or "FILE" in t or "DIR" in t or "_ptr_t" in t:
        if re.search(r"FILE \*", t) and "(" not in t and "* *" not in t and "**" not in t:
            return "stdout"
        return None
    if "compar" in t:
        return "compare"
    if "*" in t:
        pieces.append("wchar_t" in t or "wint_t" in t)
        return f"(void *)piece[{len(pieces) - 1}]"
    if re.search(r"\b(struct|union|enum|\w+_fn_t|\w+_func_t|sighandler_t|__sighandler_t)\b", t):
        return None
    return "3" if "size_t" in t else "1"


def calls(names):
    """(name, expression, pieces) of those that can be made."""
    seen = set()
    for name, parameters, nothing in declarations():
        if name in seen or name not in names or NEVER.fullmatch(name):
            continue
        pieces, arguments = [], []
        if parameters not in ("", "void"):
            for p in split(parameters):
                if p == "...":
                    continue
                arguments.append(argument(p, pieces))
        if None in arguments or not pieces or len(pieces) > 6:
            continue
        seen.add(name)
        call = f"({name})({', '.join(arguments)})"
        # A pure function whose result nobody wants is not called.
        yield name, call if nothing else f"{{ __auto_type result = {call}; sink = &result; }}", pieces
