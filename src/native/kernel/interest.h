/* SPDX-License-Identifier: MIT */
/* interest.h - what epolls watch: their lists, and who is put on them
 *
 * As in Linux (fs/eventpoll.c) an epoll has a list of what became ready, first
 * come, first served.  Something comes onto it when the watched file wakes
 * those who wait for it, and when it is ready as it is registered.  A wait
 * takes from the front whatever is ready by then; what is level-triggered goes
 * to the end again.
 *
 * A registration is of an open file under a number: a copy of the number is
 * another one, and it stays until the last number of the file is closed.
 *
 * Rule     whatever changes a file wakes: wake_readers and its kin.
 * Cost     nothing before the first epoll is made; then a pass over all
 *          registrations for each change of a file.
 */
#ifndef NATIVE_KERNEL_INTEREST_H
#define NATIVE_KERNEL_INTEREST_H

#include "native/kernel/file.h"

enum {
	INTERESTS_MAX = 1024,
	/* Linux, include/linux/wait.h: a wake-up that names no events. */
	WAKES_ALL = 0
};

struct interest {
	uint64_t data;	 /* the test's */
	uint64_t place;	 /* in the list; 0: it is not in it */
	uint32_t events; /* those that are asked for, and how */
	int32_t number;
	uint16_t by;   /* the epoll's file, plus one; 0: free */
	uint16_t file; /* that is watched */
};

extern HIDDEN struct interest interests[INTERESTS_MAX];

/* The first epoll of the execution is made. */
void interest_begin(void);
/* NULL: that file is not registered under that number. */
struct interest *interest_find(
	const struct file *epoll, const struct file *f, int number);
/* NULL: there are too many. */
struct interest *interest_new(struct file *epoll, struct file *f, int number);
/* It asks for other events now: is it ready? */
void interest_asks(struct interest *w, uint32_t events, uint64_t data);
void interest_drop(struct interest *w);
/* A file is closed, which may be an epoll. */
void interest_closed(const struct file *f);
/* Would a wait give something?  Changes nothing. */
bool interest_ready(const struct file *epoll);
/* Takes up to `most` that are ready from the list; `give` is told each. */
int interest_take(struct file *epoll, int most,
	void (*give)(void *to, int i, uint32_t events, uint64_t data),
	void *to);
/* Each file that is asked for. */
void interest_each(const struct file *epoll,
	void (*visit)(const struct file *f, void *arg), void *arg);
/* What is ready was made so before. */
void interest_learn(const struct file *epoll);
/* Would that make a circle, or too deep a nest? */
bool interest_circle(const struct file *epoll, const struct file *f);

/* A change wakes those who wait to read from a queue, to write to it, or for
 * anything of a file, for these events. */
void wake_readers(const struct queue *q, unsigned events);
void wake_writers(const struct queue *q, unsigned events);
void wake_file(const struct file *f, unsigned events);

#endif
