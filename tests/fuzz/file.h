/* SPDX-License-Identifier: MIT */
/* file.h - the input of a fuzz target as a file, without a disk */
#ifndef FUZZ_FILE_H
#define FUZZ_FILE_H

#include <stddef.h>
#include <stdio.h>

/* The path of a file that holds these bytes; the same one each time. */
const char *fuzz_file(const void *data, size_t size);

/* Memory of `size` bytes, all zero again after fuzz_clear; sparse. */
void *fuzz_memory(size_t size);
void fuzz_clear(void *memory, size_t size);

/* What is written there is lost. */
FILE *fuzz_nowhere(void);

#endif
