/* SPDX-License-Identifier: MIT */
/* rt.h - the runtime's own state: one context, threads, objects
 *
 * One kernel thread runs everything: the test's threads are fibers.  `rt` holds
 * what is not rewound; `rt.world` is rewound wholesale at a checkpoint; threads
 * and objects are saved in the undo log when an epoch first touches them
 * (thread_touch, object_touch).  An epoch is the time since the latest
 * checkpoint was taken or gone back to, or since the execution's start.
 * A new execution makes all of them anew: without a checkpoint nothing is
 * saved.
 *
 * Rule     nothing in here may use thread-local storage, malloc or a function
 *          that sets errno: it runs on the test's stacks with its TLS.
 */
#ifndef NATIVE_RT_H
#define NATIVE_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel/inventory.h"
#include "channel/names.h"
#include "native/layout.h"
#include "native/rewinding/undo.h"
#include "native/threads/fiber.h"
#include "search/search.h"

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define HIDDEN __attribute__((visibility("hidden")))
/* A name that the test, and every library in its process, must reach. */
#define EXPORT __attribute__((visibility("default")))
/* A hook that returns at once in pass-through mode; see unhook.h. */
#define ACCESS_HOOK EXPORT __attribute__((section("scarp_hooks")))
#define CALLER ((uint64_t)__builtin_return_address(0))

enum thread_state {
	THREAD_FREE,
	THREAD_LIVE,  /* created, not ended */
	THREAD_ENDED, /* waits to be joined */
};

enum {
	SPIN_SETS = 8, /* of operations met lately, two each */
	SPIN_LOOPS =
		16 /* counters of arrivals; of more operations some share one */
};

/* Of src/native/spin/ in a thread. */
struct turn;
struct noted;

struct spin {
	struct watch *watch;  /* the iteration being watched, or awaited on */
	struct watch *jumped; /* awaited on when the clock jumped last */
	uint64_t since;	      /* operations since then, and */
	uint64_t turn;	      /* of the iteration: bits of a hash */
	uint32_t jumped_effects;
	uint32_t entries;  /* of the watch */
	uint32_t arrivals; /* operations since it began */
	uint32_t began;	   /* `effects` then */
	uint32_t effects;  /* changes that this thread made, ever */
	uint32_t sum;	   /* of these: back where it was when values are */
	uint32_t toggles;  /* the same for states without a value */
	uint32_t slept;	   /* how often */
	uint8_t changed;   /* the iteration changed something for a while */
	uint8_t disturbed; /* and others looked at that */
	uint8_t second;	   /* it was begun anew once, behind a watched turn */
	uint8_t plain;	   /* the anchor is no operation: enum anchor */
	uint8_t arriving;
	uint8_t confirm;     /* enum confirm */
	uint8_t others;	     /* somebody else could go on during that */
	uint8_t row;	     /* the loop being watched; SPIN_LOOPS: none */
	uint8_t with_effect; /* so it is, and has effects */
	uint8_t misses;
	uint16_t patience;  /* arrivals before one with effects is watched */
	int64_t hooks_next; /* accesses before the next look; 0: 32 */
	/* Operations met: 16 bits of a hash; `effects` and sum then. */
	uint32_t met[SPIN_SETS][2];
	uint32_t lasting;
	struct {
		uint16_t key;		 /* 0: nobody's yet */
		uint16_t arrivals, next; /* so far; of the next watch */
	} loop[SPIN_LOOPS];
	/* With turns that are erased alone (thread_save). */
	struct turn *loops; /* that it is in, the innermost first: turn.h */
	struct noted *noted, *wrote; /* newest notes of its turns */
	uint64_t written;	     /* where, of the latter: bits of a hash */
	/* Of loops that count (counted.h): the one that it leaves as soon as
	 * can be, and the one that it left last. */
	struct turn *hasty, *gave_up;
	const struct turn *anew; /* it was stopped for this one: anew.h */
	uint32_t notes;
	uint32_t writes;   /* of these */
	uint32_t abandons; /* what it did that no repetition undoes */
	uint32_t heads;	   /* of loops that it came to but in vain */
	uint8_t compared;  /* turns are left to the watch, which compares frames
			    */
	uint8_t stopped;   /* its turn came to nothing: its part is over */
	uint8_t let_go;	   /* its turn is made though it waits: await.h */
	uint8_t dirty;	   /* written in a turn since the thread stopped last */
};

