/* SPDX-License-Identifier: MIT */
#include "report/html/html.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/html/picture.h"
#include "report/json.h"
#include "report/late.h"
#include "report/messages.h"
#include "report/source.h"
#include "report/stacks.h"
#include "report/story.h"
#include "report/text.h"

/* page_data.S: three files, each with a zero behind it. */
extern const char html_page[], html_style[], html_script[];

bool html_possible(const struct found *found)
{
	return found->replay && found->replay->events;
}

/* --- what there is to show ---------------------------------------------------
 */

static void put(json_t *to, const char *key, const char *text)
{
	json_object_set_new(to, key, json_clean(text));
}

static json_t *threads_json(struct picture *p)
{
	static const struct trace_event *born[THREADS_MAX];
	static bool there[THREADS_MAX];
	json_t *all = json_array();
	char text[200];

	memset(born, 0, sizeof born);
	memset(there, 0, sizeof there);
	for (uint32_t i = 0; i < p->c->events; i++) {
		const struct trace_event *e = &p->c->event[i];

		there[e->thread] = true;
		if (e->kind == OP_thread_create && e->other < THREADS_MAX)
			born[e->other] = e;
	}
	for (unsigned t = 0; t < THREADS_MAX; t++) {
		json_t *one;

		if (!there[t])
			continue;
		one = json_object();
		json_object_set_new(one, "t", json_integer(t));
		names_thread_long(&p->names, (tid)t, text, sizeof text);
		put(one, "name", text);
		if (born[t]) {
			json_object_set_new(
				one, "by", json_integer(born[t]->thread));
			names_frame_where(
				names_frame(&p->names, born[t]->stack.pc,
					born[t]->stack.frames),
				text, sizeof text);
			put(one, "at", text);
		}
		json_array_append_new(all, one);
	}
	return all;
}

json_t *html_pair(const struct picture *p, const struct noted *note)
{
	static const enum decisive_part of_three[] = {DECISIVE_AFTER,
		DECISIVE_STEP, DECISIVE_BEFORE, DECISIVE_BESIDE};
	static const enum decisive_part of_four[] = {DECISIVE_AFTER,
		DECISIVE_BESIDE, DECISIVE_STEP, DECISIVE_BEFORE};
	const enum decisive_part *order =
		note[DECISIVE_BESIDE].there ? of_four : of_three;
	json_t *all = json_array();

	for (unsigned i = 0; i < (order == of_four ? 4 : 3); i++) {
		json_int_t at = -1;

		for (uint32_t k = 0; k < p->all.count; k++)
			if (sequence_is(&p->all.item[k], &note[order[i]]))
				at = (json_int_t)p->step[k] - 1;
		json_array_append_new(all, json_integer(at));
	}
	return all;
}

static json_t *legend_json(struct picture *p)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < p->names.legends; i++) {
		json_t *one = json_array();

		if (!p->names.legend[i].said) {
			json_decref(one);
			continue;
		}
		json_array_append_new(one, json_clean(p->names.legend[i].name));
		json_array_append_new(one, json_clean(p->names.legend[i].what));
		json_array_append_new(all, one);
	}
	return all;
}

/* What another part of the report prints. */
static void put_printed(json_t *to, const char *key, const struct channel *c)
{
	char *text = NULL, *line, *rest;
	json_t *all = json_array();
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out) {
		text_output(c, out);
		fclose(out);
	}
	rest = text;
	for (int n = 0; rest && (line = strsep(&rest, "\n")); n++)
		if (n > 1) /* its heading */
			json_array_append_new(all, json_clean(line));
	free(text);
	json_object_set_new(to, key, all);
}

static void put_bug(json_t *to, struct picture *p, const char *command)
{
	const struct message *means =
		message_of_bug((enum bug_kind)p->bug->kind);
	char text[800], file[PATH_SHOWN];
	unsigned line;

	result_title(p->found->in, p->found->bug, text, sizeof text);
	put(to, "title", text);
	put(to, "kind", bug_info[p->bug->kind].name);
	snprintf(text, sizeof text, "SC%u", means->number);
	put(to, "code", text);
	put(to, "means", means->explanation);
	text_location(p->c, p->bug, file, sizeof file, &line);
	snprintf(text, sizeof text, "%s:%u", file, line);
	put(to, "where", line ? text : "");
	if (p->bug->thread != TID_NONE) {
		json_object_set_new(to, "thread", json_integer(p->bug->thread));
	}
	if (p->bug->place.address ||
		(p->bug->faulted && p->bug->stack.frames)) {
		names_place(&p->names, &p->bug->place, text, sizeof text);
		put(to, "about", text);
	}
	put(to, "command", command);
	put(to, "unconfirmed", p->found->confirmed ? "" : p->found->why_not);
	json_object_set_new(
		to, "execution", json_integer((json_int_t)p->found->number));
	json_object_set_new(to, "stack", frames_json(p, &p->bug->stack));
	json_object_set_new(to, "second", frames_json(p, &p->bug->other));
	put(to, "second_is",
		p->bug->other.frames
			? stacks_second_place((enum bug_kind)p->bug->kind)
			: "");
}

