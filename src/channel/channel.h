/* SPDX-License-Identifier: MIT */
/* channel.h - what command and test process share: one memory file
 *
 * The command creates a sparse memfd, fills `config`, and starts the test with
 * SCARP_CHANNEL=<fd> in its environment.  The runtime maps it at CHANNEL_BASE,
 * writes everything else and keeps the search itself in the last part, so that
 * nothing is lost when the process dies: the command reads what was found, and
 * a fresh process may map the file and go on (config.resume).
 *
 * Trust    the command believes nothing here that it has not validated:
 *          channel_check() bounds every count and offset.
 * Memory   the file is sparse; only what is used takes room.
 * Version  both sides are of one build: `build` must be equal.
 */
#ifndef CHANNEL_CHANNEL_H
#define CHANNEL_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/profile.h"
#include "search/caveat.h"
#include "base/err.h"
#include "detect/candidates.h"
#include "search/filter.h"
#include "search/search.h"

#define CHANNEL_MAGIC 0x6c6e686370726373u /* "scrpchnl" */
#define CHANNEL_BASE 0x120000000000u	  /* where test processes map it */
#define CHANNEL_NAMES_BASE 0x12f000000000u
#define CHANNEL_RERUNS_BASE 0x12f100000000u
#define CHANNEL_ENV "SCARP_CHANNEL"

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
	THREAD_NAMES_MAX = 4096,
	UNKNOWN_MAX = 32,
	FILTER_PIECES_MAX = 4096, /* of code and data that directives name */
	AUDIT_PAIRS = 4,	  /* swapped in one random execution, at most */
	AUDIT_TRACES = 1 << 20,	  /* remembered */
	SEARCH_BYTES = 1 << 30,	  /* region of the search, sparse */
	SAVED_BYTES = 1 << 29,	  /* what is left of it, as plain data */
	BOX_BYTES = 1 << 26,	  /* of messages that wait to be taken */
};

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
	POINT_WATCHED, /* no point: does a trusted function make it (--trust)?
			*/
	POINT_ACCESSES
};
struct point {
	uint64_t pc;
	uint32_t module; /* index in modules[], or UINT32_MAX */
	uint32_t access; /* enum point_access */
	uint64_t offset; /* from the module's base */
};

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
	uint32_t leak_check;
	uint32_t spurious;	/* failures for no reason, of each thread */
	int32_t stdin_fd;	/* -1: empty */
	uint32_t trace;		/* 1: fill trace[] */
	uint32_t fuel_max_log2; /* hooks without an operation: 2^n */
	struct search_config search; /* .replay is ignored: see schedule[] */
	uint32_t points;	     /* entries of point[] to begin with */
	uint32_t exits;		     /* a thread's exit is a point as well: enum
				exits */
	uint32_t races_kept;	     /* 1: each race with a schedule */
	uint64_t race_pc; /* of a replay: a race that this instruction completes
			     behind the schedule is the bug; 0: none */
	uint32_t model;	  /* enum model */
	uint32_t heap;	  /* enum heap_use */
	uint32_t happens_before;  /* enum happens_before */
	uint32_t schedule_length; /* of schedule[], for replay */
	uint32_t thread_names;	  /* of thread_name[], for replay */
	uint32_t audit; /* random executions after the search; 0: no audit */
	uint32_t fingerprint; /* 1: traces are hashed, and added up */
	uint32_t reruns; /* 1 and more: complete executions are looked for in
			    reruns.h, as of this job; 0: they are not */
	uint32_t points_fixed; /* 1: what races is told, and no point */
	uint32_t waits;	       /* 1: at its limit it waits for an order */
	uint32_t holds;	       /* 1: the command answers in phases */
	struct channel_filters filters;
};

struct channel_module {
	char path[256];
	uint64_t base;	/* what to subtract from an address: load bias */
	uint64_t start; /* mapped range */
	uint64_t end;
	uint32_t instrumented;
};

