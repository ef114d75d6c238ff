/* SPDX-License-Identifier: MIT */
/* cxx_path.h - std::filesystem::path, and what else libstdc++.so has in blocks
 *
 * A path is a std::string and a block with its parts, which are paths.  A call
 * that changes one is told as a change of the object; the blocks that lie
 * behind it are the object's own, so they are saved, and no more.  They are
 * found by their addresses: whatever looks like a pointer into a block is one.
 */
#ifndef NATIVE_LIBC_CXX_PATH_H
#define NATIVE_LIBC_CXX_PATH_H

#include "native/libc/cxx_text.h"

enum {
	PATH_BYTES = 40
};

/* A path is read; n bytes of an object that has blocks are changed. */
void path_tell(struct text_call *c, const void *path);
void path_tell_change(struct text_call *c, void *object, size_t n);

#endif
