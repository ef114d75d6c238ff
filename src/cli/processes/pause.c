/* SPDX-License-Identifier: MIT */
#include "cli/processes/pause.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "cli/processes/crew.h"

static volatile sig_atomic_t asked;
static struct sigaction before;
static uint64_t stopped_ns;

static void note(int number)
{
	(void)number;
	asked = 1;
}

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

void pause_catch(void)
{
	struct sigaction action = {.sa_handler = note};

	asked = 0;
	sigaction(SIGTSTP, NULL, &before);
	if (before.sa_handler != SIG_IGN)
		sigaction(SIGTSTP, &action, NULL);
}

void pause_forget(void)
{
	if (before.sa_handler != SIG_IGN)
		sigaction(SIGTSTP, &before, NULL);
	if (asked)
		raise(SIGTSTP);
	asked = 0;
}

static void tell_all(const struct crew *crew, int number)
{
	for (unsigned i = 0; i < crew->size; i++)
		if (crew->process[i].pid > 0)
			kill(-crew->process[i].pid, number);
}

void pause_if_asked(const struct crew *crew)
{
	uint64_t since;

	if (!asked)
		return;
	since = now_ns();
	tell_all(crew, SIGSTOP);
	asked = 0;
	raise(SIGSTOP);
	tell_all(crew, SIGCONT);
	stopped_ns += now_ns() - since;
}

uint64_t pause_ns(void)
{
	return stopped_ns;
}
