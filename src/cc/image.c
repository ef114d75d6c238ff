/* SPDX-License-Identifier: MIT */
/* image.c - an ELF file, open for reading */
#include "cc/image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int image_open(struct image *out, const char *path, bool debug, struct err *err)
{
	struct image m = {.path = path};

	elf_version(EV_CURRENT);
	m.fd = open(path, O_RDONLY | O_CLOEXEC);
	if (m.fd < 0)
		return fail(err, ERR_IO, "cannot open '%s': %s" SC(606), path,
			strerror(errno));
	m.elf = elf_begin(m.fd, ELF_C_READ_MMAP, NULL);
	if (!m.elf || elf_kind(m.elf) != ELF_K_ELF ||
		gelf_getclass(m.elf) != ELFCLASS64) {
		image_close(&m);
		return fail(err, ERR_FORMAT,
			"'%s' is not a 64-bit ELF file" SC(452), path);
	}
	if (debug)
		m.dwarf = dwarf_begin_elf(m.elf, DWARF_C_READ, NULL);
	*out = m;
	return OK;
}

void image_close(struct image *m)
{
	if (m->dwarf)
		dwarf_end(m->dwarf);
	if (m->elf)
		elf_end(m->elf);
	close(m->fd);
}

Elf_Scn *image_section(
	const struct image *m, const char *name, GElf_Shdr *header)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(m->elf, &strings) != 0)
		return NULL;
	while ((scn = elf_nextscn(m->elf, scn))) {
		const char *own =
			gelf_getshdr(scn, header)
				? elf_strptr(m->elf, strings, header->sh_name)
				: NULL;

		if (own && strcmp(own, name) == 0)
			return scn;
	}
	return NULL;
}

void image_symbols(const struct image *m, uint32_t type,
	bool (*each)(void *with, const GElf_Sym *sym, const char *name,
		size_t index),
	void *with)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(m->elf, scn))) {
		Elf_Data *data;
		GElf_Sym sym;

		if (!gelf_getshdr(scn, &sh) || sh.sh_type != type ||
			!(data = elf_getdata(scn, NULL)))
			continue;
		for (int i = 1; gelf_getsym(data, i, &sym); i++) {
			const char *name =
				elf_strptr(m->elf, sh.sh_link, sym.st_name);

			if (!each(with, &sym, name ? name : "", (size_t)i))
				return;
		}
	}
}

const unsigned char *image_bytes(Elf_Scn *scn, size_t *length)
{
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;

	*length = data && data->d_buf ? data->d_size : 0;
	return *length ? data->d_buf : NULL;
}