enum {
	THREAD_NAME_MAX = 16
}; /* with the terminating zero, as in Linux */

/* What is given to a thread at its beginning, or changes seldom. */
#define THREAD_RARE(is)                                                        \
	is uint64_t fs;		/* thread control block; also its pthread_t */ \
	is uint64_t rare_epoch; /* in which this was last saved */             \
	void *(*is start)(void *);                                             \
	void *is argument;                                                     \
	is uint64_t create_pc;                                                 \
	is uint32_t life;     /* how many threads had this number before it */ \
	is uint32_t nth;      /* which child of its creator */                 \
	is uint32_t children; /* created by it so far */                       \
	uint32_t *is clock; /* [THREADS_MAX] happens-before; see hb.c; and as  \
			       many by limited happens-before, waited.h */     \
	uint32_t *is acquired; /* clocks of relaxed loads, for fences */       \
	is uint32_t released;  /* a note of the last release fence; 0: none */ \
	void **is specific;    /* values of keys, in the arena; or NULL */     \
	void *is cleanup;   /* thread-exit destructors (C++), newest first */  \
	void *is handlers;  /* cleanup handlers (C), newest first */           \
	char *is stack_low; /* lowest byte the test may use */                 \
	char *is stack_top; /* one past the highest byte of frames */          \
	is uint64_t stack_size; /* as natively asked for */                    \
	is uint64_t own_low;	/* its slot: nobody else's stack or TLS */     \
	is uint64_t own_bytes;                                                 \
	is uint64_t drawn; /* random numbers of the system: entropy.c */       \
	is tid creator;                                                        \
	is uint32_t spurious; /* failures for no reason so far: spurious.h */  \
	is uint8_t cancelled; /* asked to end: acts at its next such point */  \
	is uint8_t uncancellable; /* PTHREAD_CANCEL_DISABLE */                 \
	is uint8_t cancel_type; /* PTHREAD_CANCEL_DEFERRED or ASYNCHRONOUS */  \
	is uint8_t called;	/* it made a call that would have acted */     \
	is uint8_t named;	/* it has one of its own: enum named */        \
	is char name[THREAD_NAME_MAX]; /* its own, if `named` */

struct thread_rare {
	THREAD_RARE()
};

struct thread {
	void *sp; /* where to resume, while it does not run */
	tid id;
	uint8_t state; /* enum thread_state */
	uint8_t detached;
	uint8_t joined;	 /* somebody waits for it or has taken its result */
	uint8_t started; /* has run past its first instruction */
	uint8_t exiting; /* enum exiting */
	uint8_t leaving; /* runs exit handlers of the process */
	uint8_t held_by; /* enum piece: nobody else may run meanwhile */
	uint8_t held_depth;
	uint8_t silent;	  /* calls it is in: rewinding/silent.h */
	uint8_t added;	  /* it made an addition that commutes */
	uint16_t locks;	  /* which ones it has: waited.h */
	uint32_t granted; /* the alternative chosen for its operation */
	uint32_t hinted;  /* world.switches at its last scarp_spin_hint() */
	void *result;
	struct fpu fpu;
	uint16_t wake_alternative;
	uint64_t waits_on;   /* second object of an operation: a mutex */
	uint64_t deadline;   /* of a timed wait, virtual ns */
	uint64_t scratch[4]; /* for the file that implements the operation */
	uint64_t left;	     /* highest frame base of all that it left */
	struct spin spin;
	uint32_t hints_alone; /* since others went on: posix/choose.h */
	/* Rows of 640 bytes are found without a multiplication. */
	uint32_t unused;
	uint64_t epoch;	      /* in which it was last saved */
	uint64_t stack_epoch; /* in which its stack was */
	/* Read here, written by thread_rare(). */
	union {
		struct {
			THREAD_RARE(const)
		};
		struct thread_rare rare;
	};
};

