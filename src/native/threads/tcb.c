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
 * Slots    one a thread number, 16 MiB of address space, 8 KiB of it touched;
 *          and some larger ones (layout.h), where a thread's number says which
 *          is tried first: addresses are a function of names as long as no
 *          other live thread has taken it.
 * Cost     about 20 us the first time a slot is used, some nanoseconds after.
 */
#include "native/audit.h"
#include "native/races/shadow.h"
#include "native/threads/thread.h"
#include "native/threads/fiber.h"
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
	char *base;
	uint64_t bytes;
	uint64_t fs;	  /* 0: not lent yet */
	char *image;	  /* tls_bytes of initial TLS, then BLOCK_BYTES */
	uint64_t guarded; /* stack size for which the guard is set */
};
static struct slot slots[THREADS_MAX + LARGE_SLOTS];
static struct slot *main_slot; /* its image is not what others start with */
static size_t tls_bytes;       /* static TLS in use, below the thread pointer */
static char *images;	       /* bump memory for images */
static size_t images_left;
static char *images_next = (char *)IMAGES_BASE;

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
				memcpy(main_slot->image + tls_bytes - (fs - at),
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
		images = mmap(images_next, images_left, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
			0);
		if (images != images_next)
			run_error(ERR_IO, 0,
				"no memory for thread-local images" SC(437));
		images_next += (images_left + 4095) & ~4095ull;
	}
	image = images;
	images += tls_bytes + BLOCK_BYTES;
	images_left -= tls_bytes + BLOCK_BYTES;
	return image;
}

/* What lies above the thread pointer: the control block is the last thing in
 * the memory that glibc was given. */
static size_t block_bytes(const struct slot *slot)
{
	uint64_t end = (uint64_t)slot->base + slot->bytes - STACK_GUARD;

	return end - slot->fs < BLOCK_BYTES ? end - slot->fs : BLOCK_BYTES;
}

/* gcc calls nested functions through code on the stack, and the linker says so
 * in the headers of the executable. */
static int stack_protection(void)
{
	extern const ElfW(Ehdr) __ehdr_start
		__attribute__((weak, visibility("hidden")));
	const char *start = (const char *)&__ehdr_start;
	const ElfW(Phdr) * p;

	if (!start)
		return PROT_READ | PROT_WRITE;
	p = (const void *)(start + __ehdr_start.e_phoff);
	for (int i = 0; i < __ehdr_start.e_phnum; i++)
		if (p[i].p_type == PT_GNU_STACK && p[i].p_flags & PF_X)
			return PROT_READ | PROT_WRITE | PROT_EXEC;
	return PROT_READ | PROT_WRITE;
}

/* --- which slot
 * ------------------------------------------------------------------- */

static struct slot *slot_at(unsigned n)
{
	struct slot *slot = &slots[n];
	unsigned class = (n - THREADS_MAX) / LARGE_PLACES;

	if (n < THREADS_MAX) {
		slot->bytes = STACK_STRIDE;
		slot->base = (char *)(STACKS_BASE + n * STACK_STRIDE);
	} else {
		uint64_t size = LARGE_FIRST << class;

		slot->bytes = size + size / 16;
		/* The classes before it take 16 times their sizes. */
		slot->base = (char *)(LARGE_BASE + 16 * (size - LARGE_FIRST) +
				      (n - THREADS_MAX) % LARGE_PLACES *
					      slot->bytes);
	}
	return slot;
}

/* Number of the slot that an address lies in; UINT32_MAX: none. */
static unsigned slot_holding(uint64_t address)
{
	if (address < STACKS_BASE)
		return UINT32_MAX;
	if (address < LARGE_BASE)
		return (unsigned)((address - STACKS_BASE) / STACK_STRIDE);
	for (unsigned n = THREADS_MAX; n < THREADS_MAX + LARGE_SLOTS; n++)
		if (slots[n].fs &&
			address - (uint64_t)slots[n].base < slots[n].bytes)
			return n;
	return UINT32_MAX;
}

static tid user_of(const struct slot *slot)
{
	for (tid i = 0; i < rt.world.threads; i++)
		if (thread_of(i)->state == THREAD_LIVE &&
			thread_of(i)->own_low == (uint64_t)slot->base)
			return i;
	return TID_NONE;
}

static bool fits_small(uint64_t size)
{
	return size + tls_bytes <= STACK_USABLE_MAX;
}

static struct slot *slot_for(const struct thread *t, uint64_t *size)
{
	unsigned class = 0;

	if (fits_small(*size))
		return slot_at(t->id);
	while (LARGE_FIRST << class < *size)
		class ++;
	for (; class < LARGE_SIZES; class ++)
		for (unsigned i = 0; i < LARGE_PLACES; i++) {
			struct slot *slot =
				slot_at(THREADS_MAX + class * LARGE_PLACES +
					(t->id + i) % LARGE_PLACES);
			tid user = user_of(slot);

			if (slot == main_slot && t->id != 0)
				continue;
			if (user == TID_NONE || user == t->id)
				return slot;
		}
	if (*size != rt.stack_size)
		run_error(ERR_UNSUPPORTED, t->create_pc,
			"%u threads with stacks of %llu MiB are alive: scarp "
			"has no place for more" SC(502),
			LARGE_PLACES, (unsigned long long)*size >> 20);
	/* Nobody asked for that much: it is ulimit -s. */
	*size = (STACK_USABLE_MAX - tls_bytes) & ~4095ull;
	return slot_at(t->id);
}

