/* SPDX-License-Identifier: MIT */
#include "channel/channel.h"

const struct bug_info bug_info[BUG_COUNT] = {
#define BUG(name, text) [BUG_##name] = {#name, text},
#include "channel/bug.def"
#undef BUG
};

const char *const rewind_mode_name[MODE_COUNT] = {
	"checkpoint",
	"restart",
	"fork",
};
