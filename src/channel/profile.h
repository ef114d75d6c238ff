/* SPDX-License-Identifier: MIT */
/* profile.h - whose rules say where decision points stand
 *
 * scarp's own (docs/design/002-decision-points.md), or those of a published
 * study of schedule exploration (docs/design/012-study-profile.md), for its
 * numbers.
 */
#ifndef CHANNEL_PROFILE_H
#define CHANNEL_PROFILE_H

enum profile {
	PROFILE_OWN,
	PROFILE_STUDY,	/* every atomic operation is a point */
	PROFILE_LISTED, /* the same, but atomic operations only where an
			   instruction of the list makes them */
	PROFILES
};

/* In schedule files. */
extern const char *const profile_name[PROFILES];

#endif
