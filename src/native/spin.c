/* SPDX-License-Identifier: MIT */
#include "native/spin.h"
#include "native/shadow.h"

void spin_fuel(uint64_t address, size_t size, uint64_t pc)
{
	rt.fuel = 1ll << 40;
}
void spin_arrive(uint64_t pc, void *frame)
{
}
void spin_object(void *state, size_t n, bool changed)
{
}
void spin_offer(struct thread *t, struct pending *p)
{
}
void spin_reset(void)
{
}
void spin_switch(void)
{
}
void spin_access(uint64_t address, size_t size, bool write, uint64_t pc)
{
}
