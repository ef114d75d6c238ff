/* SPDX-License-Identifier: MIT */
/* reduce.c - what the search itself costs, without any test process
 *
 *   bench_reduce [--reduce NAME] [--limit N] [--rounds N] PROGRAM N
 *
 * A machine of a few lines stands behind the seam: it undoes what is not
 * shared, makes what is new, and replays nothing.  So the time is that of the
 * search, but for the machine's own, which is measured apart, by making and
 * undoing the last execution again and again.  --limit stops after so many
 * executions; the best of --rounds rounds is printed.  Programs whose number
 * of traces is known have to give it, those that repeat traces at least it.
 *
 * main creates the threads, joins them in order, and leaves:
 *   ainc N      one atomic addition each to one variable: N!
 *   mutexinc N  lock, add, unlock: N!
 *   readers N   one that writes, N that read: 2^N
 *   lastzero N  N writers a[i] = a[i - 1] + 1, one looks for the last 0:
 *               (N + 3) * 2^(N - 2)
 *   indexer N   4 insertions each into a hash table: 8^(N - 11), from 11 on
 *   long N      4 threads, N additions each, of which one meets others: 24
 *   pair N      2 threads, N additions each to one variable: (2N)! / N!^2
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "search/search.h"

enum {
	THREADS = 64,
	VARIABLES = 256,
	STEPS = 1 << 17,
	INSERTIONS = 4,
	TABLE = 128,
	LONG = 4
};

/* Where they lie. */
enum {
	AT_VARIABLE = 0x1000,
	AT_MUTEX = 0x4000,
	AT_THREAD = 0x5000,
	AT_LIVE = 0x6000
};

struct operation {
	uint8_t kind; /* enum op */
	uint8_t object;
};

struct thread {
	const struct operation *code; /* the last one is OP_thread_exit */
	uint32_t at;
	int32_t value; /* place in a[] or in the table; register */
	uint32_t done; /* insertions */
	bool live;
};

/* What a step changed. */
struct undo {
	struct thread thread;
	int32_t old; /* of the variable or mutex */
	tid t;
	uint8_t object;
};

struct machine {
	struct thread thread[THREADS];
	int32_t variable[VARIABLES];
	tid owner; /* of the mutex, TID_NONE */
	tid threads;
	struct pending pending[THREADS]; /* as in the view */
	struct undo undo[STEPS];
	struct choice made[STEPS];
	uint32_t steps;
	uint64_t transitions;
	bool lastzero, indexer;
	unsigned n;
};

static struct machine m;

static struct operation now(tid t)
{
	return m.thread[t].code[m.thread[t].at];
}

/* --- what each thread has pending ----------------------------------------- */

static uint64_t address_of(tid t, struct operation o)
{
	switch (o.kind) {
	case OP_thread_create:
	case OP_process_leave:
		return 0;
	case OP_thread_exit:
		return AT_THREAD + t;
	case OP_thread_join:
		return AT_THREAD + o.object;
	case OP_mutex_lock:
	case OP_mutex_unlock:
		return AT_MUTEX;
	case OP_atomic_cas:
		return AT_VARIABLE + 4u * (unsigned)m.thread[t].value;
	case OP_atomic_load:
		if (m.lastzero && t == 1)
			return AT_VARIABLE + 4u * (unsigned)m.thread[t].value;
		/* fall through */
	default:
		return AT_VARIABLE + 4u * o.object;
	}
}

static bool can_go(struct operation o)
{
	if (o.kind == OP_mutex_lock)
		return m.owner == TID_NONE;
	if (o.kind == OP_thread_join)
		return !m.thread[o.object].live;
	return true;
}

static void look(tid t)
{
	struct pending *p = &m.pending[t];
	struct operation o;

	p->live = m.thread[t].live;
	p->offers = 0;
	if (!p->live)
		return;
	o = now(t);
	p->kind = o.kind;
	p->object = address_of(t, o);
	p->size = op_info[o.kind].class == CLASS_atomic ? 4 : 0;
	p->pc = m.thread[t].at;
	p->offers = can_go(o);
}

