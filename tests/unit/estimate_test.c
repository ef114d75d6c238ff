/* SPDX-License-Identifier: MIT */
/* estimate_test.c - estimates of trees whose size is known
 *
 * A tree here is walked as a search walks it.  What should be estimated follows
 * from the definitions, taken literally: the sum over all executions made of
 * the product of 1 / children, and the recursion over all nodes.
 */
#include <float.h>
#include <math.h>

#include "base/rng.h"
#include "search/estimate.h"
#include "unit.h"

enum {
	NODES = 4096,
	CHILDREN = 3,
	DEPTH = 9,
	NANOSECONDS = 1000 /* a transition */
};

struct node {
	uint32_t step, parent;
	uint32_t child[CHILDREN + 1]; /* the root of the twelve has four */
	unsigned children;	      /* that there will be */
	unsigned marked;	      /* that are known */
	unsigned explored;	      /* that were entered */
	double cost;		      /* of the transition into it */
};

struct tree {
	struct node node[NODES];
	uint32_t nodes;
	uint32_t path[DEPTH + 1]; /* the current one, by step */
	uint32_t length;	  /* transitions of the current path */
};

static struct tree tree;
static struct estimate estimate;
static _Alignas(16) char room[1 << 16];

static bool near(double a, double b)
{
	return a == b || fabs(a - b) <= 1e-9 * fabs(b);
}

static uint32_t grow(uint32_t parent, uint32_t step)
{
	assert_true(tree.nodes < NODES);
	tree.node[tree.nodes] = (struct node){.step = step, .parent = parent};
	return tree.nodes++;
}

static void begin_tree(size_t bytes)
{
	tree.nodes = 0;
	tree.length = 0;
	tree.path[0] = grow(0, 0);
	assert_true(estimate_init(&estimate, room, bytes));
}

static double left(void *arg, uint32_t step)
{
	const struct node *n = &tree.node[tree.path[step]];

	return n->marked - n->explored;
}

static struct estimated known(void)
{
	struct estimated is;

	assert_true(estimate_read(&estimate, left, NULL, &is));
	return is;
}

/* The definitions. */
static double weight_below(uint32_t at)
{
	const struct node *n = &tree.node[at];
	double sum = 0;

	if (n->children == 0)
		return 1;
	for (unsigned i = 0; i < n->explored; i++)
		sum += weight_below(n->child[i]);
	return sum / n->marked;
}

static double recursive_below(uint32_t at)
{
	const struct node *n = &tree.node[at];
	double sum = 0;

	for (unsigned i = 0; i < n->explored; i++)
		sum += recursive_below(n->child[i]);
	return n->cost + (n->explored ? sum * n->marked / n->explored : 0);
}

static double spent_below(uint32_t at)
{
	const struct node *n = &tree.node[at];
	double sum = n->cost;

	for (unsigned i = 0; i < n->explored; i++)
		sum += spent_below(n->child[i]);
	return sum;
}

static double cost_below(uint32_t at)
{
	const struct node *n = &tree.node[at];
	double behind = 0, last;
	uint32_t child;

	if (!n->explored)
		return n->cost;
	child = n->child[n->explored - 1];
	for (unsigned i = 0; i + 1 < n->explored; i++)
		behind += spent_below(n->child[i]);
	last = cost_below(child);
	if (n->explored > 1)
		last = fmax(spent_below(child),
			weight_below(child) * last + (1 - weight_below(child)) *
							     behind /
							     (n->explored - 1));
	return n->cost + (behind + last) * n->marked / n->explored;
}

/* Enters the next child of the last node of the path; one that has none is the
 * end of an execution. */
static bool descend(unsigned children, unsigned marked, double cost, bool met)
{
	struct node *n = &tree.node[tree.path[tree.length]];

	if (n->explored == 0) {
		n->children = children;
		n->marked = marked;
		if (children && met)
			estimate_meet(&estimate, n->step);
	}
	if (n->children == 0)
		return false;
	n->child[n->explored] = grow(tree.path[tree.length], n->step + 1);
	tree.path[n->step + 1] = n->child[n->explored++];
	tree.length = n->step + 1;
	tree.node[tree.path[tree.length]].cost = cost;
	return true;
}

/* Back to the deepest node with something left; false: nothing is. */
static bool back(void)
{
	while (tree.length-- > 0)
		if (left(NULL, tree.length)) {
			estimate_branch(&estimate, tree.length);
			return true;
		}
	return false;
}

