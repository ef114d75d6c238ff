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
/* One for the process came, or was taken: whoever else does not block it may do
 * something else next. */
void signal_asks_others(int number);

#endif
