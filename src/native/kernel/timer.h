/* SPDX-License-Identifier: MIT */
/* timer.h - timerfd: a file that can be read when its time has come
 *
 * Time is virtual, and real time promises no order: a timer that is set has run
 * out, or has not, at whatever moment somebody asks for it.  So who asks -
 * reads it, waits for it among others - has an alternative for each end of a
 * timer that is still to come, in which the clock comes to be there.
 *
 * How often a timer has run out that repeats goes by the clock alone: once, for
 * who takes such an alternative.
 */
#ifndef NATIVE_KERNEL_TIMER_H
#define NATIVE_KERNEL_TIMER_H

#include "native/kernel/file.h"

enum {
	TIMERS_MOST = 60 /* whose ends one call awaits */
};

/* Ends that are still to come, in order, each once. */
struct ends {
	uint64_t at[TIMERS_MOST + 1];
	int count;
};
void ends_add(struct ends *e, uint64_t at);
/* Those of a file's timers: its own, or those that an epoll interests. */
void timer_ends(const struct file *f, void *ends);

/* Has its time come, and nobody has noticed?  False for other files. */
bool timer_rings(const struct file *f);
/* Can it be read? */
bool timer_expired(const struct file *f);
/* It is noticed, of the file's timers as above. */
void timers_ring(struct file *f);
ssize_t timer_read(struct file *f, const struct parts *p);

#endif
