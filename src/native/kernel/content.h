/* SPDX-License-Identifier: MIT */
/* content.h - what a file holds, and what stat says of it
 *
 * One for each file that the test opened, changed or made: in memory, rewound.
 * Bytes of a file on disk are read once and stay for all executions; who writes
 * to one writes to a copy, so the disk is never changed.
 *
 * Life     counted: open files, names (tree.h), and one for a file of the
 *          disk's that is no longer as the disk has it.
 * Memory   bytes that were written lie in the arena.
 * Cost     of the first write to a file of the disk's, its size.
 */
#ifndef NATIVE_KERNEL_CONTENT_H
#define NATIVE_KERNEL_CONTENT_H

#include "native/rt.h"

#include <sys/stat.h>
#include <sys/types.h>

enum {
	CONTENTS_MAX = 4096,
	CONTENT_MOST_BITS = 32 /* of the size of one, in bytes */
};

struct content {
	const char
		*disk; /* its bytes as the disk has them; NULL: in the arena */
	uint64_t home; /* or where memory shows them (shared.h); 0: nowhere */
	uint64_t size,
		room; /* room: of its home or the arena's, 0 if the disk's */
	uint64_t device, inode; /* the disk's name for it; 0, 0: none */
	uint64_t changes;	/* how often something of it changed, and */
	uint64_t writes;	/* what it holds: its times derive from them */
	uint32_t at;		/* arena index of its bytes */
	uint32_t stat; /* arena index of what the disk says; 0: nothing */
	uint32_t mode; /* st_mode */
	uint32_t user, group;
	uint32_t links;	  /* names it has */
	uint32_t path;	  /* of the disk's: arena index of one name; 0: none */
	uint32_t refs;	  /* 0: free */
	uint32_t opened;  /* a pipe: how often */
	uint32_t locker;  /* flock: file that holds it, plus one */
	uint16_t sharers; /* flock: how many others share it */
	uint8_t differs;  /* from the disk's; that is a reference */
	uint8_t sizeless; /* it has bytes that its size does not tell */
	uint8_t timed;	  /* these were set, and nothing written since: */
	struct timespec accessed, modified;
};

extern HIDDEN struct content contents[CONTENTS_MAX];

/* A file of a kind, with one reference; its number plus one, never 0: too many
 * end the run. */
uint32_t content_new(uint32_t mode);
/* The file that the disk has under an open descriptor of the kernel's, as `st`
 * says, with one reference more; 0: it cannot be read. */
uint32_t content_of_disk(long fd, const struct stat *st);
/* The same of one that the kernel makes up, whose bytes stay. */
uint32_t content_made_up(
	const struct stat *st, const char *bytes, uint64_t size);
/* The same one, if it is known already, without a reference; 0: it is not. */
uint32_t content_known(const struct stat *st);
void content_ref(uint32_t number);
void content_drop(uint32_t number);
/* By this path the disk has it. */
void content_named(uint32_t number, const char *path);
/* What stat says of it. */
void content_stat(uint32_t number, struct stat *st);
/* It stays, whoever has it open: the disk's is not what it is any more. */
void content_keep(uint32_t number);
/* Before something but its bytes is changed. */
struct content *content_changing(uint32_t number);
/* Bytes of it; only to read, and behind map_open() if it has a home. */
const char *content_bytes(uint32_t number);
/* How far the file reaches of memory that shows it and ends at `end`. */
uint64_t content_shown(uint32_t number, uint64_t end);
/* A file's size; false: EFBIG. */
bool content_resize(uint32_t number, uint64_t size);
/* n bytes of a link's target, or what a file begins with. */
void content_set(uint32_t number, const char *bytes, uint64_t n);

/* disk.c: DISK_BYTES of memory, reserved. */
void disk_memory(void *memory);
/* disk.c: all bytes of a file, which stay; NULL: they cannot be read. */
const char *disk_bytes(long fd, const struct stat *st);

#endif
