/* SPDX-License-Identifier: MIT */
/* image.h - an ELF file, open for reading
 *
 * A thin layer over libelf: 64-bit files of this machine only.
 */
#ifndef CC_IMAGE_H
#define CC_IMAGE_H

#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct image {
	const char *path; /* the caller's */
	int fd;
	Elf *elf;
	Dwarf *dwarf; /* NULL: no debug information */
};

/* Fails with ERR_IO, or ERR_FORMAT when it is not such a file.  Debug
 * information is looked for only when asked. */
int image_open(
	struct image *out, const char *path, bool debug, struct err *err);
void image_close(struct image *m);

/* The section called `name`; NULL: none. */
Elf_Scn *image_section(
	const struct image *m, const char *name, GElf_Shdr *header);

/* Calls `each` for every symbol of the table of `type` (SHT_SYMTAB or
 * SHT_DYNSYM); stops when it returns false. */
void image_symbols(const struct image *m, uint32_t type,
	bool (*each)(void *with, const GElf_Sym *sym, const char *name,
		size_t index),
	void *with);

/* The bytes of a loaded section, NULL when it has none in the file. */
const unsigned char *image_bytes(Elf_Scn *scn, size_t *length);

#endif
