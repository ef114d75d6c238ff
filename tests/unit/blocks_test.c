/* SPDX-License-Identifier: MIT */
/* Which functions have code at an address: for many addresses of the programs
 * that are given, as a walk of all there is finds it.  (dwarf_getscopes does
 * not look into namespaces, where clang has functions.) */
#include "unit.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>

#include "replay/blocks.h"

static char **programs;
static int count;

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static unsigned inlined, functions, blocks;

struct chain {
	Dwarf_Off die[BLOCKS_AROUND]; /* the function first */
	int n;
};

/* The longest chain of what has code at pc. */
static void walk(Dwarf_Die *parent, Dwarf_Addr pc, const struct chain *around,
	struct chain *longest)
{
	Dwarf_Die die;

	if (dwarf_child(parent, &die) != 0)
		return;
	do {
		int tag = dwarf_tag(&die);
		struct chain here = *around;

		if (tag == DW_TAG_subprogram)
			here.n = 0;
		if ((tag == DW_TAG_subprogram ||
			    tag == DW_TAG_inlined_subroutine ||
			    tag == DW_TAG_lexical_block) &&
			dwarf_haspc(&die, pc) > 0)
			here.die[here.n++] = dwarf_dieoffset(&die);
		if (here.n > longest->n)
			*longest = here;
		walk(&die, pc, &here, longest);
	} while (dwarf_siblingof(&die, &die) == 0);
}

static void assert_same(struct blocks *b, Dwfl_Module *module, uint64_t address)
{
	Dwarf_Addr bias = 0, other = 0;
	Dwarf_Die *unit = NULL;
	Dwarf_Die found[BLOCKS_AROUND];
	struct chain none = {.n = 0}, longest = {.n = 0};
	unsigned n;

	while ((unit = dwfl_module_nextcu(module, unit, &bias)))
		if (dwarf_haspc(unit, address - bias) > 0)
			break;
	assert_ptr_equal(blocks_unit(b, address, &other), unit);
	n = blocks_around(b, address, found, BLOCKS_AROUND, &other);
	if (unit)
		walk(unit, address - bias, &none, &longest);
	if ((int)n != longest.n)
		print_error("at %#lx\n", (unsigned long)address);
	assert_int_equal(n, longest.n);
	for (unsigned i = 0; i < n; i++) {
		int tag = dwarf_tag(&found[i]);

		assert_int_equal(
			dwarf_dieoffset(&found[i]), longest.die[n - 1 - i]);
		inlined += tag == DW_TAG_inlined_subroutine;
		functions += tag == DW_TAG_subprogram;
		blocks += tag == DW_TAG_lexical_block;
	}
}

static void each_address(Dwfl_Module *module)
{
	struct blocks *b = blocks_new(module);
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(module, &bias);
	Elf_Scn *section = NULL;

	assert_non_null(b);
	while ((section = elf_nextscn(elf, section))) {
		GElf_Shdr header;

		if (!gelf_getshdr(section, &header) ||
			!(header.sh_flags & SHF_EXECINSTR))
			continue;
		for (uint64_t at = 0; at < header.sh_size; at += 13)
			assert_same(b, module, header.sh_addr + bias + at);
	}
	blocks_free(b);
}

static void an_address_is_where_a_walk_finds_it(void **state)
{
	(void)state;
	for (int i = 0; i < count; i++) {
		Dwfl *dwfl = dwfl_begin(&callbacks);
		Dwfl_Module *module;

		inlined = functions = blocks = 0;
		dwfl_report_begin(dwfl);
		module = dwfl_report_elf(
			dwfl, programs[i], programs[i], -1, 0, true);
		assert_non_null(module);
		dwfl_report_end(dwfl, NULL, NULL);
		each_address(module);
		dwfl_end(dwfl);
		assert_true(inlined > 50 && functions > 50 && blocks > 10);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address_is_where_a_walk_finds_it),
	};

	programs = argv + 1;
	count = argc - 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
