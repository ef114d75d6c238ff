/* SPDX-License-Identifier: MIT */
#include "native/model/overtaken.h"

enum {
	WAITING_MAX = 4 /* one more is not followed */
};

/* Of one thread, in the order in which they were made. */
struct waiting {
	uint64_t address[WAITING_MAX];
	uint8_t size[WAITING_MAX];
	uint16_t row[WAITING_MAX]; /* of channel->weak */
	uint32_t n;
};

static struct waiting waiting[THREADS_MAX];

void overtaken_unknown(void)
{
	rt.channel->weak_more = 1;
}

/* WEAK_MAX: there is no room for one more. */
static uint32_t row_of(uint64_t pc)
{
	struct channel_weak *rows = rt.channel->weak;
	uint32_t at = (uint32_t)(pc * 0x9e3779b97f4a7c15ull >> 32) % WEAK_MAX;

	for (uint32_t i = 0; i < WEAK_MAX; i++) {
		if (rows[at].pc == pc)
			return at;
		if (!rows[at].pc) {
			rows[at].pc = pc;
			return at;
		}
		at = (at + 1) % WEAK_MAX;
	}
	return WEAK_MAX;
}

static struct waiting *change(void)
{
	struct waiting *w = &waiting[rt.self->id];

	undo_save(w, sizeof *w);
	return w;
}

void overtaken_store(uint64_t address, size_t n, uint64_t pc)
{
	uint32_t row = row_of(pc);
	struct waiting *w;

	if (row == WEAK_MAX) {
		overtaken_unknown();
		return;
	}
	if (rt.channel->weak[row].overtaken)
		return;
	w = change();
	if (w->n == WAITING_MAX || n > UINT8_MAX) {
		overtaken_unknown();
		return;
	}
	w->address[w->n] = address;
	w->size[w->n] = (uint8_t)n;
	w->row[w->n++] = (uint16_t)row;
	rt.world.weak++;
}

void overtaken_none(void)
{
	if (!waiting[rt.self->id].n)
		return;
	rt.world.weak -= waiting[rt.self->id].n;
	change()->n = 0;
}

/* These may return without having waited for anything: they look first
 * (docs/design/025-models.md). */
static bool may_look(enum op kind)
{
	return kind == OP_once_enter || kind == OP_sem_trywait ||
	       kind == OP_rw_tryrdlock || kind == OP_rw_trywrlock;
}

/* The store has all that is read, so its thread reads what it wrote. */
static bool serves(
	const struct waiting *w, uint32_t i, uint64_t address, uint32_t size)
{
	return size && address >= w->address[i] &&
	       address + size <= w->address[i] + w->size[i];
}

void overtaken_meets(enum op kind, uint64_t address, uint32_t size)
{
	const struct waiting *now = &waiting[rt.self->id];
	enum op_late late = op_late((uint8_t)kind);
	struct waiting *w;
	uint32_t left = 0;

	if (!now->n || late == LATE_stores || kind == OP_fence ||
		(late == LATE_nothing && op_info[kind].access == ACCESS_N))
		return;
	if (late == LATE_drains && !may_look(kind)) {
		overtaken_none();
		return;
	}
	w = change();
	for (uint32_t i = 0; i < w->n; i++) {
		if (!serves(w, i, address, size)) {
			rt.channel->weak[w->row[i]].overtaken = 1;
			rt.world.weak--;
			continue;
		}
		w->address[left] = w->address[i];
		w->size[left] = w->size[i];
		w->row[left++] = w->row[i];
	}
	w->n = left;
}
