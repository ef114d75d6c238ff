/* SPDX-License-Identifier: MIT */
#include "native/libc/library.h"
#include "native/libc/libc.h"
#include "native/outside/outside_slots.h"
#include "native/rewinding/trial.h"
#include "native/rewinding/undo.h"
#include "native/spin.h"
#include "native/threads/piece.h"

#include <dlfcn.h>
#include <string.h>
#include <time.h>

enum {
	KEPT_WORDS = 1 << 14 /* glibc 2.36 has some 7,000 */
};

static uint64_t kept[KEPT_WORDS];
static uint64_t *data;
static size_t words;

static void find(void)
{
	uint64_t start = 0;
	size_t n = outside_data_of((const void *)REAL(tzset), &start);

	data = (uint64_t *)start;
	words = n / sizeof *data;
	if (!words || words > KEPT_WORDS)
		run_error(ERR_UNSUPPORTED, 0,
			"a C library with %zu bytes of data: scarp was made "
			"for another one" SC(511),
			n);
}

void library_begin(void)
{
	trial_stops(TRIAL_GIVEN_UP);
	spin_abandon();
	if (!data)
		find();
	memcpy(kept, data, words * sizeof *data);
	piece_begin(PIECE_call);
}

static bool end(bool forget)
{
	const size_t some = 64;
	bool changed = false;

	piece_end();
	for (size_t i = 0; i < words; i += some) {
		size_t n = words - i < some ? words - i : some;

		if (memcmp(&data[i], &kept[i], n * sizeof *data) == 0)
			continue;
		for (size_t k = i; k < i + n; k++) {
			if (data[k] == kept[k])
				continue;
			changed = true;
			if (forget)
				data[k] = kept[k];
			else
				undo_kept(&data[k], kept[k]);
		}
	}
	return changed;
}

bool library_end(void)
{
	return end(false);
}

void library_forget(void)
{
	end(true);
}

void *library_variable(const char *name)
{
	void *at = dlsym(RTLD_DEFAULT, name);

	if (!at)
		run_error(ERR_UNSUPPORTED, 0,
			"the C library has no variable '%s'" SC(511), name);
	return at;
}

void library_store(void *at, const void *value, size_t n, uint64_t pc)
{
	if (memcmp(at, value, n) == 0)
		return;
	access_write(at, n, pc);
	memcpy(at, value, n);
}