/* How far a thread's end is. */
enum exiting {
	EXITING_NOT,
	EXITING_RETURNED, /* its function has returned: destructors run, which
			     can be cancelled */
	EXITING_UNWOUND	  /* pthread_exit, or it was cancelled */
};

enum object_kind {
	OBJECT_NONE,
	OBJECT_ATOMIC,
	OBJECT_MUTEX,
	OBJECT_COND,
	OBJECT_RWLOCK,
	OBJECT_SEM,
	OBJECT_BARRIER,
	OBJECT_ONCE,
	OBJECT_FUTEX,
	OBJECT_FILE,
	OBJECT_FREED, /* the heap's list of freed blocks of a size */
};

/* State of one synchronisation object, beside the test's own memory and found
 * by its address.  `a` to `d` belong to the file of its kind. */
struct object {
	uint64_t address;
	uint64_t epoch;
	uint64_t pc;	/* where it was acquired last */
	uint32_t clock; /* arena index of its release clock; 0: none */
	uint16_t clock_len, clock_cap;
	uint8_t kind; /* enum object_kind */
	uint8_t type; /* of a mutex, ... */
	tid owner;    /* TID_NONE: nobody */
	uint32_t a, b, c, d;
	uint32_t left; /* in the test's memory, where a new one would show */
	uint64_t e;
	uint32_t next; /* object in the same cell; 0: none */
	uint32_t used; /* stamp of an operation that releases nothing */
	tid user;      /* whose that was */
	uint8_t shown; /* the test's memory follows its state: life.h */
};

/* What a checkpoint copies. */
struct world {
	uint32_t step; /* decision points so far */
	tid self;
	tid last;	   /* thread chosen last */
	tid threads;	   /* one more than the highest number in use */
	tid live;	   /* threads not ended */
	tid top;	   /* one more than the highest number of what is live,
			      internal entries included */
	uint16_t starting; /* created, not yet run to a first operation */
	uint32_t objects;  /* in use; number 0 never is */
	uint64_t arena;	   /* 4-byte words in use */
	uint64_t clock_ns; /* virtual time */
	uint32_t output, chunks;
	uint32_t unflushed;  /* bytes that wait in the buffer of stdout */
	uint32_t buffer;     /* how many fit; 0: as many as by default */
	uint8_t buffer_used; /* enum output_way; 0: OUTPUT_FULL */
	uint8_t cleaned;     /* exit has flushed it for good */
	uint8_t dropped;     /* why output is not compared: output.h */
	uint8_t clock_looks; /* 1: the clock was read */
	uint32_t exit_status;
	uint32_t switches;   /* times another thread went on */
	uint8_t confirming;  /* a dead end is being confirmed */
	uint8_t last_resort; /* the next transition follows one: footprint.h */
	uint8_t moved;	     /* turns that were begun elsewhere for that */
	uint8_t pruned;	     /* an assumption failed */
	uint8_t gone;	     /* a thread has been joined, or was detached and
				ended: glibc has its handle to give */
	uint8_t stopped;     /* and was stopped for that: spin_in_vain() */
	uint8_t awaiting;    /* somebody may, at an operation: await.h */
	uint8_t signals;     /* some wait: posix/interrupted.h */
	uint16_t seen;	     /* largest number of threads alive */
	uint16_t silent;  /* threads inside of such calls: rewinding/silent.h */
	uint64_t at_exit; /* arena index of the newest exit handler; 0: none */
	uint64_t at_exit_early; /* of those of libraries' constructors */
	uint64_t constructing;	/* by the main thread, a library's */
	uint32_t jumps;		/* of the clock, when all wait for it */
	uint16_t still;		/* of these in a row, changed nothing else */
	uint16_t around;	/* or let nobody leave his loop */
	uint32_t idled; /* turns in a row that only let time pass, by threads
			   that were let go for that: spin/idle.h */
	tid idler;	/* the last of these */
	uint64_t hooks;
	uint32_t random;   /* state index of rand() and the like */
	uint32_t failures; /* calls that failed so far: fails.h */
	uint32_t raced;	   /* races seen so far: race.c */
	uint32_t late;	   /* stores that others do not see yet: buffer.h */
	tid buffers;	   /* that have some */
	uint8_t overtook;  /* a store was made at once though its instruction is
			      a point, and may be seen before older ones */
	tid viewer;    /* whose view memory shows, from 1; 0: what all see */
	uint32_t weak; /* by sc: stores that a load could overtake:
			  model/overtaken.h */
	uint32_t stdin_offset;
	uint64_t extra[8]; /* for files that need a rewound word: see world.def
			    */
};