/* After a step of thread t, or after it was undone. */
static void look_around(tid t, struct operation o)
{
	look(t);
	if (o.kind == OP_thread_create)
		look(o.object);
	if (o.kind == OP_thread_exit)
		look(0);
	for (tid u = 0; o.kind == OP_mutex_lock && u < m.threads; u++)
		if (m.pending[u].kind == OP_mutex_lock)
			look(u);
	for (tid u = 0; o.kind == OP_mutex_unlock && u < m.threads; u++)
		if (m.pending[u].kind == OP_mutex_lock)
			look(u);
}

/* --- steps -----------------------------------------------------------------
 */

static size_t touch(struct access *a, tid t, struct operation o, bool writes)
{
	*a = (struct access){.address = address_of(t, o),
		.size = op_info[o.kind].class == CLASS_atomic ? 4 : 0,
		.kind = o.kind,
		.write = writes};
	switch (o.kind) {
	case OP_thread_create:
		a->address = o.object;
		a->kind = OP_thread_start;
		return 1;
	case OP_thread_exit:
		a[1] = (struct access){
			.address = AT_LIVE, .kind = OP_thread_exit, .write = 1};
		return 2;
	default:
		return 1;
	}
}

/* The hash table of indexer: true, thread t has put its key there. */
static bool insert(tid t)
{
	struct thread *self = &m.thread[t];
	int32_t key = (int32_t)self->done * 11 + t - 1;
	bool put = m.variable[self->value] == 0;

	if (!put) {
		self->value = (self->value + 1) % TABLE;
		return false;
	}
	/* Keys are told from nothing. */
	m.variable[self->value] = key + 1;
	self->done++;
	key = (int32_t)self->done * 11 + t - 1;
	self->value = key * 7 % TABLE;
	if (self->done == INSERTIONS)
		self->at++;
	return true;
}

static bool act(tid t, struct operation o)
{
	struct thread *self = &m.thread[t];

	switch (o.kind) {
	case OP_thread_create:
		m.thread[o.object].live = true;
		break;
	case OP_thread_exit:
	case OP_process_leave:
		self->live = false;
		return true;
	case OP_mutex_lock:
		m.owner = t;
		break;
	case OP_mutex_unlock:
		m.owner = TID_NONE;
		break;
	case OP_atomic_cas:
		return insert(t);
	case OP_atomic_load:
		if (m.lastzero && t == 1) {
			self->at += m.variable[self->value--] == 0;
			return false;
		}
		self->value = m.variable[o.object];
		break;
	case OP_atomic_store:
		m.variable[o.object] = self->value + 1;
		break;
	case OP_atomic_rmw:
		m.variable[o.object]++;
		break;
	}
	self->at++;
	return op_info[o.kind].access == ACCESS_W;
}

static size_t step(tid t, struct access *access)
{
	struct operation o = now(t);
	uint8_t object =
		o.kind == OP_atomic_cas ? (uint8_t)m.thread[t].value : o.object;
	size_t accesses = touch(access, t, o, false);
	bool writes;

	m.undo[m.steps++] =
		(struct undo){m.thread[t], m.variable[object], t, object};
	writes = act(t, o);
	access->write = writes;
	look_around(t, o);
	return accesses;
}

static void undo(void)
{
	const struct undo *u = &m.undo[--m.steps];
	struct operation o;

	m.thread[u->t] = u->thread;
	o = now(u->t);
	switch (o.kind) {
	case OP_thread_create:
		m.thread[o.object].live = false;
		break;
	case OP_thread_exit:
		break;
	case OP_mutex_lock:
		m.owner = TID_NONE;
		break;
	case OP_mutex_unlock:
		m.owner = u->t;
		break;
	default:
		m.variable[u->object] = u->old;
	}
	look_around(u->t, o);
}

/* --- executions ------------------------------------------------------------
 */

static void make(struct search *s, struct choice c)
{
	struct pending was = m.pending[c.thread];
	struct access access[2];
	struct transition done = {.choice = c,
		.step = m.steps,
		.kind = was.kind,
		.object = was.object,
		.pc = was.pc,
		.access = access};

	m.made[m.steps] = c;
	done.accesses = step(c.thread, access);
	search_transition(s, &done);
	m.transitions++;
}

