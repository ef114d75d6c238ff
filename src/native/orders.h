/* SPDX-License-Identifier: MIT */
/* orders.h - the search leaves the process and comes back, as plain data
 *
 * A process whose search is kept (config.keep) leaves what remains of it in
 * channel->saved_search when it ends early, and when the command asks for it.
 * Together with the rest of the channel, which the command keeps as well
 * (channel/account.h), another process goes on from there as if nothing had
 * happened.
 *
 * Memory   the channel's.
 */
#ifndef NATIVE_ORDERS_H
#define NATIVE_ORDERS_H

#include "native/rt.h"

/* Between executions: what remains goes to saved_search; nothing, when the
 * search is done or does not fit. */
void orders_save(void);

/* The search that another process has left.  Leaves the process when it cannot
 * be believed. */
void orders_load(void);

/* The execution in progress is to be made again by those who go on, and what it
 * has told found again. */
void orders_forget_execution(void);

/* Obeys channel->order, and returns when the search may go on or is to stop.
 * What it returns is left to the driver: ORDER_NONE, when it is to stop, or one
 * of those from ORDER_GO on, but ORDER_SPLIT. */
enum order orders_obey(void);

/* Nothing can be done without the command: waits, and obeys. */
enum order orders_wait(enum waits why);

/* The search that is now is another one than before: its counters come on top
 * of what the channel says. */
void orders_add_search(void);
/* The counters, those of earlier searches included. */
void orders_count(void);

/* TASK_SAVE: the process that had this search was killed.  The execution in
 * which that happened is to be made again. */
void orders_leave_saved(void) __attribute__((noreturn));

#endif
