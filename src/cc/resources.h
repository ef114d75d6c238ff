/* SPDX-License-Identifier: MIT */
/* resources.h - where scarp's own files are
 *
 * Everything is found from the place of the running executable, so that the
 * build tree and an installation anywhere look the same:
 *   bin/scarp   lib/scarp/scarp-rt.o   include/scarp/scarp.h
 * Where they are not beside it they come out of the executable (embedded.h).
 */
#ifndef CC_RESOURCES_H
#define CC_RESOURCES_H

#include <stddef.h>

#include "base/err.h"

enum {
	RESOURCE_PATH_MAX = 4096 + 64
};

struct resources {
	char runtime[RESOURCE_PATH_MAX];  /* one relocatable object */
	char symbols[RESOURCE_PATH_MAX];  /* a dynamic list: what it defines */
	char stub[RESOURCE_PATH_MAX];	  /* what shared libraries link with */
	char specs[RESOURCE_PATH_MAX];	  /* gcc: instrument, link plainly */
	char features[RESOURCE_PATH_MAX]; /* clang: none of a sanitizer */
	char include[RESOURCE_PATH_MAX];
	char plugins[RESOURCE_PATH_MAX]; /* a folder: plugin.h */
};

/* Fills *out; fails with ERR_IO when the executable's place is unknown, files
 * are missing beside it, or there is no place to unpack them. */
int resources_find(struct resources *out, struct err *err);

/* A document ("docs/cc.md") as a message names it: its path where documents are
 * installed, or else what it is called in the sources. */
void resources_document(const char *name, char *out, size_t size);

/* The same of the runtime for programs that scarp cc did not build. */
int resources_library(char *out, size_t size, struct err *err);
/* And of the script for gdb. */
int resources_gdb(char *out, size_t size, struct err *err);

#endif