static struct view show(void)
{
	struct view v = {.thread = m.pending,
		.last = m.steps ? m.made[m.steps - 1].thread : TID_NONE,
		.step = m.steps};

	for (tid t = 0; t < m.threads; t++)
		if (m.pending[t].live) {
			v.threads = (tid)(t + 1);
			v.enabled = (tid)(v.enabled + m.pending[t].offers);
		}
	return v;
}

static bool run(struct search *s)
{
	struct start start = search_begin(s);
	struct outcome outcome = {.thread = m.pending};
	struct view v;

	if (start.done)
		return false;
	while (m.steps > start.shared)
		undo();
	while (m.steps < start.length)
		make(s, start.prefix[m.steps]);
	for (v = show(); v.enabled && m.steps < STEPS; v = show()) {
		struct choice c = search_choose(s, &v);

		if (c.thread == TID_NONE) {
			outcome.kind = OUTCOME_STOPPED;
			break;
		}
		make(s, c);
	}
	outcome.threads = v.threads;
	outcome.threads_max = m.threads;
	outcome.steps = m.steps;
	search_end(s, &outcome);
	return true;
}

/* --- programs --------------------------------------------------------------
 */

static struct operation *code, *at;

static void emit(enum op kind, unsigned object)
{
	*at++ = (struct operation){(uint8_t)kind, (uint8_t)object};
}

static void begin_thread(void)
{
	m.thread[m.threads++] = (struct thread){.code = at};
}

static void end_thread(void)
{
	emit(OP_thread_exit, 0);
}

static void workers(unsigned n, const char *name, unsigned size)
{
	for (unsigned i = 0; i < n; i++) {
		begin_thread();
		if (strcmp(name, "mutexinc") == 0)
			emit(OP_mutex_lock, 0);
		if (strcmp(name, "indexer") == 0) {
			m.thread[m.threads - 1].value = (int32_t)i * 7 % TABLE;
			emit(OP_atomic_cas, 0);
		} else if (strcmp(name, "readers") == 0)
			emit(i ? OP_atomic_load : OP_atomic_store, 0);
		else if (m.lastzero && i == 0) {
			m.thread[m.threads - 1].value = (int32_t)size;
			emit(OP_atomic_load, 0);
		} else if (m.lastzero) {
			emit(OP_atomic_load, i - 1);
			emit(OP_atomic_store, i);
		} else {
			bool alone = strcmp(name, "long") == 0;

			for (unsigned k = 1; k < size; k++)
				emit(OP_atomic_rmw, alone ? i + 1 : 0);
			emit(OP_atomic_rmw, 0);
		}
		if (strcmp(name, "mutexinc") == 0)
			emit(OP_mutex_unlock, 0);
		end_thread();
	}
}

static uint64_t power(uint64_t base, unsigned n)
{
	return n ? base * power(base, n - 1) : 1;
}

static uint64_t factorial(unsigned n)
{
	return n > 1 ? n * factorial(n - 1) : 1;
}

/* How many traces there are; 0: there is no such program. */
static uint64_t build(const char *name, unsigned n)
{
	unsigned threads = n, size = 1;
	uint64_t traces = 0;

	if (strcmp(name, "ainc") == 0 || strcmp(name, "mutexinc") == 0)
		traces = factorial(n);
	else if (strcmp(name, "readers") == 0) {
		traces = power(2, n);
		threads = n + 1;
	} else if (strcmp(name, "lastzero") == 0) {
		traces = n > 1 ? (n + 3) * power(2, n - 2) : 2;
		threads = n + 1;
		m.lastzero = true;
		size = n;
	} else if (strcmp(name, "indexer") == 0)
		traces = power(8, n > 11 ? n - 11 : 0);
	else if (strcmp(name, "long") == 0) {
		traces = 24;
		threads = LONG;
		size = n;
	} else if (strcmp(name, "pair") == 0) {
		traces = 1;
		for (unsigned i = 1; i <= n && traces < 1ull << 50; i++)
			traces = traces * (n + i) / i;
		threads = 2;
		size = n;
	}
	if (!n || !traces || threads >= THREADS)
		return 0;
	at = code = malloc(((size_t)size + 8) * (threads + 1) * sizeof *code +
			   4 * THREADS * sizeof *code);
	if (!code)
		return 0;
	begin_thread();
	for (unsigned i = 1; i <= threads; i++)
		emit(OP_thread_create, i);
	for (unsigned i = 1; i <= threads; i++)
		emit(OP_thread_join, i);
	emit(OP_process_leave, 0);
	workers(threads, name, size);
	m.owner = TID_NONE;
	m.thread[0].live = true;
	return traces;
}