struct runtime {
	/* Hot: read by every hook. */
	uint64_t on;	      /* 1: inside an execution under control */
	uint64_t key;	      /* stamp | thread << 32: see shadow.h */
	uint64_t key_whole;   /* the same, for all bytes of a cell */
	uint64_t locks;	      /* of the running thread, as in a key: waited.h */
	int64_t fuel;	      /* hooks until spin_fuel() is asked */
	uint32_t stamp;	      /* of the running segment; never goes back */
	uint32_t birth;	      /* first stamp of this execution */
	uint32_t epoch_stamp; /* first stamp of this epoch; 0: no undo log */
	uint32_t cell_epoch;  /* cells older than this are logged; 0: none */
	uint32_t read_epoch;  /* what was read since needs no log */
	uint32_t kept;	      /* checkpoints of this execution, and marks */
	uint32_t watching __attribute__((aligned(8))); /* SPINNING: the running
			thread's iteration is being watched; FOOTPRINTS: every
			access is; LIMITED: none goes the short way */
	uint32_t points; /* entries of the set of racing instructions; read
			    together with `watching` */
	uint64_t epoch;
	uint64_t touched; /* the epoch in which objects were saved that need no
			     look; none, with footprints */
	struct thread *self;
	uint32_t *clock;		    /* self's */
	uint64_t access_address, access_pc; /* what a slow hook looks at */
	uint64_t operand;   /* of the atomic operation about to be made */
	uint64_t announced; /* by a function of the runtime, in a library's
			       place: its frame's stack pointer, until the
			       thread has arrived; else 0 */

	struct world world;
	struct pending *pending; /* [THREADS_MAX] */
	struct thread *thread;	 /* [THREADS_MAX] */
	struct object *object;	 /* [OBJECTS_MAX] */
	uint32_t *arena;

	struct channel *channel;
	struct channel_names *names; /* NULL: it numbers threads alone */
	struct search *search;
	const struct choice *prefix;
	size_t prefix_length, shared;
	uint32_t classes;   /* points: 1u << enum op_class */
	uint8_t racing;	    /* those are decision points */
	uint8_t everywhere; /* and all accesses of shared memory by the test */
	uint8_t stops;	    /* so there may be one before a plain access */
	uint8_t filters;    /* directives leave out: filter.h */
	uint8_t study;	    /* by the rules of study.h */
	uint8_t trial; /* nothing of this will remain: number of its mark */
	uint8_t others_choose; /* not the search alone: the study, trials */
	uint8_t tracing;       /* fill channel->event */
	uint8_t mode;	       /* enum rewind_mode */
	uint8_t footprints;    /* somebody wants them: footprint.h */
	uint8_t coarse;	   /* of whole transitions, not of operations alone */
	uint8_t additions; /* those whose result is dead are told apart */
	uint8_t telling;   /* tracing, footprints, limited, a trial, or a
			      spinning thread that changes objects for a
			      while */
	uint8_t watching_always; /* FOOTPRINTS, LIMITED, or nothing */
	uint8_t abandoned;	 /* the execution was, for a request to stop */
	uint8_t points_grew;
	uint8_t loop_turns; /* enum loop_turns */
	uint8_t idle;	    /* turns that let time pass wait: spin/idle.h */
	uint8_t awaits;	    /* and who waits for one place is told: await.h */
	uint8_t exits;	    /* thread exits are decision points: enum exits */
	uint8_t reuse;	    /* freed memory may be handed out again: reuse.h */
	uint8_t crossed;    /* channel->crossing has a row: frames.h; or stores
			       are late */
	uint8_t late;	    /* they are: not by sc */
	uint8_t fences;	    /* but those of some lines: enum fences, fenced.h */
	uint8_t limited;    /* candidates by limited happens-before as well */
	uint8_t fenv;	    /* FP control words are switched */
	uint8_t blind;	    /* the test's own accesses are not announced */
	uint8_t child;	    /* a forked child runs this execution */
	uint32_t failing;   /* calls that may fail: bits of enum failing */
	uint32_t marks;	    /* of this execution: rewinding/mark.h */
	uint32_t passed;    /* operations that were no points since then */
	int64_t fuel_now;   /* hooks since the last decision, spent */
	uint64_t ranged;    /* bytes that large accesses touched since then */
	int64_t fuel_step;  /* what fuel was last set to */
	uint64_t hook_limit;

