/* SPDX-License-Identifier: MIT */
/* values.c - values, as the types of what has them say */
#include <inttypes.h>
#include <string.h>

#include "report/names.h"

enum {
	POINTS = 0xffff, /* a value above may be a pointer */
	DECIMAL_MOST = 10000000,
	DECIMAL_LEAST = -1000000
};

static int64_t signed_of(uint64_t value, uint64_t size)
{
	switch (size) {
	case 1:
		return (int8_t)value;
	case 2:
		return (int16_t)value;
	case 4:
		return (int32_t)value;
	default:
		return (int64_t)value;
	}
}

static uint64_t unsigned_of(uint64_t value, uint64_t size)
{
	return size && size < 8 ? value & (((uint64_t)1 << (8 * size)) - 1)
				: value;
}

static void number(uint64_t value, uint64_t size, enum shape_how how, char *out,
	size_t out_size)
{
	int64_t s = signed_of(value, size);
	uint64_t u = unsigned_of(value, size);

	if (how == SHAPE_UNSIGNED && u < DECIMAL_MOST)
		snprintf(out, out_size, "%" PRIu64, u);
	else if (how != SHAPE_UNSIGNED && s > DECIMAL_LEAST && s < DECIMAL_MOST)
		snprintf(out, out_size, "%" PRId64, s);
	else
		snprintf(out, out_size, "0x%" PRIx64, u);
}

static void one(struct names *n, const struct shape *shape, uint64_t value,
	uint64_t size, char *out, size_t out_size)
{
	if (shape->bits && shape->bits < 64) {
		value = shape_bits(shape, value);
		size = shape->how == SHAPE_FLOAT ? shape->bits / 8u : 8;
	}
	if (shape_text(shape, unsigned_of(value, size), size, out, out_size))
		return;
	if (size == 8 && value > POINTS &&
		(!shape->bits || shape->bits == 64) &&
		shape->how != SHAPE_FLOAT &&
		names_pointer(n, value, out, out_size))
		return;
	number(value, size, (enum shape_how)shape->how, out, out_size);
}

void names_value(struct names *n, uint64_t value, uint64_t size, char *out,
	size_t out_size)
{
	static const struct shape unknown;
	const struct shapes shapes = n->shapes; /* a pointer names others */
	size_t used;

	if (shapes.count <= 1) {
		one(n, shapes.count ? &shapes.at[0] : &unknown, value, size,
			out, out_size);
		n->shapes = shapes;
		return;
	}
	used = (size_t)snprintf(out, out_size, "{");
	for (unsigned i = 0; i < shapes.count && used < out_size; i++) {
		char text[96];

		one(n, &shapes.at[i], value, size, text, sizeof text);
		used += (size_t)snprintf(out + used, out_size - used, "%s%s",
			i ? ", " : "", text);
	}
	if (used < out_size)
		snprintf(out + used, out_size - used, "}");
	n->shapes = shapes;
}

void names_wide(
	struct names *n, const uint64_t value[2], char *out, size_t out_size)
{
	static const struct shape unknown;
	const struct shapes shapes = n->shapes;
	enum shape_how how =
		shapes.count ? (enum shape_how)shapes.at[0].how : SHAPE_UNKNOWN;
	char half[2][96];

	if (how == SHAPE_SIGNED || how == SHAPE_UNSIGNED) {
		if (value[1])
			snprintf(out, out_size, "0x%" PRIx64 "%016" PRIx64,
				value[1], value[0]);
		else
			number(value[0], 8, SHAPE_UNSIGNED, out, out_size);
		return;
	}
	for (int i = 0; i < 2; i++)
		one(n, &unknown, value[i], 8, half[i], sizeof half[i]);
	snprintf(out, out_size, "{%s, %s}", half[0], half[1]);
	n->shapes = shapes;
}
