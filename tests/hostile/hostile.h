/* SPDX-License-Identifier: MIT */
/* hostile.h - programs that do what no program should
 *
 * Each file holds several: HOSTILE(name, what may come of it) { ... }.  The
 * words are verdicts and kinds of bug, any one of which is right, MOMENT=word
 * at that moment alone; run.py reads them.  argv[1] is the name, argv[2] the
 * moment:
 *
 *   main      main, before there is a thread
 *   thread    the first of two threads, while the other holds a lock
 *   second    the second one, only in schedules where it comes first
 *   handler   a handler of exit
 *   before    a constructor
 */
#ifndef HOSTILE_H
#define HOSTILE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct hostile {
	const char *name;
	void (*act)(void);
};

#define HOSTILE(name, may_be)                                                  \
	static void name(void);                                                \
	static const struct hostile hostile_##name                             \
		__attribute__((used, section("hostile"))) = {#name, name};     \
	static void name(void)

extern const struct hostile __start_hostile[], __stop_hostile[];

#define OUTSIDE __attribute__((no_sanitize("thread"), noinline))

/* A store that no compiler announces. */
static inline void store_unseen(uint64_t address, uint64_t value)
{
	__asm__ volatile("movq %1, (%0)"
			 :
			 : "r"(address), "r"(value)
			 : "memory");
}

/* A system call that no wrapper sees. */
static inline long call_unseen(long number, long a, long b, long c)
{
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return result;
}

static const struct hostile *chosen;
static const char *moment = "";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turns;
static int shared;

static void at(const char *here)
{
	if (strcmp(moment, here) == 0)
		chosen->act();
}

static void at_exit(void)
{
	at("handler");
}

static void *first(void *unused)
{
	atomic_fetch_add(&turns, 1);
	at("thread");
	pthread_mutex_lock(&lock);
	shared++;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *second(void *unused)
{
	pthread_mutex_lock(&lock);
	if (atomic_fetch_add(&turns, 1) == 0)
		at("second");
	shared++;
	pthread_mutex_unlock(&lock);
	return unused;
}

__attribute__((constructor)) static void choose(int argc, char **argv)
{
	for (const struct hostile *h = __start_hostile; h < __stop_hostile; h++)
		if (argc > 2 && strcmp(argv[1], h->name) == 0)
			chosen = h;
	if (!chosen)
		_exit(2);
	moment = argv[2];
	at("before");
}

int main(void)
{
	pthread_t a, b;

	atexit(at_exit);
	at("main");
	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}

#endif
