/* SPDX-License-Identifier: MIT */
#include "native/tell.h"
#include "native/footprint.h"
#include "native/model/buffer.h"
#include "native/offers.h"
#include "native/rewinding/trial.h"
#include "native/threads/waited.h"
#include "native/trace.h"

void tell_decision(const struct choice *c)
{
	if (rt.trial && !trial_told())
		return;
	if (rt.footprints)
		footprint_begin(c);
	if (rt.tracing)
		trace_decision(c);
}

void tell_internal(const struct pending *p)
{
	if (rt.footprints)
		footprint_operation(p->kind, p->object, p->size);
	if (rt.tracing)
		trace_internal(p);
}

void tell_granted(
	const struct thread *self, enum op kind, uint64_t object, uint32_t size)
{
	if (rt.trial)
		trial_operation(kind);
	if (rt.footprints) {
		footprint_operation(kind, object, size);
		offers_looked(self, kind);
	}
	if (rt.late &&
		(op_late((uint8_t)kind) == LATE_drains ||
			(unlikely(rt.fences) && buffer_is_closed(self->id))))
		buffer_waited(thread_of(self->id));
	if (rt.limited)
		waited_operation(kind, object);
	if (rt.tracing)
		trace_granted(self->granted);
}
