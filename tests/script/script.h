/* SPDX-License-Identifier: MIT */
/* script.h - the script machine: tests as a line of text, to test the search
 *
 * A program is threads separated by `|`, each a list of statements.  After `;`
 * (and at the start of a thread) stands a decision point; after `,` none: the
 * statement belongs to the transition before it, unless it blocks.  A first
 * section `init x=1 s0=2 barrier=3` gives initial values.
 *
 *   shared    u..z variables, m0 m1 mutexes, s0 s1 semaphores, c0 c1
 *             conditions, one barrier; a..d are registers of the thread
 *   memory    x=1  x=a  x=a+1  a=x  a=1  x+=1  cas x 0 1 a  alloc a
 *             fetch x 1 a (a=x and x+=1 at once); add x 1, radd x 1 (nobody
 *             uses the result: relaxed and release)
 *   heap      new a (a block, the one freed last if there is one)  put a 1
 *             (into that block)  free a; use of what is freed fails
 *   locks     lock m0  unlock m0  trylock m0 a
 *   late      init tso, init pso: a store is seen by others when it is flushed,
 *             which no thread does; all but loads, stores and what concerns a
 *             thread alone waits until its thread's buffer is empty.  fence;
 *             rel x 1 (a release store), rfence (of those that come after);
 *             seq x 1 (waits, and is seen at once)
 *   waiting   wait s0  post s0  twait s0 a   cwait c0 m0  ctwait c0 m0 a
 *             signal c0  broadcast c0   barrier   join 1   until x==1
 *   awaits    await x==1 (a turn that does not leave is none: who makes it is
 *             stopped, in vain)   take x 1 (the same, when x==0: x=1)
 *   control   if x==1 STATEMENT (one transition; with a register: local)
 *             skip 2  again  choose 3 a  yield  start 1
 *   ends      fail  assert x==1  assume x==1  exit  exit 3 (with that status)
 *
 * Memory   a program and a state are plain data: copying a state is all that
 *          brute force needs.
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/awaits.h"
#include "search/model.h"
#include "search/search.h"

enum {
	SCRIPT_THREADS = 6,
	SCRIPT_STATEMENTS = 24,
	SCRIPT_VARS = 6,
	SCRIPT_REGS = 4,
	SCRIPT_OBJECTS = 2, /* of each kind */
	SCRIPT_BLOCKS = 4,  /* of the heap, at once */
	SCRIPT_BUFFER = 8,  /* stores of a thread, if late */
	SCRIPT_ENTRIES = SCRIPT_THREADS * (1 + SCRIPT_VARS), /* of a view:
								buffers, too */
	SCRIPT_OPTIONS = 16,
	SCRIPT_ACCESSES = 128,
};

enum kind {
	S_STORE,     /* var = value */
	S_STORE_REG, /* var = reg + value */
	S_RELEASE,   /* var = value, after all older stores */
	S_SEQ,	     /* var = value, at once */
	S_LOAD,	     /* reg = var */
	S_SET,	     /* reg = value */
	S_ADD,	     /* var += value */
	S_FETCH,     /* reg = var, var += value */
	S_DEAD,	     /* var += value, as OP_atomic_add */
	S_DEAD_RELEASE,
	S_CAS,	 /* var: value -> value2, reg = success */
	S_ALLOC, /* reg = address */
	S_NEW,	 /* reg = block + 1 */
	S_PUT,	 /* block at reg = value */
	S_FREE,
	S_LOCK,
	S_UNLOCK,
	S_TRYLOCK, /* reg = success */
	S_WAIT,
	S_POST,
	S_TWAIT, /* reg = success */
	S_CWAIT,
	S_CTWAIT, /* reg = success */
	S_SIGNAL,
	S_BROADCAST,
	S_BARRIER,
	S_JOIN,	 /* value = thread */
	S_UNTIL, /* var == value */
	S_AWAIT, /* var == value */
	S_TAKE,	 /* var == 0, and then var = value */
	S_SKIP,	 /* value statements */
	S_AGAIN,
	S_CHOOSE, /* reg = 0 .. value-1 */
	S_YIELD,
	S_START, /* value = thread */
	S_FAIL,
	S_ASSERT,
	S_ASSUME,
	S_EXIT, /* value: the status */
	S_FENCE,
	S_RELEASE_FENCE,
	S_END, /* behind the last one */
	S_KINDS,
};

