/* SPDX-License-Identifier: MIT */
/* request.h - what a compiler's command line asks for
 *
 * The line is read once, without changing it: which step ends it, what kind of
 * file it makes, which languages go in, and which arguments scarp must not pass
 * on.  flags.h then says what to add.
 */
#ifndef CC_REQUEST_H
#define CC_REQUEST_H

#include <stdbool.h>

#include "cc/args.h"

enum family {
	FAMILY_GCC,
	FAMILY_CLANG
};

enum product {
	MAKES_NOTHING,	   /* --version, -print-*, no input: pass through */
	MAKES_OBJECTS,	   /* -c -S -E -M -fsyntax-only: no link */
	MAKES_RELOCATABLE, /* -r */
	MAKES_SHARED,
	MAKES_EXECUTABLE,
};

struct request {
	bool cxx;	     /* the driver is for C++ */
	const char *program; /* the compiler to run */
	enum family family;
	bool keep_o;
	bool no_plugin;
	const char *plugin; /* the compiler plugin's file; NULL: none */

	enum product product;
	bool compiles;	     /* an input has to be compiled */
	bool compiles_cxx;   /* one of them is C++ */
	bool static_link;    /* -static, -static-pie */
	bool from_20;	     /* C++20 or later was asked for */
	const char *level;   /* the last -O argument; NULL: none */
	const char *output;  /* -o; "a.out" by default */
	struct args kept;    /* what goes to the compiler */
	struct args dropped; /* what does not, and the user should know */
	struct args library; /* -L directories, then inputs that are .so */
};

/* Reads an expanded line.  Fails with ERR_USAGE when an option of scarp's own
 * lacks its value or names no compiler. */
int request_read(struct request *out, const struct args *line, bool cxx,
	struct err *err);

#endif
