/* SPDX-License-Identifier: MIT */
/* cxx_error.c - objects that libstdc++.so makes and destroys out of line: the
 * standard exceptions, std::nested_exception, a future's result, a condition
 * variable
 *
 * A constructor stores the pointer to the table of virtual functions and what
 * the object holds; a destructor stores the table of its own class, so that a
 * derived object whose destruction is undone would call the base's functions.
 * Both are announced, then the library's own function runs.
 */
#include "native/libc/libc.h"

#include <string.h>

enum {
	CONDITION_BYTES = 48
};

/* A table, then a counted string.  A copy gets a string of its own, so that no
 * count but that of an object's own string ever changes. */
struct message {
	void *vtable;
	const char *text;
};

/* std::string of the new ABI. */
struct text {
	const char *bytes;
	uint64_t length;
	uint64_t buffer[2];
};

static void moves(struct message *this, struct message *from, uint64_t pc)
{
	access_write(this, sizeof *this, pc);
	access_also(from, sizeof *from, true, pc);
}

/* The constructor does it all at once, behind the first access. */
static void makes_of_bytes(struct message *this, const char *text, uint64_t pc)
{
	if (controlled()) {
		access_read(text, 1, pc);
		access_also(text + 1, strlen(text), false, pc);
		access_also(this, sizeof *this, true, pc);
	}
}

static void makes_of_text(
	struct message *this, const struct text *text, uint64_t pc)
{
	if (controlled()) {
		access_read(text, 2 * sizeof(uint64_t), pc);
		access_also(text->bytes, text->length, false, pc);
		access_also(this, sizeof *this, true, pc);
	}
}

static void destroys_table(void *this, uint64_t pc)
{
	access_write(this, sizeof(void *), pc);
}

/* The count stands before the text, whose last owner frees it. */
static void destroys_message(struct message *this, uint64_t pc)
{
	access_write(this, sizeof *this, pc);
	if (controlled())
		undo_save8((uint64_t *)(uintptr_t)this->text - 1);
}

#define DESTROYS_AS(how, type, symbol)                                         \
	void symbol(type *this);                                               \
	EXPORT void symbol(type *this)                                         \
	{                                                                      \
		how(this, CALLER);                                             \
		REAL(symbol)(this);                                            \
	}
#define DESTROYS(how, type, name)                                              \
	DESTROYS_AS(how, type, _ZNSt##name##D0Ev)                              \
	DESTROYS_AS(how, type, _ZNSt##name##D1Ev)                              \
	DESTROYS_AS(how, type, _ZNSt##name##D2Ev)

DESTROYS(destroys_table, void, 9bad_alloc)
DESTROYS(destroys_table, void, 16bad_array_length)
DESTROYS(destroys_table, void, 20bad_array_new_length)
DESTROYS(destroys_table, void, 8bad_cast)
DESTROYS(destroys_table, void, 10bad_typeid)
DESTROYS(destroys_table, void, 13bad_exception)
DESTROYS(destroys_table, void, 17bad_function_call)
DESTROYS(destroys_table, void, 12bad_weak_ptr)
DESTROYS(destroys_table, void, 16nested_exception)
DESTROYS(destroys_table, void, 13__future_base12_Result_base)

DESTROYS(destroys_message, struct message, 11logic_error)
DESTROYS(destroys_message, struct message, 12domain_error)
DESTROYS(destroys_message, struct message, 16invalid_argument)
DESTROYS(destroys_message, struct message, 12length_error)
DESTROYS(destroys_message, struct message, 12out_of_range)
DESTROYS(destroys_message, struct message, 13runtime_error)
DESTROYS(destroys_message, struct message, 11range_error)
DESTROYS(destroys_message, struct message, 14overflow_error)
DESTROYS(destroys_message, struct message, 15underflow_error)
DESTROYS(destroys_message, struct message, 12future_error)
DESTROYS(destroys_message, struct message, 11regex_error)
DESTROYS(destroys_message, struct message, 12system_error)

#define MAKES_AS(how, type, symbol)                                            \
	void symbol(struct message *this, const type *from);                   \
	EXPORT void symbol(struct message *this, const type *from)             \
	{                                                                      \
		how(this, from, CALLER);                                       \
		REAL(symbol)(this, from);                                      \
	}
#define MAKES(name)                                                                     \
	MAKES_AS(makes_of_bytes, char, _ZNSt##name##C1EPKc)                             \
	MAKES_AS(makes_of_bytes, char, _ZNSt##name##C2EPKc)                             \
	MAKES_AS(makes_of_text, struct text,                                            \
		_ZNSt##name##C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE) \
	MAKES_AS(makes_of_text, struct text,                                            \
		_ZNSt##name##C2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)

MAKES(11logic_error)
MAKES(12domain_error)
MAKES(16invalid_argument)
MAKES(12length_error)
MAKES(12out_of_range)
MAKES(13runtime_error)
MAKES(11range_error)
MAKES(14overflow_error)
MAKES(15underflow_error)

#define COPIES(name, n)                                                        \
	void _ZNSt##n##name##C2ERKS_(                                          \
		struct message *this, const struct message *from);             \
	EXPORT void _ZNSt##n##name##C2ERKS_(                                   \
		struct message *this, const struct message *from)              \
	{                                                                      \
		if (!controlled()) {                                           \
			REAL(_ZNSt##n##name##C2ERKS_)(this, from);             \
			return;                                                \
		}                                                              \
		access_read(from, sizeof *from, CALLER);                       \
		access_also(this, sizeof *this, true, CALLER);                 \
		REAL(_ZNSt##n##name##C2EPKc)(this, from->text);                \
	}                                                                      \
	EXPORT void _ZNSt##n##name##C1ERKS_(                                   \
		struct message *this, const struct message *from)              \
	{                                                                      \
		if (!controlled()) {                                           \
			REAL(_ZNSt##n##name##C1ERKS_)(this, from);             \
			return;                                                \
		}                                                              \
		access_read(from, sizeof *from, CALLER);                       \
		access_also(this, sizeof *this, true, CALLER);                 \
		REAL(_ZNSt##n##name##C1EPKc)(this, from->text);                \
	}                                                                      \
	EXPORT void _ZNSt##n##name##C2EOS_(                                    \
		struct message *this, struct message *from)                    \
	{                                                                      \
		moves(this, from, CALLER);                                     \
		REAL(_ZNSt##n##name##C2EOS_)(this, from);                      \
	}                                                                      \
	EXPORT void _ZNSt##n##name##C1EOS_(                                    \
		struct message *this, struct message *from)                    \
	{                                                                      \
		moves(this, from, CALLER);                                     \
		REAL(_ZNSt##n##name##C1EOS_)(this, from);                      \
	}

COPIES(logic_error, 11)
COPIES(runtime_error, 13)

#define MAKES_ALONE(symbol, bytes)                                             \
	void symbol(void *this);                                               \
	EXPORT void symbol(void *this)                                         \
	{                                                                      \
		access_write(this, bytes, CALLER);                             \
		REAL(symbol)(this);                                            \
	}

MAKES_ALONE(_ZNSt13__future_base12_Result_baseC1Ev, sizeof(struct message))
MAKES_ALONE(_ZNSt13__future_base12_Result_baseC2Ev, sizeof(struct message))
MAKES_ALONE(_ZNSt18condition_variableC1Ev, CONDITION_BYTES)
MAKES_ALONE(_ZNSt18condition_variableC2Ev, CONDITION_BYTES)
