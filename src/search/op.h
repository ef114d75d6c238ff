/* SPDX-License-Identifier: MIT */
/* op.h - kinds of operation and classes of preemption points
 *
 * Generated from op.def; adding an operation is one row there and the file
 * that executes it (docs/adding.md).
 */
#ifndef SEARCH_OP_H
#define SEARCH_OP_H

#include <stdbool.h>
#include <stdint.h>

enum op {
#define OP(name, ...) OP_##name,
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

enum op_order {
	ORDER_no, /* its object is no memory, or is announced apart */
	ORDER_loads,
	ORDER_stores,
	ORDER_updates,
	ORDER_tries,
	ORDER_drains
};

/* What an operation has to do with the buffer of its thread, where stores are
 * late (model.def).  A sequentially consistent store drains, whatever its kind.
 */
enum op_late {
	LATE_drains, /* enabled only when it is empty */
	LATE_stores, /* goes into it */
	LATE_views,  /* reads the thread's own view, and waits for nothing */
	LATE_nothing
};

enum op_waits {
	WAITS_no,
	WAITS_mutex,	/* its holder */
	WAITS_rwlock,	/* its holders */
	WAITS_file,	/* who has the stream */
	WAITS_end,	/* of a thread */
	WAITS_wake,	/* a flag of its own thread's: nobody takes that back */
	WAITS_arrivals, /* at a barrier; nor those */
	WAITS_units,	/* of a semaphore */
	WAITS_once,	/* who initialises */
	WAITS_change,	/* of what its thread has read */
	WAITS_kernel,	/* what the model of descriptors and streams knows alone
			 */
	WAITS_never,	/* it cannot go on, or can */
	WAITS_others	/* until nobody else can go on */
};

/* What footprint_operation() adds. */
enum op_footprint {
	FOOTPRINT_object, /* looked at, unless object_touch() says more */
	FOOTPRINT_changes,
	FOOTPRINT_memory, /* its bytes, as `order` and access.def say */
	FOOTPRINT_asks,	  /* of a thread, which may do something else for it */
	FOOTPRINT_all,	  /* it depends on whatever others do */
	FOOTPRINT_apart	  /* nothing: what it touches is announced apart */
};

enum op_traits {
	FORESEEN = 1 << 0,	 /* it always does the same to its object */
	GIVES_WAY = 1 << 1,	 /* to others, for PCT (strategy/pct.c) */
	GIVES_WAY_LATE = 1 << 2, /* the same, where its time is over */
	TOUCHES_MORE = 1 << 3,	 /* more state than its object belongs to it */
	FOLLOWS = 1 << 4, /* at once what is before it (docs/design/002) */
	SELDOM_REVERSED = 1 << 5, /* with anything, so far as is known */
	TAKES = 1 << 6,		  /* a lock, unless it fails */
	GIVES = 1 << 7,		  /* it back */
	GIVES_LAST = 1 << 8,	  /* the lock that its thread took last */
	ARRIVES = 1 << 9,	  /* in a round that others may be needed for */
	SELDOM_FAILS = 1 << 10,	  /* for samplers (strategy/seldom.h) */
	ENDS_EARLY = 1 << 11,  /* where it waits, for the handler of a signal */
	AWAITS_MORE = 1 << 12, /* it waits for more than its object */
	IS_INSIDE = 1 << 13, /* a handler that comes here comes in the middle of
				the call: native/posix/signal_unsafe.c */
	PASSES_BUFFERS = 1 << 14, /* it waits for no store of its thread's to be
				     visible (op_late) */
	WAITS_FOR_BUFFER = 1 << 15 /* it does, though it stores */
};

enum op_told {
	TOLD_plain,
	TOLD_thread, /* the object is one */
	TOLD_memory, /* values, before and after */
	TOLD_number,
	TOLD_ready, /* so many are */
	TOLD_character,
	TOLD_bytes, /* how many */
	TOLD_truth,
	TOLD_failure,	/* of a call; the size says which one */
	TOLD_once,	/* is it this thread that runs it? */
	TOLD_operation, /* that a test noted: its value is which one */
	TOLD_block	/* of the heap: whose memory it was */
};

struct op_info {
	const char *name;  /* in JSON and files */
	const char *text;  /* in reports */
	uint8_t class;	   /* enum op_class */
	uint8_t access;	   /* enum op_access */
	uint8_t order;	   /* enum op_order */
	uint8_t waits;	   /* enum op_waits */
	uint8_t footprint; /* enum op_footprint */
	uint8_t told;	   /* enum op_told */
	uint16_t traits;   /* enum op_traits */
};

extern const struct op_info op_info[OP_COUNT];
extern const char *const op_class_name[CLASS_COUNT];

static inline bool op_is(uint8_t kind, unsigned traits)
{
	return op_info[kind].traits & traits;
}

static inline enum op_late op_late(uint8_t kind)
{
	switch ((enum op_order)op_info[kind].order) {
	case ORDER_stores:
		return op_is(kind, WAITS_FOR_BUFFER) ? LATE_drains
						     : LATE_stores;
	case ORDER_loads:
		return LATE_views;
	default:
		return op_is(kind, PASSES_BUFFERS) ? LATE_nothing : LATE_drains;
	}
}

/* The class called `name` (length n), or -1. */
int op_class_find(const char *name, unsigned n);

#endif
