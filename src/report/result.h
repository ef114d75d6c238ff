/* SPDX-License-Identifier: MIT */
/* result.h - all that is known when a check is over
 *
 * Filled by src/cli from the channels of its processes; src/report turns it
 * into text and JSON.  Everything here was validated.
 *
 * Memory   found[] points into channels, which live as long as the result.
 */
#ifndef REPORT_RESULT_H
#define REPORT_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "channel/channel.h"
#include "detect/classify.h"
#include "report/account.h"
#include "search/coverage.h"

enum {
	OTHER_BUGS_MAX = 5
};

enum verdict {
	VERDICT_BUG,
	VERDICT_VERIFIED,
	VERDICT_PARTIAL,
	VERDICT_ERROR
};

extern const char *const verdict_name[4];

struct found {
	const struct channel *in; /* where it was found */
	const struct channel_bug *bug;
	const struct choice *schedule; /* [steps] */
	uint32_t steps;
	/* Made simpler: the one that was found, and what it had; else NULL. */
	const struct choice *as_found;
	uint32_t steps_found;
	struct simplicity found_is, is;
	uint64_t number;    /* of its execution, among all */
	uint64_t shrunk_ms; /* of CPU time, that making it simpler took */
	const struct channel *replay; /* NULL: not replayed */
	/* A replay of the nearest schedule that does not fail; NULL: none is
	 * known. */
	const struct channel *passing;
	bool right_under_sc; /* in its order of steps, where stores are late */
	bool confirmed;
	bool sometimes;		 /* not confirmed, but this replay failed so */
	char why_not[640];	 /* when it did not come again */
	char why_as_found[640];	 /* what ended the search for a simpler one */
	char schedule_path[512]; /* "" when it could not be written */
	char html_path[512];	 /* the same */
};

/* Failures behind the first one (cli/plan/others.h). */
struct others {
	uint64_t executions; /* that looked for them; 0: nobody did */
	bool cut;	     /* fewer than there were to be */
	bool unsteady;	     /* some failed, and not again when replayed */
	struct found found[OTHER_BUGS_MAX];
	unsigned bugs, left_out;
};

/* A library call of the test whose effect is not known. */
struct unknown_call {
	char name[96];
	char where[160]; /* of its first call, or the library; "": unknown */
	const char *why; /* a sentence */
};

struct suppressions;
struct suppression;

/* An option that nobody typed. */
struct setting_said {
	const char *option, *value;
	const char *origin; /* "scarp.conf:3", or a variable's name */
};

struct result {
	const struct setting_said *setting; /* those that hold */
	unsigned settings;
	char *const *argv; /* of the test; NULL: not known yet */
	enum verdict verdict;
	struct search_count count;
	double seconds;
	char strategy[64];
	const char *reduction, *caching, *model, *mode;
	const struct channel_filters *filters; /* NULL: no directives */
	bool traces; /* no two of the executions counted are equivalent */
	char mode_why[1024]; /* "" when there is nothing to say */
	struct unknown_call *call;
	unsigned calls;
	uint64_t seed;
	uint64_t caveats[CAVEAT_COUNT];
	char caveat_detail[CAVEAT_COUNT][160];
	bool nothing;	 /* not one execution came to its end: an error */
	bool so_far;	 /* but one may yet */
	bool tried_all;	 /* the search came to its end, with those it cut */
	uint64_t vainly; /* executions that chance chose, and that were cut or
			    dropped by an assumption */
	uint32_t widest, threads_most, longest, broadest; /* channel.h */
	/* Executions that were cut, and where the first of them was. */
	struct {
		uint64_t times;
		const struct channel *in;
	} cut[CUTS];
	struct channel *cut_again; /* where one was made again, or NULL */
	bool over;		   /* the search came to its end, */
	bool exhausted;		   /* and to that of the space */
	const char *counts; /* what its bounds count; NULL: it has none */
	struct search_bounds bounds;
	struct search_cache cache; /* most 0: it had none */
	uint64_t sampled;	   /* executions that samplers chose */
	bool fingerprinted;
	uint64_t fingerprint, hashed; /* of the channels, added up */
	bool reruns_counted;
	struct rerun_count reruns;
	uint64_t before_round; /* and of earlier rounds of the search */
	uint32_t rounds, points;
	bool exits, loops;    /* what else made rounds: channel.h */
	uint32_t coarse;      /* enum coarse */
	uint32_t failing_met; /* calls of --fail: channel.h */
	bool late_stores;     /* the same */
	struct channel_weak weak[WEAK_MAX]; /* weak.h: rows in use first */
	uint32_t weaks;
	bool weak_more;
	uint32_t progress_steps; /* of --progress; 0: nobody was tried */
	struct channel_progress progress;	 /* of all channels */
	struct channel_loop counting[LOOPS_MAX]; /* channel.h */
	bool estimated;		   /* `estimate` says something: */
	struct estimated estimate; /* of the last round of a search */
	struct sized size;	   /* by random walks; walks 0: not known */
	struct samples
		*shown; /* by executions of samplers; NULL: there were none */
	/* Data races, merged by their sides: rows of a table, and beside each
	 * what there is to tell (findings.c). */
	struct candidates candidates;
	struct race *candidate;
	struct channel_race *race;
	uint32_t races, races_room, *race_slot;
	/* What was explored, with which points: races are classified by that.
	 */
	struct race_job *job;
	size_t jobs;
	struct suppressions *suppressions; /* NULL: none; the caller's */
	struct suppression **race_line;	   /* of each race; NULL: not known */
	struct found found[BUGS_MAX];
	unsigned bugs;
	struct others others;
	struct account account;	       /* of iterative deepening */
	const struct channel *audited; /* NULL: there was no audit */
	char error[2048];	       /* of VERDICT_ERROR */
};

