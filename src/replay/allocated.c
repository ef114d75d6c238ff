/* SPDX-License-Identifier: MIT */
#include "replay/allocated.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#include "replay/part.h"

enum {
	DEPTH_MAX = 16 /* of names and qualifiers of a type */
};

/* How a line leads to a type, the surest last. */
enum way {
	WAY_NONE,
	WAY_ASSIGNED, /* n = malloc(...) */
	WAY_SIZED,    /* sizeof *n, sizeof(struct node), new node */
	WAY_ITSELF    /* an allocator's own type */
};

struct search {
	const char *line;
	uint64_t size;
	enum way way;
	bool several; /* types, by the best way so far */
	Dwarf_Die type;
};

/* --- what the line says ------------------------------------------------------
 */

static bool of_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

/* Is the word behind "sizeof", "sizeof *", "sizeof(struct", "new", all of it?
 */
static bool behind_size(const char *line, const char *word)
{
	while (word > line && strchr(" *(", word[-1]))
		word--;
	if (word - line >= 6 && strncmp(word - 6, "struct", 6) == 0)
		for (word -= 6; word > line && strchr(" (", word[-1]);)
			word--;
	return (word - line >= 6 && strncmp(word - 6, "sizeof", 6) == 0) ||
	       (word - line >= 12 &&
		       strncmp(word - 12, "make_unique<", 12) == 0) ||
	       (word - line >= 3 && strncmp(word - 3, "new", 3) == 0 &&
		       (word - line == 3 || !of_name(word[-4])));
}

/* An array of classes may have its length before it. */
static bool new_array(const char *line)
{
	const char *at = strstr(line, "new ");

	return at && strchr(at, '[');
}

/* Back to where `a->b.c` begins. */
static const char *path_start(const char *line, const char *word)
{
	while (word > line) {
		if (of_name(word[-1]) || word[-1] == '.')
			word--;
		else if (word - line > 1 && strncmp(word - 2, "->", 2) == 0)
			word -= 2;
		else
			break;
	}
	return word;
}

static enum way way_of_word(
	const char *line, const char *word, size_t length, bool is_type)
{
	const char *next = skip_blanks(word + length);

	if (behind_size(line, is_type ? word : path_start(line, word)) &&
		next[0] != '.' && strncmp(next, "->", 2) != 0)
		return WAY_SIZED;
	return !is_type && next[0] == '=' && next[1] != '=' ? WAY_ASSIGNED
							    : WAY_NONE;
}

static enum way way_of_name(const char *line, const char *name, bool is_type)
{
	size_t length = name ? strlen(name) : 0;
	enum way best = WAY_NONE;

	for (const char *at = line; length && (at = strstr(at, name)); at++) {
		enum way way;

		if ((at > line && of_name(at[-1])) || of_name(at[length]))
			continue;
		way = way_of_word(line, at, length, is_type);
		best = way > best ? way : best;
	}
	return best;
}

/* --- the types that it leads to ----------------------------------------------
 */

static void peel(Dwarf_Die *type)
{
	Dwarf_Die next;

	for (int i = 0; i < DEPTH_MAX; i++) {
		int tag = dwarf_tag(type);

		if ((tag != DW_TAG_typedef && tag != DW_TAG_const_type &&
			    tag != DW_TAG_volatile_type &&
			    tag != DW_TAG_restrict_type &&
			    tag != DW_TAG_atomic_type) ||
			!part_type(type, &next))
			return;
		*type = next;
	}
}

/* What a pointer leads to; false: it is none, or one to void. */
static bool pointee(Dwarf_Die *of, Dwarf_Die *out)
{
	Dwarf_Die type;

	if (!part_type(of, &type))
		return false;
	peel(&type);
	if (dwarf_tag(&type) != DW_TAG_pointer_type || !part_type(&type, out))
		return false;
	peel(out);
	return true;
}

static bool same(Dwarf_Die *a, Dwarf_Die *b)
{
	const char *x = dwarf_diename(a), *y = dwarf_diename(b);

	return dwarf_dieoffset(a) == dwarf_dieoffset(b) ||
	       (x && y && strcmp(x, y) == 0 && part_size(a) == part_size(b));
}

