/* SPDX-License-Identifier: MIT */
/* trace.h - events of a replay, for the report; called only when tracing */
#ifndef NATIVE_TRACE_H
#define NATIVE_TRACE_H

#include "native/rt.h"

/* What an operation on a block turned out to be about. */
void trace_place(uint64_t address);
void trace_arrive(enum op kind, uint64_t object, uint32_t size, uint64_t pc);
/* Not yet: its thread makes another operation before. */
void trace_take_back(void);
void trace_decision(const struct choice *c);
void trace_granted(uint32_t alternative);
/* Not what the running thread was about to do: a signal came. */
void trace_signal(void);
/* What no thread makes is made now. */
void trace_internal(const struct pending *p);
/* The store that was told last goes into its thread's buffer; its event, from
 * 1; 0: that is not known. */
uint32_t trace_late(void);
/* What was told last lets others see this value, which the instruction before
 * pc stored.  If nobody did anything in between there is nothing to tell. */
void trace_visible(uint64_t value, uint64_t pc, uint32_t store);
/* The bug was reported: marks the last event of its thread, or adds one. */
void trace_failed(uint64_t pc);
/* Return addresses from the caller outwards, and the frames' CFAs (or NULL). */
uint32_t stack_walk(
	uint64_t *pc, uint64_t *cfa, uint32_t max, uint64_t innermost);
/* Code of the last walk in the function that the innermost frame called, if
 * that is one of ours; else 0. */
uint64_t stack_called(void);
/* The running thread is in that function of another library; NULL: no more. */
void trace_calls(const void *function);
/* The running thread does that to memory, between operations; a store is about
 * to be made.  By a call of a library function, it may be one of several. */
void trace_data(enum data_kind kind, uint64_t address, uint64_t size,
	bool by_call, uint64_t pc);
/* The store of which trace_data() told was in order: it is made next. */
void trace_data_made(void);
/* What is known of an address: heap block, stack. */
void place_of(uint64_t address, struct channel_place *out);

#endif
