/* SPDX-License-Identifier: MIT */
/* The inventory of an executable, in an ELF file that is otherwise in order.
 * Magic, version, build and size are put right. */
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "build_id.h"
#include "channel/inventory.h"
#include "cli/plan/inspect.h"
#include "file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char strings[] = "\0.shstrtab\0" INVENTORY_SECTION;

struct file {
	Elf64_Ehdr head;
	Elf64_Shdr section[3];
	char strings[sizeof strings + 4];
	struct inventory inventory;
};

static void frame(struct file *f)
{
	static const unsigned char ident[EI_NIDENT] = {ELFMAG0, ELFMAG1,
		ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT};

	memset(f, 0, offsetof(struct file, inventory));
	memcpy(f->head.e_ident, ident, sizeof ident);
	f->head.e_type = ET_EXEC;
	f->head.e_machine = EM_X86_64;
	f->head.e_version = EV_CURRENT;
	f->head.e_ehsize = sizeof f->head;
	f->head.e_shoff = offsetof(struct file, section);
	f->head.e_shentsize = sizeof f->section[0];
	f->head.e_shnum = 3;
	f->head.e_shstrndx = 1;
	f->section[1] = (Elf64_Shdr){.sh_name = 1,
		.sh_type = SHT_STRTAB,
		.sh_offset = offsetof(struct file, strings),
		.sh_size = sizeof strings,
		.sh_addralign = 1};
	f->section[2] = (Elf64_Shdr){.sh_name = 11,
		.sh_type = SHT_PROGBITS,
		.sh_offset = offsetof(struct file, inventory),
		.sh_size = sizeof f->inventory,
		.sh_addralign = 8};
	memcpy(f->strings, strings, sizeof strings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct file f;
	static struct processes all;
	static struct result result;
	struct inventory *i = &f.inventory;
	struct err err = {OK, ""};
	size_t head = offsetof(struct inventory, state);

	frame(&f);
	memset(i, 0, sizeof *i);
	memcpy(i->magic, INVENTORY_MAGIC, sizeof i->magic);
	i->version = INVENTORY_VERSION;
	i->bytes = sizeof *i;
	snprintf(i->build, sizeof i->build, "%s", SCARP_BUILD);
	if (size > sizeof *i - head)
		size = sizeof *i - head;
	/* What is short goes into tables and text, from both ends. */
	memcpy((char *)i + head, data, size);
	if (size >= 16)
		memcpy(i->text, data + size / 2,
			size - size / 2 < sizeof i->text ? size - size / 2
							 : sizeof i->text - 1);
	memset(&result, 0, sizeof result);
	all.target.path = (char *)(uintptr_t)fuzz_file(&f, sizeof f);
	if (inspect(&(struct options){.mode = size % 2 ? "checkpoint" : NULL},
		    &all, &result, &err) &&
		!err.text[0])
		abort();
	result_fini(&result);
	return 0;
}