enum test {
	TEST_NONE,
	TEST_VAR,
	TEST_REG
};

struct statement {
	uint8_t kind; /* enum kind */
	uint8_t point;
	uint8_t object; /* variable, mutex, ... */
	uint8_t mutex;	/* of a condition */
	uint8_t reg;
	int8_t value, value2;
	uint8_t test; /* enum test: `if`, assert and assume */
	uint8_t test_index, test_not;
	int8_t test_value;
};

struct program {
	unsigned threads;
	unsigned length[SCRIPT_THREADS];
	struct statement code[SCRIPT_THREADS][SCRIPT_STATEMENTS];
	bool started[SCRIPT_THREADS]; /* by another thread */
	int8_t var[SCRIPT_VARS];
	uint8_t sem[SCRIPT_OBJECTS];
	uint8_t barrier; /* threads it waits for */
	uint8_t model;	 /* enum model */
	/* As in struct pending; how a test wants it, no text says so. */
	uint8_t withheld;   /* threads: a mask */
	uint8_t unforeseen; /* all; else those that are longer */
};

/* Fails with ERR_FORMAT and the place in err. */
int script_parse(struct program *out, const char *text, struct err *err);

enum status {
	ABSENT,
	LIVE,
	DEAD
};

/* One of tso counts as that of the first variable. */
struct buffer {
	uint8_t n;
	uint8_t stored_since; /* anything waited for all of them */
	struct entry {
		uint8_t var, number; /* from 1, of its variable's buffer */
		int8_t value;
		uint8_t after[SCRIPT_VARS]; /* these have to leave first */
	} entry[SCRIPT_BUFFER];		    /* that wait, oldest first */
	/* How many, by buffer; before the last release fence. */
	uint8_t stored[SCRIPT_VARS], flushed[SCRIPT_VARS], fenced[SCRIPT_VARS];
};

/* All bytes, up to the buffers: two states of ended executions are equal iff
 * memcmp says so. */
struct state {
	int8_t var[SCRIPT_VARS];
	uint8_t owner[SCRIPT_OBJECTS]; /* thread + 1 */
	uint8_t sem[SCRIPT_OBJECTS];
	uint8_t waiting[SCRIPT_OBJECTS], woken[SCRIPT_OBJECTS]; /* masks */
	uint8_t arrived, generation;				/* barrier */
	uint8_t failed, left /* status + 1 */, assumed, in_vain;
	int8_t block[SCRIPT_BLOCKS];
	uint8_t life[SCRIPT_BLOCKS]; /* how often it was handed out */
	uint8_t freed;		     /* last: block + 1 */
	uint8_t gone;		     /* freed, and not handed out: a mask */
	struct {
		uint8_t status, pc, phase, blocks, seen;
		int8_t reg[SCRIPT_REGS];
	} thread[SCRIPT_THREADS];
	struct buffer buffer[SCRIPT_THREADS]; /* first of what is left out */
	struct writer { /* the entry that is in memory; number 0: none */
		uint8_t thread, number;
		uint8_t added; /* to it, since */
	} writer[SCRIPT_VARS];
};

struct touched {
	unsigned n;
	struct access access[SCRIPT_ACCESSES];
	struct made { /* by whom, where, how many before in its statement */
		uint8_t thread, pc, nth;
		uint8_t life; /* of the block, if it is in one */
	} made[SCRIPT_ACCESSES];
	struct made now;
};

