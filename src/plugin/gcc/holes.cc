/* SPDX-License-Identifier: MIT */
/* holes.cc - what the plugin for gcc leaves open */
#include "scarp_gcc.h"

#include "diagnostic-core.h"
#include "output.h"

#include "../holes.h"

static char **line;
static size_t lines;

static bool kept(const char *text)
{
	for (size_t i = 0; i < lines; i++)
		if (strcmp(line[i], text) == 0)
			return true;
	return false;
}

static void keep(char *text)
{
	if (kept(text)) {
		free(text);
		return;
	}
	line = XRESIZEVEC(char *, line, lines + 1);
	line[lines++] = text;
}

static char *told(location_t where, const char *what, const char *name)
{
	expanded_location at = expand_location(where);

	return at.line ? xasprintf("%s%s%s (%s:%d)", what, *name ? " " : "",
				 name, at.file, at.line)
		       : xasprintf("%s%s%s (%s)", what, *name ? " " : "", name,
				 main_input_filename);
}

void hole(location_t where, const char *what, const char *name)
{
	keep(told(where, what, name));
}

void hole_made(gimple_stmt_iterator *gsi, const char *what)
{
	location_t where = gimple_location(gsi_stmt(*gsi));
	char *text = told(where, what, "");
	tree type = build_function_type_list(
		void_type_node, const_ptr_type_node, NULL_TREE);
	gcall *call = gimple_build_call(build_fn_decl(SCARP_UNANNOUNCED, type),
		1, build_string_literal((int)strlen(text) + 1, text));

	gimple_set_location(call, where);
	gsi_insert_before(gsi, call, GSI_SAME_STMT);
	keep(xasprintf("%s%s", SCARP_HOLE_MADE, text));
	free(text);
}

void unknown(location_t where, const char *name)
{
	hole(where, SCARP_HOLE_FORM, name);
}

void holes_write(void)
{
	if (!lines || seen_error())
		return;
	switch_to_section(
		get_section(SCARP_HOLES_SECTION, SECTION_DEBUG, NULL_TREE));
	for (size_t i = 0; i < lines; i++)
		assemble_string(line[i], (int)strlen(line[i]) + 1);
}
