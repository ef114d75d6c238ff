/* SPDX-License-Identifier: MIT */
#include "channel/names.h"

const char *const name_kind_word[NAME_KINDS] = {
#define NAME(name) [NAME_##name] = #name,
#include "channel/name.def"
#undef NAME
};
