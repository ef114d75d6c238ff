/* SPDX-License-Identifier: MIT */
/* op.h - kinds of operation and classes of preemption points
 *
 * Generated from op.def; adding an operation is one row there and the file
 * that executes it (docs/adding.md).
 */
#ifndef SEARCH_OP_H
#define SEARCH_OP_H

#include <stdint.h>

enum op {
#define OP(name, class, access, text) OP_##name,
#include "search/op.def"
#undef OP
	OP_COUNT
};

enum op_class {
	CLASS_never,
	CLASS_always,
	CLASS_lock,
	CLASS_unlock,
	CLASS_rwlock,
	CLASS_cond,
	CLASS_sem,
	CLASS_barrier,
	CLASS_once,
	CLASS_atomic,
	CLASS_thread,
	CLASS_time,
	CLASS_io,
	CLASS_process,
	CLASS_heap,
	CLASS_data,
	CLASS_COUNT
};

/* Every synchronisation class: what `--points sync` means.  `data` (racing
 * plain accesses) is apart; `always` is in every set. */
#define CLASSES_SYNC                                                           \
	((1u << CLASS_COUNT) - 1 - (1u << CLASS_data) - (1u << CLASS_never))

enum op_access {
	ACCESS_N,
	ACCESS_R,
	ACCESS_W
};

struct op_info {
	const char *name; /* in JSON and files */
	const char *text; /* in reports */
	uint8_t class;	  /* enum op_class */
	uint8_t access;	  /* enum op_access */
};

extern const struct op_info op_info[OP_COUNT];
extern const char *const op_class_name[CLASS_COUNT];

/* The class called `name` (length n), or -1. */
int op_class_find(const char *name, unsigned n);

#endif
