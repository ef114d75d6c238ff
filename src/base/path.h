/* SPDX-License-Identifier: MIT */
/* path.h - paths that do not fit: what people know of them is their end */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stddef.h>

/* Copies a path.  One that needs more than `size` bytes loses its front, up to
 * a '/': "...", then as many last components as fit.  A last component that
 * does not fit by itself keeps its end. */
void path_fit(const char *path, char *out, size_t size);

#endif