/* One more child of the node at a step of the path is known. */
static void mark(uint32_t step)
{
	tree.node[tree.path[step]].children++;
	tree.node[tree.path[step]].marked++;
}

/* An execution of `steps` more transitions through nodes with one child each,
 * which may get more. */
static void walk(uint32_t steps)
{
	uint32_t from = tree.length;

	for (uint32_t i = 0; i < steps; i++)
		assert_true(descend(1, 1, 1, true));
	estimate_end(&estimate, tree.length, tree.length - from);
}

static void expect(double fraction, double executions, double recursive)
{
	struct estimated is = known();

	assert_true(near(is.fraction, fraction));
	assert_true(near(is.executions, executions));
	assert_true(near(is.recursive, recursive));
}

/* Two threads with `load x; x + 1; store x`, reduced: six executions, a second
 * for each transition.  Landslide's authors work this example out by hand: each
 * execution finds the races that are marked behind it. */
static void a_reduced_tree_as_worked_out_by_hand(void **state)
{
	begin_tree(sizeof room);
	walk(6);
	mark(0);
	mark(2);
	expect(1. / 4, 4, 20);
	assert_true(back() && tree.length == 2);
	walk(4);
	mark(4);
	expect(3. / 8, 16. / 3, 24);
	assert_true(back() && tree.length == 4);
	walk(2);
	expect(1. / 2, 6, 24);
	assert_true(back() && tree.length == 0);
	walk(6);
	mark(2);
	expect(3. / 4, 16. / 3, 22);
	/* 12 behind; the other half is 10 by itself, which counts for a half,
	 * and 12 like the first. */
	assert_true(known().cost == 12 + 11);
	assert_true(back());
	walk(4);
	mark(4);
	expect(7. / 8, 40. / 7, 24);
	assert_true(back());
	walk(2);
	expect(1, 6, 24);
	assert_false(back());
}

/* The same with sleep sets: the last two are not there. */
static void a_tree_that_is_smaller_than_it_looks(void **state)
{
	begin_tree(sizeof room);
	walk(6);
	mark(0);
	mark(2);
	expect(1. / 4, 4, 20);
	back();
	walk(4);
	mark(4);
	expect(3. / 8, 16. / 3, 24);
	back();
	walk(2);
	expect(1. / 2, 6, 24);
	back();
	walk(6);
	expect(1, 4, 18);
	assert_false(back());
}

/* Every node above the depth has as many children. */
static void a_uniform_tree_is_known_at_once(void **state)
{
	for (unsigned children = 1; children <= CHILDREN; children++) {
		double size = pow(children, 6), edges = 0;
		unsigned made = 0;

		for (int i = 1; i <= 6; i++)
			edges += pow(children, i);
		begin_tree(sizeof room);
		do {
			uint32_t from = tree.length;

			while (tree.length < 6)
				descend(children, children, 1, true);
			estimate_end(&estimate, 6, tree.length - from);
			expect(++made / size, size, edges);
			assert_true(near(known().cost, edges));
		} while (back());
		assert_true(made == size);
		assert_true(known().fraction == 1);
		assert_true(known().spent == edges);
	}
}

static void expect_definitions(unsigned made)
{
	struct estimated is = known();
	double weight = weight_below(0);

	assert_true(near(is.fraction, weight));
	assert_true(near(is.executions, made / weight));
	assert_true(near(is.recursive, recursive_below(0)));
	assert_true(near(is.cost, cost_below(0)));
}

/* Any shape; what is known of a node may grow while it is on the path. */
static void random_walk(struct rng *rng, bool grows)
{
	double cost, before = 0, spent = 0;
	unsigned made = 0;

	begin_tree(sizeof room);
	do {
		uint32_t from = tree.length;

		cost = 1 + rng_below(rng, NANOSECONDS);
		while (tree.length < DEPTH &&
			(tree.length == from || rng_below(rng, 8))) {
			unsigned n = 1 + rng_below(rng, 5) % CHILDREN;
			unsigned m = grows ? 1 + rng_below(rng, n) : n;

			descend(n, m, cost, n > 1 || rng_below(rng, 2));
		}
		estimate_end(&estimate, tree.length,
			(uint64_t)cost * (tree.length - from));
		spent += cost * (tree.length - from);
		for (uint32_t i = 0; i < tree.length; i++) {
			struct node *n = &tree.node[tree.path[i]];

			if (n->marked < n->children && !rng_below(rng, 3))
				n->marked++;
		}
		expect_definitions(++made);
		assert_true(grows || known().fraction > before);
		before = known().fraction;
		assert_true(near(known().spent, spent));
	} while (made < 150 && back());
	if (made == 150)
		return;
	assert_true(known().fraction == 1);
	assert_true(known().executions == made);
	assert_true(near(known().cost, spent));
	assert_true(near(known().recursive, spent));
}

