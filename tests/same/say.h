/* SPDX-License-Identifier: MIT */
/* say.h - one line for each call: what it gave, and errno
 *
 * I() for numbers, E() for those that return an error, P() for pointers (which
 * are told apart from NULL), S() for strings, B() for the bytes that it left.
 */
#ifndef SAME_SAY_H
#define SAME_SAY_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than anybody says; at the end all of it is one write. */
static char said[90000];
static size_t said_bytes;

#define SAY(...)                                                               \
	(said_bytes += (size_t)snprintf(                                       \
		 said + said_bytes, sizeof said - said_bytes, __VA_ARGS__))

#define I(call)                                                                \
	do {                                                                   \
		long long result_;                                             \
		errno = 0;                                                     \
		result_ = (long long)(call);                                   \
		SAY("%s = %lld, errno %d\n", #call, result_, errno);           \
	} while (0)
/* errno is nobody's business here. */
#define E(call) SAY("%s = %lld\n", #call, (long long)(call))
#define D(call)                                                                \
	do {                                                                   \
		double result_;                                                \
		errno = 0;                                                     \
		result_ = (double)(call);                                      \
		SAY("%s = %a, errno %d\n", #call, result_, errno);             \
	} while (0)
#define P(call)                                                                \
	do {                                                                   \
		const volatile void *result_;                                  \
		errno = 0;                                                     \
		result_ = (const volatile void *)(call);                       \
		SAY("%s = %s, errno %d\n", #call, result_ ? "some" : "NULL",   \
			errno);                                                \
	} while (0)
#define S(call)                                                                \
	do {                                                                   \
		const char *result_;                                           \
		errno = 0;                                                     \
		result_ = (call);                                              \
		SAY("%s = \"%s\", errno %d\n", #call,                          \
			result_ ? result_ : "(NULL)", errno);                  \
	} while (0)
/* Calls that return nothing. */
#define V(call)                                                                \
	do {                                                                   \
		errno = 0;                                                     \
		call;                                                          \
		SAY("%s: errno %d\n", #call, errno);                           \
	} while (0)
#define B(at, n)                                                               \
	do {                                                                   \
		const unsigned char *at_ = (const unsigned char *)(at);        \
		SAY("  %s:", #at);                                             \
		for (size_t i_ = 0; i_ < (n); i_++)                            \
			SAY(" %02x", at_[i_]);                                 \
		SAY("\n");                                                     \
	} while (0)

static inline int said_all(void)
{
	return fwrite(said, 1, said_bytes, stdout) == said_bytes ? 0 : 1;
}

#endif
