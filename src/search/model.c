/* SPDX-License-Identifier: MIT */
#include "search/model.h"

#include <string.h>

const struct model_info model_info[MODEL_COUNT] = {
#define MODEL(name, text) [MODEL_##name] = {#name, text},
#include "search/model.def"
#undef MODEL
};

int model_find(const char *name)
{
	for (int i = 0; i < MODEL_COUNT; i++)
		if (strcmp(model_info[i].name, name) == 0)
			return i;
	return -1;
}
