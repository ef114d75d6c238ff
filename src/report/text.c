/* SPDX-License-Identifier: MIT */
/* text.c - the report on one bug, from headline to replay command */
#include "report/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/path.h"
#include "report/decisive.h"
#include "report/operations.h"
#include "report/late.h"
#include "report/sentence.h"
#include "report/source.h"
#include "report/stacks.h"
#include "report/story.h"

enum {
	THREADS_SHOWN = 32,
	WIDTH_MIN = 60, /* less would cut off what a row is about */
	WIDTH_MAX = 240
};

int text_width(FILE *out)
{
	struct winsize w;

	const char *said = getenv("COLUMNS");
	long n = said ? strtol(said, NULL, 10) : 0;

	if (n <= 0 && isatty(fileno(out)) &&
		ioctl(fileno(out), TIOCGWINSZ, &w) == 0)
		n = w.ws_col;
	if (n <= 0)
		return 100;
	return n < WIDTH_MIN ? WIDTH_MIN : n > WIDTH_MAX ? WIDTH_MAX : (int)n;
}

/* The path that the test itself gave, which may have lost its front; that of
 * the frame, if it is the same. */
static const char *bug_path(
	const struct channel_bug *bug, const struct frame *f)
{
	size_t cut = strspn(bug->file, "."), n = strlen(f->path),
	       rest = strlen(bug->file + cut);

	if (!bug->file[0])
		return f->path;
	if (cut == 3 && n >= rest &&
		strcmp(f->path + n - rest, bug->file + cut) == 0)
		return f->path;
	return bug->file;
}

/* The frame that a bug is said to be in: its own, else that of a thread which
 * waits for an object (rather than for another thread's end). */
static const struct frame *bug_frame(
	struct names *n, const struct channel_bug *bug)
{
	const struct channel_wait *w = NULL;

	if (bug->stack.frames)
		return names_frame(n, bug->stack.pc, bug->stack.frames);
	if (bug->pc)
		return names_frame(n, &bug->pc, 1);
	for (unsigned i = 0; i < bug->waits; i++)
		if (bug->wait[i].stack.frames &&
			(!w || w->kind == OP_thread_join))
			w = &bug->wait[i];
	return w ? names_frame(n, w->stack.pc, w->stack.frames)
		 : names_frame(n, NULL, 0);
}

void text_location(const struct channel *c, const struct channel_bug *bug,
	char *file, size_t size, unsigned *line)
{
	static struct names names;
	const struct frame *f;

	names_init(&names, c);
	f = bug_frame(&names, bug);
	file[0] = '\0';
	*line = bug->file[0] ? bug->line : f->line;
	if (*line)
		path_fit(symbols_short(bug_path(bug, f)), file, size);
	names_fini(&names);
}

static void headline(struct names *n, const struct channel_bug *bug, FILE *out)
{
	char file[PATH_SHOWN], thread[200], source[200];
	unsigned line;
	const struct frame *f = bug_frame(n, bug);
	const char *path = bug_path(bug, f);

	path_fit(symbols_short(path), file, sizeof file);
	line = bug->file[0] ? bug->line : f->line;
	if (bug->thread != TID_NONE)
		names_thread_long(n, bug->thread, thread, sizeof thread);
	else
		thread[0] = '\0';
	if (line) {
		fprintf(out, "  at %s:%u%s%s\n", file, line,
			thread[0] ? ", in thread " : "", thread);
		source_line(path, line, source, sizeof source);
		if (!source[0])
			source_line(f->path, line, source, sizeof source);
		if (source[0])
			fprintf(out, "     %s\n", source);
	} else if (thread[0]) {
		fprintf(out, "  in thread %s\n", thread);
	}
}

/* The memory, lock or block that the failure is about. */
static void about(struct names *n, const struct channel_bug *bug, FILE *out)
{
	char text[700];

	if (!bug->place.address && !(bug->faulted && bug->stack.frames))
		return;
	n->by = bug->thread;
	names_place(n, &bug->place, text, sizeof text);
	n->by = TID_NONE;
	fprintf(out, "  %s: %s\n",
		bug->kind == BUG_crash ? "the address" : "the object", text);
}

static void threads(struct names *n, FILE *out)
{
	const struct channel *c = n->c;
	unsigned shown = 0;
	char name[200], where[96];

	for (uint32_t i = 0; i < c->events; i++) {
		const struct trace_event *e = &c->event[i];

		if (e->kind != OP_thread_create || e->other >= THREADS_MAX)
			continue;
		if (shown++ == THREADS_SHOWN) {
			fprintf(out, "  ...\n");
			return;
		}
		names_thread_long(n, e->other, name, sizeof name);
		names_frame_where(names_frame(n, e->stack.pc, e->stack.frames),
			where, sizeof where);
		fprintf(out, "%s  %s, created by %s at %s\n",
			shown == 1 ? "\nthreads:\n" : "", name,
			names_thread(e->thread), where);
	}
}

/* ", with 1 preemption in place of 13". */
static void simplified(const struct found *f, FILE *out)
{
	const struct simplicity *was = &f->found_is, *is = &f->is;

	if (!f->as_found)
		return;
	if (is->preemptions < was->preemptions)
		fprintf(out, ", with %u preemption%s in place of %u",
			is->preemptions, is->preemptions == 1 ? "" : "s",
			was->preemptions);
	else if (is->switches < was->switches)
		fprintf(out, ", with %u switch%s of threads in place of %u",
			is->switches, is->switches == 1 ? "" : "es",
			was->switches);
}