static void put_decisive(json_t *to, struct picture *p)
{
	char text[900];

	decisive_text(&p->names, &p->decisive, text, sizeof text);
	put(to, "decisive", text);
	json_object_set_new(to, "pair", html_pair(p, p->decisive.note));
}

static json_t *picture_json(struct picture *p, const char *command)
{
	json_t *all = json_object();
	char text[128], late[2000];

	put(all, "scarp", SCARP_VERSION);
	story_file(&p->names, text, sizeof text);
	put(all, "file", text);
	if (!steps_tell(p))
		return all;
	put_bug(all, p, command);
	json_object_set_new(all, "threads", threads_json(p));
	if (p->decisive.fails)
		put_decisive(all, p);
	if (late_sentence(p->found, late, sizeof late))
		put(all, "late", late);
	json_object_set_new(all, "arrows", arrows_json(p));
	json_object_set_new(all, "waits", waits_json(p));
	json_object_set_new(all, "races", pairs_json(p));
	json_object_set_new(all, "spaces", spaces_json(p));
	json_object_set_new(all, "objects", legend_json(p));
	put_printed(all, "printed", p->c);
	json_object_set_new(all, "dropped", json_integer(p->c->events_dropped));
	json_object_set_new(all, "data_lost",
		json_integer(p->c->data_seen > DATA_MAX
				     ? (json_int_t)(p->c->data_seen - DATA_MAX)
				     : 0));
	return all;
}

/* --- the file ----------------------------------------------------------------
 */

/* In JSON these stand in strings alone, where they may be written so: no text
 * ends the script that it is in. */
static int write_json(const char *bytes, size_t size, void *arg)
{
	FILE *out = arg;

	for (size_t i = 0; i < size; i++)
		if (bytes[i] == '<' || bytes[i] == '>' || bytes[i] == '&')
			fprintf(out, "\\u%04x", (unsigned char)bytes[i]);
		else
			putc(bytes[i], out);
	return 0;
}

int html_json(const json_t *j, FILE *out)
{
	return json_dump_callback(j, write_json, out, JSON_COMPACT);
}

/* The page up to a mark.  What follows it. */
static const char *until(const char *page, const char *mark, FILE *out)
{
	const char *at = strstr(page, mark);

	fwrite(page, 1, at ? (size_t)(at - page) : strlen(page), out);
	return at ? at + strlen(mark) : "";
}

static int write_page(const struct picture *p, json_t *data, FILE *out)
{
	const char *rest = until(html_page, "<!--style-->", out);
	int bad;

	fputs(html_style, out);
	rest = until(rest, "<!--data-->", out);
	fprintf(out, "{\"steps\":[");
	fwrite(p->text, 1, p->text_size, out);
	fprintf(out, "],\"rest\":");
	bad = html_json(data, out);
	putc('}', out);
	rest = until(rest, "<!--script-->", out);
	fputs(html_script, out);
	fputs(rest, out);
	return bad;
}

int html_bug(const struct result *r, const struct found *found,
	const char *command, FILE *out, struct err *err)
{
	static struct picture p;
	json_t *data;
	int bad;

	memset(&p, 0, sizeof p);
	p.r = r;
	p.found = found;
	p.c = found->replay;
	p.bug = found->confirmed || found->sometimes ? &found->replay->bug[0]
						     : found->bug;
	p.stacks = json_array();
	p.locks = json_array();
	names_init(&p.names, p.c);
	if (decisive_find(&p.names, found, &p.decisive))
		p.names.note = p.decisive.note;
	else
		p.decisive.fails = NULL;
	data = picture_json(&p, command);
	if (found->passing && p.text)
		passing_tell(&p, data);
	json_object_set_new(data, "stacks", json_incref(p.stacks));
	json_object_set_new(data, "locks", json_incref(p.locks));
	json_object_set_new(data, "files", files_json(&p.files));
	bad = write_page(&p, data, out);
	bad |= fflush(out) | ferror(out);
	json_decref(data);
	json_decref(p.stacks);
	json_decref(p.locks);
	steps_free(&p);
	files_free(&p.files);
	names_fini(&p.names);
	free(p.stack_hash);
	free(p.lock);
	source_forget();
	return bad ? fail(err, ERR_IO,
			     "cannot write the picture of a bug: %s" SC(432),
			     strerror(errno))
		   : OK;
}
