/* SPDX-License-Identifier: MIT */
#include "native/posix/signal_note.h"
#include "native/posix/ident.h"
#include "native/posix/signal.h"
#include "native/raw.h"

static struct signal_note *at(uint64_t index)
{
	return (struct signal_note *)(void *)(rt.arena + index);
}

/* Where its number is kept, that of the note before it or the list's head. */
static void set_next(uint64_t *list, struct signal_note *before, uint32_t next)
{
	if (before) {
		undo_save(before, sizeof *before);
		before->next = next;
	} else {
		undo_save8(list);
		*list = next;
	}
}

bool signal_note_add(
	uint64_t *list, uint64_t *waiting, const struct signal_note *note)
{
	struct signal_note *last = 0, *new;
	uint32_t index;

	if (note->number < SIGRTMIN && *waiting & BIT(note->number))
		return false;
	new = (struct signal_note *)(void *)arena_words(
		sizeof *new / 4, &index);
	*new = *note;
	new->next = 0;
	for (uint64_t i = *list; i; i = last->next)
		last = at(i);
	set_next(list, last, index);
	undo_save8(waiting);
	*waiting |= BIT(note->number);
	return true;
}

void signal_note_take(
	uint64_t *list, uint64_t *waiting, int number, struct signal_note *out)
{
	struct signal_note *before = 0, *note;
	uint64_t i = *list;

	while (at(i)->number != number) {
		before = at(i);
		i = before->next;
	}
	*out = *at(i);
	set_next(list, before, out->next);
	for (i = out->next; i; i = note->next) {
		note = at(i);
		if (note->number == number)
			return;
	}
	undo_save8(waiting);
	*waiting &= ~BIT(number);
}

void signal_note_drop(uint64_t *list, uint64_t *waiting, int number)
{
	struct signal_note note;

	while (*waiting & BIT(number))
		signal_note_take(list, waiting, number, &note);
}

void signal_note_tell(const struct signal_note *note, siginfo_t *out)
{
	*out = (siginfo_t){.si_signo = note->number, .si_code = note->code};
	if (note->code == SI_TIMER) {
		out->si_timerid = note->timer;
		out->si_overrun = note->overrun;
	} else if (note->code != SI_KERNEL) {
		out->si_pid = PROCESS_ID;
		out->si_uid = (uid_t)raw_syscall(SYS_getuid, 0, 0);
	}
	if (note->code == SI_TIMER || note->code == SI_QUEUE)
		out->si_value.sival_ptr = (void *)note->value;
}