/* How deep it lies, as far as was looked for. */
static void depth(const struct found *f, FILE *out)
{
	const struct simplicity *is = &f->is;

	if (f->as_found && is->preemptions)
		fprintf(out,
			"(it fails with %u preemption%s, which %s %u delay%s; "
			"with fewer preemptions it was not seen to)\n",
			is->preemptions, sentence_s(is->preemptions),
			is->preemptions == 1 ? "is" : "are", is->delays,
			sentence_s(is->delays));
}

/* What `full` would show besides. */
static void left_out(struct names *n, FILE *out)
{
	const struct channel *c = n->c;
	struct sequence s;

	sequence_of(&s, n, false);
	if (s.hidden)
		fprintf(out,
			"(not shown: %u operation%s with no direct effect on "
			"another thread; --full shows %s)\n",
			s.hidden, sentence_s(s.hidden),
			s.hidden == 1 ? "it" : "them");
	sequence_free(&s);
	if (c->data_seen > DATA_MAX)
		fprintf(out,
			"(of accesses to data the last %u were kept, of "
			"%" PRIu64 ")\n",
			(unsigned)DATA_MAX, c->data_seen);
}

static void trace(struct names *n, FILE *out, int width,
	const struct found *found, bool full)
{
	const struct channel *c = n->c;
	char file[128];

	if (!c->events)
		return;
	story_file(n, file, sizeof file);
	fprintf(out, "\nexecution %" PRIu64 ", step by step", found->number);
	simplified(found, out);
	if (file[0])
		fprintf(out, " (bare line numbers are of %s)", file);
	fprintf(out, ":\n\n");
	if (columns_fit(n, width, full))
		columns_print(n, out, width, full);
	else
		list_print(n, out, width, full);
	if (n->note)
		fprintf(out, "(* the steps whose order makes it fail)\n");
	depth(found, out);
	if (!full)
		left_out(n, out);
	if (c->events_dropped)
		fprintf(out, "%u more events did not fit\n", c->events_dropped);
}

static const struct channel_bug *shown(const struct found *f)
{
	return f->replay && (f->confirmed || f->sometimes) ? &f->replay->bug[0]
							   : f->bug;
}

/* In lines of at most `width`. */
static void put_folded(const char *text, int width, FILE *out)
{
	int room = width - 2, n = (int)strlen(text);

	while (n > room) {
		int cut = room;

		while (cut > 0 && text[cut] != ' ')
			cut--;
		cut = cut ? cut : room;
		fprintf(out, "  %.*s\n", cut, text);
		text += cut + (text[cut] == ' ');
		n = (int)strlen(text);
	}
	fprintf(out, "  %s\n", text);
}

void text_decisive(const struct found *found, FILE *out, int width)
{
	static struct names names;
	struct decisive d;
	char text[2000];

	if (late_sentence(found, text, sizeof text))
		put_folded(text, width, out);
	if (!found->passing || !found->replay)
		return;
	names_init(&names, found->replay);
	if (decisive_find(&names, found, &d)) {
		decisive_text(&names, &d, text, sizeof text);
		put_folded(text, width, out);
	}
	names_fini(&names);
}

void text_again(const struct found *found, const char *command, FILE *out)
{
	if (found->html_path[0])
		fprintf(out, "\nto look at it in a browser:\n%s\n",
			found->html_path);
	fprintf(out, "\nto %s:\n%s\n",
		found->confirmed ? "see it happen again"
				 : "make the same choices once more",
		command);
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

void text_newer(const struct channel *c, FILE *out)
{
	const char *newer = c->modules ? source_newer(c->module[0].path) : NULL;

	if (newer)
		fprintf(out,
			"\n%s was changed after %s was built: the lines that "
			"are shown may not be those that ran\n",
			last_part(newer), last_part(c->module[0].path));
}

static void about_sources(struct names *n, FILE *out)
{
	char file[128];

	story_file(n, file, sizeof file);
	if (n->c->events && !file[0] && !story_has_lines(n))
		fprintf(out, "\nno source lines: the program has no debug "
			     "information (build with -g, do not strip)\n");
	else
		text_newer(n->c, out);
}

void text_bug(const struct found *found, FILE *out, int width,
	const char *command, bool full)
{
	static struct names names;
	const struct channel *c = found->replay ? found->replay : found->in;
	const struct channel_bug *bug = shown(found);
	struct decisive decisive;

	names_init(&names, c);
	if (decisive_find(&names, found, &decisive))
		names.note = decisive.note;
	headline(&names, bug, out);
	about(&names, bug, out);
	if (bug->kind == BUG_not_linearizable)
		operations_print(c, width, out);
	stacks_waits(&names, bug, out);
	if (found->replay && !found->confirmed && !found->sometimes)
		fprintf(out, "\nof the replay, which did not fail so:\n");
	if (found->replay)
		threads(&names, out);
	if (found->replay)
		trace(&names, out, width, found, full);
	stacks_bug(&names, bug, out);
	names_legend(&names, out);
	text_output(c, out);
	about_sources(&names, out);
	if (!found->confirmed && found->why_not[0])
		fprintf(out, "\nnot confirmed: %s\n", found->why_not);
	if (command)
		text_again(found, command, out);
	names_fini(&names);
	source_forget();
}
