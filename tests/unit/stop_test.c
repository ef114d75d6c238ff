/* SPDX-License-Identifier: MIT */
/* stop_test.c - several processes of one search are stopped
 *
 * The command's side, with channels of processes that there are not: what they
 * do is done here, at the moments at which it matters.
 */
#include "unit.h"

#include <string.h>
#include <sys/mman.h>

#include "cli/processes/crew.h"
#include "cli/processes/threads.h"

enum {
	PROCESSES = 3
};

static struct process process[PROCESSES + 1];
static struct crew crew;
static int wakes_left; /* until the one that was asked has answered */
static const char part[] = "a part";

/* ---- the rest of the command */

uint64_t clock_ns(void)
{
	return 1;
}

int process_start(struct process *p, const struct target *t, struct err *err)
{
	(void)p;
	(void)t;
	(void)err;
	assert_true(false);
	return OK;
}

uint64_t crew_distinct_bugs(const struct crew *c)
{
	(void)c;
	return 0;
}

int threads_fill(
	struct channel_names *table, const struct crew *c, struct err *err)
{
	(void)table;
	(void)c;
	(void)err;
	return OK;
}

/* As orders_obey() of src/native/orders.c. */
static void answer(struct process *p)
{
	struct channel *c = p->channel;

	memcpy(c->saved_search, part, sizeof part);
	c->saved_length = sizeof part;
	c->given = 1;
	c->waits = WAITS_ASKED;
	c->state = RUN_WAITING;
	c->order = ORDER_NONE;
}

/* Whoever calls the system may have to wait: others go on. */
long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...)
{
	(void)number;
	if (--wakes_left == 0)
		answer(&process[crew.share.asked]);
	return 0;
}

/* ---- */

static void new_process(struct process *p)
{
	*p = (struct process){.pid = 1};
	p->channel = mmap(NULL, sizeof *p->channel, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	assert_true(p->channel != MAP_FAILED);
}

static int one_more(void *arg, struct crew *c, struct err *err)
{
	(void)arg;
	(void)err;
	new_process(&process[c->size]);
	process[c->size].pid = 0;
	process[c->size].channel->idle = 1;
	c->size++;
	return OK;
}

/* All but one have nothing to do; that one was asked for a part. */
static void ask(int giver)
{
	crew = (struct crew){.process = process,
		.size = PROCESSES,
		.share = {.jobs = PROCESSES,
			.room = PROCESSES + 1,
			.tells = true,
			.more = one_more,
			.asked = giver}};
	for (int i = 0; i < PROCESSES; i++) {
		struct channel *c;

		new_process(&process[i]);
		c = process[i].channel;
		c->state = i == giver ? RUN_BETWEEN : RUN_WAITING;
		c->order = i == giver ? ORDER_SPLIT : ORDER_NONE;
		c->waits = WAITS_IDLE;
		c->idle = i != giver;
	}
}

static void put_away(void)
{
	for (unsigned i = 0; i < crew.size; i++)
		munmap(process[i].channel, sizeof *process[i].channel);
}

/* As crew_drive() does. */
static void look(void)
{
	struct err err;

	assert_int_equal(share_settle(&crew, &err), OK);
	gather_tick(&crew, true);
}

/* Its owner waits for it, and it is nowhere else. */
static void a_part_that_is_given_meanwhile_is_kept(void **state)
{
	(void)state;
	for (int giver = 0; giver < PROCESSES; giver++)
		for (int moment = 0; moment < PROCESSES; moment++) {
			const struct channel *c;

			ask(giver);
			wakes_left = moment;
			if (!moment)
				answer(&process[giver]);
			look();
			if (moment) {
				c = process[giver].channel;
				assert_int_equal(c->order, ORDER_NONE);
				look();
			}
			assert_int_equal(crew.size, PROCESSES + 1);
			c = process[PROCESSES].channel;
			assert_int_equal(c->saved, 1);
			assert_int_equal(c->idle, 0);
			assert_int_equal(c->saved_length, sizeof part);
			assert_string_equal(
				(const char *)c->saved_search, part);
			assert_int_equal(c->owner, giver + 1);
			assert_false(share_moves(&crew));
			put_away();
		}
}

static void all_go_on_in_the_end(void **state)
{
	(void)state;
	for (int giver = 0; giver < PROCESSES; giver++) {
		ask(giver);
		wakes_left = 1;
		look();
		look();
		for (int i = 0; i < PROCESSES; i++)
			assert_int_equal(process[i].channel->order, ORDER_GO);
		put_away();
	}
}

/* Then nobody asks for parts, whatever the number of who was asked is. */
static void what_is_not_shared_goes_on_at_once(void **state)
{
	(void)state;
	ask(0);
	crew.share = (struct share){0};
	answer(&process[0]);
	gather_tick(&crew, true);
	assert_int_equal(process[0].channel->order, ORDER_GO);
	put_away();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_that_is_given_meanwhile_is_kept),
		cmocka_unit_test(all_go_on_in_the_end),
		cmocka_unit_test(what_is_not_shared_goes_on_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
