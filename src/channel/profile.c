/* SPDX-License-Identifier: MIT */
#include "channel/profile.h"

const char *const profile_name[PROFILES] = {
	[PROFILE_OWN] = "own",
	[PROFILE_STUDY] = "study",
	[PROFILE_LISTED] = "study-listed",
};
