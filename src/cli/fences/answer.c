/* SPDX-License-Identifier: MIT */
#include "cli/fences/answer.h"

#include "build_id.h"
#include "cli/words/cli.h"
#include "report/sentence.h"

static const char *const answer_name[ANSWERS] = {
	[ANSWER_NONE_NEEDED] = "none_needed",
	[ANSWER_FENCES] = "fences",
	[ANSWER_NOT_PROVEN] = "not_proven",
	[ANSWER_WRONG_UNDER_SC] = "wrong_under_sc",
	[ANSWER_NO_FENCE_HELPS] = "no_fence_helps",
	[ANSWER_NO_LINE] = "no_line",
	[ANSWER_ENDED] = "ended",
	[ANSWER_ERROR] = "error",
};

static const char *text_of(const json_t *in, const char *key)
{
	const char *text = json_string_value(json_object_get(in, key));

	return text ? text : "";
}

void answer_trace(const struct fences *f, const json_t *bug, FILE *out)
{
	const json_t *late = json_object_get(bug, "late"), *one;
	size_t i;

	fprintf(out, "under %s: %s\n", f->model, text_of(bug, "title"));
	json_array_foreach(late, i, one)
		fprintf(out, "  %s\n", text_of(one, "text"));
	if (text_of(bug, "schedule")[0])
		fprintf(out, "  scarp replay %s\n", text_of(bug, "schedule"));
	fflush(out);
}

static unsigned size_of(const struct fences *f)
{
	return (unsigned)__builtin_popcountll(f->set);
}

/* "after latch.c:12 (write work), a.c:3 (write x)" */
static void say_places(const struct fences *f, char *out, size_t size)
{
	struct sentence t = sentence_in(out, size);

	sentence_add(&t, "after");
	for (unsigned i = 0, told = 0; i < f->places.n; i++)
		if (f->set >> i & 1)
			sentence_add(&t, "%s %s (write %s)", told++ ? "," : "",
				f->places.place[i].word,
				f->places.place[i].what);
}

void answer_print(const struct fences *f, FILE *out)
{
	const char *open = f->open ? f->open : "";
	const char *title = f->title ? f->title : "";
	unsigned n = size_of(f);
	char places[4096];

	say_places(f, places, sizeof places);
	switch (f->is) {
	case ANSWER_NONE_NEEDED:
		fprintf(out, "right under %s without a fence\n", f->model);
		break;
	case ANSWER_FENCES:
		fprintf(out, "%u fence%s make%s it right under %s: %s\n", n,
			sentence_s(n), n == 1 ? "s" : "", f->model, places);
		fprintf(out,
			"checked: verified with %s, bug without; fewer do not "
			"do\n",
			n == 1 ? "it" : "them");
		break;
	case ANSWER_NOT_PROVEN:
		if (n)
			fprintf(out,
				"with %u fence%s no bug was found under %s: "
				"%s\n",
				n, sentence_s(n), f->model, places);
		else
			fprintf(out,
				"no bug was found under %s without a fence\n",
				f->model);
		fprintf(out, "that is not proven: %s\n", open);
		break;
	case ANSWER_WRONG_UNDER_SC:
		fprintf(out,
			"wrong under sc already, where every store is seen at "
			"once: %s\nno fence helps; 'scarp check' says more\n",
			title);
		break;
	case ANSWER_NO_FENCE_HELPS:
		fprintf(out,
			"no fence helps: it fails under %s with no store that "
			"was late: %s\n",
			f->model, title);
		break;
	case ANSWER_NO_LINE:
		fprintf(out,
			"no fence can be tried: the lines of the stores that "
			"were late are not known, or --fence does not reach "
			"them: %s\n",
			title);
		break;
	case ANSWER_ENDED:
		fprintf(out, "not finished: %s\n", open);
		if (n)
			fprintf(out,
				"so far at least %u fence%s %s needed under "
				"%s, and these were still to be tried: %s\n",
				n, sentence_s(n), n == 1 ? "is" : "are",
				f->model, places);
		break;
	default:
		fprintf(out, "error: %s\n", open);
	}
	fflush(out);
}

int answer_exit(const struct fences *f)
{
	switch (f->is) {
	case ANSWER_NONE_NEEDED:
	case ANSWER_FENCES:
		return EXIT_GOOD;
	case ANSWER_NOT_PROVEN:
	case ANSWER_ENDED:
		return EXIT_UNPROVEN;
	case ANSWER_ERROR:
		return EXIT_ERROR;
	default:
		return EXIT_BUG;
	}
}

static json_t *chosen(const struct fences *f)
{
	json_t *all = json_array();

	for (unsigned i = 0; i < f->places.n; i++)
		if (f->set >> i & 1)
			json_array_append_new(
				all, json_pack("{s:s, s:s}", "fence",
					     f->places.place[i].word, "store",
					     f->places.place[i].what));
	return all;
}

json_t *answer_json(const struct fences *f, char *const *argv)
{
	json_t *all = json_object(), *command = json_array();

	for (; *argv; argv++)
		json_array_append_new(command, json_string(*argv));
	json_object_set_new(all, "format", json_string("scarp-fences"));
	json_object_set_new(all, "version", json_integer(1));
	json_object_set_new(all, "scarp", json_string(SCARP_VERSION));
	json_object_set_new(all, "command", command);
	json_object_set_new(all, "model", json_string(f->model));
	json_object_set_new(all, "answer", json_string(answer_name[f->is]));
	json_object_set_new(all, "fences", chosen(f));
	json_object_set_new(
		all, "why", f->open ? json_string(f->open) : json_null());
	json_object_set_new(
		all, "bug", f->title ? json_string(f->title) : json_null());
	json_object_set_new(all, "checks", json_integer(f->checks));
	json_object_set(all, "traces", f->trace);
	json_object_set_new(all, "exit", json_integer(answer_exit(f)));
	return all;
}
