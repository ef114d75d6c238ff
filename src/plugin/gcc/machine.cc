/* SPDX-License-Identifier: MIT */
/* machine.cc - intrinsics of x86 that read or write through a pointer
 *
 * The type that the pointer points to is what is accessed, and const says in
 * which direction.  A store is announced last.  The
 * table has those of which this is not true.  What accesses an unknown part of
 * it, or something elsewhere, is a hole.
 */
#include "scarp_gcc.h"

#include "../holes.h"

#define PREFIX "__builtin_ia32_"

enum does {
	NOTHING,
	READS,
	WRITES,
	UNKNOWN
};

struct intrinsic {
	const char *name; /* after the prefix; its beginning, if `open` */
	bool open;
	enum does does;
	unsigned argument, bytes;
};

static const struct intrinsic special[] = {
	{"maskmovdqu", false, WRITES, 2, 16},
	{"maskmovq", false, WRITES, 2, 8},
	{"fxsave", false, WRITES, 0, 512},
	{"fxsave64", false, WRITES, 0, 512},
	{"fxrstor", false, READS, 0, 512},
	{"fxrstor64", false, READS, 0, 512},
	{"fnstenv", false, WRITES, 0, 28},
	{"fldenv", false, READS, 0, 28},
	{"clzero", false, WRITES, 0, 64},
	{"clflush", true, NOTHING, 0, 0},
	{"clwb", false, NOTHING, 0, 0},
	{"cldemote", false, NOTHING, 0, 0},
	{"monitor", true, NOTHING, 0, 0},
	{"umonitor", false, NOTHING, 0, 0},
	{"prefetch", true, NOTHING, 0, 0},
	{"xsave", true, UNKNOWN, 0, 0},
	{"xrstor", true, UNKNOWN, 0, 0},
};

static const struct intrinsic *find(const char *name)
{
	for (const struct intrinsic &s : special)
		if (s.open ? startswith(name, s.name) : !strcmp(name, s.name))
			return &s;
	return NULL;
}

/* Only some of the bytes, or those at several places. */
static bool selects(const char *name)
{
	return strstr(name, "gather") || strstr(name, "scatter") ||
	       strstr(name, "mask") || strstr(name, "compressstore") ||
	       strstr(name, "expandload");
}

void machine_call(gimple_stmt_iterator *gsi, gcall *call, tree function)
{
	const char *full = IDENTIFIER_POINTER(DECL_NAME(function));
	const char *name =
		startswith(full, PREFIX) ? full + strlen(PREFIX) : full;
	const struct intrinsic *s = find(name);
	tree types = TYPE_ARG_TYPES(TREE_TYPE(function));
	location_t where = gimple_location(call);
	unsigned stores = 0, store = 0, bytes = 0;

	if (strcmp(name, "mfence") == 0)
		fence(gsi, gimple_location(call));
	if (strcmp(name, "sfence") == 0)
		store_fence(gsi, gimple_location(call));
	if (startswith(name, "movnt") && !startswith(name, "movntdqa"))
		non_temporal(gsi, gimple_location(call));
	if (clock_call(call, name))
		return;
	if (s && s->does != UNKNOWN) {
		if (s->does != NOTHING)
			hook_pointer(gsi, gimple_call_arg(call, s->argument),
				s->bytes, s->does == WRITES ? WRITE : READ);
		return;
	}
	for (unsigned i = 0; i < gimple_call_num_args(call) && types;
		i++, types = TREE_CHAIN(types)) {
		tree type = TREE_VALUE(types);
		HOST_WIDE_INT size;

		if (!POINTER_TYPE_P(type))
			continue;
		type = TREE_TYPE(type);
		size = VOID_TYPE_P(type) ? -1 : int_size_in_bytes(type);
		if (s || selects(name) || size <= 0 ||
			(!TYPE_READONLY(type) && stores++)) {
			hole(where, SCARP_HOLE_INTRINSIC, full);
			return;
		}
		if (TYPE_READONLY(type))
			hook_pointer(gsi, gimple_call_arg(call, i),
				(unsigned)size, READ);
		else
			store = i, bytes = (unsigned)size;
	}
	if (stores)
		hook_pointer(gsi, gimple_call_arg(call, store), bytes, WRITE);
}
