/* SPDX-License-Identifier: MIT */
/* demangle.h - C++ names as people write them
 *
 * libstdc++ does it, if it is there: loaded when the first such name comes, so
 * that the command does not depend on it for C.
 */
#ifndef REPLAY_DEMANGLE_H
#define REPLAY_DEMANGLE_H

#include <stddef.h>

/* `name` itself when it is no C++ name.  Return type and parameters are left
 * out, and long template arguments. */
void demangle(const char *name, char *out, size_t size);
/* Without any template arguments: "list::push" of list<int>::push(int). */
void demangle_plain(const char *name, char *out, size_t size);

#endif