static bool has_members(Dwarf_Die *type)
{
	int tag = dwarf_tag(type);

	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
	       tag == DW_TAG_union_type;
}

static bool is_open(Dwarf_Die *type, Dwarf_Die *element)
{
	Dwarf_Die last;
	uint64_t start;

	return part_open_end(type, &last, element, &start);
}

/* Of two that a line names, one ends with an array of the other: that is it. */
static bool is_element(Dwarf_Die *element, Dwarf_Die *whole)
{
	Dwarf_Die inner;

	if (!is_open(whole, &inner))
		return false;
	peel(&inner);
	return same(&inner, element);
}

static bool fits(const struct search *s, Dwarf_Die *type)
{
	uint64_t one = part_size(type);
	Dwarf_Die element;

	return one &&
	       (is_open(type, &element) ? s->size >= one : s->size % one == 0);
}

static void candidate(struct search *s, Dwarf_Die *type, enum way way)
{
	if (way == WAY_NONE || way < s->way || !fits(s, type))
		return;
	if (way == s->way && is_element(type, &s->type))
		return;
	if (way == s->way && !is_element(&s->type, type)) {
		s->several |= !same(type, &s->type);
		return;
	}
	s->way = way;
	s->several = false;
	s->type = *type;
}

/* Pointers in what a variable leads to: `s->head = malloc(...)`. */
static void members(struct search *s, Dwarf_Die *type)
{
	Dwarf_Die member, inner;

	if (!has_members(type) || dwarf_child(type, &member) != 0)
		return;
	do {
		if (dwarf_tag(&member) == DW_TAG_member &&
			pointee(&member, &inner))
			candidate(s, &inner,
				way_of_name(s->line, dwarf_diename(&member),
					false));
	} while (dwarf_siblingof(&member, &member) == 0);
}

static void variable(struct search *s, Dwarf_Die *die)
{
	Dwarf_Die type;

	if (pointee(die, &type)) {
		candidate(s, &type,
			way_of_name(s->line, dwarf_diename(die), false));
		members(s, &type);
	} else if (part_type(die, &type)) {
		peel(&type);
		members(s, &type);
	}
}

static void named_type(struct search *s, Dwarf_Die *die)
{
	Dwarf_Die type = *die;

	if (way_of_name(s->line, dwarf_diename(die), true) != WAY_SIZED)
		return;
	peel(&type);
	candidate(s, &type, WAY_SIZED);
}

/* Of a function or a block in it, and of its file. */
static void in_scope(struct search *s, Dwarf_Die *scope, int depth)
{
	Dwarf_Die die;

	if (depth > DEPTH_MAX || dwarf_child(scope, &die) != 0)
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
		case DW_TAG_formal_parameter:
			variable(s, &die);
			break;
		case DW_TAG_structure_type:
		case DW_TAG_class_type:
		case DW_TAG_union_type:
		case DW_TAG_typedef:
		case DW_TAG_base_type:
			named_type(s, &die);
			break;
		case DW_TAG_namespace:
			in_scope(s, &die, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&die, &die) == 0);
}

/* std::allocator<T>::allocate, whose result is a T *. */
static void allocator(struct search *s, Dwarf_Die *function)
{
	const char *name = dwarf_diename(function);
	int tag = dwarf_tag(function);
	Dwarf_Die type;

	if (name && strcmp(name, "allocate") == 0 &&
		(tag == DW_TAG_subprogram ||
			tag == DW_TAG_inlined_subroutine) &&
		pointee(function, &type))
		candidate(s, &type, WAY_ITSELF);
}

