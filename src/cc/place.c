/* SPDX-License-Identifier: MIT */
/* place.c - where the linker put the runtime
 *
 * A section is found by a symbol in it: by a global one, or, if it has none
 * (cold parts of functions), by any that the executable has just once.  A
 * section that is not found is left out: its functions then count as foreign
 * code, which is the safe side.
 */
#include "cc/place.h"

#include <string.h>

/* A code section of the runtime object. */
struct piece {
	size_t index; /* in the object */
	uint64_t length;
	uint64_t offset; /* of the symbol in it */
	uint64_t size;	 /* of the symbol */
	const char *name;
	bool global;
	uint64_t start; /* in the executable */
	unsigned times; /* the name was found there */
};

struct search {
	const struct image *exe;
	struct piece piece[INVENTORY_RANGES_MAX];
	size_t pieces;
};

static bool name_piece(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct search *s = with;
	bool global = GELF_ST_BIND(sym->st_info) != STB_LOCAL;

	(void)index;
	if (GELF_ST_TYPE(sym->st_info) != STT_FUNC || !*name)
		return true;
	for (size_t i = 0; i < s->pieces; i++) {
		struct piece *p = &s->piece[i];

		if (p->index == sym->st_shndx &&
			(!p->name || (global && !p->global))) {
			p->name = name;
			p->global = global;
			p->offset = sym->st_value;
			p->size = sym->st_size;
		}
	}
	return true;
}

static bool place_piece(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct piece *p = with;

	(void)index;
	if (sym->st_shndx != SHN_UNDEF && p->name &&
		GELF_ST_TYPE(sym->st_info) == STT_FUNC &&
		sym->st_size == p->size && strcmp(name, p->name) == 0) {
		p->start = sym->st_value - p->offset;
		p->times++;
	}
	return true;
}

/* Another name for a piece that was not found by the one it has. */
static bool rename_piece(
	void *with, const GElf_Sym *sym, const char *name, size_t index)
{
	struct search *s = with;

	(void)index;
	if (GELF_ST_TYPE(sym->st_info) != STT_FUNC || !*name)
		return true;
	for (size_t i = 0; i < s->pieces; i++) {
		struct piece *p = &s->piece[i];

		if (p->index != sym->st_shndx || p->global || p->times == 1)
			continue;
		p->name = name;
		p->offset = sym->st_value;
		p->size = sym->st_size;
		p->times = 0;
		image_symbols(s->exe, SHT_SYMTAB, place_piece, p);
	}
	return true;
}

void place_runtime(
	struct draft *d, const struct image *exe, const struct image *runtime)
{
	struct inventory *inv = d->of;
	struct search s = {.exe = exe};
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(runtime->elf, scn)) &&
		s.pieces < INVENTORY_RANGES_MAX)
		if (gelf_getshdr(scn, &sh) && sh.sh_flags & SHF_EXECINSTR &&
			sh.sh_size)
			s.piece[s.pieces++] = (struct piece){
				.index = elf_ndxscn(scn), .length = sh.sh_size};
	image_symbols(runtime, SHT_SYMTAB, name_piece, &s);
	for (size_t i = 0; i < s.pieces; i++)
		image_symbols(exe, SHT_SYMTAB, place_piece, &s.piece[i]);
	image_symbols(runtime, SHT_SYMTAB, rename_piece, &s);
	for (size_t i = 0; i < s.pieces; i++)
		if (s.piece[i].times == 1)
			inv->runtime[inv->runtimes++] =
				(struct inventory_range){
					s.piece[i].start, s.piece[i].length};
}
