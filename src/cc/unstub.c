/* SPDX-License-Identifier: MIT */
/* unstub.c - take the stub library out of a shared library's dependencies
 *
 * Only the dynamic section changes: the entries after the removed one move up
 * and the end is filled with DT_NULL, of which there may be any number.
 */
#include "cc/unstub.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Moves the entries that stay to the front; true when one did not. */
static bool remove_entries(
	Elf *elf, const GElf_Shdr *sh, Elf64_Dyn *dyn, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		const char *name = dyn[i].d_tag == DT_NEEDED
					   ? elf_strptr(elf, sh->sh_link,
						     dyn[i].d_un.d_val)
					   : NULL;

		if (!name || strcmp(name, STUB_SONAME) != 0)
			dyn[kept++] = dyn[i];
	}
	memset(dyn + kept, 0, (n - kept) * sizeof *dyn);
	return kept < n;
}

static int section(Elf *elf, int fd, const GElf_Shdr *sh, const char *path,
	struct err *err)
{
	size_t n = sh->sh_size / sizeof(Elf64_Dyn),
	       bytes = n * sizeof(Elf64_Dyn);
	Elf64_Dyn *dyn = malloc(bytes + 1);
	int rc = OK;

	if (!dyn ||
		pread(fd, dyn, bytes, (off_t)sh->sh_offset) != (ssize_t)bytes)
		rc = fail(err, ERR_FORMAT,
			"cannot read the dynamic section of '%s'" SC(606),
			path);
	else if (remove_entries(elf, sh, dyn, n) &&
		 pwrite(fd, dyn, bytes, (off_t)sh->sh_offset) != (ssize_t)bytes)
		rc = fail(err, ERR_IO, "cannot change '%s': %s" SC(606), path,
			strerror(errno));
	free(dyn);
	return rc;
}

int unstub(const char *path, struct err *err)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	int rc = OK;
	Elf *elf;
	int fd;

	elf_version(EV_CURRENT);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return fail(err, ERR_IO, "cannot open '%s': %s" SC(606), path,
			strerror(errno));
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF &&
		gelf_getclass(elf) == ELFCLASS64)
		while (rc == OK && (scn = elf_nextscn(elf, scn)))
			if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_DYNAMIC)
				rc = section(elf, fd, &sh, path, err);
	elf_end(elf);
	close(fd);
	return rc;
}
