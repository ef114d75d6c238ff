/* SPDX-License-Identifier: MIT */
/* atomic.cc - which additions have a result that nobody uses (../dead.h)
 *
 * tsan turns the call into one of the runtime's and keeps its arguments.  It
 * looks at the lower bits of the memory order alone, as all of gcc does.
 */
#include "scarp_gcc.h"

#include "ssa.h"

#include "../dead.h"

static bool adds(enum built_in_function code)
{
	switch (code) {
	case BUILT_IN_ATOMIC_FETCH_ADD_1:
	case BUILT_IN_ATOMIC_FETCH_ADD_2:
	case BUILT_IN_ATOMIC_FETCH_ADD_4:
	case BUILT_IN_ATOMIC_FETCH_ADD_8:
	case BUILT_IN_ATOMIC_FETCH_SUB_1:
	case BUILT_IN_ATOMIC_FETCH_SUB_2:
	case BUILT_IN_ATOMIC_FETCH_SUB_4:
	case BUILT_IN_ATOMIC_FETCH_SUB_8:
	case BUILT_IN_ATOMIC_ADD_FETCH_1:
	case BUILT_IN_ATOMIC_ADD_FETCH_2:
	case BUILT_IN_ATOMIC_ADD_FETCH_4:
	case BUILT_IN_ATOMIC_ADD_FETCH_8:
	case BUILT_IN_ATOMIC_SUB_FETCH_1:
	case BUILT_IN_ATOMIC_SUB_FETCH_2:
	case BUILT_IN_ATOMIC_SUB_FETCH_4:
	case BUILT_IN_ATOMIC_SUB_FETCH_8:
		return true;
	default:
		return false;
	}
}

void atomic_call(gcall *call, enum built_in_function code)
{
	tree result = gimple_call_lhs(call), order;

	if (!adds(code) || gimple_call_num_args(call) != 3 ||
		(result && !(TREE_CODE(result) == SSA_NAME &&
				   has_zero_uses(result))))
		return;
	order = gimple_call_arg(call, 2);
	if (!tree_fits_uhwi_p(order))
		return;
	gimple_call_set_arg(call, 2,
		build_int_cst(TREE_TYPE(order),
			SCARP_DEAD | (HOST_WIDE_INT)tree_to_uhwi(order)));
	update_stmt(call);
}