	void *driver_sp; /* where execution_leave() goes */
	uint64_t driver_fs;
	int loader; /* who ran the libraries' constructors; 0: not to be told
		     * from the test's threads */
	struct outcome outcome;
	int argc;
	char **argv, **envp;
	uint64_t stack_size; /* default, as natively; main's too */
};

enum {
	SPINNING = 1,
	FOOTPRINTS = 2,
	LIMITED = 4, /* the filter takes accesses as ever */
	TURNING = 8, /* the running thread is in a loop whose turns are told */
	HANDLING = 16, /* what handlers of signals touch is told */
	TRACED = 32    /* a replay tells of every access */
};

extern HIDDEN struct runtime rt;

_Static_assert(offsetof(struct runtime, points) ==
		       offsetof(struct runtime, watching) + 4,
	"read together");

/* True while the calling code belongs to an execution under control; false in
 * pass-through mode, in the driver, and before the first execution. */
static inline bool controlled(void)
{
	return rt.on != 0;
}

/* --- sched.c ----------------------------------------------------------- */

/* Offers of a pending operation that may block: sets p->offers, p->offer. */
typedef void (*offer_function)(struct thread *t, struct pending *p);
/* By kind; NULL: always one.  Each file of posix/ fills its own rows from a
 * function that sched_init calls (see offers.def). */
extern HIDDEN offer_function offer_of[OP_COUNT];

/* Ready-made offers: success is alternative 0, timeout 1. */
extern HIDDEN const uint32_t offer_both[2];
static inline void offer_success(struct pending *p, bool can)
{
	p->offers = can;
	p->offer = 0;
}
/* POSIX: never times out when it can succeed at once.  A timeout that comes
 * later than the success became possible is the same as one before that. */
static inline void offer_timed(struct pending *p, bool can)
{
	p->offers = 1;
	p->offer = &offer_both[!can];
}

/* The running thread is about to do `kind` on `object`.  Returns when the
 * schedule says so and the operation is enabled, with the alternative chosen.
 * Its effect is then the caller's to make, before the next sched_point; no
 * other thread runs in between.  Kinds outside the set of decision points
 * return at once unless they must wait or choose. */
uint32_t sched_point(enum op kind, uint64_t object, uint32_t size, uint64_t pc);

/* As sched_point, with room for the file's own arguments to its offer
 * function: fill rt.self->scratch, waits_on, deadline before calling. */

/* The running thread has ended (its struct says so): never returns. */
void sched_end_thread(void) __attribute__((noreturn));

/* Ends the execution; never returns. */
void execution_leave(enum outcome_kind kind) __attribute__((noreturn));
/* The command wants the process to stop now. */
void execution_abandon(void) __attribute__((noreturn));

/* A new segment of the running thread begins: accesses from here on are later
 * than what was released before. */