static void any_tree_follows_the_definitions(void **state)
{
	struct rng rng;

	rng_seed(&rng, 1, 0);
	for (int i = 0; i < 500; i++)
		random_walk(&rng, false);
}

static void a_tree_that_grows_follows_the_definitions(void **state)
{
	struct rng rng;

	rng_seed(&rng, 2, 0);
	for (int i = 0; i < 500; i++)
		random_walk(&rng, true);
}

/* A tree of 4 * 3 executions, in the middle of which something else happens. */
static void twelve(void (*something)(unsigned made))
{
	unsigned made = 0;

	begin_tree(sizeof room);
	do {
		uint32_t from = tree.length;

		while (tree.length < 4)
			descend(tree.length % 2 ? 1
				: tree.length	? 3
						: 4,
				tree.length % 2 ? 1
				: tree.length	? 3
						: 4,
				1, tree.length % 2 == 0);
		something(++made);
		/* As if it had been a step more: what stays is the same. */
		estimate_end(&estimate, tree.length, tree.length - from);
		if (made <= 12)
			expect(made / 12., 12, 4 * 2 + 12 * 2);
	} while (tree.length = 4, back());
	assert_int_equal(made, 12);
}

static void made_again(unsigned made)
{
	estimate_again(&estimate);
	for (uint32_t i = estimate.executions ? estimate.from + 1 : 0; i < 4;
		i += 2)
		if (i % 2 == 0)
			estimate_meet(&estimate, i);
	if (estimate.executions && estimate.from == 0)
		estimate_meet(&estimate, 2);
}

/* The process died in its middle, and a fresh one makes it. */
static void an_execution_made_again_counts_once(void **state)
{
	twelve(made_again);
}

static void saved_and_loaded(unsigned made)
{
	static _Alignas(16) char saved[1 << 12], room_of[2][1 << 12];
	char *other = room_of[made % 2];
	bool first = estimate.executions == 0;
	size_t bytes = estimate_save(&estimate, saved, sizeof saved);
	struct estimate e;

	assert_true(bytes <= sizeof saved);
	assert_int_equal(estimate_save(&estimate, NULL, 0), bytes);
	assert_true(estimate_init(&e, other, sizeof room_of[0]));
	assert_false(estimate_load(&e, saved, bytes - 1));
	assert_true(estimate_load(&e, saved, bytes));
	estimate = e;
	assert_true(estimate.open);
	estimate_again(&estimate); /* what was open is begun again */
	if (first)
		estimate_meet(&estimate, 0);
	if (first || estimate.from == 0)
		estimate_meet(&estimate, 2);
}

static void what_is_saved_comes_back(void **state)
{
	twelve(saved_and_loaded);
}

/* Another was begun and never made: its part is still missing. */
static void what_is_open_is_not_made(void **state)
{
	struct estimated is;

	begin_tree(sizeof room);
	assert_false(estimate_read(&estimate, left, NULL, &is));
	descend(4, 4, 1, true);
	assert_false(estimate_read(&estimate, left, NULL, &is));
	estimate_end(&estimate, 1, 10);
	expect(1. / 4, 4, 40);
	tree.length = 0;
	estimate_branch(&estimate, 0);
	descend(4, 4, 1, true);
	expect(1. / 4, 4, 40);
	estimate_meet(&estimate, 1);
	expect(1. / 4, 4, 40);
	estimate_restart(&estimate);
	assert_false(estimate_read(&estimate, left, NULL, &is));
}

/* Then nothing is said, and a search that begins anew may say it again. */
static void without_room_nothing_is_known(void **state)
{
	struct estimated is;

	/* Of the three, one is the end of every search. */
	begin_tree(3 * sizeof(struct estimate_node));
	for (int i = 0; i < 3; i++)
		descend(2, 2, 1, true);
	estimate_end(&estimate, 3, 3);
	assert_false(estimate_read(&estimate, left, NULL, &is));
	tree.length = 2;
	estimate_branch(&estimate, 2);
	estimate_end(&estimate, 3, 3);
	assert_false(estimate_read(&estimate, left, NULL, &is));
	estimate_restart(&estimate);
	estimate_meet(&estimate, 0);
	estimate_end(&estimate, 3, 3);
	assert_true(estimate_read(&estimate, left, NULL, &is));
}

