/* SPDX-License-Identifier: MIT */
/* shapes.h - types of many sizes, and what a form may call
 *
 * Functions named f return an aggregate, those named v take one; they are
 * compiled like the forms (callee.c).  The rest belongs to the announcing
 * runtime (announce.c), which nothing instruments.
 */
#ifndef SHAPES_H
#define SHAPES_H

#include <stddef.h>

typedef struct {
	long a;
} S8;
typedef struct {
	long a, b;
} S16;
typedef struct {
	long a, b, c, d, e;
} S40;
typedef struct {
	double x, y;
} D16;
typedef struct {
	char c[3];
} S3;
typedef struct {
	int a;
	short b;
	char c;
} S7;
typedef struct {
	float a, b, c;
} F12;

#define NOINLINE __attribute__((noinline))
/* 3, which no compiler knows; threads may be switched there. */
#define N three()

#ifdef __cplusplus
extern "C" {
#endif
S8 f8(long);
S16 f16(long);
S40 f40(long);
D16 fd16(long);
S3 f3(long);
S7 f7(long);
F12 f12(long);
long double fld(long);
double _Complex fcx(long);
_Complex long double fcl(long);
__int128 fi128(long);
long v8(S8);
long v16(S16);
long v40(S40);
long v3(S3);
long va40(int, ...);

/* These bytes, on a stack or thread-local, are shared until the form ends. */
void share(void *, size_t);
/* Memory that is always shared. */
void *heap(size_t);
/* Keeps a value from being thrown away. */
void use(long);
/* Threads may be switched here: under the strict rule, an access needs a hook
 * since the last of these. */
void may_switch(void);
long three(void);
void form_begin(const char *);
void form_end(void);
/* Writes the log for judge.py. */
void log_save(const char *path);
#ifdef __cplusplus
}
#endif

#endif
