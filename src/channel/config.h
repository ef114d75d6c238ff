/* SPDX-License-Identifier: MIT */
/* config.h - what the command asks of a test process
 *
 * Its part of the channel (channel.h), which the runtime only reads, but for
 * names of threads and racing instructions, of which it may add some.
 */
#ifndef CHANNEL_CONFIG_H
#define CHANNEL_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/profile.h"
#include "search/filter.h"
#include "search/search.h"

enum {
	CHANNEL_VERSION = 1,
	CHANNEL_NAMES_FD = 1,  /* with config.shared: the descriptor after the
				  channel's is names.h */
	CHANNEL_RERUNS_FD = 2, /* with config.reruns: the one after that is
				  reruns.h */
	EXIT_CRASHED = 86,   /* of a test process whose fatal signal the runtime
				has recorded, or had recorded before */
	STEPS_MAX = 1 << 20, /* of one execution; --max-steps is below */
	MODULES_MAX = 64,
	POINTS_MAX = 4096, /* racing instructions */
	RACES_MAX = 1024,
	BUGS_MAX = 64,
	STACK_MAX = 16,	       /* frames kept of a call stack */
	WAITS_MAX = 256,       /* threads explained in a deadlock */
	OUTPUT_MAX = 64 << 10, /* bytes of one execution's output kept */
	CHUNKS_MAX = 4096,     /* pieces of output, each by one thread */
	TRACE_MAX = 1 << 16,   /* events of a replay */
	DATA_MAX = 1 << 16,    /* accesses between them */
	THREAD_NAMES_MAX = 4096,
	UNKNOWN_MAX = 32,
	FILTER_PIECES_MAX = 4096, /* of code and data that directives name */
	AUDIT_PAIRS = 4,	  /* swapped in one random execution, at most */
	AUDIT_TRACES = 1 << 20,	  /* remembered */
	SAVED_BYTES = 1 << 29,	  /* what is left of it, as plain data */
	BOX_BYTES = 1 << 26,	  /* of messages that wait to be taken */
	PROGRESS_MAX = 100000,	  /* --progress-steps */
};

/* Region of the search, sparse.  Of how much it uses: config.search_bytes. */
#define SEARCH_BYTES (16ull << 30)
#define SEARCH_BYTES_LEAST (1ull << 30)

enum rewind_mode {
	MODE_CHECKPOINT,
	MODE_RESTART,
	MODE_FORK,
	MODE_COUNT
};

/* By which order is what unordered accesses are a candidate for a race? */
enum happens_before {
	HAPPENS_BEFORE_PURE,
	HAPPENS_BEFORE_LIMITED,
	HAPPENS_BEFORES
};

/* Is freed memory handed out again? */
enum heap_use {
	HEAP_FRESH,
	HEAP_REUSE, /* it may be: a choice at each allocation */
	HEAP_TURNS, /* in the executions for which the search says so */
	HEAP_USES
};

enum task {
	TASK_CHECK,  /* explore */
	TASK_REPLAY, /* one execution of strategy replay, with a trace */
	TASK_SHRINK, /* executions of strategy shrink or nearest, from a
			schedule on that is given */
	TASK_SAVE,   /* put what is left of the search into
			saved_search[], no more */
	TASK_PLACE,  /* say what is loaded where, no more */
};

/* With what a process begins. */
enum resume {
	RESUME_NONE,  /* a new search */
	RESUME_HERE,  /* the one that lies in search[]: its process died */
	RESUME_AGAIN, /* the same: the execution in progress is made again */
	RESUME_IDLE,  /* nothing to do so far: waits for an order */
	RESUME_SAVED, /* the one in saved_search[]; the account is that of
			 before */
};

/* What the command asks of a process, which obeys between two executions. */
enum order {
	ORDER_NONE,
	ORDER_SAVE,  /* put the search into saved_search[], and wait for the
			next order */
	ORDER_GO,    /* go on */
	ORDER_REST,  /* wait for the next order */
	ORDER_GROW,  /* the command has added points: a new round */
	ORDER_SPLIT, /* put a part of it there, and wait */
	ORDER_LOAD,  /* go on with the part that is there */
	ORDER_ROUND, /* points grew: go on with the whole space */
	ORDER_EMPTY, /* the same, but somebody else does */
	ORDER_END,   /* there is nothing to do any more */
};

/* Why it waits for an order. */
enum waits {
	WAITS_ASKED, /* it has obeyed the last one */
	WAITS_IDLE,  /* it is done with its part */
	WAITS_GREW,  /* points grew: all parts are void */
	WAITS_LIMIT, /* it has made as many executions as it may */
	WAITS_PARTS, /* for a message, or for room in its outbox */
};

