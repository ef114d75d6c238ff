/* SPDX-License-Identifier: MIT */
/* tcb.c - thread control blocks lent by threads that ended at kernel level
 *
 * A real pthread is created on a slot's memory, notes its thread pointer and
 * the initial contents of its thread-local storage, and leaves by the raw
 * system call: glibc's block stays valid, no kernel thread remains, no signal
 * can land on the slot's stack.  Every life of the slot starts from that image.
 *
 * In fork mode the parent makes the slots that its children use: else each of
 * them would make its own, again and again.
 *
 * Memory   16 MiB of address space a slot, 8 KiB of it touched.
 * Cost     about 20 us the first time a slot is used, some nanoseconds after.
 */
#include "native/audit.h"
#include "native/shadow.h"
#include "native/thread.h"
#include "native/fiber.h"
#include "native/raw.h"

#include <linux/futex.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

char *stack_lowest[THREADS_MAX];

enum {
	BLOCK_BYTES = 2560 /* room for a copy of glibc's struct pthread */
};

struct slot {
	uint64_t fs;	  /* 0: not lent yet */
	char *image;	  /* tls_bytes of initial TLS, then BLOCK_BYTES */
	uint64_t guarded; /* stack size for which the guard is set */
};
static struct slot slots[THREADS_MAX];
static size_t tls_bytes; /* static TLS in use, below the thread pointer */
static char *images;	 /* bump memory for images */
static size_t images_left;

/* What the lender leaves behind. */
static struct {
	uint64_t fs;
	char *image;
	volatile int alive;
} lending;

static int widest_tls(struct dl_phdr_info *info, size_t size, void *data)
{
	uint64_t fs = *(uint64_t *)data;

	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_TLS &&
			info->dlpi_tls_data) {
			uint64_t at = (uint64_t)info->dlpi_tls_data;

			if (at < fs && fs - at < (1u << 20) &&
				fs - at > tls_bytes)
				tls_bytes = fs - at;
		}
	return 0;
}

/* Copies the main thread's TLS of the test's own modules, as constructors of
 * libraries left it, into the block that main is lent. */
static int copy_main_tls(struct dl_phdr_info *info, size_t size, void *data)
{
	uint64_t fs = *(uint64_t *)data;

	if (strstr(info->dlpi_name, "/libc.so"))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_TLS &&
			info->dlpi_tls_data) {
			uint64_t at = (uint64_t)info->dlpi_tls_data;

			if (at < fs && fs - at <= tls_bytes)
				memcpy(slots[0].image + tls_bytes - (fs - at),
					(void *)at, info->dlpi_phdr[i].p_memsz);
		}
	return 0;
}

static void *lender(void *arg)
{
	lending.fs = fiber_get_fs();
	memcpy(lending.image, (char *)lending.fs - tls_bytes, tls_bytes);
	raw_syscall(SYS_set_tid_address, (long)&lending.alive, 0);
	raw_syscall(SYS_exit, 0, 0); /* this thread only: not exit_group */
	return 0;
}