void state_start(const struct program *p, struct state *s);
/* The same, with what the threads did up to their first points. */
void state_begin(
	const struct program *p, struct state *s, struct touched *footprint);

/* How many entries a view may have: threads, and then their buffers. */
unsigned script_entries(const struct program *p);

/* Alternatives that entry t offers in s, into option[]; 0: not enabled. */
unsigned state_options(const struct program *p, const struct state *s,
	unsigned t, uint32_t option[SCRIPT_OPTIONS]);

/* Of three threads or more the last that nobody starts is never to be tried,
 * or the last. */
void script_withhold(struct program *p);

/* The same, but 0 for who is withheld. */
unsigned state_tried(const struct program *p, const struct state *s, unsigned t,
	uint32_t option[SCRIPT_OPTIONS]);

/* The number of who waits until a variable has this value, or another one, in
 * script_awaits. */
uint32_t script_await(int8_t value, bool another);
extern struct awaits script_awaits;
/* What comes of all values is known; or of none, and then of those that are
 * met. */
void script_know_awaits(void);
void script_forget_awaits(void);
void script_meet_await(uint32_t number, uint32_t value);

/* Makes one transition; true: its thread could not go on in the middle.
 * footprint may be NULL. */
bool state_step(const struct program *p, struct state *s, struct choice c,
	struct touched *footprint);

/* Is there an entry t? */
bool state_live(const struct program *p, const struct state *s, unsigned t);
/* What it has pending, but for offers. */
struct pending state_pending(
	const struct program *p, const struct state *s, unsigned t);

/* Where the memory of a block is, and a variable. */
uint64_t script_block(unsigned block);
uint64_t script_variable(uint8_t var);

/* The byte that is at a variable, if that is one. */
enum {
	VALUE_UNKNOWN = 256
};
uint32_t script_value(const struct state *s, uint64_t address);

/* Into a footprint, which may be NULL. */
void touch(struct touched *f, uint64_t address, uint8_t kind);

/* What it is, as an operation, in its first phase. */
uint8_t statement_op(const struct statement *c);

/* --- buffer.c --- */

/* Is there something in buffer t of a view?  Can it be flushed? */
bool buffer_live(const struct program *p, const struct state *s, unsigned t);
bool buffer_flushes(const struct program *p, const struct state *s, unsigned t);
/* Whatever is in the buffer, does it wait until that is empty? */
bool statement_drains(const struct statement *c);
/* Does it wait for the buffer of its thread, as that is? */
bool buffer_waits(const struct state *s, unsigned t, const struct statement *c);
/* Has thread t stored since it last waited for its buffer?  Then what waits is
 * a transition of its own: who has flushed by then is no matter of what is done
 * before. */
bool buffer_used(const struct state *s, unsigned t);
/* The object that the newest store of thread t is, which has not been flushed;
 * of several buffers one. */
uint64_t buffer_newest(const struct state *s, unsigned t);
/* What waits has read those. */
void buffer_drained(struct state *s, unsigned t, struct touched *f);
void buffer_store(const struct program *p, struct state *s, unsigned t,
	const struct statement *c, int8_t value, struct touched *f);
void buffer_fence(struct state *s, unsigned t);
/* What thread t reads, and from where. */
int8_t buffer_value(const struct state *s, unsigned t, uint8_t var);
void buffer_load(const struct program *p, const struct state *s, unsigned t,
	uint8_t var, struct touched *f);
/* Memory is about to be written by an operation of this kind. */
void buffer_write(const struct program *p, struct state *s, uint8_t var,
	uint8_t kind, struct touched *f);
void buffer_flush(const struct program *p, struct state *s, unsigned t,
	struct touched *f);
struct pending buffer_pending(
	const struct program *p, const struct state *s, unsigned t);

/* How an execution ended that goes no further in s. */
enum outcome_kind state_end(const struct program *p, const struct state *s);

/* FNV-1a over the bytes of the state and how it ended. */
uint64_t state_hash(const struct state *s, enum outcome_kind end);

#endif
