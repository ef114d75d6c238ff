/* SPDX-License-Identifier: MIT */
#include "replay/code_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdio.h>

/* Files are named from where the compiler was called. */
static void path_of(Dwarf_Die *unit, Dwarf_Line *line, char *out, size_t size)
{
	Dwarf_Attribute attr;
	const char *path = dwarf_linesrc(line, NULL, NULL);
	const char *dir =
		dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attr));

	if (path && path[0] != '/' && dir)
		snprintf(out, size, "%s/%s", dir, path);
	else
		snprintf(out, size, "%s", path ? path : "");
}

static void of_unit(
	Dwarf_Die *unit, uint64_t bias, symbols_line found, void *arg)
{
	Dwarf_Lines *lines;
	size_t n;

	if (dwarf_getsrclines(unit, &lines, &n) != 0)
		return;
	for (size_t i = 0; i + 1 < n; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		Dwarf_Line *next = dwarf_onesrcline(lines, i + 1);
		Dwarf_Addr start, end;
		bool last = false;
		char path[512];
		int number;

		if (!line || !next || dwarf_lineendsequence(line, &last) ||
			last || dwarf_lineno(line, &number) || number <= 0 ||
			dwarf_lineaddr(line, &start) ||
			dwarf_lineaddr(next, &end) || start >= end)
			continue;
		path_of(unit, line, path, sizeof path);
		found(arg, path, (unsigned)number, start + bias, end + bias);
	}
}

void code_lines_each(Dwfl_Module *module, symbols_line found, void *arg)
{
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias = 0;

	if (!dwfl_module_getdwarf(module, &bias))
		return;
	while ((unit = dwfl_module_nextcu(module, unit, &bias)))
		of_unit(unit, bias, found, arg);
}
