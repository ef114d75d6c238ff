/* SPDX-License-Identifier: MIT */
/* annotate.c - what programs tell a race detector: __tsan_*, __sanitizer_*,
 * Annotate* (sanitizer/tsan_interface.h, and the older dynamic annotations)
 *
 * Acquire and release, by whatever name, are operations on their address and
 * order what stands before and after them, as the test says they do; both
 * orders are tried.  What would silence a race has no effect: races are
 * findings here, and change no verdict.  docs/cc.md lists what each does.  In
 * pass-through mode nothing happens.
 */
#include "native/rt.h"
#include "native/spin.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* The address may be that of a lock that the runtime knows: its clock serves.
 */
static struct object *annotated(uint64_t address)
{
	struct object *o = object_find(address);

	return o ? o : object_get(address, OBJECT_ATOMIC, 0);
}

static void acquire(const volatile void *p, uint64_t pc)
{
	if (!controlled())
		return;
	sched_point(OP_atomic_load, (uint64_t)p, 1, pc);
	hb_acquire(annotated((uint64_t)p));
}

static void release(const volatile void *p, uint64_t pc)
{
	if (!controlled())
		return;
	sched_point(OP_atomic_rmw, (uint64_t)p, 1, pc);
	spin_effect();
	hb_release(annotated((uint64_t)p));
}

static void *refuse(const char *name, uint64_t pc)
{
	if (controlled())
		unsupported(name, pc);
	return 0;
}

/* --- tsan_interface.h
 * --------------------------------------------------------------- */

enum {
	TRY_LOCK_FAILED = 1 << 5
};

EXPORT void __tsan_acquire(void *p)
{
	acquire(p, CALLER);
}

EXPORT void __tsan_release(void *p)
{
	release(p, CALLER);
}

EXPORT void __tsan_mutex_post_lock(void *p, unsigned flags, int recursion)
{
	if (!(flags & TRY_LOCK_FAILED))
		acquire(p, CALLER);
}

/* Returns how often it was locked, where that was asked for. */
EXPORT int __tsan_mutex_pre_unlock(void *p, unsigned flags)
{
	release(p, CALLER);
	return 1;
}

#define NOTHING(name, ...)                                                     \
	EXPORT void name(__VA_ARGS__)                                          \
	{                                                                      \
	}

NOTHING(__tsan_mutex_create, void *p, unsigned flags)
NOTHING(__tsan_mutex_destroy, void *p, unsigned flags)
NOTHING(__tsan_mutex_pre_lock, void *p, unsigned flags)
NOTHING(__tsan_mutex_post_unlock, void *p, unsigned flags)
NOTHING(__tsan_mutex_pre_signal, void *p, unsigned flags)
NOTHING(__tsan_mutex_post_signal, void *p, unsigned flags)
NOTHING(__tsan_mutex_pre_divert, void *p, unsigned flags)
NOTHING(__tsan_mutex_post_divert, void *p, unsigned flags)
NOTHING(__tsan_flush_memory, void)

/* Objects of the test's own kind: an access is one to their first byte. */
EXPORT void *__tsan_external_register_tag(const char *type)
{
	return (void *)(uintptr_t)type;
}
NOTHING(__tsan_external_register_header, void *tag, const char *header)
NOTHING(__tsan_external_assign_tag, void *p, void *tag)

EXPORT void __tsan_external_read(void *p, void *pc, void *tag)
{
	if (controlled())
		access_read(p, 1, CALLER);
}

EXPORT void __tsan_external_write(void *p, void *pc, void *tag)
{
	if (controlled())
		access_write(p, 1, CALLER);
}

/* Fibers of the test's own would have to be threads of ours. */
EXPORT void *__tsan_get_current_fiber(void)
{
	return controlled() ? rt.self : 0;
}

EXPORT void *__tsan_create_fiber(unsigned flags)
{
	return refuse("__tsan_create_fiber", CALLER);
}

EXPORT void __tsan_destroy_fiber(void *fiber)
{
	refuse("__tsan_destroy_fiber", CALLER);
}

EXPORT void __tsan_switch_to_fiber(void *fiber, unsigned flags)
{
	refuse("__tsan_switch_to_fiber", CALLER);
}
NOTHING(__tsan_set_fiber_name, void *fiber, const char *name)

/* --- common_interface_defs.h
 * -------------------------------------------------------- */

NOTHING(__sanitizer_print_stack_trace, void)
NOTHING(__sanitizer_set_death_callback, void (*callback)(void))
NOTHING(__sanitizer_set_report_path, const char *path)
NOTHING(__sanitizer_set_report_fd, void *fd)
NOTHING(__sanitizer_sandbox_on_notify, void *args)

