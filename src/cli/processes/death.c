/* SPDX-License-Identifier: MIT */
/* death.c - from a wait status to a bug or an error */
#include "cli/processes/death.h"
#include "replay/demangle.h"
#include "replay/symbols.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "cc/resources.h"
#include "channel/known.h"
#include "cli/processes/stopped.h"

/* A bug at the end of the table, in the execution in progress, with its
 * schedule so far.  NULL when the tables are full. */
static struct channel_bug *record(struct channel *c, enum bug_kind kind)
{
	uint64_t bytes = c->schedule_length * sizeof(struct choice);
	uint64_t offset = (c->blob_used + 7) & ~(uint64_t)7;
	struct channel_bug *bug = &c->bug[c->bugs];

	if (c->bugs >= BUGS_MAX || offset + bytes > sizeof c->blob)
		return NULL;
	memset(bug, 0, sizeof *bug);
	bug->kind = kind;
	bug->thread = bug->stack.thread = TID_NONE;
	bug->place.block_thread = bug->place.freed_thread = TID_NONE;
	bug->place.stack_of = bug->place.tls_of = TID_NONE;
	bug->execution = c->executions_begun;
	bug->again = c->count.again;
	bug->points = c->points_now;
	bug->exits = c->exits_now;
	bug->heap = c->heap_now;
	bug->schedule_length = c->schedule_length;
	bug->schedule_offset = offset;
	memcpy(c->blob + offset, c->schedule, bytes);
	c->blob_used = offset + bytes;
	if (c->running < THREADS_MAX)
		bug->thread = bug->stack.thread = (tid)c->running;
	c->bugs++;
	return bug;
}

/* Was the execution in progress already reported? */
static bool reported(const struct channel *c)
{
	return c->bugs > 0 &&
	       c->bug[c->bugs - 1].execution == c->executions_begun;
}

/* What was recorded above, once its message stands. */
static void seal(const struct channel *c, struct channel_bug *bug)
{
	if (bug)
		channel_seal(c, bug);
}

static enum death judge_execution(struct process *p, struct err *err)
{
	struct channel *c = p->channel;
	struct channel_bug *bug;

	if (reported(c))
		return DEATH_OF_EXECUTION;
	/* The same failure as before in another execution is not told twice. */
	if (WIFEXITED(p->status) && WEXITSTATUS(p->status) == EXIT_CRASHED &&
		c->crashed == c->executions_begun && c->bugs > 0)
		return DEATH_OF_EXECUTION;
	if (WIFSIGNALED(p->status)) {
		int number = WTERMSIG(p->status);

		bug = record(c, number == SIGABRT ? BUG_abort : BUG_crash);
		if (bug)
			snprintf(bug->message, sizeof bug->message,
				"the process was killed by signal %d (SIG%s)",
				number,
				sigabbrev_np(number) ? sigabbrev_np(number)
						     : "?");
		seal(c, bug);
		return DEATH_OF_EXECUTION;
	}
	if (WEXITSTATUS(p->status) == c->config.expect_exit) {
		fail(err, ERR_UNSUPPORTED,
			"the test left its process in execution %" PRIu64
			" by a way that scarp does not see (a raw system "
			"call?)" SC(507),
			c->executions_begun);
		return DEATH_ERROR;
	}
	bug = record(c, BUG_exit_status);
	if (bug)
		snprintf(bug->message, sizeof bug->message,
			"the process left with status %d, expected was %d",
			WEXITSTATUS(p->status), c->config.expect_exit);
	seal(c, bug);
	return DEATH_OF_EXECUTION;
}

static void describe(const struct process *p, char *out, size_t size)
{
	if (WIFSIGNALED(p->status))
		snprintf(out, size, "signal %d (SIG%s)", WTERMSIG(p->status),
			sigabbrev_np(WTERMSIG(p->status))
				? sigabbrev_np(WTERMSIG(p->status))
				: "?");
	else
		snprintf(out, size, "exit status %d", WEXITSTATUS(p->status));
}

/* " (file:line)" of the call that the error is about; "" when unknown. */
static void where(const struct channel *c, char *out, size_t size)
{
	struct symbols *symbols = c->error_pc ? symbols_new(c) : NULL;
	struct frame frame;

	out[0] = '\0';
	if (symbols && symbols_frames(symbols, c->error_pc, &frame, 1) == 1 &&
		frame.path[0])
		snprintf(out, size, " (%s:%u)", symbols_short(frame.path),
			frame.line);
	symbols_free(symbols);
}

