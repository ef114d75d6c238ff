/* SPDX-License-Identifier: MIT */
/* options.h - the command line of check and replay, parsed and judged
 *
 * Derived from options.def.  options_parse() stops at the first word that is no
 * option: that is the test, and all that follows belongs to it.
 *
 * Memory   texts point into argv, or into settings.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
	CHECK = 1,
	REPLAY = 2,
	RESUME = 4,
	ONCE = 8,   /* means one run of the command, not the search */
	TYPED = 16, /* on a command line alone, never of a file */
	SHRINK = 32,
	LINEARIZE = 64,
	STUDY = 128,
};

typedef bool option_FLAG;
typedef uint64_t option_NUMBER;
typedef uint64_t option_TIME;
typedef const char *option_TEXT;
typedef unsigned option_EACH; /* how many there are */

enum {
	EACH_MAX = 64
};

struct settings;

struct options {
#define OPTION(field, name, letter, kind, argument, where, help)               \
	option_##kind field;
#include "cli/words/options.def"
#undef OPTION
	struct {
#define OPTION(field, name, letter, kind, argument, where, help) bool field;
#include "cli/words/options.def"
#undef OPTION
	} given;

	/* Where each has its value from: rows.h. */
	struct {
#define OPTION(field, name, letter, kind, argument, where, help)               \
	const char *field;
#include "cli/words/options.def"
#undef OPTION
	} origin;

	struct {
		const char *option, *argument, *origin;
	} each[EACH_MAX];
	unsigned eachs;

	const struct settings *settings; /* NULL: none were looked for */
	const char *source; /* of words that are parsed; NULL: typed */

	int rest;  /* index in argv of the first word that is no option */
	bool help; /* --help was there */

	/* Derived by options_judge. */
	uint32_t points_classes; /* 1u << enum op_class */
	uint32_t points_racing;	 /* enum points_racing */
	uint32_t profile;	 /* enum profile */
	bool deepens;		 /* iterative deepening: no strategy named */
	bool turns;		 /* dfs first, samplers then */
	bool sampler;
	uint32_t heap_use;   /* enum heap_use */
	uint32_t model_used; /* enum model; of several the weakest */
	bool models;	     /* several, in turn: plan/models.h */
	uint32_t turns_used; /* enum loop_turns */
	uint32_t order;	     /* enum happens_before */
	bool races_are_bugs;
	uint32_t failing; /* bits of enum failure */
};

void options_default(struct options *o);
/* The origin of what was typed. */
extern const char options_typed[];
/* argv[1..], over what is there.  ERR_USAGE says what is wrong. */
int options_parse(struct options *o, int argc, char **argv, unsigned where,
	struct err *err);

/* --require=verified: nothing weaker will do. */
bool options_want_proof(const struct options *o);

/* Those of check that hold for resume as well, as words "--name=argument": the
 * settings of `o`, and those of argv.  The list ends with NULL and is the
 * caller's, the words are too.  NULL: no memory. */
char **options_lasting(const struct options *o, int argc, char **argv);

/* The first word that is a long option of `where`; NULL: none is. */
const char *options_misplaced(char **argv, int argc, unsigned where);

/* Combinations and names for check; fills the derived fields. */
int options_judge(struct options *o, struct err *err);
/* Of these, what does not go with --binary. */
int judge_binary(const struct options *o, struct err *err);
int judge_progress(struct options *o, struct err *err);
/* The same of a memory model; the rest of the options is judged, and means what
 * it says there. */
int judge_model(struct options *o, struct err *err);

/* The table, for help. */
void options_print(unsigned where);

/* "500ms", "30s", "5m", "1h" in ms.  ERR_USAGE names `option`. */
int options_time(
	uint64_t *ms, const char *option, const char *text, struct err *err);

#endif