/* Is it what std::make_shared asks for?  Then what its object is of. */
static bool is_shared(Dwarf_Die *type, Dwarf_Die *object)
{
	static const char with[] = "_Sp_counted_ptr_inplace<";
	const char *name = dwarf_diename(type);
	Dwarf_Die child;

	if (!name || strncmp(name, with, sizeof with - 1) != 0 ||
		dwarf_child(type, &child) != 0)
		return false;
	do {
		if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
			return part_type(&child, object);
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

bool allocated_find(struct blocks *b, uint64_t pc, const char *line, bool outer,
	uint64_t size, struct typed *out)
{
	struct search s = {.line = line, .size = size};
	Dwarf_Addr bias = 0;
	Dwarf_Die scopes[BLOCKS_AROUND], unit, type;
	int n = (int)blocks_around(b, pc, scopes, BLOCKS_AROUND, &bias);
	const char *name;

	for (int i = 0; i < n; i++)
		allocator(&s, &scopes[i]);
	if (new_array(line))
		line = "";
	for (int i = 0; i < n && line[0]; i++)
		in_scope(&s, &scopes[i], 0);
	if (n && line[0] && dwarf_diecu(&scopes[n - 1], &unit, NULL, NULL))
		in_scope(&s, &unit, 0);
	if (s.way == WAY_NONE || s.several)
		return false;
	if (outer && (s.way == WAY_ASSIGNED || part_size(&s.type) != size))
		return false;
	*out = (struct typed){.die = dwarf_dieoffset(&s.type),
		.dwarf = dwarf_cu_getdwarf(s.type.cu),
		.one = is_open(&s.type, &type) ? size : part_size(&s.type),
		.size = size};
	type = s.type;
	is_shared(&s.type, &type);
	name = dwarf_diename(&type);
	snprintf(out->name, sizeof out->name, "%.*s",
		name ? (int)strcspn(name, "<") : 0, name ? name : "");
	return true;
}

/* Counts, and behind them the object, which is `type` then.  True: it is about
 * the counts. */
static bool shared(
	Dwarf_Die *type, uint64_t *offset, uint64_t size, struct datum *out)
{
	enum {
		COUNTS = 8, /* behind the table of functions */
		OBJECT = 16
	};
	Dwarf_Die object;

	if (!is_shared(type, &object))
		return false;
	if (*offset < OBJECT) {
		snprintf(out->name, sizeof out->name, "%s",
			*offset < COUNTS    ? ""
			: *offset == COUNTS ? ".use_count()"
					    : ".weak count");
		for (uint64_t at = 0;
			at < size && size % 4 == 0 && *offset >= COUNTS;
			at += 4)
			out->shapes.at[out->shapes.count++] =
				(struct shape){.how = SHAPE_SIGNED,
					.shift = (uint8_t)(8 * at),
					.bits = 32};
		out->size = size;
		return true;
	}
	*type = object;
	*offset -= OBJECT;
	return false;
}

/* In the array at its end.  False: before that, or in several elements. */
static bool in_open_end(
	Dwarf_Die *type, uint64_t offset, uint64_t size, struct datum *out)
{
	Dwarf_Die last, element;
	uint64_t start, one;
	const char *name;

	if (!part_open_end(type, &last, &element, &start) || offset < start)
		return false;
	name = dwarf_diename(&last);
	one = part_size(&element);
	offset -= start;
	snprintf(out->name, sizeof out->name, ".%s[%llu]", name ? name : "",
		(unsigned long long)(offset / one));
	offset %= one;
	if (offset + size > one)
		return false;
	out->size = part_of(&element, &offset, size, out);
	return true;
}

bool allocated_part(const struct typed *t, uint64_t offset, uint64_t size,
	struct datum *out)
{
	Dwarf_Die type;
	size_t used = 0;

	*out = (struct datum){0};
	if (offset >= t->size || !dwarf_offdie(t->dwarf, t->die, &type))
		return false;
	if (shared(&type, &offset, size, out))
		return out->name[0];
	if (in_open_end(&type, offset, size, out))
		return true;
	out->name[0] = '\0';
	if (t->size > t->one)
		used = (size_t)snprintf(out->name, sizeof out->name, "[%llu]",
			(unsigned long long)(offset / t->one));
	offset %= t->one;
	if (offset + size > t->one) /* several elements */
		return false;
	out->size = part_of(&type, &offset, size, out);
	return used || out->name[0] || out->shapes.count;
}