extern const char *const rewind_mode_name[MODE_COUNT];
extern const char *const heap_use_name[HEAP_USES];
extern const char *const point_access_name[]; /* in schedule files */

/* One racing instruction that is a decision point.  The pc is a return
 * address in the test process; addresses are the same in every process of one
 * binary (no randomisation), else module and offset count. */
enum point_access {
	POINT_READ,
	POINT_WRITE,
	POINT_ATOMIC, /* of --racing: plain accesses there are another matter */
	/* No points: */
	POINT_WATCHED,	    /* does a trusted function make it (--trust)? */
	POINT_LOOP,	    /* what turns of this loop store is seen by others:
			       native/spin/anew.h */
	POINT_HANDLED_READ, /* no instruction, but a word that a handler of a */
	POINT_HANDLED,	    /* signal reads, or writes: posix/signal_meet.c */
	POINT_ACCESSES
};
struct point {
	uint64_t pc;
	uint32_t module; /* index in modules[], or UINT32_MAX */
	uint32_t access; /* enum point_access */
	uint64_t offset; /* from the module's base */
};

/* Are threads switched before it? */
static inline bool point_stops(const struct point *p)
{
	return p->access < POINT_WATCHED;
}

/* Which plain accesses are decision points. */
enum points_racing {
	POINTS_NOT_RACING, /* none */
	POINTS_RACING,	   /* those that were seen to race */
	POINTS_EVERYWHERE, /* and all by the test's code, but those of a thread
			      to its own stack and thread-local storage */
};

/* Directives, in the order in which they were given, and what they name: pieces
 * of a module's code and data, from its base.  A piece hits a set of directives
 * (search/filter.h). */
struct channel_directive {
	uint32_t kind; /* enum directive */
	char name[124];
};

struct channel_piece {
	uint32_t module; /* index in modules[] */
	uint64_t start, length, hits;
};

struct channel_filters {
	uint32_t directives, pieces;
	struct channel_directive directive[DIRECTIVES_MAX];
	struct channel_piece piece[FILTER_PIECES_MAX];
};

/* Initialisers and destroyers that nobody named, by their names: code.  Who
 * they are is found out when the first race was seen, and only if the search
 * makes anything of it (config.holds). */
enum phases_state {
	PHASES_UNKNOWN,
	PHASES_ASKED, /* the runtime waits */
	PHASES_TOLD
};

enum {
	PHASE_PIECES_MAX = 8192
};

struct channel_phases {
	volatile uint32_t state; /* enum phases_state: of both */
	/* The command's; hits are 1u << enum race_phase. */
	uint32_t pieces;
	struct channel_piece piece[PHASE_PIECES_MAX];
};

/* What becomes of a turn of a loop that has no effect (native/spin/turn.h). */
enum loop_turns {
	TURNS_KEPT,   /* what the watch of spin.h finds out awaits a change */
	TURNS_ERASED, /* it is no part of a trace */
	TURNS_UNCOUNTED, /* the same, but where turns are counted */
	TURNS_AUTO,	 /* erased, until the test shows that turns matter */
	/* A bit besides: those that only let time pass wait for something else
	 * (native/spin/idle.h); and with kept ones: loops tell them. */
	TURNS_IDLE = 4,
	TURNS_TOLD = TURNS_KEPT | TURNS_IDLE
};

/* What an execution has to print, and to leave in files (channel/expected.h).
 */
enum expected_how {
	EXPECTED_ANYTHING,
	EXPECTED_LEARNED, /* nothing is known yet: what it prints is kept */
	EXPECTED_SAME,
	EXPECTED_ANY_ORDER, /* of lines */
	EXPECTED_ABSENT,    /* there is no such file */
	EXPECTED_HOWS
};

enum {
	EXPECTED_OUTPUT, /* part 0: standard output; the others are files */
	EXPECTED_PARTS = 9,
	EXPECTED_PATH = 512
};

struct expected_part {
	uint32_t how;	    /* enum expected_how */
	uint32_t at, bytes; /* of the text */
	char path[EXPECTED_PATH];
};

struct channel_expected {
	uint32_t given; /* 1: by a file; 0: it is what an execution printed */
	uint32_t parts; /* 0: nothing is expected */
	uint32_t bytes;
	struct expected_part part[EXPECTED_PARTS];
	char text[OUTPUT_MAX];
};

/* Operations that a test notes (scarp/linearize.h): are their orders in real
 * time judged on each trace, where that can be done, or made? */
enum histories {
	HISTORIES_JUDGED,
	HISTORIES_EXECUTED,
	HISTORIES_END
};

