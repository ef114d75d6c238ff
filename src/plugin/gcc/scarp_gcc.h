/* SPDX-License-Identifier: MIT */
/* scarp_gcc.h - the plugin for gcc: what its files share
 *
 * gcc's pass `tsan` announces assignments and atomics.  The plugin runs right
 * before it and brings what else touches memory into a form that tsan sees: an
 * assignment from or to a temporary, or a call of a library function that the
 * runtime interposes.  What has no such form gets a hook of scarp's own in
 * front of it (src/native/hooks/hooks_range.c).
 *
 * Fails closed: what touches memory and is not understood, or cannot be
 * announced, is a hole by file and line (../holes.h).
 *
 * Files    plugin.cc registers, pass.cc visits statements; call.cc, builtin.cc,
 *          atomic.cc, machine.cc, assembly.cc know one kind each; access.cc
 *          answers what an access is; holes.cc keeps what stays open.
 * Memory   gcc's; trees that live between functions are registered as roots.
 */
#ifndef SCARP_GCC_H
#define SCARP_GCC_H

#include "gcc-plugin.h"
#include "tree.h"
#include "gimple.h"
#include "gimple-iterator.h"

/* --- access.cc --------------------------------------------------------------
 */

/* True when no other thread can make or see this access: to a local whose
 * address never leaves the function, or to a constant. */
bool access_private(tree memory);
/* True when tsan puts a hook before an assignment's access to `memory`. */
bool access_announced(tree memory, bool write);
/* True when `t` is an operand in memory, not a value. */
bool access_in_memory(tree t);
/* Of bits, not bytes. */
bool access_bits(tree memory);

/* LOG is for all stores of one statement but the last one announced, after it:
 * an execution may be put back to an announcement, and must find the stores
 * that were announced before still to be logged.  TORN is for what the machine
 * makes in several steps, and scarp in one; WHOLE for 16 bytes that it makes at
 * once. */
enum announce {
	READ,
	WRITE,
	LOG,
	READ_TORN,
	WRITE_TORN,
	READ_WHOLE,
	WRITE_WHOLE,
	ANNOUNCES
};

/* Puts a hook before the statement at gsi.  The first announces all bytes of
 * `memory`, or of the smallest thing around it that has an address; false:
 * their number is not known. */
bool hook_memory(gimple_stmt_iterator *gsi, tree memory, enum announce what);
void hook_pointer(gimple_stmt_iterator *gsi, tree pointer, unsigned size,
	enum announce what);

/* For plugin.cc: where gcc's collector finds the hooks' declarations. */
extern tree hook_declaration[ANNOUNCES];

/* --- what the machine does in several accesses: copy.cc, bits.cc, complex.cc
 */

/* Assignments of aggregates, and stores to bit fields.  True: the statement at
 * gsi is gone, and a call is in its place; else it is left to tsan. */
bool copy(gimple_stmt_iterator *gsi, gimple *assignment);
bool bits_store(gimple_stmt_iterator *gsi, gimple *assignment);

/* Loads and stores of complex numbers.  True: its parts are loaded or stored by
 * themselves now, each as tsan announces it. */
bool complex_parts(gimple_stmt_iterator *gsi, gimple *assignment);

/* A call that copies, before gsi but for itself; copy_over puts it there, in
 * place of the statement. */
gcall *copy_bytes(gimple_stmt_iterator *gsi, tree to, tree from,
	HOST_WIDE_INT offset, HOST_WIDE_INT bytes);
void copy_over(gimple_stmt_iterator *gsi, gcall *call);
/* A local for what is on its way; of any type that has a size. */
tree copy_variable(tree type);

extern tree copy_declaration[2];

/* --- clock.cc -------------------------------------------------------------
 */

/* A builtin of the machine, by its name after the prefix.  True: it asked for
 * the time, and is a call of the runtime now. */
bool clock_call(gcall *call, const char *name);
/* What waits for stores comes next (../fence.h). */
void fence(gimple_stmt_iterator *gsi, location_t where);
void store_fence(gimple_stmt_iterator *gsi, location_t where);
/* So does a store that need not wait for older ones. */
void non_temporal(gimple_stmt_iterator *gsi, location_t where);

extern tree clock_declaration[2];

/* --- one kind of statement each ---------------------------------------------
 */

/* Results to memory and arguments from memory go through temporaries. */
void call_results(gimple_stmt_iterator *gsi, gcall *call);
void call_arguments(gimple_stmt_iterator *gsi, gcall *call);
void assignment(gimple_stmt_iterator *gsi, gimple *s);
/* Calls of gcc's own functions, of the machine's, and of its internal ones. */
void builtin_call(gimple_stmt_iterator *gsi, gcall *call, tree function);
void machine_call(gimple_stmt_iterator *gsi, gcall *call, tree function);
void internal_call(gcall *call);
/* What is reached through a segment register: holes, and nothing announced. */
void segments(gimple_stmt_iterator *gsi);
/* Marks it, if it is an addition whose result nobody uses. */
void atomic_call(gcall *call, enum built_in_function code);
void assembly(gimple_stmt_iterator *gsi, gasm *statement);

/* --- loop.cc ----------------------------------------------------------------
 */

/* Calls at the heads of loops (../turn.h); before anything else is put in. */
void loops(function *f);

/* --- leaf.cc ---------------------------------------------------------------
 */

/* Before the first hook: gcc is to know that others run in them. */
void hooks_see_all(void);

/* --- alloca.cc ------------------------------------------------------------
 */

/* After each declaration: makes gcc know alloca again. */
void alloca_declared(tree declaration);

/* --- known.cc ---------------------------------------------------------------
 */

/* scarp cc says so, but where the user has said -fno-builtin, too. */
void known_wanted(void);
/* Before all: library functions have the types that gcc knows, and their values
 * are constants where it is one, until the end of the file. */
void known_begin(void);

/* --- pass.cc ----------------------------------------------------------------
 */
void pass_register(const char *plugin);
/* Of a function that was defined: if it is naked, gcc's hooks stay out of it.
 */
void naked_declared(tree function);

/* --- holes.cc ---------------------------------------------------------------
 */

/* Keeps "what name (file:line)"; name may be "". */
void hole(location_t where, const char *what, const char *name);
/* One that is there when the statement is made. */
void hole_made(gimple_stmt_iterator *gsi, const char *what);
/* A hole: what is not understood.  A valid program is never refused. */
void unknown(location_t where, const char *name);
/* Writes the section, at the end of the object. */
void holes_write(void);

#endif
