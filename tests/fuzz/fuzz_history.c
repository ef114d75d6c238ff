/* SPDX-License-Identifier: MIT */
/* A recorded history that anybody may have written; what can be read is judged
 * under each condition, and drawn. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/picture.h"
#include "report/why.h"
#include "file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge(
	const struct recorded *r, enum linear_condition condition, FILE *out)
{
	static const struct linear_limits limits = {2000, 1 << 20};
	struct linear_verdict v;
	char why[600];

	linear_check(&r->history, condition, LINEAR_ANY, &limits, &v);
	if (v.doubt)
		abort();
	if (v.answer == LINEAR_WRONG) {
		picture_print(r, &v, 40, out);
		why_say(r, &v, condition, why, sizeof why);
	}
	linear_verdict_free(&v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *out;
	struct recorded r;
	struct err err = {OK, ""};
	unsigned specs = 0;

	if (!out)
		out = fuzz_nowhere();
	while (linear_spec_at(specs))
		specs++;
	if (recorded_read(&r, fuzz_file(data, size),
		    linear_spec_at((unsigned)size % specs), &err)) {
		if (!err.text[0] || strchr(err.text, '\n'))
			abort();
	} else {
		for (int i = 0; i < LINEAR_CONDITIONS; i++)
			judge(&r, i, out);
	}
	recorded_free(&r);
	return 0;
}
