/* SPDX-License-Identifier: MIT */
/* reference.c - who refers to an imported function: the PLT, read backwards
 *
 * Relocations name the slots of the GOT, stubs jump through a slot, and code
 * calls a stub or goes through the slot itself (-fno-plt, or a function called
 * only by address).
 */
#include "cc/reference.h"
#include "base/decode.h"

#include <string.h>

enum {
	TARGETS_MAX = 16
};

struct targets {
	uint64_t at[TARGETS_MAX];
	size_t n;
	bool data; /* a relocation outside the GOT */
};

static void add(struct targets *t, uint64_t at)
{
	if (t->n < TARGETS_MAX)
		t->at[t->n++] = at;
}

static bool among(const struct targets *t, uint64_t at)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i] == at)
			return true;
	return false;
}

/* Is the symbol of relocation `rel` called `name`? */
static bool names(
	const struct image *m, Elf_Scn *table, uint64_t index, const char *name)
{
	Elf_Data *data = elf_getdata(table, NULL);
	const char *own;
	GElf_Shdr sh;
	GElf_Sym sym;

	if (!data || !gelf_getsym(data, (int)index, &sym) ||
		!gelf_getshdr(table, &sh))
		return false;
	own = elf_strptr(m->elf, sh.sh_link, sym.st_name);
	return own && strcmp(own, name) == 0;
}

static void slots(struct targets *t, const struct image *m, const char *symbol)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(m->elf, scn))) {
		Elf_Data *data;
		GElf_Rela rel;

		if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_RELA ||
			!(sh.sh_flags & SHF_ALLOC) ||
			!(data = elf_getdata(scn, NULL)))
			continue;
		for (int i = 0; gelf_getrela(data, i, &rel); i++) {
			uint64_t type = GELF_R_TYPE(rel.r_info);

			if (!names(m, elf_getscn(m->elf, sh.sh_link),
				    GELF_R_SYM(rel.r_info), symbol))
				continue;
			if (type == R_X86_64_JUMP_SLOT ||
				type == R_X86_64_GLOB_DAT)
				add(t, rel.r_offset);
			else
				t->data = true;
		}
	}
}

static int32_t displacement(const unsigned char *b)
{
	int32_t d;

	memcpy(&d, b, sizeof d);
	return d;
}

/* Adds the stubs that jump through a slot already known. */
static void stubs(struct targets *t, const struct image *m)
{
	static const char *const section[] = {".plt", ".plt.sec", ".plt.got"};
	size_t slots_only = t->n;

	for (size_t s = 0; s < sizeof section / sizeof *section; s++) {
		GElf_Shdr sh;
		size_t n;
		const unsigned char *b =
			image_bytes(image_section(m, section[s], &sh), &n);
		size_t each = sh.sh_entsize == 8 ? 8 : 16;

		for (size_t i = 0; b && i + 6 <= n; i++) {
			struct targets only = *t;

			only.n = slots_only;
			if (b[i] == 0xff && b[i + 1] == 0x25 &&
				among(&only, sh.sh_addr + i + 6 +
						     (uint64_t)displacement(
							     b + i + 2)))
				add(t, sh.sh_addr + i / each * each);
		}
	}
}

static bool in_code(const struct targets *t, Elf_Scn *scn, const GElf_Shdr *sh,
	const struct inventory *inventory, uint64_t *where)
{
	uint64_t low = UINT64_MAX, high = 0, next = inventory ? 0 : UINT64_MAX;
	size_t n;
	const unsigned char *b = image_bytes(scn, &n);

	for (size_t i = 0; i < t->n; i++) {
		low = t->at[i] < low ? t->at[i] : low;
		high = t->at[i] > high ? t->at[i] : high;
	}
	for (size_t i = 0; b && i + 4 <= n; i++) {
		uint64_t after = sh->sh_addr + i + 4, to;

		if (after >= next) {
			after = inventory_outside(inventory, after, &next);
			i = after - sh->sh_addr - 4;
			if (i + 4 > n)
				break;
		}
		to = after + (uint64_t)displacement(b + i);
		if (to < low || to > high || !among(t, to) ||
			!decode_displacement(b, n, i))
			continue;
		*where = after;
		return true;
	}
	return false;
}

bool reference_find(const struct image *m, const char *symbol,
	const struct inventory *inventory, uint64_t *where)
{
	struct targets t = {.n = 0};
	Elf_Scn *scn = NULL;
	size_t strings;
	uint64_t ignored;
	GElf_Shdr sh;

	if (!where)
		where = &ignored;
	*where = 0;
	slots(&t, m, symbol);
	stubs(&t, m);
	if (elf_getshdrstrndx(m->elf, &strings) != 0)
		return t.data;
	while (t.n && (scn = elf_nextscn(m->elf, scn))) {
		const char *name =
			gelf_getshdr(scn, &sh)
				? elf_strptr(m->elf, strings, sh.sh_name)
				: NULL;

		if (!name || !(sh.sh_flags & SHF_EXECINSTR) ||
			strncmp(name, ".plt", 4) == 0)
			continue;
		if (in_code(&t, scn, &sh, inventory, where))
			return true;
	}
	return t.data;
}
