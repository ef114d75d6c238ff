/* SPDX-License-Identifier: MIT */
/* fence.cc - what waits for stores tells the runtime (../fence.h) */
#include "scarp_gcc.h"

#include "../fence.h"

static void tell(
	gimple_stmt_iterator *gsi, const char *what, location_t where)
{
	tree type = build_function_type_list(void_type_node, NULL_TREE);
	tree d = build_fn_decl(what, type);
	gcall *call = gimple_build_call(d, 0);

	gimple_set_location(call, where);
	gsi_insert_before(gsi, call, GSI_SAME_STMT);
}

void fence(gimple_stmt_iterator *gsi, location_t where)
{
	tell(gsi, SCARP_FENCE, where);
}

void store_fence(gimple_stmt_iterator *gsi, location_t where)
{
	tell(gsi, SCARP_STORE_FENCE, where);
}

void non_temporal(gimple_stmt_iterator *gsi, location_t where)
{
	tell(gsi, SCARP_NON_TEMPORAL, where);
}
