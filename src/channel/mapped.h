/* SPDX-License-Identifier: MIT */
/* mapped.h - where memory lies that the test maps, which reports call so */
#ifndef CHANNEL_MAPPED_H
#define CHANNEL_MAPPED_H

#include <stdbool.h>
#include <stdint.h>

#define GIB (1ull << 30)

/* Mappings of the test: main's, those of 63 threads, of all others. */
#define MAPS_BASE 0x201a00000000ull
#define MAPS_MAIN (8 * GIB)
#define MAPS_LARGE 64u
#define MAPS_EACH (GIB / 8)
#define MAPS_SMALL (2ull << 20)
#define MAPS_BYTES (24 * GIB)
/* What does not fit there, of all threads. */
#define FAR_BASE 0x203800000000ull
#define FAR_BYTES (116 * GIB)

static inline bool in_maps(uint64_t address)
{
	return address - MAPS_BASE < MAPS_BYTES ||
	       address - FAR_BASE < FAR_BYTES;
}

#endif