void stamp_next(void);

/* Is that memory on the thread's own stack, or in its thread-local storage? */
static inline bool thread_owns(const struct thread *t, uint64_t address)
{
	return address - t->own_low < t->own_bytes;
}

static inline struct thread *thread_of(tid id)
{
	return &rt.thread[id];
}

/* Must come before a thread's struct or pending entry changes; thread_rare()
 * before what is in there. */
void thread_save(struct thread *t);
static inline void thread_touch(struct thread *t)
{
	if (unlikely(t->epoch != rt.epoch))
		thread_save(t);
}
void thread_save_rare(struct thread *t);
static inline struct thread_rare *thread_rare(struct thread *t)
{
	if (t->rare_epoch != rt.epoch)
		thread_save_rare(t);
	return &t->rare;
}

/* --- object.c ------------------------------------------------------------ */

/* The object at an address, made when there is none; `kind` must agree, or a
 * bug (bad_object) is reported.  `fresh` tells that it was just made. */
struct object *object_get(uint64_t address, enum object_kind kind, bool *fresh);
/* NULL when there is none. */
struct object *object_find(uint64_t address);
/* Forgets it: destroyed, or its memory was overwritten or freed. */
void object_drop(uint64_t address);
/* Must come before an object changes. */
void object_save(struct object *o);
static inline void object_touch(struct object *o)
{
	if (unlikely(o->epoch != rt.touched))
		object_save(o);
}
/* The same before a change of its clock alone. */
void object_log(struct object *o);
/* Words from the arena, zeroed; rewound with the execution. */
uint32_t *arena_words(size_t n, uint32_t *index);

/* --- hb.c: happens-before ------------------------------------------------ */

void hb_acquire(struct object *o);	 /* self learns what o knows */
void hb_release(struct object *o);	 /* o learns what self knows (join) */
void hb_release_store(struct object *o); /* o knows just what self knows */
void hb_forget(struct object *o);
void hb_fork(struct thread *child); /* child starts with what self knows */
void hb_end(void);		    /* self's last accesses are known as its */
void hb_join(struct thread *ended); /* self learns what it knew */
void hb_pass(struct thread *to);    /* to learns what self knows (wake-ups) */
/* What self knows now, kept in the arena: a note, never 0.  Others learn it
 * later (the free of a block, and the allocation that gets it again); or an
 * object does, whose operation leaves what its thread knew then, whatever it
 * has learnt since (a store behind a release fence). */
uint32_t hb_note(void);
void hb_note_again(uint32_t note);    /* with what self has learnt since */
uint32_t hb_note_copy(uint32_t note); /* as it is now */
void hb_learn(uint32_t note);
void hb_publish(struct object *o, uint32_t note);
/* Fences (C11 7.17.4): what relaxed loads saw is learnt at an acquire fence;
 * relaxed stores after a release fence publish what was known there. */
void hb_fence_note(struct object *o);
void hb_fence_store(struct object *o, bool join);
void hb_fence_acquire(void);
void hb_fence_release(void);

/* --- access.c: what libc wrappers announce -------------------------------- */

/* The running thread reads or writes n bytes at p (called before the access):
 * heap check, race check, undo log, decision point for racing instructions. */
void access_read(const void *p, size_t n, uint64_t pc);
void access_write(void *p, size_t n, uint64_t pc);
/* The same, by a function that may go byte by byte. */
void access_bytes(const void *p, size_t n, bool write, uint64_t pc);
/* The same store again, after others were announced that it is made with: the
 * execution may be put back to those announcements, and find it not made. */
void access_log(void *p, size_t n);

/* --- fail.c ----------------------------------------------------------------
 */

/* Records a bug of the running thread and ends the execution. */
void bug(enum bug_kind kind, uint64_t pc, uint64_t address, const char *fmt,
	...) __attribute__((noreturn, format(printf, 4, 5)));
