/* SPDX-License-Identifier: MIT */
/* specs.c - the table of specifications */
#include "linear/spec.h"

#include <string.h>

extern const struct linear_spec spec_register, spec_cas_register, spec_counter,
	spec_set, spec_map, spec_queue, spec_stack, spec_priority_queue,
	spec_deque, spec_mutex, spec_semaphore, spec_exchanger,
	spec_counting_set;

static const struct linear_spec *const table[] = {
	&spec_register,
	&spec_cas_register,
	&spec_counter,
	&spec_set,
	&spec_map,
	&spec_queue,
	&spec_stack,
	&spec_priority_queue,
	&spec_deque,
	&spec_mutex,
	&spec_semaphore,
	&spec_exchanger,
	&spec_counting_set,
};

enum {
	ROWS = sizeof table / sizeof table[0]
};

const struct linear_spec *linear_spec_at(unsigned i)
{
	return i < ROWS ? table[i] : NULL;
}

const struct linear_spec *linear_spec_named(const char *name)
{
	for (unsigned i = 0; i < ROWS; i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return NULL;
}

static bool among(const char *names, const char *name)
{
	size_t n = strlen(name);

	while (names && *names) {
		size_t length = strcspn(names, " ");

		if (length == n && memcmp(names, name, n) == 0)
			return true;
		names += length + (names[length] == ' ');
	}
	return false;
}

int linear_name_find(const struct linear_spec *spec, const char *name)
{
	for (int i = 0; spec->names[i].name; i++)
		if (strcmp(spec->names[i].name, name) == 0 ||
			among(spec->names[i].other, name))
			return i;
	return -1;
}