static double but_at_first(void *arg, uint32_t step)
{
	return step > 0;
}

/* Two halves.  The first is one execution and took 100; the second begins with
 * a path that took 41, with something left at each of 40 nodes.  As published,
 * it is a tree of 2^40 executions; here it is the 41 that one of 2^40 took, and
 * next to all of what the first took. */
static void a_deep_path_is_no_large_tree(void **state)
{
	struct estimated is;

	assert_true(estimate_init(&estimate, room, sizeof room));
	estimate_meet(&estimate, 0);
	estimate_end(&estimate, 1, 100);
	estimate_branch(&estimate, 0);
	for (uint32_t i = 1; i <= 40; i++)
		estimate_meet(&estimate, i);
	estimate_end(&estimate, 41, 41);
	assert_true(estimate_read(&estimate, but_at_first, NULL, &is));
	assert_true(is.recursive > 1e12);
	assert_true(is.cost > 200 && is.cost < 250);
}

static double one(void *arg, uint32_t step)
{
	return 1;
}

/* 2^2000 executions: infinitely many, as far as a double goes. */
static void what_is_too_large_is_infinite(void **state)
{
	struct estimated is;

	assert_false(estimate_init(&estimate, room, 1));
	assert_true(estimate_init(&estimate, room, sizeof room));
	for (uint32_t i = 0; i < 2000; i++)
		estimate_meet(&estimate, i);
	estimate_end(&estimate, 2000, 2000);
	assert_true(estimate_read(&estimate, one, NULL, &is));
	assert_true(is.fraction >= 0 && is.fraction <= DBL_MIN);
	assert_true(isinf(is.executions) && isinf(is.cost));
	assert_true(is.spent == 2000);
}

/* What was said to cost 100 in all has cost 200 by now. */
static void what_did_not_come_true_is_doubted(void **state)
{
	struct estimate_doubt d = {0};
	struct estimated is = {.fraction = 0.5, .cost = 100, .spent = 60};

	estimate_doubt(&d, &is);
	assert_true(is.cost == 100);
	is = (struct estimated){.fraction = 0.5, .cost = 110, .spent = 105};
	estimate_doubt(&d, &is);
	assert_true(is.cost == 110); /* not twice as much yet */
	is = (struct estimated){.fraction = 0.25, .cost = 210, .spent = 200};
	estimate_doubt(&d, &is);
	assert_true(is.cost == 400);
	is = (struct estimated){.fraction = 0.8, .cost = 250, .spent = 240};
	estimate_doubt(&d, &is);
	assert_true(is.cost == 300);
	is = (struct estimated){.fraction = 0.5, .cost = 1000, .spent = 300};
	estimate_doubt(&d, &is);
	assert_true(is.cost == 1000);
	is = (struct estimated){.fraction = 1, .cost = 310, .spent = 310};
	estimate_doubt(&d, &is);
	assert_true(is.cost == 310);
	/* It came true: 210 was too little, but by less than was spent. */
	is = (struct estimated){.fraction = 0.5, .cost = 600, .spent = 400};
	d.predicted = 500;
	estimate_doubt(&d, &is);
	assert_true(is.cost == 600);
	/* Another search. */
	is = (struct estimated){.fraction = 0.5, .cost = 10, .spent = 9};
	estimate_doubt(&d, &is);
	assert_true(is.cost == 10 && d.predicted == 10 && !d.wrong);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reduced_tree_as_worked_out_by_hand),
		cmocka_unit_test(a_tree_that_is_smaller_than_it_looks),
		cmocka_unit_test(a_uniform_tree_is_known_at_once),
		cmocka_unit_test(any_tree_follows_the_definitions),
		cmocka_unit_test(a_tree_that_grows_follows_the_definitions),
		cmocka_unit_test(an_execution_made_again_counts_once),
		cmocka_unit_test(what_is_saved_comes_back),
		cmocka_unit_test(what_is_open_is_not_made),
		cmocka_unit_test(without_room_nothing_is_known),
		cmocka_unit_test(a_deep_path_is_no_large_tree),
		cmocka_unit_test(what_is_too_large_is_infinite),
		cmocka_unit_test(what_did_not_come_true_is_doubted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
