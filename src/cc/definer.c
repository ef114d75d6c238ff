/* SPDX-License-Identifier: MIT */
#include "cc/definer.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cc/image.h"

struct question {
	const char *function;
	bool found;
};

static bool look(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct question *q = with;

	(void)index;
	q->found = sym->st_shndx != SHN_UNDEF &&
		   GELF_ST_TYPE(sym->st_info) == STT_FUNC &&
		   strcmp(name, q->function) == 0;
	return !q->found;
}

static bool defines(Elf *elf, const char *function)
{
	struct image m = {.elf = elf, .fd = -1};
	struct question q = {function, false};

	if (elf_kind(elf) == ELF_K_ELF)
		image_symbols(&m, SHT_SYMTAB, look, &q);
	return q.found;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool in_archive(Elf *archive, int fd, const char *path,
	const char *function, char *out, size_t n)
{
	Elf_Cmd command = ELF_C_READ;
	bool found = false;
	Elf *member;

	while (!found && (member = elf_begin(fd, command, archive))) {
		Elf_Arhdr *header = elf_getarhdr(member);

		found = header && defines(member, function);
		if (found)
			snprintf(out, n, "%s(%s)", base_name(path),
				base_name(header->ar_name));
		command = elf_next(member);
		elf_end(member);
	}
	return found;
}

static bool in_file(const char *path, const char *function, char *out, size_t n)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool found = false;
	Elf *elf;

	if (fd < 0)
		return false;
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && elf_kind(elf) == ELF_K_AR)
		found = in_archive(elf, fd, path, function, out, n);
	else if (elf && defines(elf, function)) {
		snprintf(out, n, "%s", base_name(path));
		found = true;
	}
	elf_end(elf);
	close(fd);
	return found;
}

static bool is_input(const char *arg)
{
	size_t n = strlen(arg);

	return *arg != '-' && n > 2 &&
	       (strcmp(arg + n - 2, ".o") == 0 ||
		       strcmp(arg + n - 2, ".a") == 0 ||
		       strcmp(arg + n - 3, ".lo") == 0);
}

bool definer_find(
	const struct args *line, const char *function, char *out, size_t n)
{
	for (size_t i = 0; i < line->len; i++)
		if (is_input(line->at[i]) &&
			in_file(line->at[i], function, out, n))
			return true;
	return false;
}