/* A thread is named by who created it and which of its children it is. */
struct thread_name {
	tid creator; /* TID_NONE: main */
	uint16_t unused;
	uint32_t nth; /* from 0 */
};

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
	struct channel_stack other; /* second place: previous free, lock, ... */
	uint32_t schedule_length;
	uint32_t points;	  /* of point[], in that execution */
	uint32_t exits;		  /* thread exits were points in it */
	uint32_t heap;		  /* HEAP_FRESH or HEAP_REUSE, in it */
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
	uint32_t bug; /* entry of race_bug[] + 1; 0: none */
};

enum event_flag {
	EVENT_BLOCKED = 1, /* arrived and could not go on */
	EVENT_POINT = 2,   /* a decision was made before it */
	EVENT_FAILED = 4,  /* the bug was reported here */
	EVENT_HAS_VALUE = 8,
	EVENT_HAS_RESULT = 16,
};

/* One line of the report. */
struct trace_event {
	uint32_t step;
	tid thread;
	uint8_t kind;  /* enum op */
	uint8_t flags; /* enum event_flag */
	uint32_t size;
	uint32_t alternative;
	uint64_t value;	  /* read, or stored */
	uint64_t result;  /* after an update; what the call returned */
	tid other;	  /* thread created, joined, woken; TID_NONE */
	uint16_t offered; /* threads enabled at the decision before it */
	struct channel_place place;
	struct channel_stack stack;
	uint64_t cfa[STACK_MAX]; /* canonical frame address of the frame of
				    stack.pc[i]; 0: unknown.  Names locals */
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

/* The audit of reduction: native/audit/reduction.h. */
enum audit_task {
	AUDIT_SEARCH,  /* the search goes on, traces are kept */
	AUDIT_RANDOM,  /* an execution at random */
	AUDIT_SWAPPED, /* one with two neighbours swapped */
	AUDIT_DONE
};

struct channel_trace {
	uint64_t trace, state; /* hashes; trace 0: nothing here */
	uint64_t execution;    /* that had it first */
};

struct channel_state {
	uint64_t memory, pending, enabled; /* hashes */
};

struct channel_pair {
	uint32_t step; /* of the first of the two */
	struct channel_state after;
};

struct channel_made {
	uint64_t trace, state;
	uint64_t past;	  /* hash of the last step and its past alone */
	uint32_t outcome; /* enum outcome_kind */
	uint32_t usable;  /* all of it was seen, to its own end */
};

struct channel_schedule {
	uint32_t length;
	struct choice choice[STEPS_MAX];
};

struct channel_audit {
	volatile uint32_t task; /* enum audit_task */
	uint32_t exhausted;	/* the search had come to its end */
	uint32_t shift; /* of the traces, one in 2^shift is in the table */
	uint64_t traces;
	volatile uint64_t executions; /* at random, so far */
	uint64_t judged;	      /* of these, by their trace */
	volatile uint64_t pairs;      /* swapped */
	uint32_t missed;	      /* `miss` says what is wrong */
	char miss[512];

	/* The execution in progress, or the last one. */
	struct channel_made made;
	uint32_t pairs_noted;
	struct channel_pair pair[AUDIT_PAIRS];
	uint32_t wanted, took; /* the state after this step and the next */
	struct channel_state taken;
	struct channel_schedule first, second; /* what was swapped */

