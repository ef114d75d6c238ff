/* SPDX-License-Identifier: MIT */
/* spaces.c - the state spaces of a search, as a tree by what they contain
 *
 * Those of iterative deepening are sets of places at which threads are
 * switched: each stands below the smallest one that has all of its places and
 * more, so that what is proven of one is proven of all that hang from it.
 */
#include <jansson.h>

#include "report/html/picture.h"
#include "report/json.h"

static int above(const struct jobs *jobs, unsigned i)
{
	int best = -1;
	unsigned size = 0;

	for (unsigned j = 0; j < jobs->jobs; j++) {
		unsigned n = ppset_size(&jobs->job[j].set);

		if (ppset_smaller(&jobs->job[i].set, &jobs->job[j].set) &&
			(best < 0 || n < size)) {
			best = (int)j;
			size = n;
		}
	}
	return best;
}

json_t *spaces_json(struct picture *p)
{
	const struct account *a = &p->r->account;
	json_t *all = json_array();
	char words[300];

	for (unsigned i = 0; a->jobs && i < a->jobs->jobs; i++) {
		const struct job *j = &a->jobs->job[i];
		json_t *one = json_object();

		account_words(
			a, &j->set, p->names.symbols, words, sizeof words);
		json_object_set_new(one, "w", json_clean(words));
		json_object_set_new(one, "is", json_string(account_state(j)));
		json_object_set_new(one, "in", json_integer(above(a->jobs, i)));
		json_object_set_new(
			one, "proven", json_boolean(jobs_proven(a->jobs, i)));
		json_object_set_new(
			one, "n", json_integer((json_int_t)j->executions));
		json_array_append_new(all, one);
	}
	return all;
}
