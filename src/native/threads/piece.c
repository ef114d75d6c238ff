/* SPDX-License-Identifier: MIT */
#include "native/threads/piece.h"

static void call_waits(uint64_t pc)
{
	run_error(ERR_UNSUPPORTED, pc,
		"thread T%u would wait inside a C library call" SC(512),
		rt.self->id);
}

void piece_waits(uint64_t pc)
{
	static void (*const waits[])(uint64_t pc) = {
#define PIECE(name, function) [PIECE_##name] = function,
#include "native/threads/piece.def"
#undef PIECE
	};

	waits[rt.self->held_by](pc);
}
