/* SPDX-License-Identifier: MIT */
/* found.h - what a test process tells of one execution: bugs, races, the trace
 *
 * Parts of the channel (channel.h).
 */
#ifndef CHANNEL_FOUND_H
#define CHANNEL_FOUND_H

#include "channel/config.h"
#include "detect/candidates.h"

/* How bugs are named: see bug.def. */
enum bug_kind {
#define BUG(name, text) BUG_##name,
#include "channel/bug.def"
#undef BUG
	BUG_COUNT
};

struct bug_info {
	const char *name; /* in JSON */
	const char *text; /* in reports */
};
extern const struct bug_info bug_info[BUG_COUNT];

struct channel_stack {
	uint32_t frames;
	tid thread;
	uint64_t pc[STACK_MAX]; /* return addresses, innermost first */
};

/* Where an address lies, as far as the runtime knows. */
struct channel_place {
	uint64_t address;
	uint64_t block; /* start of the heap block, 0: none */
	uint64_t block_size;
	uint64_t block_pc;   /* who allocated it */
	uint64_t freed_pc;   /* who freed it, 0: live */
	uint32_t block_life; /* 0: the first; else it was handed out again */
	tid block_thread;
	tid freed_thread;
	tid stack_of;	    /* TID_NONE: not on a stack */
	tid tls_of;	    /* TID_NONE: not thread-local */
	uint64_t tls_below; /* bytes below its thread's control block */
};

struct channel_wait {
	tid thread;
	tid owner;    /* who holds it, TID_NONE: nobody */
	uint8_t kind; /* enum op it is blocked in, OP_none: ended */
	uint8_t spinning;
	uint64_t object;
	uint64_t owner_pc; /* where it was acquired */
	struct channel_stack stack;
};

struct channel_bug {
	uint32_t kind; /* enum bug_kind */
	tid thread;
	uint16_t waits;	   /* entries of waits[] */
	char message[512]; /* without location */
	char file[256];	   /* if the test said so itself (assert), else "" */
	uint32_t line;
	uint32_t faulted;   /* place is the address that an access failed at,
			       0 included */
	uint32_t strategy;  /* row number of the strategy that found it */
	uint64_t execution; /* number of the execution, from 1 */
	uint64_t again;	    /* of those before it, made again: search_count */
	uint64_t pc;
	struct channel_place
		place; /* fault address, lock, block; address 0: none */
	struct channel_stack stack;
	uint32_t
		outer; /* frames at the end of `stack` that are the outermost */
	uint32_t between;	    /* frames left out before them */
	struct channel_stack other; /* second place: previous free, lock, ... */
	uint32_t schedule_length;
	uint32_t points;	  /* of point[], in that execution */
	uint32_t exits;		  /* thread exits were points in it */
	uint32_t heap;		  /* HEAP_FRESH or HEAP_REUSE, in it */
	uint32_t loop_turns;	  /* enum loop_turns, in it */
	uint64_t schedule_offset; /* in blob[]: struct choice [] */
	uint64_t sum;		  /* channel_seal */
	struct channel_wait wait[WAITS_MAX];
};

enum {
	LOCKS_MAX = 4 /* of one access that are told */
};

struct channel_access {
	uint64_t pc;
	uint8_t write;
	uint8_t atomic;
	uint8_t freeing;
	tid thread;
	uint32_t size;
	uint64_t created_pc; /* where its thread was; 0: main, or unknown */
	tid creator;
	uint8_t locks_known; /* 1: these its thread had, or as many as fit */
	uint8_t locks;
	struct channel_stack stack; /* frames 0: unknown; 1: only the place */
	struct channel_place lock[LOCKS_MAX];
};

/* What a report needs of a row of candidate[], as it was seen first. */
struct channel_race {
	struct channel_access first, second;
	struct channel_place place;
	/* Of a place on a stack: the frame that it is in; 0: unknown. */
	uint64_t frame_pc, frame_cfa;
	uint32_t bug; /* entry of race_bug[] + 1; 0: none */
};

enum event_flag {
	EVENT_BLOCKED = 1, /* arrived and could not go on */
	EVENT_POINT = 2,   /* a decision was made before it */
	EVENT_FAILED = 4,  /* the bug was reported here */
	EVENT_HAS_VALUE = 8,
	EVENT_HAS_RESULT = 16,
	EVENT_INTERNAL = 32,   /* made for `thread`, by no thread */
	EVENT_TIME_OVER = 64,  /* a wait came to the end of its time */
	EVENT_PREEMPTED = 128, /* another thread went on, and it could have */
	EVENT_LATE = 256       /* a store that others did not see for a while */
};

/* One line of the report. */
struct trace_event {
	uint32_t step;
	tid thread;
	uint8_t kind;	/* enum op */
	uint16_t flags; /* enum event_flag */
	uint32_t size;
	uint32_t alternative;
	uint64_t value;	 /* read, or stored */
	uint64_t result; /* after an update; what the call returned */
	uint64_t value_high, result_high; /* of 16 bytes: the upper 8 */
	uint64_t clock_ns; /* when its thread came there; EVENT_TIME_OVER: how
			      long its time was from then on */
	tid other;	   /* thread created, joined, woken; TID_NONE */
	uint16_t offered;  /* threads enabled at the decision before it */
	struct channel_place place;
	struct channel_stack stack;
	uint64_t call; /* of plain memory: code of the library function
			  that does it; 0: none */
	uint64_t cfa[STACK_MAX]; /* canonical frame address of the frame of
				    stack.pc[i]; 0: unknown.  Names locals */
};

enum data_kind {
	DATA_READ,
	DATA_WRITE,
	DATA_ALLOCATE,
	DATA_FREE,
	DATA_KINDS
};

/* What a thread of a replay did to memory between two events. */
struct trace_data {
	uint64_t size;	 /* of a block that begins or ends: all of it */
	uint64_t value;	 /* read, or stored; of at most 8 bytes */
	uint32_t events; /* that were there before */
	tid thread;
	uint8_t kind; /* enum data_kind */
	uint8_t has_value;
	struct channel_place place;
	uint64_t call;		    /* as of an event */
	struct channel_stack stack; /* of very many the first frame alone */
};

enum output_way {
	OUTPUT_DIRECT,	 /* to the descriptor; all of standard error */
	OUTPUT_BUFFERED, /* through stdout */
	OUTPUT_FLUSHED,	 /* the same, and then fflush */
	/* No text: how stdout is buffered from here on. */
	OUTPUT_FULL,
	OUTPUT_LINE,
	OUTPUT_NONE,
	OUTPUT_WAYS
};

struct output_chunk {
	uint32_t offset, length; /* in output[] */
	uint32_t step;
	tid thread;
	uint8_t fd;	 /* 1 or 2 */
	uint8_t way;	 /* enum output_way */
	uint32_t buffer; /* OUTPUT_FULL and below: new size, 0: as it was */
};

static inline uint8_t channel_kind(const struct channel_access *a)
{
	return (uint8_t)((a->write ? RACE_WRITE : 0) |
			 (a->atomic ? RACE_ATOMIC : 0) |
			 (a->freeing ? RACE_FREE : 0));
}

/* Is that the side? */
static inline bool channel_is_side(
	const struct channel_access *a, uint64_t pc, uint8_t kind)
{
	return a->pc == pc && channel_kind(a) == kind;
}

/* The number of its execution, from 1, among those that count; 0: unknown. */
static inline uint64_t channel_bug_number(const struct channel_bug *bug)
{
	return bug->execution > bug->again ? bug->execution - bug->again : 0;
}

#endif
