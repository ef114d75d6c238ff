/* SPDX-License-Identifier: MIT */
/* clients.h - a test says which operations an object has, and scarp makes the
 * threads that call them
 *
 *	static struct scarp_value enqueues(void *q, const long long *argument)
 *	{
 *		enqueue(q, argument[0]);
 *		return SCARP_NOTHING;
 *	}
 *
 *	static const struct scarp_action actions[] = {
 *		{"enqueue", enqueues, {&scarp_fresh}, 0},
 *		{"dequeue", dequeues, {0}, 0},
 *		{0, 0, {0}, 0}};
 *	static const struct scarp_clients queue = {
 *		"queue", begin, end, actions, 0};
 *	SCARP_CLIENTS(queue)
 *
 * `scarp linearize ./test` then searches all clients of up to so many
 * operations by so many threads, the smallest first.  A client is a text, the
 * last argument of the test: "enqueue(1), dequeue | dequeue" is one thread that
 * calls two operations and another one that calls one.  So `scarp check ./test
 * TEXT` searches one of them; and without scarp ./test calls them once.
 * Without an argument it is a small client of two threads that calls each
 * operation.
 *
 * Usable from C and C++.  The functions are the file's own: one file of a
 * program includes this header.
 */
#ifndef SCARP_CLIENTS_H
#define SCARP_CLIENTS_H

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scarp/linearize.h"

enum {
	SCARP_CLIENT_OPERATIONS = 64,
	SCARP_CLIENT_THREADS = 8,
	SCARP_CLIENT_VALUES = 16,
	SCARP_CLIENT_ARGUMENTS = 2
};

enum scarp_values_kind {
	SCARP_LISTED, /* each of them is tried */
	SCARP_ALIKE,  /* the object does the same with all of them: clients are
		       * one that differ in nothing but which is which */
	SCARP_FRESH   /* 1, 2, 3, ...: each call gets one that no other got,
		       * and they are alike */
};

/* What an argument may be.  Arguments with the same struct have their values in
 * common: what is put into a map and taken out of it. */
struct scarp_values {
	enum scarp_values_kind kind;
	unsigned n; /* of SCARP_LISTED and SCARP_ALIKE */
	long long value[SCARP_CLIENT_VALUES];
};

static const struct scarp_values scarp_fresh
	__attribute__((unused)) = {SCARP_FRESH, 0, {0}};

struct scarp_action {
	const char *name; /* as the specification has it; NULL ends the table */
	/* Calls the operation, and says what it returned. */
	struct scarp_value (*call)(void *object, const long long *argument);
	const struct scarp_values *argument[SCARP_CLIENT_ARGUMENTS];
	/* Not 0: operations with the same number are called by one thread,
	 * which may be any (the owner of a deque). */
	unsigned role;
};

struct scarp_clients {
	const char *specification; /* NULL: `begin` says it */
	/* Makes the object; NULL: it is there, and has no address.  `end` comes
	 * when all threads have ended, and may call operations by
	 * SCARP_OPERATION. */
	void *(*begin)(void);
	void (*end)(void *object);
	const struct scarp_action *action;
	/* Not 0: an operation behaves differently by thread
	 * (scarp_client_thread), so that no two threads are alike. */
	int threads_differ;
};

struct scarp_client_call {
	const struct scarp_action *action;
	long long argument[SCARP_CLIENT_ARGUMENTS];
	unsigned thread;
};

struct scarp_client_made {
	const struct scarp_clients *of;
	void *object;
	struct scarp_client_call call[SCARP_CLIENT_OPERATIONS];
	unsigned calls, threads;
};

static struct scarp_client_made scarp_client_;
static __thread unsigned scarp_client_me_;

/* Which of a client's threads calls, from 0 on. */
static __attribute__((unused)) unsigned scarp_client_thread(void)
{
	return scarp_client_me_;
}

static unsigned scarp_client_arguments_(const struct scarp_action *a)
{
	unsigned n = 0;

	while (n < SCARP_CLIENT_ARGUMENTS && a->argument[n])
		n++;
	return n;
}

static void scarp_client_call_(void *object, const struct scarp_client_call *c)
{
	struct scarp_value argument[SCARP_CLIENT_ARGUMENTS], result;
	unsigned n = scarp_client_arguments_(c->action), i;

	for (i = 0; i < n; i++)
		argument[i] = SCARP_NUMBER(c->argument[i]);
	scarp_operation_call(object, c->action->name, argument, n);
	result = c->action->call(object, c->argument);
	scarp_operation_return(object, result);
}

static void *scarp_client_run_(void *number)
{
	unsigned i;

	scarp_client_me_ = *(const unsigned *)number;
	for (i = 0; i < scarp_client_.calls; i++)
		if (scarp_client_.call[i].thread == scarp_client_me_)
			scarp_client_call_(
				scarp_client_.object, &scarp_client_.call[i]);
	return 0;
}

