/* SPDX-License-Identifier: MIT */
#include "replay/functions.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

#include "replay/demangle.h"

enum {
	DEPTH_MAX = 64
};

struct walk {
	symbols_found found;
	void *arg;
	uint64_t bias;
};

static void name_of(Dwarf_Die *die, char *out, size_t size)
{
	Dwarf_Attribute attr;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr))
		name = dwarf_formstring(&attr);
	if (!name)
		name = dwarf_diename(die);
	demangle_plain(name ? name : "", out, size);
}

/* Without any piece, its name is told all the same. */
static void tell(const struct walk *w, Dwarf_Die *die)
{
	struct symbol s = {.name = ""};
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	bool any = false;

	name_of(die, s.name, sizeof s.name);
	if (!s.name[0])
		return;
	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		if (start == end)
			continue;
		s.start = start + w->bias;
		s.end = end + w->bias;
		w->found(w->arg, &s);
		any = true;
	}
	if (!any)
		w->found(w->arg, &s);
}

static void look(const struct walk *w, Dwarf_Die *parent, int depth)
{
	Dwarf_Die die;
	Dwarf_Attribute attr;

	if (depth > DEPTH_MAX || dwarf_child(parent, &die) != 0)
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
			if (dwarf_attr(&die, DW_AT_declaration, &attr))
				continue; /* it is somebody else's */
			tell(w, &die);
			break;
		case DW_TAG_inlined_subroutine:
			tell(w, &die);
			break;
		case DW_TAG_lexical_block:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_union_type:
			break;
		default:
			continue;
		}
		look(w, &die, depth + 1);
	} while (dwarf_siblingof(&die, &die) == 0);
}

/* What compilers append to the name of a part of a function, or of a copy. */
static void without_suffix(char *name)
{
	static const char *const suffix[] = {".cold", ".part.", ".isra.",
		".constprop.", ".lto_priv.", ".llvm.", 0};

	for (const char *const *s = suffix; *s; s++) {
		char *at = strstr(name, *s);

		if (at && at != name)
			*at = '\0';
	}
}

static void look_at_symbols(const struct walk *w, Dwfl_Module *module)
{
	int n = dwfl_module_getsymtab(module);

	for (int i = 1; i < n; i++) {
		struct symbol s = {.name = ""};
		char mangled[512];
		GElf_Sym sym;
		GElf_Addr address;
		const char *name = dwfl_module_getsym_info(
			module, i, &sym, &address, NULL, NULL, NULL);

		if (!name || GELF_ST_TYPE(sym.st_info) != STT_FUNC ||
			sym.st_shndx == SHN_UNDEF || !sym.st_size ||
			strlen(name) >= sizeof mangled)
			continue;
		strcpy(mangled, name);
		without_suffix(mangled);
		demangle_plain(mangled, s.name, sizeof s.name);
		s.start = address;
		s.end = address + sym.st_size;
		w->found(w->arg, &s);
	}
}

/* By the first of its pieces: nothing else need be read of it. */
static bool is_left_out(
	const struct walk *w, Dwarf_Die *unit, symbols_left_out left_out)
{
	Dwarf_Addr base, start, end;

	return dwarf_ranges(unit, 0, &base, &start, &end) > 0 &&
	       left_out(w->arg, start + w->bias);
}

void functions_each(Dwfl_Module *module, symbols_left_out left_out,
	symbols_found found, void *arg)
{
	struct walk w = {found, arg, 0};
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias = 0;

	if (dwfl_module_getdwarf(module, &bias))
		while ((unit = dwfl_module_nextcu(module, unit, &bias))) {
			w.bias = bias;
			if (!is_left_out(&w, unit, left_out))
				look(&w, unit, 0);
		}
	look_at_symbols(&w, module);
}
