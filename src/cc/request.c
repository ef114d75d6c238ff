/* SPDX-License-Identifier: MIT */
/* request.c - what a compiler's command line asks for
 *
 * Finds out what is made and of what.  filter.c then sorts the arguments,
 * which depends on the answer.
 */
#include "cc/request.h"

#include <stdlib.h>
#include <string.h>

#include "cc/compiler.h"
#include "cc/filter.h"

/* Options whose value is the next argument when nothing is joined to them. */
static const char *const takes_value[] = {"-o", "-x", "-D", "-U", "-I", "-L",
	"-l", "-include", "-imacros", "-isystem", "-iquote", "-idirafter",
	"-iprefix", "-iwithprefix", "-iwithprefixbefore", "-isysroot",
	"-imultilib", "-MF", "-MT", "-MQ", "-Xlinker", "-Xassembler",
	"-Xpreprocessor", "-Xclang", "-mllvm", "-T", "-u", "-z", "-e", "-A",
	"-B", "-aux-info", "-G", "--param", "-wrapper", "-target", "-arch",
	"-gcc-toolchain", "--sysroot", "-dumpbase", "-dumpdir", "-dumpbase-ext",
	"-Tbss", "-Tdata", "-Ttext", "-h", "-R", "-specs", "--specs",
	"--serialize-diagnostics", "-dependency-file", NULL};

static const char *const ends_before_link[] = {"-c", "-S", "-E", "-M", "-MM",
	"-fsyntax-only", "--compile", "--assemble", "--preprocess", "--analyze",
	"-emit-ast", "--precompile", NULL};

static bool among(const char *const *list, const char *arg)
{
	for (; *list; list++)
		if (strcmp(*list, arg) == 0)
			return true;
	return false;
}

static bool ends(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n >= m && strcmp(s + n - m, suffix) == 0;
}

static bool suffix_among(const char *path, const char *const *list)
{
	for (; *list; list++)
		if (ends(path, *list))
			return true;
	return false;
}

/* An input file: what has to be done with it, by its name or by -x. */
static void input(struct request *r, const char *path, const char *language,
	bool *only_headers)
{
	static const char *const cxx[] = {".cc", ".cp", ".cxx", ".cpp", ".CPP",
		".c++", ".C", ".ii", ".hh", ".H", ".hp", ".hxx", ".hpp", ".HPP",
		".h++", ".tcc", ".cppm", NULL};
	static const char *const other[] = {
		".c", ".i", ".m", ".mm", ".s", ".S", ".sx", NULL};
	static const char *const header[] = {".h", ".hh", ".H", ".hp", ".hxx",
		".hpp", ".HPP", ".h++", ".tcc", NULL};
	bool is_header;

	if (language) {
		r->compiles = true;
		r->compiles_cxx |= strstr(language, "c++") != NULL;
		is_header = ends(language, "-header");
	} else {
		is_header = suffix_among(path, header);
		if (suffix_among(path, cxx))
			r->compiles = r->compiles_cxx = true;
		else if (is_header || suffix_among(path, other))
			r->compiles = true;
		if (r->cxx && r->compiles)
			r->compiles_cxx = true;
	}
	if (!is_header)
		*only_headers = false;
}

static bool from_20(const char *standard)
{
	const char *n = strstr(standard, "++");

	return n && n[2] == '2';
}

/* One argument of the linker's own, in the order in which it sees them. */
static void linker_word(struct request *r, const char *w)
{
	if (!strcmp(w, "-r") || !strcmp(w, "-i") || !strcmp(w, "-Ur") ||
		!strcmp(w, "--relocatable"))
		r->product = MAKES_RELOCATABLE;
	else if (r->product == MAKES_EXECUTABLE &&
		 (!strcmp(w, "-shared") || !strcmp(w, "-Bshareable")))
		r->product = MAKES_SHARED;
}

static void linker_words(struct request *r, const char *joined)
{
	char *copy = strdup(joined), *at = copy, *w;

	while ((w = strsep(&at, ",")))
		linker_word(r, w);
	free(copy);
}

/* The first pass: one option; its value, when it is separate, is `value`. */
static void option(struct request *r, const char *arg, const char *value,
	const char **language)
{
	if (!strcmp(arg, "-x"))
		*language = value;
	else if (starts(arg, "-x"))
		*language = arg + 2;
	else if (!strcmp(arg, "-o"))
		r->output = value ? value : r->output;
	else if (starts(arg, "-o") && arg[2])
		r->output = arg + 2;
	else if (starts(arg, "-O"))
		r->level = arg;
	else if (starts(arg, "-std=") || starts(arg, "--std="))
		r->from_20 = from_20(arg);
	else if (!strcmp(arg, "-r"))
		r->product = MAKES_RELOCATABLE;
	else if (!strcmp(arg, "-shared") || !strcmp(arg, "--shared"))
		r->product = r->product == MAKES_RELOCATABLE ? r->product
							     : MAKES_SHARED;
	else if (!strcmp(arg, "-static") || !strcmp(arg, "--static") ||
		 !strcmp(arg, "-static-pie"))
		r->static_link = true;
	else if (starts(arg, "-Wl,"))
		linker_words(r, arg + 4);
	else if (!strcmp(arg, "-Xlinker") && value)
		linker_word(r, value);
	else if (!strcmp(arg, "-L") && value)
		args_add(&r->library, value);
	else if (starts(arg, "-L") && arg[2])
		args_add(&r->library, arg + 2);
	if (*language && !strcmp(*language, "none"))
		*language = NULL;
}

static void classify(struct request *r, const struct args *line)
{
	const char *language = NULL;
	bool inputs = false, only_headers = true, ended = false;

	r->product = MAKES_EXECUTABLE;
	r->output = "a.out";
	for (size_t i = 0; i < line->len; i++) {
		const char *arg = line->at[i];

		if (arg[0] == '-' && arg[1]) {
			bool separate = among(takes_value, arg);

			ended |= among(ends_before_link, arg);
			option(r, arg, separate ? line->at[i + 1] : NULL,
				&language);
			i += separate && i + 1 < line->len;
			continue;
		}
		inputs = true;
		input(r, arg, language, &only_headers);
		if (ends(arg, ".so") || strstr(arg, ".so."))
			args_add(&r->library, arg);
	}
	if (language && ends(language, "-header"))
		ended = true;
	if (!inputs)
		r->product = MAKES_NOTHING;
	else if (ended || only_headers)
		r->product = MAKES_OBJECTS;
}

int request_read(
	struct request *out, const struct args *line, bool cxx, struct err *err)
{
	struct args rest = {0};
	int rc;

	*out = (struct request){.cxx = cxx};
	if ((rc = compiler_pick(out, line, &rest, err)) != OK)
		return rc;
	classify(out, &rest);
	if (out->product == MAKES_NOTHING)
		args_append(&out->kept, &rest);
	else
		filter(out, &rest);
	return OK;
}