struct channel_config {
	uint32_t task;		 /* enum task */
	uint32_t mode;		 /* enum rewind_mode */
	uint32_t resume;	 /* enum resume */
	uint32_t keep;		 /* 1: what is left of the search is saved */
	uint32_t limited;	 /* 1: by search.executions_max, which the
				    command may change while it waits */
	uint32_t shared;	 /* 1: so is the space, with other processes */
	uint32_t points_classes; /* 1u << enum op_class */
	uint32_t points_racing;	 /* enum points_racing */
	uint32_t profile;	 /* enum profile */
	uint32_t stop_after;	 /* distinct bugs; 0: never */
	uint32_t finish_bound;	 /* 1: then the bound is explored to its end */
	int32_t expect_exit;
	struct channel_expected expected;
	uint32_t leak_check;
	uint32_t unsafe_handlers; /* 1: they may call what they interrupt */
	uint32_t spurious;	  /* failures for no reason, of each thread */
	uint32_t failing;	/* calls that may fail: bits of enum failure */
	uint32_t failures;	/* how many of these in an execution */
	int32_t stdin_fd;	/* -1: empty */
	uint32_t stdin_missed;	/* 1: but the command's own is not */
	uint32_t trace;		/* 1: fill trace[] */
	uint32_t fuel_max_log2; /* hooks without an operation: 2^n */
	struct search_config search; /* .replay is ignored: see schedule[] */
	uint64_t search_bytes;	     /* of its region; 0: SEARCH_BYTES_LEAST */
	uint32_t points;	     /* entries of point[] to begin with */
	uint32_t exits;		     /* a thread's exit is a point as well: enum
				exits */
	uint32_t races_kept;	     /* 1: each race with a schedule */
	uint64_t race_pc; /* of a replay: a race that this instruction completes
			     behind the schedule is the bug; 0: none */
	uint32_t model;	  /* enum model */
	uint32_t heap;	  /* enum heap_use */
	uint32_t loop_turns; /* enum loop_turns: where traces are explored */
	uint32_t happens_before; /* enum happens_before */
	uint32_t histories;	 /* enum histories */
	uint32_t progress; /* steps after which a thread that runs alone is to
			      have returned (native/linear/progress.h); 0:
			      nobody is tried */
	uint32_t schedule_length; /* of schedule[], for replay */
	uint32_t thread_names;	  /* of thread_name[], for replay */
	uint32_t audit; /* random executions after the search; 0: no audit */
	uint32_t fingerprint; /* 1: traces are hashed, and added up */
	uint32_t reruns; /* 1 and more: complete executions are looked for in
			    reruns.h, as of this job; 0: they are not */
	uint32_t points_fixed; /* 1: what races is told, and no point */
	uint32_t waits;	       /* 1: at its limit it waits for an order */
	uint32_t holds;	       /* 1: the command answers in phases */
	uint32_t unknown_ends; /* 1: a call that is not in known.def ends the
				  process (RUN_LEAKED); 0: it is a hole */
	uint32_t binary;       /* 1: the program was not built by scarp: nobody
				  announces what its own code accesses */
	struct channel_filters filters;
	char keep_files[512]; /* of a replay: where its files are left; "" */
	/* Of a replay that a debugger runs: it is to stop before this event of
	 * the trace, or before this access, counted from 1; 0: where it fails
	 * (native/debug.h). */
	uint64_t until_event, until_data;
	uint32_t debug;
};

/* The points, and what else grows from round to round, are those with which a
 * schedule was found. */
static inline bool config_goes_by_schedule(const struct channel_config *c)
{
	return c->task == TASK_REPLAY || c->task == TASK_SHRINK;
}

static inline uint64_t config_search_bytes(const struct channel_config *c)
{
	return c->search_bytes && c->search_bytes < SEARCH_BYTES
		       ? c->search_bytes
	       : c->search_bytes ? SEARCH_BYTES
				 : SEARCH_BYTES_LEAST;
}

struct channel_module {
	char path[256];
	uint64_t base;	/* what to subtract from an address: load bias */
	uint64_t start; /* mapped range */
	uint64_t end;
	uint32_t instrumented;
	uint32_t runtime; /* 1: all of it is scarp's own */
};

/* What a number of a schedule can stand for. */
enum name_kind {
#define NAME(name) NAME_##name,
#include "channel/name.def"
#undef NAME
	NAME_KINDS
};
extern const char *const name_kind_word[NAME_KINDS];

/* A thread is named by who created it and which of its children it is; so is
 * what else a schedule numbers, by whose it is and which of them. */
struct thread_name {
	tid creator; /* TID_NONE: main */
	uint16_t kind;
	uint32_t nth; /* from 0 */
};

#endif
