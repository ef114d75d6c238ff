/* SPDX-License-Identifier: MIT */
#include "cli/formats/escape.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

/* U+FFFE and U+FFFF, in UTF-8. */
static bool is_no_character(const unsigned char *at)
{
	return at[0] == 0xef && at[1] == 0xbf && (at[2] & 0xfe) == 0xbe;
}

void escape_xml(const char *text, FILE *out)
{
	for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
		if (is_no_character(at)) {
			fputs(REPLACEMENT, out);
			at += 2;
		} else if (*at == '\n' || *at == '\t' || *at == '\r') {
			fprintf(out, "&#%d;", *at);
		} else if (*at < ' ' || *at == 0x7f) {
			fputs(REPLACEMENT, out);
		} else if (strchr("&<>\"'", *at)) {
			fprintf(out, "&#%d;", *at);
		} else {
			fputc(*at, out);
		}
	}
}

/* Entities of HTML are read in labels, and escapes. */
void escape_dot(const char *text, FILE *out)
{
	for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
		if (*at == '"' || *at == '\\')
			fprintf(out, "\\%c", *at);
		else if (*at == '&')
			fputs("&amp;", out);
		else if (*at == '\n')
			fputs("\\n", out);
		else
			fputc(*at < ' ' || *at == 0x7f ? '?' : *at, out);
	}
}

void escape_uri(const char *path, char *out, size_t size)
{
	size_t used = (size_t)snprintf(
		out, size, "%s", path[0] == '/' ? "file://" : "");

	for (const unsigned char *at = (const unsigned char *)path;
		*at && used + 4 < size; at++)
		used += (size_t)snprintf(out + used, size - used,
			isalnum(*at) || strchr("-._~/", *at) ? "%c" : "%%%02X",
			*at);
}
