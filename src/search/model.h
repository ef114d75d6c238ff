/* SPDX-License-Identifier: MIT */
/* model.h - memory models, from model.def */
#ifndef SEARCH_MODEL_H
#define SEARCH_MODEL_H

enum model {
#define MODEL(name, text) MODEL_##name,
#include "search/model.def"
#undef MODEL
	MODEL_COUNT
};

struct model_info {
	const char *name, *text;
};
extern const struct model_info model_info[MODEL_COUNT];

/* The one called `name`, or -1. */
int model_find(const char *name);

#endif
