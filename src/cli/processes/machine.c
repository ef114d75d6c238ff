/* SPDX-License-Identifier: MIT */
#include "cli/processes/machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool read_memory(uint64_t *total, uint64_t *available)
{
	unsigned long long n;
	char line[128];
	FILE *f = fopen("/proc/meminfo", "re");

	*total = *available = 0;
	if (!f)
		return false;
	while (fgets(line, sizeof line, f)) {
		if (sscanf(line, "MemTotal: %llu", &n) == 1)
			*total = n << 10;
		else if (sscanf(line, "MemAvailable: %llu", &n) == 1)
			*available = n << 10;
	}
	fclose(f);
	return *total && *available;
}

uint64_t machine_available(void)
{
	uint64_t total, available;

	return read_memory(&total, &available) ? available : UINT64_MAX;
}

double machine_available_percent(void)
{
	const char *said = getenv("SCARP_MEMORY");
	uint64_t total, available;

	if (said)
		return strtod(said, NULL);
	return read_memory(&total, &available)
		       ? 100.0 * (double)available / (double)total
		       : 100;
}
