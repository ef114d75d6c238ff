/* SPDX-License-Identifier: MIT */
#include "native/hooks/atomic_order.h"

void atomic_learn_beside(uint64_t address, size_t n, int mo)
{
	uint64_t word = address & ~7ull;

	for (uint64_t at = word; at < word + 8; at += 4) {
		uint32_t i = cell_of(at)->object & CELL_OBJECT, next;

		for (; i; i = next) {
			struct object *o = &rt.object[i];

			next = o->next;
			if (o->kind == OBJECT_ATOMIC && o->address != address &&
				o->address < address + n &&
				address < o->address + o->a)
				learn(o, mo);
		}
	}
}