static char *top_of(const struct slot *slot)
{
	return (char *)((slot->fs - tls_bytes - 64) & ~63ull);
}

/* --- lending
 * ---------------------------------------------------------------------- */

static void make_lender(struct slot *slot, tid id)
{
	char *base = slot->base;
	sigset_t all, before;
	pthread_attr_t attr;
	pthread_t thread;
	int rc;

	if (mmap(base, slot->bytes, stack_protection(),
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			    MAP_FIXED_NOREPLACE,
		    -1, 0) != base)
		run_error(ERR_IO, 0,
			"cannot map the stack of thread T%u" SC(437), id);
	mprotect(base, STACK_GUARD, PROT_NONE);
	mprotect(base + slot->bytes - STACK_GUARD, STACK_GUARD, PROT_NONE);
	lending.image = image_memory();
	lending.alive = 1;
	/* While it lives the kernel could choose it for a signal to the
	 * process, and run the handler on this stack. */
	sigfillset(&all);
	REAL(sigprocmask)(SIG_BLOCK, &all, &before);
	REAL(pthread_attr_init)(&attr);
	REAL(pthread_attr_setstack)
	(&attr, base + STACK_GUARD, slot->bytes - 2 * STACK_GUARD);
	rc = REAL(pthread_create)(&thread, &attr, lender, 0);
	REAL(pthread_attr_destroy)(&attr);
	if (rc)
		run_error(ERR_IO, 0,
			"cannot start a thread to lend its control "
			"block: error %d" SC(511),
			rc);
	/* The kernel clears it and wakes us when the thread is gone. */
	while (lending.alive)
		raw_syscall6(SYS_futex, (long)&lending.alive, FUTEX_WAIT, 1, 0,
			0, 0);
	REAL(sigprocmask)(SIG_SETMASK, &before, 0);
	slot->fs = lending.fs;
	slot->image = lending.image;
	memcpy(slot->image + tls_bytes, (char *)slot->fs, block_bytes(slot));
}

bool tcb_block(unsigned n, struct tcb_block *out)
{
	const struct slot *slot = &slots[n];

	if (!slot->fs)
		return false;
	out->now = (const char *)slot->fs;
	out->then = slot->image + tls_bytes;
	out->bytes = block_bytes(slot);
	return true;
}

/* Below the test's part of the stack lies ours, and below that nothing. */
static void set_guard(struct slot *slot, uint64_t size)
{
	char *low = (char *)((uintptr_t)(top_of(slot) - size - STACK_RUNTIME) &
			     ~4095ull);

	if (slot->guarded)
		mprotect(slot->base, slot->bytes - STACK_GUARD,
			stack_protection());
	mprotect(slot->base, (size_t)(low - slot->base), PROT_NONE);
	slot->guarded = size;
}

/* What the lender left on the stack reads as zero again. */
static void clean_stack(const struct slot *slot)
{
	char *top = top_of(slot);
	char *page = (char *)((uintptr_t)top & ~4095ull);

	madvise(slot->base, (size_t)(page - slot->base), MADV_DONTNEED);
	memset(page, 0, (size_t)(top - page));
}

static void prepare(struct slot *slot, tid id, uint64_t size)
{
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
	make_lender(slot, id);
	audit_keep_end();
	if (fs != rt.driver_fs)
		fiber_set_fs(fs);
	rt.on = on;
	clean_stack(slot);
	set_guard(slot, size);
}

void tcb_prepare(tid id, uint64_t size)
{
	if (fits_small(size))
		prepare(slot_at(id), id, size);
}

/* What earlier lives left on the stack reads as zero again. */
static void clear(const struct thread *t)
{
	char *low = stack_lowest[t->id], *top = t->stack_top;

	if (low < t->stack_low || low > top)
		low = top; /* none on this stack so far */
	low -= 1024;
	if (low < t->stack_low)
		low = t->stack_low;
	if (top - low > (1 << 20)) { /* cheaper than a memset, and gives back */
		char *page = (char *)((uintptr_t)top & ~4095ull);

		low = (char *)((uintptr_t)low & ~4095ull);
		madvise(low, (size_t)(page - low), MADV_DONTNEED);
		low = page;
	}
	memset(low, 0, (size_t)(top - low));
	stack_lowest[t->id] = top;
}

void tcb_lend(struct thread *t, uint64_t size)
{
	struct slot *slot = slot_for(t, &size);
	struct thread_rare *given = thread_rare(t);

	prepare(slot, t->id, size);
	if (slot->guarded != size)
		set_guard(slot, size);
	given->fs = slot->fs;
	given->stack_top = top_of(slot);
	given->stack_low = given->stack_top - size;
	given->stack_size = size;
	given->own_low = (uint64_t)slot->base;
	given->own_bytes = slot->bytes;
	memcpy((char *)slot->fs - tls_bytes, slot->image, tls_bytes);
	clear(t);
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
	if (rt.stack_size > LARGE_MAX)
		rt.stack_size = LARGE_MAX;
	tcb_lend(&main, rt.stack_size);
	main_slot = &slots[slot_holding(main.own_low)];
	dl_iterate_phdr(copy_main_tls, &fs);
}

tid stack_slot_of(uint64_t address, bool *tls, bool *guard)
{
	unsigned n = slot_holding(address);
	const struct slot *slot = &slots[n];
	uint64_t top;

	if (n == UINT32_MAX || !slot->fs)
		return TID_NONE;
	top = (uint64_t)top_of(slot);
	*tls = address >= top;
	*guard = address < top - slot->guarded;
	return n < THREADS_MAX ? (tid)n : user_of(slot);
}
