/* SPDX-License-Identifier: MIT */
/* interrupted.h - signals that come to a thread while it is about to do
 * something
 *
 * A signal that waits for a thread, or for the process, and that the thread
 * does not block may come at each of its decision points: an alternative beside
 * those of its operation (docs/design/021-signals.md).  Two of them:
 *
 *   SIGNAL_COMES  the handler runs before the operation, which pends again then
 *   SIGNAL_ENDS   the thread waits in a call that a handler ends: the operation
 *                 is over, without effect, and the file that made it calls
 *                 signal_ends_call(), behind which the handler has run
 *
 * Cost     a byte that is looked at where a thread's offers are.
 */
#ifndef NATIVE_POSIX_INTERRUPTED_H
#define NATIVE_POSIX_INTERRUPTED_H

#include "native/rt.h"

/* Behind all alternatives that operations have; UINT32_MAX means any. */
#define SIGNAL_COMES (UINT32_MAX - 2)
#define SIGNAL_ENDS (UINT32_MAX - 1)

/* --- the scheduler's ---------------------------------------------------------
 */

/* With rt.world.signals: adds to what p offers. */
void signal_offer(struct thread *t, struct pending *p);
/* Did it add anything? */
static inline bool signal_offered(const struct pending *p)
{
	return p->offers && p->offer && p->offer[p->offers - 1] >= SIGNAL_COMES;
}
/* The running thread was granted SIGNAL_COMES before an operation of a kind:
 * the handler has run when this returns. */
void signal_comes(enum op kind, uint64_t pc);

/* --- operations that wait ----------------------------------------------------
 */

/* Behind SIGNAL_ENDS, where the thread has left what it waited in.  A decision
 * point; then the handler runs.  False: the call is made again, since somebody
 * else took the signal meanwhile, or, where the call restarts, the handler says
 * so (SA_RESTART).  True: it fails with EINTR. */
bool signal_ends_call(bool restarts, uint64_t pc);

/* The words of a thread that waits, for whoever ends its wait: while a handler
 * runs that came to it there its own are another operation's. */
uint64_t *signal_words(const struct thread *t);

/* The running thread jumps to a frame at this stack pointer, or (0) ends: out
 * of handlers. */
void signal_jumps(uint64_t sp, uint64_t pc);

/* Does the running thread execute a handler that came at a decision point?  Its
 * frames lie below this. */
bool signal_handling(void);
uint64_t signal_handler_sp(void);

/* --- what is not async-signal-safe: signal_unsafe.c -------------------------
 */

/* The running thread is about to call what must not be called in the middle of
 * a call with the same object: a stream, or the kernel_object() of a state or
 * of the heap.  A bug, if a handler does that to whom it has interrupted. */
void unsafe_call(uint64_t object, bool changes, uint64_t pc);
/* A function of the heap's: a handler may come in the middle of it. */
void unsafe_heap_call(uint64_t pc);
static inline void unsafe_heap(uint64_t pc)
{
	if (unlikely(rt.world.signals | rt.stops))
		unsafe_heap_call(pc);
}

/* With HANDLING: the running thread makes an access. */
void signal_access(uint64_t address, size_t size, unsigned flags, uint64_t pc);

#endif