/* Do both tell the same failure?  Compared by kind and place or message. */
bool result_same_bug(const struct channel_bug *a, const struct channel_bug *b);

/* Adds what a validated channel tells: counters, caveats, races.  Races of
 * executions after number `last` are left out. */
void result_add(struct result *r, const struct channel *c, uint64_t first,
	uint64_t stride, uint64_t last);

/* What executions of samplers were like, besides. */
void result_shown(struct result *r, const struct samples *more);

/* Its data races, but for those that were seen first after number `last`. */
void findings_add(struct result *r, const struct channel *c, uint64_t first,
	uint64_t stride, uint64_t last);
/* A job that is over (copied, its instructions in any order).  False: no
 * memory, and no race is classified by it. */
bool findings_job(struct result *r, const struct race_job *job);
enum race_class findings_class(const struct result *r, uint32_t race);
void findings_fini(struct result *r);

/* Puts one more bug behind the others, unless it is there. */
void result_add_found(struct result *r, const struct found *f);

/* The channel whose trace names locals: that of a replay, else `c`. */
const struct channel *result_traced(
	const struct result *r, const struct channel *c);

/* The stack of a side of a race.  The machine keeps only the place of the
 * earlier access; when a bug's execution was traced and made that access, too,
 * its stack is there. */
const struct channel_stack *result_stack(const struct result *r,
	const struct channel_race *race, const struct channel_access *side);

/* Adds its bugs that are not there yet, in order of their executions. */
void result_add_bugs(struct result *r, const struct channel *c, uint64_t first,
	uint64_t stride);

/* Was every execution made, of the decision points that there were, and each to
 * its end? */
bool result_finished(const struct result *r);

/* From bugs, caveats and exhausted: all but VERDICT_ERROR. */
enum verdict result_judge(const struct result *r);

/* "deadlock: 2 threads wait for each other"; c is where the bug lies. */
void result_title(const struct channel *c, const struct channel_bug *bug,
	char *out, size_t size);

/* The sentence of the verdict, one line; with what is known of each scope, with
 * their names alone, or without. */
enum line_details {
	LINE_BRIEF,
	LINE_SCOPES,
	LINE_ALL
};
void result_line(const struct result *r, enum line_details details, char *out,
	size_t size);

/* "12 executions of 2 searches; 3 failed": of iterative deepening. */
void result_explored(const struct result *r, char *out, size_t size);

/* Does the detail of a caveat say what is said nowhere else? */
bool result_detail_tells(const struct result *r, enum caveat which);

void result_fini(struct result *r);

#endif