/* A call that is not known: "getopt (main.c:12), which keeps state inside the
 * library". */
static void name_call(struct channel *c)
{
	enum unknown_why why;
	char place[160], name[256], *slash;
	const char *text = known(c->error, &why) ? "" : unknown_why_text[why];
	bool it = strncmp(text, "it ", 3) == 0;

	where(c, place, sizeof place);
	slash = strrchr(place, '/');
	demangle(c->error, name, sizeof name);
	snprintf(c->error, sizeof c->error, "%.80s%s%s, %s%s", name,
		slash ? " (" : "", slash ? slash + 1 : place,
		it ? "which " : "whose effect is not known",
		it ? text + 3 : "");
}

/* The audit's words, with the variable's name where debug information has it:
 * in the test process only exported symbols have one.  Where the words are
 * about something else, error_pc is the code that it belongs to. */
static void name_leak(struct channel *c)
{
	struct symbols *symbols = c->error_pc ? symbols_new(c) : NULL;
	struct datum datum;
	char place[160];

	if (c->leak == CAVEAT_fork_mode) {
		name_call(c);
		symbols_free(symbols);
		return;
	}
	for (uint32_t m = 0; symbols && m < c->modules; m++) {
		const char *path = c->module[m].path;
		const char *base = strrchr(path, '/');

		if (c->error_pc < c->module[m].start ||
			c->error_pc >= c->module[m].end)
			continue;
		if (symbols_data(symbols, c->error_pc, 0, &datum))
			snprintf(c->error, sizeof c->error, "'%s' of %s",
				datum.name, base ? base + 1 : path);
		break;
	}
	symbols_free(symbols);
	where(c, place, sizeof place);
	strncat(c->error, place, sizeof c->error - strlen(c->error) - 1);
}

/* What RUN_ERROR means for us: the code is the runtime's own enum code. */
static enum death judge_error(struct channel *c, struct err *err)
{
	char place[160];
	int code = (int)c->error_code;

	if (code != ERR_DIVERGED && code != ERR_UNSUPPORTED &&
		code != ERR_VERSION && code != ERR_USAGE)
		code = ERR_UNSUPPORTED;
	where(c, place, sizeof place);
	fail(err, (enum code)code, "%.*s%s%s", (int)err_length(c->error),
		c->error, place, c->error + err_length(c->error));
	return DEATH_ERROR;
}

enum death death_judge(struct process *p, bool killed, struct err *err)
{
	struct channel *c = p->channel;
	char how[64];

	describe(p, how, sizeof how);
	switch (c->state) {
	case RUN_DONE:
	case RUN_STOPPED:
		return DEATH_ORDERLY;
	case RUN_LEAKED:
		name_leak(c);
		return DEATH_LEAKED;
	case RUN_ERROR:
		return judge_error(c, err);
	default:
		break;
	}
	if (killed)
		return DEATH_ORDERLY;
	if (WIFSIGNALED(p->status) && WTERMSIG(p->status) == SIGKILL &&
		!reported(c)) {
		fail(err, ERR_KILLED,
			"the test process was killed from outside (SIGKILL), "
			"after %" PRIu64
			" executions: by somebody, or because the machine%s "
			"has too little memory" SC(506),
			c->executions_begun,
			c->executions_begun ? "" : " or a limit (ulimit -v)");
		return DEATH_ERROR;
	}
	switch (c->state) {
	case RUN_NOT_STARTED:
		fail(err, ERR_USAGE,
			"the program ended (%s) without speaking to scarp: "
			"%s" SC(455),
			how,
			c->config.binary
				? "the system did not load scarp's library "
				  "into it, or it ended before that, in the "
				  "constructor of another one"
				: "it was not built with scarp cc; build it "
				  "with 'scarp cc' or 'scarp c++'");
		return DEATH_ERROR;
	case RUN_STARTED:
		fail(err, ERR_USAGE,
			"the program ended (%s) before its first execution: in "
			"the constructor of a library, or a limit of memory "
			"(ulimit -v) is too low" SC(455),
			how);
		return DEATH_ERROR;
	case RUN_EXECUTION:
		return judge_execution(p, err);
	default:
		break;
	}
	if (reported(c)) /* it gave itself up after a memory failure */
		return DEATH_OF_EXECUTION;
	fail(err, ERR_IO,
		"fault in scarp: the test process ended (%s) between two "
		"executions, after %" PRIu64 SC(508),
		how, c->executions_begun);
	return DEATH_FAULT;
}

