/* SPDX-License-Identifier: MIT */
/* A result that anybody may have edited, in each format: fields are missing, of
 * another type, or out of range. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/formats.h"
#include "file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *out;
	struct document d = {{0}, NULL, 0};
	struct err err = {OK, ""};

	if (!out)
		out = fuzz_nowhere();
	if (document_open(&d, fuzz_file(data, size), &err)) {
		if (!err.text[0] || strchr(err.text, '\n'))
			abort();
	} else {
		for (unsigned i = 0; format_at(i); i++)
			format_at(i)->write(&d, 1, out);
	}
	document_close(&d);
	return 0;
}
