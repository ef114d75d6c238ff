/* SPDX-License-Identifier: MIT */
#include "native/threads/table.h"

#define AT(field) offsetof(struct thread, field)

const struct scarp_threads scarp_threads = {
	.magic = {'s', 'c', 'a', 'r', 'p', 't', 'h', 'r'},
	.version = THREADS_TABLE_VERSION,
	.bytes = sizeof(struct scarp_threads),
	.rows = &rt.thread,
	.running = &rt.self,
	.count = &rt.world.threads,
	.row_bytes = sizeof(struct thread),
	.id = AT(id),
	.state = AT(state),
	.started = AT(started),
	.named = AT(named),
	.name = AT(name),
	.sp = AT(sp),
	.fs = AT(fs),
	.stack_low = AT(stack_low),
	.stack_top = AT(stack_top),
	.start = AT(start),
	.saved_bytes = 7 * 8,
};
