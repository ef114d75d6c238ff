/* SPDX-License-Identifier: MIT */
/* builtin.cc - calls of functions that gcc knows
 *
 * gcc may put its own code in the place of a function that it knows, and then
 * nobody sees what it touches.  So a library function is called by a
 * declaration that says nothing but its name and type; the runtime defines the
 * name.  tsan turns atomics into calls itself.
 */
#include "scarp_gcc.h"

#include "internal-fn.h"
#include "ssa.h"
#include "tree-into-ssa.h"
#include "varasm.h"

#include "../holes.h"

enum {
	VA_LIST_BYTES = 24
};

/* Touches no memory of the test's, whatever its virtual operands say. */
static bool harmless(enum built_in_function code)
{
	switch (code) {
	case BUILT_IN_ALLOCA:
	case BUILT_IN_ALLOCA_WITH_ALIGN:
	case BUILT_IN_ALLOCA_WITH_ALIGN_AND_MAX:
	case BUILT_IN_STACK_SAVE:
	case BUILT_IN_STACK_RESTORE:
	case BUILT_IN_RETURN_ADDRESS:
	case BUILT_IN_FRAME_ADDRESS:
	case BUILT_IN_EXTRACT_RETURN_ADDR:
	case BUILT_IN_FROB_RETURN_ADDR:
	case BUILT_IN_DWARF_CFA:
	case BUILT_IN_DWARF_SP_COLUMN:
	case BUILT_IN_EH_POINTER:
	case BUILT_IN_EH_FILTER:
	case BUILT_IN_EH_COPY_VALUES:
	case BUILT_IN_EH_RETURN:
	case BUILT_IN_EH_RETURN_DATA_REGNO:
	case BUILT_IN_UNWIND_INIT:
	case BUILT_IN_UNWIND_RESUME:
	case BUILT_IN_CXA_END_CLEANUP:
	case BUILT_IN_INIT_TRAMPOLINE:
	case BUILT_IN_INIT_HEAP_TRAMPOLINE:
	case BUILT_IN_ADJUST_TRAMPOLINE:
	case BUILT_IN_INIT_DESCRIPTOR:
	case BUILT_IN_ADJUST_DESCRIPTOR:
	case BUILT_IN_NONLOCAL_GOTO:
	case BUILT_IN_SETJMP_RECEIVER:
	case BUILT_IN_CLEAR_CACHE:
	case BUILT_IN_PREFETCH:
	case BUILT_IN_TRAP:
	case BUILT_IN_UNREACHABLE:
	case BUILT_IN_VA_END:
	case BUILT_IN_ASSUME_ALIGNED:
	case BUILT_IN_EXPECT:
	case BUILT_IN_EXPECT_WITH_PROBABILITY:
	case BUILT_IN_CONSTANT_P:
	case BUILT_IN_OBJECT_SIZE:
	case BUILT_IN_DYNAMIC_OBJECT_SIZE:
	case BUILT_IN_SAVEREGS:
	case BUILT_IN_NEXT_ARG:
	case BUILT_IN_APPLY_ARGS:
		return true;
	default:
		return false;
	}
}

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* The same function without what gcc knows of it. */
static void call_by_name(gcall *call, tree function)
{
	tree name = DECL_ASSEMBLER_NAME(function);
	tree d = copy_node(function);

	set_decl_built_in_function(d, NOT_BUILT_IN, 0);
	SET_DECL_RTL(d, NULL);
	SET_DECL_ASSEMBLER_NAME(d, name);
	gimple_call_set_fndecl(call, d);
	update_stmt(call);
}

void builtin_call(gimple_stmt_iterator *gsi, gcall *call, tree function)
{
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
	enum built_in_function code = DECL_FUNCTION_CODE(function);
	location_t where = gimple_location(call);

	name += *name == '*';
	if (harmless(code))
		return;
	atomic_call(call, code);
	switch (code) {
	case BUILT_IN_SETJMP:
	case BUILT_IN_SETJMP_SETUP:
	case BUILT_IN_UPDATE_SETJMP_BUF:
	case BUILT_IN_LONGJMP:
		hole(where, SCARP_HOLE_SETJMP, "");
		return;
	case BUILT_IN_VA_COPY:
		hook_pointer(
			gsi, gimple_call_arg(call, 1), VA_LIST_BYTES, READ);
		/* fall through */
	case BUILT_IN_VA_START:
		hook_pointer(
			gsi, gimple_call_arg(call, 0), VA_LIST_BYTES, WRITE);
		return;
	default:
		break;
	}
	if (startswith(name, "__builtin_"))
		unknown(where, name);
	else if (name[0] != '_' || ends_with(name, "_chk"))
		call_by_name(call, function);
	/* The rest is called by its name as it is, or is tsan's. */
}

void internal_call(gcall *call)
{
	enum internal_fn which = gimple_call_internal_fn(call);

	switch (which) {
	case IFN_DEFERRED_INIT: /* a local's life begins */
	case IFN_FALLTHROUGH:
	case IFN_UNIQUE:
	case IFN_ANNOTATE:
	case IFN_ABNORMAL_DISPATCHER:
	case IFN_SET_EDOM:
	case IFN_TSAN_FUNC_EXIT:
	case IFN_UBSAN_NULL:
	case IFN_UBSAN_BOUNDS:
	case IFN_UBSAN_VPTR:
	case IFN_UBSAN_OBJECT_SIZE:
	case IFN_UBSAN_PTR:
	case IFN_GOMP_SIMD_LANE:
	case IFN_GOMP_SIMD_VF:
	case IFN_GOMP_SIMD_LAST_LANE:
	case IFN_GOMP_SIMD_ORDERED_START:
	case IFN_GOMP_SIMD_ORDERED_END:
	case IFN_LOOP_VECTORIZED:
	case IFN_LOOP_DIST_ALIAS:
		return;
	default:
		unknown(gimple_location(call), internal_fn_name(which));
	}
}
