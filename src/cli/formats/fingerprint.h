/* SPDX-License-Identifier: MIT */
/* fingerprint.h - is it the same bug as in another result?
 *
 * Of what stays when lines are added above: the kind, what is said, the
 * function and its file.  No line number, schedule or thread is part of it.
 */
#ifndef CLI_FINGERPRINT_H
#define CLI_FINGERPRINT_H

#include <jansson.h>
#include <stdint.h>

uint64_t fingerprint_bug(const json_t *bug);
/* The same whichever access came first, and whichever of them writes: an
 * increment races in three ways. */
uint64_t fingerprint_race(const json_t *race);

#endif
