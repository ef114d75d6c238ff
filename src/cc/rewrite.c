/* SPDX-License-Identifier: MIT */
/* rewrite.c - which arguments scarp adds
 *
 * Options for the linker stand first, so that the user's win; those for the
 * compiler stand last, so that they do.  The runtime stands behind the user's
 * files: what their archives define under a name of the C library is then
 * theirs, as without scarp.
 */
#include "cc/rewrite.h"

#include <stdio.h>
#include <string.h>

#include "base/addresses.h"
#include "plugin/holes.h"

/* -fsanitize=thread on a line that links would bring in the compiler's own
 * runtime.  There, only the compiler proper is told. */
static void instrument(
	struct args *out, const struct request *r, const struct resources *from)
{
	if (r->product == MAKES_OBJECTS || r->product == MAKES_NOTHING) {
		args_add(out, "-fsanitize=thread");
	} else if (r->family == FAMILY_GCC) {
		args_addf(out, "-specs=%s", from->specs);
	} else {
		args_add(out, "-Xclang");
		args_add(out, "-fsanitize=thread");
	}
}

/* Both zero locals.  Else one that the test never sets holds what an earlier
 * call, ours among them, left there. */
static void per_family(struct args *out, const struct request *r)
{
	static const char *const gcc[] = {"-Wno-tsan",
		"-ftrivial-auto-var-init=zero",
		"--param=tsan-distinguish-volatile=1",
		"--param=tsan-instrument-func-entry-exit=1", NULL};
	static const char *const clang[] = {"-mllvm",
		"-tsan-distinguish-volatile=1", "-mllvm",
		"-tsan-instrument-read-before-write=1", "-mllvm",
		"-tsan-instrument-func-entry-exit=1", "-mllvm",
		"-tsan-handle-cxx-exceptions=0", "-grecord-command-line",
		"-gdwarf-aranges", "-Wno-unused-command-line-argument",
		/* Up to 15, clang's driver takes it with a second option alone,
		 * which it has no more since 18. */
		"-Xclang", "-ftrivial-auto-var-init=zero", NULL};
	const char *const *list = r->family == FAMILY_GCC ? gcc : clang;

	for (; *list; list++)
		args_add(out, *list);
}

/* Has the build its own mind of what clang has? */
static bool defines_features(const struct request *r)
{
	for (size_t i = 0; i < r->kept.len; i++) {
		const char *a = r->kept.at[i];

		a += starts(a, "-D") || starts(a, "-U") ? 2 : 0;
		if (starts(a, "__has_feature"))
			return true;
	}
	return false;
}

/* By the user; the last one counts. */
static bool knows_functions(const struct request *r)
{
	bool knows = true;

	for (size_t i = 0; i < r->kept.len; i++) {
		if (strcmp(r->kept.at[i], "-fbuiltin") == 0)
			knows = true;
		if (strcmp(r->kept.at[i], "-fno-builtin") == 0)
			knows = false;
	}
	return knows;
}

void rewrite_compile(
	struct args *out, const struct request *r, const struct resources *from)
{
	static const char *const common[] = {"-fno-builtin", "-g",
		"-fno-omit-frame-pointer", "-fno-optimize-sibling-calls",
		"-fstack-clash-protection", "-fno-lto", "-pthread",
		"-U__SANITIZE_THREAD__", "-U_FORTIFY_SOURCE", NULL};

	instrument(out, r, from);
	per_family(out, r);
	if (r->plugin)
		args_addf(out, "%s%s",
			r->family == FAMILY_GCC ? "-fplugin="
						: "-fpass-plugin=",
			r->plugin);
	/* gcc takes two -fno-builtin for one. */
	if (r->plugin && r->family == FAMILY_GCC && knows_functions(r))
		args_add(out, "-fplugin-arg-scarp_gcc-" SCARP_PLUGIN_KNOWS);
	for (const char *const *p = common; *p; p++)
		args_add(out, *p);
	/* Without a level the compiler's own default stays: -O1 would leave out
	 * what nobody uses, such as a load through a null pointer. */
	if (r->level && !r->keep_o && strcmp(r->level, "-O0") != 0 &&
		strcmp(r->level, "-Og") != 0)
		args_add(out, "-O1");
	if (r->compiles_cxx && !r->from_20)
		args_add(out, "-D_GLIBCXX_ASSERTIONS");
	/* After every other directory: a project's own files win, and
	 * /usr/include stays where #include_next expects it. */
	args_addf(out, "-idirafter%s", from->include);
	if (r->family == FAMILY_CLANG && !defines_features(r)) {
		args_add(out, "-include");
		args_add(out, from->features);
	}
}

/* The runtime may take functions over by --wrap: it then defines __wrap_F,
 * which the list of its symbols shows. */
static void wraps(struct args *out, const struct resources *from)
{
	FILE *f = fopen(from->symbols, "re");
	char name[1024];

	while (f && fscanf(f, "%1023s", name) == 1) {
		name[strcspn(name, ";")] = 0;
		if (starts(name, "__wrap_"))
			args_addf(
				out, "-Wl,--wrap=%s", name + strlen("__wrap_"));
	}
	if (f)
		fclose(f);
}

void rewrite_link(
	struct args *out, const struct request *r, const struct resources *from)
{
	if (r->product == MAKES_EXECUTABLE) {
		args_addf(out, "-Wl,--dynamic-list=%s", from->symbols);
		wraps(out, from);
		/* The user's own -pie, which follows, wins. */
		if (!r->static_link && addresses_move())
			args_add(out, "-no-pie");
	} else if (r->product == MAKES_SHARED) {
		/* It stands before what needs it. */
		args_add(out, "-Wl,--push-state,--no-as-needed");
		args_add(out, from->stub);
		args_add(out, "-Wl,--pop-state");
	}
	if (r->product != MAKES_RELOCATABLE)
		args_add(out, "-pthread");
}

void rewrite_runtime(
	struct args *out, const struct request *r, const struct resources *from)
{
	/* The compiler has fabs and its like itself, and a program may do
	 * without the library; with -fno-builtin they are called. */
	if (r->product == MAKES_EXECUTABLE || r->product == MAKES_SHARED) {
		args_add(out, "-Wl,--push-state,--as-needed");
		args_add(out, "-lm");
		args_add(out, "-Wl,--pop-state");
	}
	if (r->product != MAKES_EXECUTABLE)
		return;
	/* It is no source file, whatever the user's own are. */
	args_add(out, "-xnone");
	args_add(out, from->runtime);
}

void rewrite(
	struct args *out, const struct request *r, const struct resources *from)
{
	args_add(out, r->program);
	if (r->product == MAKES_NOTHING) {
		args_append(out, &r->kept);
		return;
	}
	if (r->product != MAKES_OBJECTS)
		rewrite_link(out, r, from);
	args_append(out, &r->kept);
	rewrite_runtime(out, r, from);
	if (r->compiles)
		rewrite_compile(out, r, from);
}
