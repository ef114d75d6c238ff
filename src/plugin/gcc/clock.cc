/* SPDX-License-Identifier: MIT */
/* clock.cc - who asks the processor for the time asks the runtime (../tsc.h) */
#include "scarp_gcc.h"

#include "gimple-expr.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "ssa.h"

#include "../tsc.h"

tree clock_declaration[2];

static tree function(bool with_processor)
{
	tree d = clock_declaration[with_processor], type;

	if (d)
		return d;
	type = with_processor
		       ? build_function_type_list(long_long_unsigned_type_node,
				 build_pointer_type(unsigned_type_node),
				 NULL_TREE)
		       : build_function_type_list(
				 long_long_unsigned_type_node, NULL_TREE);
	d = build_fn_decl(with_processor ? SCARP_RDTSCP : SCARP_RDTSC, type);
	return clock_declaration[with_processor] = d;
}

bool clock_call(gcall *call, const char *name)
{
	bool with_processor = strcmp(name, "rdtscp") == 0;
	tree asked;

	if (!with_processor && strcmp(name, "rdtsc") != 0)
		return false;
	asked = function(with_processor);
	gimple_call_set_fndecl(call, asked);
	gimple_call_set_fntype(call, TREE_TYPE(asked));
	update_stmt(call);
	/* The builtin may have been one that throws. */
	if (maybe_clean_eh_stmt(call))
		gimple_purge_dead_eh_edges(gimple_bb(call));
	return true;
}