/* --- measuring -------------------------------------------------------------
 */

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds that one transition costs the machine. */
static double machine_alone(void)
{
	struct access access[2];
	uint32_t steps = m.steps;
	uint64_t n = 0;
	double from = seconds();

	do {
		while (m.steps)
			undo();
		while (m.steps < steps)
			step(m.made[m.steps].thread, access);
		n += steps;
	} while (n < 1000000);
	return (seconds() - from) / (double)n;
}

static int usage(void)
{
	fprintf(stderr, "usage: bench_reduce [--reduce NAME] [--limit N] "
			"[--rounds N] PROGRAM N\n");
	return 2;
}

/* Does it complete a trace more than once? */
static bool repeats(const char *reduce)
{
	return strcmp(reduce, "classic") == 0 ||
	       strcmp(reduce, "classic-covered") == 0;
}

int main(int argc, char **argv)
{
	struct search_config config = {.strategy = "dfs", .reduce = "optimal"};
	size_t bytes = (size_t)4 << 30;
	const char *name = NULL;
	unsigned n = 0, rounds = 3;
	uint64_t traces;
	struct search *s;
	struct err err;
	double best = 0, alone;
	void *memory;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--reduce") == 0 && i + 1 < argc)
			snprintf(config.reduce, sizeof config.reduce, "%s",
				argv[++i]);
		else if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc)
			config.executions_max = strtoull(argv[++i], NULL, 0);
		else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
			rounds = (unsigned)strtoul(argv[++i], NULL, 0);
		else if (!name)
			name = argv[i];
		else
			n = (unsigned)strtoul(argv[i], NULL, 0);
	traces = name ? build(name, n) : 0;
	if (!traces || !rounds)
		return usage();
	for (tid t = 0; t < m.threads; t++)
		look(t);
	memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	for (unsigned i = 0; i < rounds; i++) {
		double from, took;

		if (memory == MAP_FAILED ||
			search_new(&s, memory, bytes, &config, &err) != OK) {
			fprintf(stderr, "bench_reduce: %s\n",
				memory == MAP_FAILED ? "no memory" : err.text);
			return 2;
		}
		while (m.steps)
			undo();
		m.transitions = 0;
		from = seconds();
		while (run(s))
			;
		took = seconds() - from;
		best = i == 0 || took < best ? took : best;
	}
	alone = machine_alone();
	{
		const struct search_count *c = search_count(s);
		double all = (double)(c->executions + c->blocked);
		double each = best / all;
		double made = (double)m.transitions / all;

		printf("%s %u %s: %llu executions, %llu blocked, "
		       "%.0f executions/s, %.0f ns each (machine %.0f), "
		       "%.1f events, %.1f of them new, %.1f ns per event, "
		       "%.1f per new one\n",
			name, n, config.reduce,
			(unsigned long long)c->executions,
			(unsigned long long)c->blocked, all / best, each * 1e9,
			alone * made * 1e9, (double)c->steps / all, made,
			each * 1e9 * all / (double)c->steps, each * 1e9 / made);
		if (!search_exhausted(s) && !config.executions_max)
			return printf("not exhausted\n"), 1;
		if (!config.executions_max && strcmp(config.reduce, "none") &&
			(repeats(config.reduce) ? c->executions < traces
						: c->executions != traces))
			return printf("%llu expected\n",
				       (unsigned long long)traces),
			       1;
	}
	return 0;
}
