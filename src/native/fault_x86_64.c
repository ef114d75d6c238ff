/* SPDX-License-Identifier: MIT */
/* fault_x86_64.c - from a fault into the test's handler, and back */
#include "native/fault.h"
#include "native/rt.h"
#include "native/races/shadow.h"

#include <string.h>
#include <ucontext.h>

enum {
	RED_ZONE = 128,
	ROOM = 16 << 10, /* less of the stack is left: it has overflowed */
	/* Of struct ucontext: what the kernel knows of the C library's. */
	KERNEL_CONTEXT = offsetof(ucontext_t, uc_sigmask) + 8,
	EXTENDED = 464, /* struct _fpx_sw_bytes in the FXSAVE area */
	EXTENDED_MAGIC = 0x46505853,
	FXSAVE = 512,
	DIRECTION = 0x400,
	SYS_rt_sigreturn_number = 15
};

/* As if the instruction with the fault had called enter(). */
struct fault {
	uint64_t caller; /* for whoever walks the stack */
	uint64_t access_address, access_pc, pc;
	int number;
	bool hooked; /* the instruction is the runtime's or a library's */
	ucontext_t context;
	siginfo_t info;
};

/* The kernel finds what it left on a signal's stack, at the stack pointer. */
static __attribute__((noreturn)) void again(const ucontext_t *context)
{
	__asm__ volatile("mov %0, %%rsp\n\tsyscall"
			 :
			 : "r"(context), "a"(SYS_rt_sigreturn_number)
			 : "memory");
	__builtin_unreachable();
}

static __attribute__((noreturn)) void enter(struct fault *f)
{
	rt.announced = 0;
	signal_fault(f->number, &f->info, &f->context, f->pc);
	rt.access_address = f->access_address;
	rt.access_pc = f->access_pc;
	/* It crashes again, or else it would go on in the middle of a hook. */
	if (f->hooked && signal_catches(f->number))
		unsupported(
			"a handler of a fault that returns, after an access "
			"that scarp announces",
			f->pc);
	again(&f->context);
}

static uint64_t extended(const char *fpu)
{
	uint32_t word[2];

	memcpy(word, fpu + EXTENDED, sizeof word);
	return word[0] == EXTENDED_MAGIC ? word[1] : FXSAVE;
}

static bool of_the_test(uint64_t pc)
{
	const struct channel *c = rt.channel;

	for (uint32_t i = 0; i < c->modules; i++)
		if (pc - c->module[i].start <
			c->module[i].end - c->module[i].start)
			return c->module[i].instrumented &&
			       !inventory_is_ours(pc);
	return false;
}

/* The running thread just made it, and with a point of its own one ago. */
static bool recent(uint64_t key)
{
	return key && key_thread(key) == rt.self->id &&
	       key_stamp(key) + 1 >= rt.stamp;
}

/* Where there is no memory there was no access, though its hook said so. */
static void not_made(uint64_t address)
{
	struct cell *c = cell_of(address);

	if (recent(c->write))
		c->write = 0;
	if (recent(c->read))
		c->read = 0;
}

bool fault_handled(int number, siginfo_t *info, void *context)
{
	ucontext_t *u = context;
	greg_t *reg = u->uc_mcontext.gregs;
	uint64_t sp = (uint64_t)reg[REG_RSP], pc = (uint64_t)reg[REG_RIP];
	const struct thread *t = rt.self;
	uint64_t fpu_bytes = extended((char *)u->uc_mcontext.fpregs);
	struct fault *f;
	char *fpu;

	if (!controlled() || !t || info->si_code <= 0 ||
		sp < (uint64_t)t->stack_low + ROOM ||
		sp >= (uint64_t)t->stack_top || !signal_catches(number))
		return false;
	fpu = (char *)((sp - RED_ZONE - fpu_bytes) & ~63ull);
	memcpy(fpu, u->uc_mcontext.fpregs, fpu_bytes);
	/* As behind a call. */
	if (number == SIGSEGV && info->si_code == SEGV_MAPERR)
		not_made((uint64_t)info->si_addr);
	f = (struct fault *)((((uint64_t)fpu - sizeof *f) & ~15ull) - 8);
	memset(f, 0, sizeof *f);
	f->number = number;
	f->hooked = !of_the_test(pc);
	f->caller = f->pc = f->hooked && rt.access_pc ? rt.access_pc : pc + 1;
	f->access_address = rt.access_address;
	f->access_pc = rt.access_pc;
	f->info = *info;
	/* A hook looks at the whole word, before the test at a part of it; of
	 * what is no address the kernel does not tell it, there or here. */
	if (f->hooked && info->si_code != SI_KERNEL &&
		((uint64_t)info->si_addr ^ rt.access_address) < 8)
		f->info.si_addr = (void *)rt.access_address;
	memcpy(&f->context, u, KERNEL_CONTEXT);
	f->context.uc_mcontext.fpregs = (fpregset_t)(void *)fpu;
	reg[REG_RDI] = (greg_t)f;
	reg[REG_RSP] = (greg_t)f;
	reg[REG_RIP] = (greg_t)enter;
	reg[REG_EFL] &= ~DIRECTION;
	return true;
}
