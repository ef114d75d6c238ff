/* SPDX-License-Identifier: MIT */
#include "search/op.h"

#include <string.h>

const struct op_info op_info[OP_COUNT] = {
#define OP(name, class, access, order, waits, footprint, traits, told, text)   \
	[OP_##name] = {#name, text, CLASS_##class, ACCESS_##access,            \
		ORDER_##order, WAITS_##waits, FOOTPRINT_##footprint,           \
		TOLD_##told, traits},
#include "search/op.def"
#undef OP
};

const char *const op_class_name[CLASS_COUNT] = {
	"never",
	"always",
	"lock",
	"unlock",
	"rwlock",
	"cond",
	"sem",
	"barrier",
	"once",
	"atomic",
	"thread",
	"time",
	"io",
	"process",
	"heap",
	"data",
};

int op_class_find(const char *name, unsigned n)
{
	for (int c = CLASS_lock; c < CLASS_COUNT; c++)
		if (strlen(op_class_name[c]) == n &&
			memcmp(op_class_name[c], name, n) == 0)
			return c;
	return -1;
}
