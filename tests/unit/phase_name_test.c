/* SPDX-License-Identifier: MIT */
/* phase_name_test.c - who makes objects, and who does away with them, by name
 *
 * Every expectation is a sentence of phase_name.h.
 */
#include "unit.h"

#include "detect/phase_name.h"

static void all_are(enum race_phase phase, const char *const *name)
{
	unsigned wrong = 0;

	for (; *name; name++)
		if (phase_of_name(*name) != phase) {
			print_error("%s\n", *name);
			wrong++;
		}
	assert_int_equal(wrong, 0);
}

static void words_make(void **state)
{
	static const char *const name[] = {"init", "queue_init", "init_queue",
		"initQueue", "queueInit", "QueueInit", "__queue_init",
		"queue_init_", "queue_init2", "pool_create", "create_pool",
		"node_new", "new_node", "table_setup", "heap_ctor",
		"pool_initialize", "pool_initialise", "Queue::init",
		"Queue::create", "a::b::init_all", "construct_map", 0};

	(void)state;
	all_are(RACE_INIT, name);
}

static void words_end(void **state)
{
	static const char *const name[] = {"queue_destroy", "destroyQueue",
		"queue_free", "free_node", "pool_fini", "map_finalize",
		"map_finalise", "deinit_map", "map_teardown", "map_dtor",
		"destruct_map", "Queue::destroy", "Queue::free", 0};

	(void)state;
	all_are(RACE_DESTROY, name);
}

static void members_by_their_class(void **state)
{
	static const char *const made[] = {
		"Queue::Queue", "a::Queue::Queue", "Test::Test", 0};
	static const char *const ended[] = {
		"Queue::~Queue", "a::Queue::~Queue", "Worker::~Worker", 0};

	(void)state;
	all_are(RACE_INIT, made);
	all_are(RACE_DESTROY, ended);
}

static void others_do_not(void **state)
{
	static const char *const name[] = {"", "_", "push", "initial", "finish",
		"reinit", "wait_init_done", "is_initialized", "freeze", "renew",
		"newton", "delete_key", "list_remove", "channel_close",
		"Queue::push", "Queue::MyQueue", "MyQueue::Queue",
		"Queue::Queue::operator()", "Queue::Queue::run", 0};

	(void)state;
	all_are(RACE_ORDINARY, name);
}

/* Memory of others is handed out and taken back. */
static void alone_they_are_others(void **state)
{
	static const char *const name[] = {
		"new", "free", "create", "_free", "operator new", 0};

	(void)state;
	all_are(RACE_ORDINARY, name);
}

static void what_runs_is_none(void **state)
{
	static const char *const name[] = {"init_thread", "thread_create",
		"worker_init", "test_init", "run_create", "bench_init",
		"initTask", "init_loop", 0};

	(void)state;
	all_are(RACE_ORDINARY, name);
}

static void libraries_are_none(void **state)
{
	static const char *const name[] = {"std::vector::vector",
		"std::thread::~thread", "__gnu_cxx::new_allocator::~a",
		"std::init", 0};

	(void)state;
	all_are(RACE_ORDINARY, name);
}

static void long_names_end(void **state)
{
	(void)state;
	assert_int_equal(phase_of_name("a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_q_r"),
		RACE_ORDINARY);
	assert_int_equal(
		phase_of_name("averyveryveryverylongword_init"), RACE_INIT);
	assert_int_equal(
		phase_of_name("init_averyveryveryverylongword"), RACE_INIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_make),
		cmocka_unit_test(words_end),
		cmocka_unit_test(members_by_their_class),
		cmocka_unit_test(others_do_not),
		cmocka_unit_test(alone_they_are_others),
		cmocka_unit_test(what_runs_is_none),
		cmocka_unit_test(libraries_are_none),
		cmocka_unit_test(long_names_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
