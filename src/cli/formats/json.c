/* SPDX-License-Identifier: MIT */
/* json.c - the document itself; of one bug that was asked for, that alone */
#include "cli/formats/formats.h"

static void write(const struct document *d, size_t n, FILE *out)
{
	json_dumpf(d->bug ? document_bug(d) : d->all, out,
		JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	fputc('\n', out);
}

const struct format format_json = {.name = "json",
	.what = "the result as it was written, with the steps of its bugs "
		"(docs/formats/check-json.md)",
	.write = write};