/* What `scarp linearize` reads; each line once. */
static void scarp_client_list_(const struct scarp_clients *c)
{
	const struct scarp_values *set[2 * SCARP_CLIENT_OPERATIONS];
	unsigned sets = 0, s, i, k, n;

	printf("scarp-clients 1 %s\n", c->threads_differ ? "differ" : "alike");
	if (c->specification)
		printf("specification %s\n", c->specification);
	for (i = 0; c->action[i].name && i < SCARP_CLIENT_OPERATIONS; i++) {
		printf("operation %u %u %s", i, c->action[i].role,
			c->action[i].name);
		n = scarp_client_arguments_(&c->action[i]);
		for (k = 0; k < n; k++) {
			for (s = 0; s < sets; s++)
				if (set[s] == c->action[i].argument[k])
					break;
			if (s == sets)
				set[sets++] = c->action[i].argument[k];
			printf(" %u", s);
		}
		printf("\n");
	}
	for (s = 0; s < sets; s++) {
		printf("values %u %s", s,
			set[s]->kind == SCARP_FRESH   ? "fresh"
			: set[s]->kind == SCARP_ALIKE ? "alike"
						      : "listed");
		if (set[s]->kind != SCARP_FRESH)
			for (i = 0; i < set[s]->n && i < SCARP_CLIENT_VALUES;
				i++)
				printf(" %lld", set[s]->value[i]);
		printf("\n");
	}
	printf("end of operations\n");
}

static int scarp_client_bad_(const char *why, const char *at)
{
	fprintf(stderr,
		"client: %s at '%s'; a client is operations with their "
		"arguments, and threads: 'enqueue(1), dequeue | dequeue'\n",
		why, at);
	return 0;
}

static const char *scarp_client_blank_(const char *at)
{
	while (*at == ' ')
		at++;
	return at;
}

/* One operation; NULL: it is none. */
static const char *scarp_client_operation_(
	const char *at, struct scarp_client_call *call)
{
	size_t length = strcspn(at, "(),| ");
	const struct scarp_action *a = scarp_client_.of->action;
	unsigned n, i;
	char *end;

	while (a->name && (strlen(a->name) != length ||
				  strncmp(a->name, at, length) != 0))
		a++;
	if (!a->name)
		return 0;
	call->action = a;
	at += length;
	n = scarp_client_arguments_(a);
	for (i = 0; i < n; i++) {
		if (*at != (i ? ',' : '('))
			return 0;
		call->argument[i] = strtoll(at + 1, &end, 10);
		at = end;
	}
	if (n && *at++ != ')')
		return 0;
	return scarp_client_blank_(at);
}

static int scarp_client_read_(const char *text)
{
	struct scarp_client_made *m = &scarp_client_;
	const char *at = scarp_client_blank_(text), *next;
	int more = *at != '|' && *at;

	m->threads = 1;
	while (more || *at) {
		if (!more) { /* '|' */
			at = scarp_client_blank_(at + 1);
			if (m->threads++ == SCARP_CLIENT_THREADS)
				return scarp_client_bad_(
					"more than 8 threads", at);
			more = *at != '|' && *at;
			continue;
		}
		if (m->calls == SCARP_CLIENT_OPERATIONS)
			return scarp_client_bad_("more than 64 operations", at);
		next = scarp_client_operation_(at, &m->call[m->calls]);
		if (!next || (*next && *next != ',' && *next != '|'))
			return scarp_client_bad_("no operation", at);
		m->call[m->calls++].thread = m->threads - 1;
		more = *next == ',';
		at = more ? scarp_client_blank_(next + 1) : next;
	}
	return 1;
}

/* Two threads, each of which calls each operation; what has a role, one. */
static void scarp_client_small_(void)
{
	struct scarp_client_made *m = &scarp_client_;
	const struct scarp_action *a;
	unsigned i;

	m->threads = 2;
	for (a = m->of->action; a->name; a++)
		for (i = 0; i < (a->role ? 1 : 2) &&
			    m->calls < SCARP_CLIENT_OPERATIONS;
			i++) {
			struct scarp_client_call *c = &m->call[m->calls++];
			unsigned n = scarp_client_arguments_(a), k;

			c->action = a;
			c->thread = i;
			for (k = 0; k < n; k++)
				c->argument[k] =
					a->argument[k]->kind == SCARP_FRESH
						? m->calls
						: a->argument[k]
							  ->value[i %
								  a->argument[k]
									  ->n];
		}
}

/* The client that the last argument says.  Returns what main returns. */
static __attribute__((unused)) int scarp_clients_run(
	const struct scarp_clients *clients, int argc, char **argv)
{
	static unsigned number[SCARP_CLIENT_THREADS];
	struct scarp_client_made *m = &scarp_client_;
	pthread_t thread[SCARP_CLIENT_THREADS];
	unsigned i;

	m->of = clients;
	if (argc > 1 && strcmp(argv[argc - 1], "--scarp-operations") == 0) {
		scarp_client_list_(clients);
		return 0;
	}
	if (argc < 2)
		scarp_client_small_();
	else if (!scarp_client_read_(argv[argc - 1]))
		return 2;
	m->object = clients->begin ? clients->begin() : m;
	if (clients->specification)
		scarp_specification(m->object, clients->specification);
	for (i = 0; i < m->threads; i++) {
		number[i] = i;
		if (pthread_create(
			    &thread[i], 0, scarp_client_run_, &number[i]))
			return 2;
	}
	for (i = 0; i < m->threads; i++)
		pthread_join(thread[i], 0);
	if (clients->end)
		clients->end(m->object);
	return 0;
}

/* The program is its clients. */
#define SCARP_CLIENTS(clients)                                                 \
	int main(int argc, char **argv)                                        \
	{                                                                      \
		return scarp_clients_run(&(clients), argc, argv);              \
	}

#endif
