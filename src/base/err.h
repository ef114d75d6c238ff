/* SPDX-License-Identifier: MIT */
/* err.h - how failing is said: a code and one line of text
 *
 * The outside world failed: return a code and fill a struct err.  A broken
 * invariant is an assert.  A failing program under test is a verdict, which is
 * data.  The three are never mixed.
 *
 * A text ends with the code of its message, which `scarp explain` takes:
 * "no option '--fo'" SC(401).  What is added to a text stands before the code.
 *
 * Memory   the caller's struct; nothing is allocated.
 * Callers  anybody; no policy, no output.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stddef.h>

/* At the end of a message: its number in base/messages.def. */
#define SC(number) " [SC" #number "]"

enum code {
	OK = 0,
	ERR_IO = -1,	   /* the system said no; the text ends with strerror */
	ERR_FORMAT = -2,   /* a file is not what its name claims */
	ERR_VERSION = -3,  /* written by another version of this program */
	ERR_DIVERGED = -4, /* a replay did not do what was recorded */
	ERR_USAGE = -5,	   /* the user asked for what does not exist */
	ERR_UNSUPPORTED = -6, /* not possible on this machine */
	ERR_KILLED = -7,      /* somebody else ended a process of ours */
};

struct err {
	enum code code;
	char text[512]; /* one line, no full stop, subject in single quotes */
};

/* Sets err (which may be NULL) and returns code, so that failing is one
 * statement. */
int fail(struct err *err, enum code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* How much of a text stands before its code: all of it when it has none. */
size_t err_length(const char *text);

/* The same for an error inside of what the words name, "scarp.conf:3": they
 * stand before the text of `why`, which keeps its code however long they are.
 */
int fail_about(struct err *err, enum code code, const struct err *why,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* More words at the end of a text: before its code, which stays. */
void err_add(struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
