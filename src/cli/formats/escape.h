/* SPDX-License-Identifier: MIT */
/* escape.h - texts in other languages: whatever is in them stays text */
#ifndef CLI_ESCAPE_H
#define CLI_ESCAPE_H

#include <stdio.h>

/* In an attribute or an element; characters that XML cannot have are U+FFFD. */
void escape_xml(const char *text, FILE *out);
/* Inside quotes of DOT, as a label. */
void escape_dot(const char *text, FILE *out);
/* A path as a relative reference, or as file: when it is absolute. */
void escape_uri(const char *path, char *out, size_t size);

#endif