	struct channel_trace table[AUDIT_TRACES];
};

/* With config.reruns, of all rounds: complete executions, and of these, whose
 * trace another job had executed before, or this one itself; or that could not
 * be told. */
struct rerun_count {
	uint64_t executions, earlier, own, unknown;
};

static inline void rerun_add(
	struct rerun_count *to, const struct rerun_count *more)
{
	to->executions += more->executions;
	to->earlier += more->earlier;
	to->own += more->own;
	to->unknown += more->unknown;
}

/* How large the space is and how long it takes, as far as this round can tell:
 * search_estimate.  A little old while the search runs. */
struct channel_estimate {
	uint64_t made; /* executions when it was read; 0: nothing is known */
	struct estimated is;
};

/* The runtime's clock (native/cost.h). */
struct channel_pace {
	uint64_t mark_ns;      /* when it was last looked at */
	uint64_t each_ns;      /* what an execution took then */
	uint64_t published_ns; /* when the last estimate was */
	uint32_t batch, left;  /* executions from one look to the next */
	uint32_t due;	       /* 1: an estimate is to be published */
};

/* What a test has shown that reductions cannot go by (native/coarse.h). */
enum coarse {
	COARSE_OPERATIONS = 1, /* operations alone, but all accesses */
	COARSE_ADDITIONS = 2,  /* additions that commute */
	COARSE_END = 4
};

enum run_state {
	RUN_NOT_STARTED, /* the runtime never spoke: not our binary? */
	RUN_STARTED,
	RUN_EXECUTION, /* inside execution executions_begun */
	RUN_BETWEEN,
	RUN_WAITING, /* for an order */
	RUN_DONE,    /* the search said done, or stop_after was reached */
	RUN_STOPPED, /* stop_request was obeyed */
	RUN_ERROR,   /* see error */
	RUN_LEAKED,  /* this way of going back is not enough: `error` says
			what was not put back, or cannot be; the command starts
			again in fork mode */
};

enum {
	CROSSINGS_MAX = 64
};
struct channel_crossing {
	uint64_t start, end;
};

/* Why the exits of threads are decision points: bits. */
enum exits {
	EXITS_SEEN = 1,	   /* somebody asks, without waiting, who has ended */
	EXITS_ORDERED = 2, /* and it matters who is the last one */
	EXITS_POINTS = EXITS_SEEN | EXITS_ORDERED,
	EXITS_ASKED = 4, /* a thread is asked to end: calls that are no
			    operations but ask for that are points, too */
	EXITS_ALL = EXITS_POINTS | EXITS_ASKED
};

struct channel {
	uint64_t magic;
	uint32_t version;
	uint32_t bytes; /* sizeof(struct channel), low 31 bits */
	char build[64]; /* of the command; the runtime compares */
	struct channel_config config;
	struct channel_phases phases;

	/* From here on the runtime writes. */
	char runtime_build[64];
	volatile uint32_t state;	/* enum run_state */
	volatile uint32_t stop_request; /* the command's */
	volatile uint32_t order;	/* enum order: the command's, taken back
					   by the runtime when it obeys */
	uint32_t exit_status;
	uint32_t error_code; /* enum code, with RUN_ERROR; else 0 */
	char error[512];
	uint64_t error_pc; /* of the call; RUN_LEAKED: what differs, or who
			      changed it; 0: unknown */
	uint32_t leak;	   /* RUN_LEAKED: enum caveat; 0: rewind_leak */
	volatile uint64_t executions_begun;
	volatile uint64_t ranged;   /* grows while large accesses are made */
	volatile uint64_t crashed;  /* the execution whose fatal signal the
				       runtime has seen: an exit status alone
				       can be the test's own */
	uint32_t in_execution;	    /* begun and not yet told to the search */
	volatile uint32_t changing; /* 1: inside the search: who is killed
				       then leaves it half changed */
	struct search_count count;
	struct search_count
		before; /* of these, not of the search that is now */
	struct search_bounds bounds;
	struct search_cache cache;
	struct channel_estimate estimate;
	struct channel_pace pace;
	volatile uint32_t waits; /* enum waits, with RUN_WAITING */
	uint32_t idle;		 /* 1: it has no part to explore */
	uint32_t given;	     /* 1: saved_search[] holds a part to be taken */
	uint32_t incomplete; /* 1: a part was not explored to its end */
	/* Of a part of a reduced search (docs/design/011-splitting.md): */
	uint32_t owner; /* the channel with what it was cut off from, from 1;
			   0: it is the whole.  The command's */
	uint32_t held;	/* 1: it cannot go on before a message comes, or goes */
	uint32_t unsent; /* 1: not all that it has to say was in the outbox */
	/* Messages, each behind its length in 8 bytes.  0: the other side may
	 * fill it, and says so here at last; while it waits the command may
	 * also add to its inbox. */
	volatile uint64_t inbox_length, outbox_length;
	uint32_t saved; /* 1: saved_search[] holds what is left */
	uint64_t saved_length;
	/* With config.fingerprint, of this round: the sum of the hashes of all
	 * executions, and how many could be hashed. */
	uint64_t fingerprint, hashed;
	struct rerun_count reruns;
	uint32_t over;		/* search_done, and no point was added */
	uint32_t exhausted;	/* search_exhausted, the same */
	uint32_t rounds;	/* times the set of points grew, plus one */
	uint64_t before_round;	/* executions before the last round began; 0
				   for samplers, which go on */
	uint64_t without_turns; /* of that round, where no thread went round a
				   loop without effect; none of samplers */
	uint32_t threads_most;
	uint64_t search_bytes;		/* of the region, in use */
	uint64_t log_bytes;		/* high-water mark of the undo log */
	uint64_t caveats[CAVEAT_COUNT]; /* times; 0: does not apply */
	char caveat_detail[CAVEAT_COUNT][160];

