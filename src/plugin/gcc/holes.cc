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

void hole(location_t where, const char *what, const char *name)
{
	expanded_location at = expand_location(where);
	char *text = at.line
			     ? xasprintf("%s%s%s (%s:%d)", what,
				       *name ? " " : "", name, at.file, at.line)
			     : xasprintf("%s%s%s (%s)", what, *name ? " " : "",
				       name, main_input_filename);

	if (kept(text)) {
		free(text);
		return;
	}
	line = XRESIZEVEC(char *, line, lines + 1);
	line[lines++] = text;
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