/* It waits for something that is no part of the test, or for what scarp does
 * not see: nothing says that it is a fault. */
static void tell_asleep(
	struct channel *c, const struct channel_stack *stack, uint64_t limit_ms)
{
	bool known = c->calling[0] && c->calling_step == c->schedule_length;
	char name[256] = "a call that scarp does not control", place[160];
	char text[sizeof c->error + 256], calls[RESOURCE_PATH_MAX];

	if (known) {
		c->calling[sizeof c->calling - 1] = '\0';
		demangle(c->calling, name, sizeof name);
	}
	c->error_pc = known ? c->calling_pc : stack->frames ? stack->pc[0] : 0;
	where(c, place, sizeof place);
	c->error_pc = 0;
	resources_document("docs/supported.md", calls, sizeof calls);
	snprintf(text, sizeof text,
		"the test sleeps in %.100s%s and does not come back (no "
		"progress in %g s; this limit is time: --hang-after). What it "
		"waits for is no part of the test, or scarp does not see it: "
		"leave the call out, or let a thread of the test answer it by "
		"calls of %.150s" SC(513),
		name, place, (double)limit_ms / 1e3, calls);
	text[sizeof c->error - 1] = '\0';
	strcpy(c->error, text);
	c->error_code = ERR_UNSUPPORTED;
	c->state = RUN_ERROR;
}

/* Of a binary nobody sees that another thread has only to set a variable, so it
 * is no bug; nor that this is no loop that waits. */
static void tell_unseen(
	struct channel *c, const struct channel_stack *stack, uint64_t limit_ms)
{
	char place[160], text[sizeof c->error + 256];

	c->error_pc = stack->frames ? stack->pc[0] : 0;
	where(c, place, sizeof place);
	c->error_pc = 0;
	snprintf(text, sizeof text,
		"the program made no call that scarp sees in %g s of CPU "
		"time%s. If it waits there for a variable that another thread "
		"sets, --binary cannot check it: build it with 'scarp cc', or "
		"let the loop call sched_yield. If it computes for so long, "
		"say --hang-after TIME" SC(514),
		(double)limit_ms / 1e3, place);
	text[sizeof c->error - 1] = '\0';
	strcpy(c->error, text);
	c->error_code = ERR_UNSUPPORTED;
	c->state = RUN_ERROR;
}

void death_in_middle(struct process *p, enum cut why, uint64_t limit_ms)
{
	struct channel *c = p->channel;
	struct channel_cut *cut = &c->cut[why];
	struct channel_stack stack = {.thread = TID_NONE};
	struct channel_bug *bug;
	struct err err;

	stopped_stack(p, &stack);
	process_kill(p);
	if (c->state != RUN_EXECUTION || channel_check(c, &err))
		return;
	bug = record(c, BUG_no_progress);
	if (!bug)
		return;
	c->bugs--;
	stack.thread = bug->thread;
	bug->stack = stack;
	if (limit_ms)
		snprintf(bug->message, sizeof bug->message,
			"in %.3g s of CPU time", (double)limit_ms / 1e3);
	cut->times++;
	cut->first = *bug;
	c->cuts = CUTS;
	channel_seal(c, &cut->first);
	c->count.stopped++;
	c->state = RUN_STOPPED;
}

void death_of_hang(struct process *p, uint64_t limit_ms, bool asleep)
{
	struct channel *c = p->channel;
	struct channel_stack stack = {.thread = TID_NONE};
	struct channel_bug *bug;
	struct err err;

	stopped_stack(p, &stack);
	process_kill(p);
	if (c->state != RUN_EXECUTION || channel_check(c, &err))
		return;
	if (asleep) {
		tell_asleep(c, &stack, limit_ms);
		return;
	}
	if (c->config.binary) {
		tell_unseen(c, &stack, limit_ms);
		return;
	}
	bug = record(c, BUG_no_progress);
	if (!bug)
		return;
	stack.thread = bug->thread;
	bug->stack = stack;
	if (stack.frames)
		bug->pc = 0; /* differs each time: a moment in a loop */
	snprintf(bug->message, sizeof bug->message,
		"no operation and no memory access of the test in %g s of CPU "
		"time (this limit is time: --hang-after). If a loop waits "
		"there for what another thread stores, the compiler has taken "
		"the look at it out of the loop: make the variable _Atomic",
		(double)limit_ms / 1e3);
	seal(c, bug);
}