	uint32_t modules;
	struct channel_module module[MODULES_MAX];
	uint32_t points;
	struct point point[POINTS_MAX];
	/* Classes of operations that were met and are no points: 1u << enum
	 * op_class. */
	uint32_t skipped;
	uint32_t exits;	 /* enum exits */
	uint32_t coarse; /* what reductions cannot go by: enum coarse bits */
	/* Of these three, what the execution in progress goes by: they grow
	 * between executions only. */
	uint32_t points_now, exits_now, coarse_now;
	uint32_t heap_now;  /* the same: HEAP_FRESH or HEAP_REUSE */
	uint32_t races;	    /* of both: */
	uint32_t races_now; /* when the execution in progress began */
	struct race candidate[RACES_MAX];
	struct channel_race race[RACES_MAX];
	volatile uint32_t bugs;
	struct channel_bug bug[BUGS_MAX];
	/* With config.races_kept: the races that were seen first. */
	uint32_t race_bugs;
	struct channel_bug race_bug[BUGS_MAX];
	/* What threads touched on others' stacks: native/threads/frames.h. */
	uint32_t crossings;
	uint32_t again; /* for that the search begins again */
	struct channel_crossing crossing[CROSSINGS_MAX];
	uint32_t thread_names;
	struct thread_name thread_name[THREAD_NAMES_MAX];

	/* The execution in progress, or the last one. */
	uint32_t schedule_length; /* choices made so far */
	struct choice schedule[STEPS_MAX];
	uint32_t output_length, chunks;
	struct output_chunk chunk[CHUNKS_MAX];
	char output[OUTPUT_MAX];

	/* With config.trace. */
	uint32_t events;
	uint32_t events_dropped;
	struct trace_event event[TRACE_MAX];
	uint64_t thread_pc[THREADS_MAX];    /* where created; 0: main */
	uint64_t thread_start[THREADS_MAX]; /* its function */

	struct channel_audit audit;

	uint64_t blob_used;
	char blob[64 << 20] __attribute__((aligned(8)));

	char search[SEARCH_BYTES] __attribute__((aligned(4096)));
	char saved_search[SAVED_BYTES] __attribute__((aligned(4096)));
	char inbox[BOX_BYTES] __attribute__((aligned(4096)));
	char outbox[BOX_BYTES] __attribute__((aligned(4096)));
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

/* How many of point[] are decision points. */
static inline uint32_t channel_points(const struct channel *c)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->points && i < POINTS_MAX; i++)
		n += c->point[i].access != POINT_WATCHED;
	return n;
}

/* Whoever records a bug seals it, when all of it is written and before it is
 * counted in `bugs`: a checksum over the entry and its schedule. */
void channel_seal(const struct channel *c, struct channel_bug *bug);

/* Checks everything that the command is about to believe: counts, offsets,
 * enums, terminated strings, seals.  The text says what is out of range. */
int channel_check(const struct channel *c, struct err *err);

/* Copies bug `index` of a live channel, and what is needed to write its
 * schedule down, into a fresh one, as its only bug; then checks the copy.  The
 * test may write meanwhile, so only the copy is believed. */
int channel_copy_bug(struct channel *to, const struct channel *live,
	uint32_t index, struct err *err);

/* The same for the points of a live channel. */
int channel_copy_points(
	struct channel *to, const struct channel *live, struct err *err);

#endif