static char *image_memory(void)
{
	char *image;

	if (images_left < tls_bytes + BLOCK_BYTES) {
		images_left = tls_bytes > (1u << 20) ? tls_bytes : 1u << 20;
		images_left += BLOCK_BYTES;
		images = mmap(0, images_left, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (images == MAP_FAILED)
			run_error(
				ERR_IO, 0, "no memory for thread-local images");
	}
	image = images;
	images += tls_bytes + BLOCK_BYTES;
	images_left -= tls_bytes + BLOCK_BYTES;
	return image;
}

/* What lies above the thread pointer: the control block is the last thing in
 * the memory that glibc was given. */
static size_t block_bytes(tid id, uint64_t fs)
{
	uint64_t end = STACKS_BASE + (id + 1) * STACK_STRIDE - STACK_GUARD;

	return end - fs < BLOCK_BYTES ? end - fs : BLOCK_BYTES;
}

static void make_lender(tid id)
{
	char *base = (char *)(STACKS_BASE + id * STACK_STRIDE);
	sigset_t all, before;
	pthread_attr_t attr;
	pthread_t thread;
	int rc;

	if (mmap(base, STACK_STRIDE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			    MAP_FIXED_NOREPLACE,
		    -1, 0) != base)
		run_error(ERR_IO, 0, "cannot map the stack of thread T%u", id);
	mprotect(base, STACK_GUARD, PROT_NONE);
	mprotect(base + STACK_STRIDE - STACK_GUARD, STACK_GUARD, PROT_NONE);
	lending.image = image_memory();
	lending.alive = 1;
	sigfillset(&all);
	REAL(sigprocmask)(SIG_BLOCK, &all, &before);
	REAL(pthread_attr_init)(&attr);
	REAL(pthread_attr_setstack)
	(&attr, base + STACK_GUARD, STACK_STRIDE - 2 * STACK_GUARD);
	rc = REAL(pthread_create)(&thread, &attr, lender, 0);
	REAL(pthread_attr_destroy)(&attr);
	if (rc)
		run_error(ERR_IO, 0,
			"cannot start a thread to lend its control "
			"block: error %d",
			rc);
	/* The kernel clears it and wakes us when the thread is gone. */
	while (lending.alive)
		raw_syscall6(SYS_futex, (long)&lending.alive, FUTEX_WAIT, 1, 0,
			0, 0);
	REAL(sigprocmask)(SIG_SETMASK, &before, 0);
	slots[id].fs = lending.fs;
	slots[id].image = lending.image;
	memcpy(lending.image + tls_bytes, (char *)lending.fs,
		block_bytes(id, lending.fs));
}

bool tcb_block(tid id, struct tcb_block *out)
{
	const struct slot *slot = &slots[id];

	if (!slot->fs)
		return false;
	out->now = (const char *)slot->fs;
	out->then = slot->image + tls_bytes;
	out->bytes = block_bytes(id, slot->fs);
	return true;
}

/* Below the test's part of the stack lies ours, and below that nothing. */
static void set_guard(struct slot *slot, tid id, char *top, uint64_t size)
{
	char *base = (char *)(STACKS_BASE + id * STACK_STRIDE);
	char *low =
		(char *)((uintptr_t)(top - size - STACK_RUNTIME) & ~4095ull);

	if (slot->guarded)
		mprotect(base, STACK_STRIDE - STACK_GUARD,
			PROT_READ | PROT_WRITE);
	mprotect(base, (size_t)(low - base), PROT_NONE);
	slot->guarded = size;
}

static char *top_of(const struct slot *slot)
{
	return (char *)((slot->fs - tls_bytes - 64) & ~63ull);
}

/* What the lender left on the stack reads as zero again. */
static void clean_stack(tid id)
{
	char *base = (char *)(STACKS_BASE + id * STACK_STRIDE);
	char *top = top_of(&slots[id]);
	char *page = (char *)((uintptr_t)top & ~4095ull);

	madvise(base, (size_t)(page - base), MADV_DONTNEED);
	memset(page, 0, (size_t)(top - page));
	stack_lowest[id] = top;
}

void tcb_prepare(tid id, uint64_t size)
{
	struct slot *slot = &slots[id];
	/* Not on this stack: the libc of the driver creates it, with the
	 * driver's thread pointer. */
	uint64_t fs = fiber_get_fs();
	uint64_t on = rt.on;

	if (slot->fs)
		return;
	/* What glibc allocates for the block stays: the loader calls our
	 * malloc. */
	rt.on = 0;
	if (fs != rt.driver_fs)
		fiber_set_fs(rt.driver_fs);
	audit_keep_begin();
	make_lender(id);
	audit_keep_end();
	if (fs != rt.driver_fs)
		fiber_set_fs(fs);
	rt.on = on;
	clean_stack(id);
	set_guard(slot, id, top_of(slot), size);
}

void tcb_lend(struct thread *t, uint64_t size)
{
	struct slot *slot = &slots[t->id];
	char *top, *low;

	tcb_prepare(t->id, size);
	top = top_of(slot);
	if (slot->guarded != size)
		set_guard(slot, t->id, top, size);
	t->fs = slot->fs;
	t->stack_top = top;
	t->stack_low = top - size;
	t->stack_size = size;
	memcpy((char *)slot->fs - tls_bytes, slot->image, tls_bytes);
	/* What earlier lives left on the stack reads as zero again. */
	low = stack_lowest[t->id] - 1024;
	if (low < t->stack_low)
		low = t->stack_low;
	memset(low, 0, (size_t)(top - low));
	stack_lowest[t->id] = top;
}

void tcb_init(void)
{
	uint64_t fs = rt.driver_fs;
	struct rlimit limit;
	struct thread main = {.id = 0};

	tls_bytes = 0;
	dl_iterate_phdr(widest_tls, &fs);
	tls_bytes = (tls_bytes + 63) & ~63ull;
	rt.stack_size = 8u << 20;
	if (getrlimit(RLIMIT_STACK, &limit) == 0)
		rt.stack_size = limit.rlim_cur == RLIM_INFINITY
					? 2u << 20
					: (limit.rlim_cur + 4095) & ~4095ull;
	if (rt.stack_size > STACK_USABLE_MAX - (1u << 20))
		rt.stack_size = STACK_USABLE_MAX - (1u << 20);
	tcb_lend(&main, rt.stack_size);
	dl_iterate_phdr(copy_main_tls, &fs);
}

tid stack_slot_of(uint64_t address, bool *tls, bool *guard)
{
	uint64_t n = (address - STACKS_BASE) / STACK_STRIDE;
	uint64_t top;

	if (address < STACKS_BASE || n >= THREADS_MAX || !slots[n].fs)
		return TID_NONE;
	top = (uint64_t)top_of(&slots[n]);
	*tls = address >= top;
	*guard = address < top - slots[n].guarded;
	return (tid)n;
}
