/* SPDX-License-Identifier: MIT */
/* openmp.c - parallel regions of OpenMP are refused, by name and line
 *
 * libgomp and libomp begin threads of their own, which wait for each other by
 * system calls and in loops that nobody sees: such a call would not return.
 */
#include "native/outside/outside.h"

#include <stdio.h>
#include <string.h>

static const char *const begins[] = {"GOMP_parallel", "GOMP_teams", "GOMP_task",
	"__kmpc_fork_", "__kmpc_omp_task"};

void openmp_refused(const char *name, uint64_t pc)
{
	char text[256];

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
		if (strncmp(name, begins[i], strlen(begins[i])) != 0)
			continue;
		snprintf(text, sizeof text,
			"%.60s (OpenMP's threads wait for each other past all "
			"library calls; compile without -fopenmp, or begin the "
			"threads by pthread_create or std::thread)",
			name);
		unsupported(text, pc);
	}
}
