/* SPDX-License-Identifier: MIT */
/* signal_send.h - sending signals, for whoever does: calls, timers */
#ifndef NATIVE_POSIX_SIGNAL_SEND_H
#define NATIVE_POSIX_SIGNAL_SEND_H

#include "native/posix/signal_note.h"

#include <sys/types.h>

/* To the process; number 0: nothing. */
void signal_send_process(const struct signal_note *note, uint64_t pc);
/* To the thread that the kernel knows by that number; 0, or ESRCH. */
int signal_send_number(
	pid_t number, const struct signal_note *note, uint64_t pc);
/* A timer's, which no thread sends: to the process, or (target) to the thread
 * that the kernel knows by that number. */
void signal_post(const struct signal_note *note, pid_t target);
/* Does one of that number wait there; would it end the process? */
bool signal_waits(int number, pid_t target);
bool signal_would_end(int number, pid_t target);
/* Signals will come to threads at any moment. */
void signals_matter(void);
/* One for the process came, or was taken: whoever else does not block it may do
 * something else next. */
void signal_asks_others(int number);

#endif