EXPORT int __sanitizer_acquire_crash_state(void)
{
	return 1;
}

#define UNALIGNED(bits)                                                        \
	EXPORT uint##bits##_t __sanitizer_unaligned_load##bits(const void *p)  \
	{                                                                      \
		uint##bits##_t v;                                              \
                                                                               \
		if (controlled())                                              \
			access_read(p, sizeof v, CALLER);                      \
		memcpy(&v, p, sizeof v);                                       \
		return v;                                                      \
	}                                                                      \
	EXPORT void __sanitizer_unaligned_store##bits(                         \
		void *p, uint##bits##_t v)                                     \
	{                                                                      \
		if (controlled())                                              \
			access_write(p, sizeof v, CALLER);                     \
		memcpy(p, &v, sizeof v);                                       \
	}
UNALIGNED(16)
UNALIGNED(32)
UNALIGNED(64)

/* --- dynamic annotations
 * ------------------------------------------------------------ */

typedef const char *text;
typedef const volatile void *where;

#define ACQUIRES(name, ...)                                                    \
	EXPORT void name(text f, int l, where p, ##__VA_ARGS__)                \
	{                                                                      \
		acquire(p, CALLER);                                            \
	}
#define RELEASES(name, ...)                                                    \
	EXPORT void name(text f, int l, where p, ##__VA_ARGS__)                \
	{                                                                      \
		release(p, CALLER);                                            \
	}

RELEASES(AnnotateHappensBefore)
ACQUIRES(AnnotateHappensAfter)
RELEASES(WTFAnnotateHappensBefore)
ACQUIRES(WTFAnnotateHappensAfter)
RELEASES(AnnotateCondVarSignal)
RELEASES(AnnotateCondVarSignalAll)
ACQUIRES(AnnotateCondVarWait, where lock)
ACQUIRES(AnnotateRWLockAcquired, uintptr_t is_write)
RELEASES(AnnotateRWLockReleased, uintptr_t is_write)
RELEASES(AnnotatePCQPut)
ACQUIRES(AnnotatePCQGet)

NOTHING(AnnotateRWLockCreate, text f, int l, where lock)
NOTHING(AnnotateRWLockCreateStatic, text f, int l, where lock)
NOTHING(AnnotateRWLockDestroy, text f, int l, where lock)
NOTHING(AnnotatePCQCreate, text f, int l, where queue)
NOTHING(AnnotatePCQDestroy, text f, int l, where queue)
NOTHING(AnnotateMutexIsNotPHB, text f, int l, where mutex)
NOTHING(AnnotateMutexIsUsedAsCondVar, text f, int l, where mutex)
NOTHING(AnnotateBenignRace, text f, int l, where p, text why)
NOTHING(AnnotateBenignRaceSized, text f, int l, where p, size_t n, text why)
NOTHING(WTFAnnotateBenignRaceSized, text f, int l, where p, size_t n, text why)
NOTHING(AnnotateExpectRace, text f, int l, where p, text why)
NOTHING(AnnotateFlushExpectedRaces, text f, int l)
NOTHING(AnnotateIgnoreReadsBegin, text f, int l)
NOTHING(AnnotateIgnoreReadsEnd, text f, int l)
NOTHING(AnnotateIgnoreWritesBegin, text f, int l)
NOTHING(AnnotateIgnoreWritesEnd, text f, int l)
NOTHING(AnnotateIgnoreSyncBegin, text f, int l)
NOTHING(AnnotateIgnoreSyncEnd, text f, int l)
NOTHING(AnnotateEnableRaceDetection, text f, int l, int enable)
NOTHING(AnnotatePublishMemoryRange, text f, int l, where p, size_t n)
NOTHING(AnnotateUnpublishMemoryRange, text f, int l, where p, size_t n)
NOTHING(AnnotateNewMemory, text f, int l, where p, size_t n)
NOTHING(AnnotateMemoryIsInitialized, text f, int l, where p, size_t n)
NOTHING(AnnotateMemoryIsUninitialized, text f, int l, where p, size_t n)
NOTHING(AnnotateTraceMemory, text f, int l, where p)
NOTHING(AnnotateThreadName, text f, int l, text name)
NOTHING(AnnotateFlushState, text f, int l)
NOTHING(AnnotateNoOp, text f, int l, where p)

EXPORT int RunningOnValgrind(void)
{
	return 0;
}
