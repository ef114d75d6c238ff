/* SPDX-License-Identifier: MIT */
/* private.c - library functions as the runtime itself calls them
 *
 * link.sh turns every call of a name in private.syms into rt_<name>: the C
 * library's own, never the interposer that the runtime exports for the test.
 * A new name needs a line there and a definition here.
 */
#include "native/raw.h"
#include "native/rt.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

HIDDEN void *rt_memcpy(void *to, const void *from, size_t n)
{
	return REAL(memcpy)(to, from, n);
}

HIDDEN void *rt_memmove(void *to, const void *from, size_t n)
{
	return REAL(memmove)(to, from, n);
}

HIDDEN void *rt_memset(void *to, int c, size_t n)
{
	return REAL(memset)(to, c, n);
}

HIDDEN int rt_memcmp(const void *a, const void *b, size_t n)
{
	return REAL(memcmp)(a, b, n);
}

HIDDEN void *rt_memchr(const void *p, int c, size_t n)
{
	return REAL(memchr)(p, c, n);
}

HIDDEN size_t rt_strlen(const char *s)
{
	return REAL(strlen)(s);
}

HIDDEN int rt_strcmp(const char *a, const char *b)
{
	return REAL(strcmp)(a, b);
}

HIDDEN int rt_strncmp(const char *a, const char *b, size_t n)
{
	return REAL(strncmp)(a, b, n);
}

HIDDEN char *rt_strchr(const char *s, int c)
{
	return REAL(strchr)(s, c);
}

HIDDEN char *rt_strrchr(const char *s, int c)
{
	return REAL(strrchr)(s, c);
}

HIDDEN char *rt_strstr(const char *s, const char *what)
{
	return REAL(strstr)(s, what);
}

HIDDEN long rt_strtol(const char *s, char **end, int base)
{
	return REAL(strtol)(s, end, base);
}

HIDDEN void *rt_mempcpy(void *to, const void *from, size_t n)
{
	return REAL(mempcpy)(to, from, n);
}

HIDDEN size_t rt_strnlen(const char *s, size_t max)
{
	return REAL(strnlen)(s, max);
}

HIDDEN char *rt_strcpy(char *to, const char *from)
{
	return REAL(strcpy)(to, from);
}

HIDDEN char *rt_strncpy(char *to, const char *from, size_t n)
{
	return REAL(strncpy)(to, from, n);
}

HIDDEN size_t rt_strspn(const char *s, const char *set)
{
	return REAL(strspn)(s, set);
}

HIDDEN size_t rt_strcspn(const char *s, const char *set)
{
	return REAL(strcspn)(s, set);
}

HIDDEN unsigned long rt_strtoul(const char *s, char **end, int base)
{
	return REAL(strtoul)(s, end, base);
}

HIDDEN unsigned long long rt_strtoull(const char *s, char **end, int base)
{
	return REAL(strtoull)(s, end, base);
}

HIDDEN int rt_atoi(const char *s)
{
	return REAL(atoi)(s);
}

HIDDEN char *rt_strerror(int number)
{
	return REAL(strerror)(number);
}

HIDDEN void rt_qsort(void *base, size_t n, size_t size,
	int (*compare)(const void *, const void *))
{
	REAL(qsort)(base, n, size, compare);
}

HIDDEN int rt_vsnprintf(char *to, size_t n, const char *format, va_list args)
{
	return REAL(vsnprintf)(to, n, format, args);
}

HIDDEN int rt_snprintf(char *to, size_t n, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = REAL(vsnprintf)(to, n, format, args);
	va_end(args);
	return length;
}

HIDDEN ssize_t rt_write(int fd, const void *text, size_t n)
{
	return raw_syscall6(SYS_write, fd, (long)text, (long)n, 0, 0, 0);
}

HIDDEN int rt_close(int fd)
{
	return (int)raw_syscall(SYS_close, fd, 0);
}

HIDDEN ssize_t rt_read(int fd, void *to, size_t n)
{
	return raw_syscall6(SYS_read, fd, (long)to, (long)n, 0, 0, 0);
}

/* Past the errno of whoever runs. */
HIDDEN void *rt_mmap(
	void *where, size_t n, int protection, int flags, int fd, off_t from)
{
	long rc = raw_syscall6(
		SYS_mmap, (long)where, (long)n, protection, flags, fd, from);

	return rc < 0 && rc > -4096 ? MAP_FAILED : (void *)rc;
}

HIDDEN int rt_munmap(void *start, size_t n)
{
	return raw_syscall(SYS_munmap, (long)start, (long)n) ? -1 : 0;
}

HIDDEN int rt_mprotect(void *start, size_t n, int protection)
{
	return raw_syscall6(
		       SYS_mprotect, (long)start, (long)n, protection, 0, 0, 0)
		       ? -1
		       : 0;
}

HIDDEN int rt_madvise(void *start, size_t n, int advice)
{
	return raw_syscall6(SYS_madvise, (long)start, (long)n, advice, 0, 0, 0)
		       ? -1
		       : 0;
}

HIDDEN int rt_getrlimit(int which, struct rlimit *out)
{
	return raw_syscall6(SYS_prlimit64, 0, which, 0, (long)out, 0, 0) ? -1
									 : 0;
}

HIDDEN int rt_setrlimit(int which, const struct rlimit *new)
{
	return raw_syscall6(SYS_prlimit64, 0, which, (long)new, 0, 0, 0) ? -1
									 : 0;
}

HIDDEN char *rt_getenv(const char *name)
{
	return REAL(getenv)(name);
}

HIDDEN int rt_unsetenv(const char *name)
{
	return REAL(unsetenv)(name);
}