/* The run cannot go on: an `error` that names the cause. */
void run_error(enum code code, uint64_t pc, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
/* This way of going back is not enough: what was not put back, or cannot be.
 * The command starts again in fork mode, which leaves the caveat. */
void leaked(enum caveat which, uint64_t pc, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
/* `name` is not supported under control. */
void unsupported(const char *name, uint64_t pc) __attribute__((noreturn));
void caveat(enum caveat which, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* --- real.c: the functions that ours hide ----------------------------------
 */

struct real_slot {
	void *found;
	const char *name, *version; /* version 0: the default one */
	void *late;		/* what is found again each time: stress.h */
} __attribute__((aligned(32))); /* the section is an array */
/* Finds the next definition after ours; aborts with a message when there is
 * none.  Use through REAL. */
void *real_find(struct real_slot *slot);
/* The same for what need not be there: NULL. */
void *real_find_linked(struct real_slot *slot);
/* All of them: natively before there is a second thread, so that threads only
 * read the slots; in fork mode before the first child. */
void real_find_all(void);
/* All but what is found when it is called, for who only passes calls through.
 */
void real_find_most(void);
/* The same, and from now on every use of them may be delayed (stress.h). */
void real_find_late(void);
#define REAL_SLOT __attribute__((section("scarp_real")))
#define REAL(name) REAL_NAMED(name, #name, 0)
#define REAL_VERSION(name, version) REAL_NAMED(name, #name, version)
#define REAL_NAMED(name, text, version)                                        \
	({                                                                     \
		static struct real_slot slot_ REAL_SLOT = {                    \
			0, text, version, 0};                                  \
		(__typeof__(&name))(slot_.found ? slot_.found                  \
						: real_find(&slot_));          \
	})

/* inventory_section.c: the link saw functions or instructions that change FP
 * control words; they are switched with the thread then. */
bool inventory_uses_fenv(void);
/* The link saw calls whose effect scarp does not know. */
bool inventory_unknown_calls(void);
/* The runtime was not linked into the program, but lies in a library, here. */
void inventory_is_library(uint64_t start, uint64_t end);
/* Is it that library which is mapped there? */
bool inventory_is_library_at(uint64_t start, uint64_t end);
/* Is this address code of the runtime? */
bool inventory_is_ours(uint64_t pc);
/* Where that lies: so many ranges, each behind `base`. */
const struct inventory_range *inventory_ranges(uint32_t *n, uint64_t *base);
/* The same, without a channel: an address in the executable's file. */
bool inventory_is_ours_at(uint64_t address);
/* Is it code of the program, and not ours? */
static inline bool in_program(uint64_t pc)
{
	const struct channel_module *m = &rt.channel->module[0];

	return pc - m->start < m->end - m->start && !inventory_is_ours(pc);
}
/* walk.c: the return address of the test's call into us. */
uint64_t user_pc(void);
/* The same, past the libraries between: `new` of the test and not malloc in
 * libstdc++.so.  Slow where `caller` is not the test's itself. */
uint64_t test_pc(uint64_t caller);
/* main was declared void: what it leaves in the register is no status. */
bool inventory_void_main(void);
/* The program has rdtsc, rdrand or their like. */
bool inventory_asks_processor(void);
/* Has it code whose accesses are not announced? */
bool inventory_unannounced(void);

/* --- trace.c: what a replay tells (no cost otherwise) ------------------------
 */

/* The value an operation read, stored or returned; call after the effect. */
void trace_note_value(uint64_t value);
void trace_note_result(uint64_t result);
void trace_note_wide_value(uint64_t low, uint64_t high);
void trace_note_wide_result(uint64_t low, uint64_t high);
static inline void trace_value(uint64_t value)
{
	if (unlikely(rt.tracing))
		trace_note_value(value);
}
static inline void trace_result(uint64_t result)
{
	if (unlikely(rt.tracing))
		trace_note_result(result);
}
void trace_other(tid other);
/* The operation that was told last waited no longer: for so long it had slept;
 * or the clock came to its deadline. */
void trace_slept(uint64_t ns);
void trace_reached(uint64_t deadline);

#endif
