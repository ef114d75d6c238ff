/* SPDX-License-Identifier: MIT */
/* cxx_filesystem.c - std::filesystem: the library's own, on our files
 *
 * All that these ask of the system is asked by functions of ours (stat, mkdir,
 * openat, ...), each an operation in its turn, as natively: two threads that
 * create_directories() at once meet between two of them.  What the library
 * writes meanwhile is its own (silent.h); what it reads and writes of the
 * caller's is told before, and what it has written once more behind.
 */
#include "native/libc/cxx_call.h"
#include "native/libc/cxx_path.h"
#include "native/outside/outside.h"
#include "native/rewinding/silent.h"

enum {
	ERROR_BYTES = 16,
	ITERATOR_BYTES = 16, /* a std::shared_ptr */
	ENTRY_BYTES = 64     /* of what it points to, told for all of it */
};

struct asking {
	struct text_call c;
	bool silent;
};

static void ends(struct asking *k)
{
	if (k->silent)
		silent_end();
}

/* All is told.  `looks`: it makes one call of the system, and writes nothing
 * behind it but what is told. */
static void begins(struct asking *k, bool looks)
{
	if (k->c.elsewhere) {
		outside_unknown(k->c.name, k->c.pc);
		outside_made(k->c.name, k->c.pc);
	} else if (!looks) {
		silent_begin();
		k->silent = true;
	}
}

#define ASKING __attribute__((cleanup(ends))) struct asking
#define ASKS(symbol, looks, tells, results)                                    \
	struct words symbol(                                                   \
		uint64_t a, uint64_t b, uint64_t d, uint64_t e, uint64_t f);   \
	EXPORT struct words symbol(                                            \
		uint64_t a, uint64_t b, uint64_t d, uint64_t e, uint64_t f)    \
	{                                                                      \
		ASKING k = {.c = {.name = NAME(symbol), .pc = CALLER}};        \
		struct words result;                                           \
		bool told = text_controlled();                                 \
                                                                               \
		if (told) {                                                    \
			tells;                                                 \
			results;                                               \
			begins(&k, looks);                                     \
		}                                                              \
		result = REAL(symbol)(a, b, d, e, f);                          \
		if (told) {                                                    \
			results;                                               \
		}                                                              \
		return result;                                                 \
	}
#define LOOKS(symbol, tells, results) ASKS(symbol, true, tells, results)
#define DOES(symbol, tells, results) ASKS(symbol, false, tells, results)

#define PATH(p) path_tell(&k.c, (void *)(p))
#define FAILS(p) text_tell(&k.c, (void *)(p), ERROR_BYTES, true)
#define MAKES(p) text_tell(&k.c, (void *)(p), PATH_BYTES, true)
#define ITERATOR(p) iterator(&k.c, (char *)(p))

#define FS(rest) _ZNSt10filesystem##rest
#define ONE(rest) FS(rest##ERKNS_7__cxx114pathE)
#define TWO(rest) FS(rest##ERKNS_7__cxx114pathES3_)
#define EC(of) EC_(of)
#define EC_(of) of##RSt10error_code

/* What is asked of one path, of two; with and without a code of the error. */
#define OF_ONE(how, n) how(ONE(n), PATH(a), ) how(EC(ONE(n)), PATH(a), FAILS(b))
#define OF_TWO(how, n)                                                         \
	how(TWO(n), PATH(a); PATH(b), )                                        \
		how(EC(TWO(n)), PATH(a); PATH(b), FAILS(d))
/* The same, and the result is a path. */
#define PATH_OF_ONE(n)                                                         \
	DOES(ONE(n), PATH(b), MAKES(a))                                        \
	DOES(EC(ONE(n)), PATH(b), FAILS(d); MAKES(a))
#define PATH_OF_TWO(n)                                                         \
	DOES(TWO(n), PATH(b); PATH(d), MAKES(a))                               \
	DOES(EC(TWO(n)), PATH(b); PATH(d), FAILS(e); MAKES(a))

OF_ONE(LOOKS, 6status)
OF_ONE(LOOKS, 14symlink_status)
OF_ONE(LOOKS, 9file_size)
OF_ONE(LOOKS, 15hard_link_count)
OF_ONE(LOOKS, 15last_write_time)
OF_ONE(DOES, 8is_empty)
OF_ONE(DOES, 6remove)
OF_ONE(DOES, 10remove_all)
OF_ONE(DOES, 12current_path)
OF_ONE(DOES, 16create_directory)
OF_ONE(DOES, 18create_directories)
OF_TWO(DOES, 10equivalent)
OF_TWO(DOES, 12copy_symlink)
OF_TWO(DOES, 14create_symlink)
OF_TWO(DOES, 16create_directory)
OF_TWO(DOES, 16create_hard_link)
OF_TWO(DOES, 24create_directory_symlink)
OF_TWO(DOES, 6rename)
PATH_OF_ONE(12read_symlink)
PATH_OF_ONE(16weakly_canonical)
PATH_OF_ONE(8absolute)
PATH_OF_ONE(9canonical)
PATH_OF_TWO(8relative)
PATH_OF_TWO(9proximate)

#define OPTIONS(n) FS(n##ERKNS_7__cxx114pathES3_NS_12copy_optionsE)
#define PERMS FS(11permissionsERKNS_7__cxx114pathENS_5permsENS_12perm_optionsE)
#define TIME                                                                   \
	FS(15last_write_timeERKNS_7__cxx114pathENSt6chrono10time_pointINS_12__file_clockENS4_8durationIlSt5ratioILl1ELl1000000000EEEEEE)

DOES(OPTIONS(4copy), PATH(a); PATH(b), )
DOES(EC(OPTIONS(4copy)), PATH(a); PATH(b), FAILS(e))
DOES(OPTIONS(9copy_file), PATH(a); PATH(b), )
DOES(EC(OPTIONS(9copy_file)), PATH(a); PATH(b), FAILS(e))
DOES(PERMS, PATH(a), )
DOES(EC(PERMS), PATH(a), FAILS(e))
DOES(TIME, PATH(a), )
DOES(EC(TIME), PATH(a), FAILS(d))
DOES(FS(11resize_fileERKNS_7__cxx114pathEm), PATH(a), )
DOES(EC(FS(11resize_fileERKNS_7__cxx114pathEm)), PATH(a), FAILS(d))
DOES(FS(12current_pathB5cxx11Ev), , MAKES(a))
DOES(EC(FS(12current_pathB5cxx11E)), , FAILS(b); MAKES(a))
DOES(FS(19temp_directory_pathB5cxx11Ev), , MAKES(a))
DOES(EC(FS(19temp_directory_pathB5cxx11E)), , FAILS(b); MAKES(a))

/* --- folders that are gone through
 * ------------------------------------------------------------------- */

/* It is a std::shared_ptr to the folder's place, which copies share. */
static void iterator(struct text_call *c, char *at)
{
	path_tell_change(c, at, ITERATOR_BYTES);
	if (word(at))
		text_tell(c, word(at), ENTRY_BYTES, true);
}

static void entry(struct text_call *c, char *at)
{
	text_tell(c, at, ITERATOR_BYTES, false);
	if (word(at))
		text_tell(c, word(at), ENTRY_BYTES, false);
}

/* The last one lets go of the folder: by functions that the library has no name
 * for, and that are known from the table of the first iterator that was made.
 */
enum {
	DISPOSE = 2,
	DESTROY = 3
};
struct control { /* std::_Sp_counted_base */
	void **function;
};
static void (*own[2][2])(struct control *);

static void lets_go(struct control *at, uint64_t pc, unsigned which)
{
	ASKING k = {
		.c = {.name = "std::filesystem::directory_iterator", .pc = pc}};

	if (text_controlled()) {
		path_tell_change(&k.c, at + 2, ENTRY_BYTES);
		begins(&k, false);
	}
	own[which][0](at);
}

static void is_gone(struct control *at, unsigned which)
{
	ASKING k = {.c = {.name = 0}};

	if (text_controlled())
		begins(&k, false);
	own[which][1](at);
}

static void folder_let_go(struct control *at)
{
	lets_go(at, CALLER, 0);
}

static void folder_is_gone(struct control *at)
{
	is_gone(at, 0);
}

static void folders_let_go(struct control *at)
{
	lets_go(at, CALLER, 1);
}

static void folders_are_gone(struct control *at)
{
	is_gone(at, 1);
}

static void learn(
	const char *iterator, unsigned which, void *dispose, void *destroy)
{
	const struct control *at = (void *)word(iterator + sizeof(void *));

	if (!at || own[which][0])
		return;
	own[which][1] = (void (*)(struct control *))outside_virtual(
		&at->function[DESTROY], destroy);
	own[which][0] = (void (*)(struct control *))outside_virtual(
		&at->function[DISPOSE], dispose);
}

#define DIRECTORY(rest) FS(7__cxx1118directory_iterator##rest)
#define RECURSIVE(rest) FS(7__cxx1128recursive_directory_iterator##rest)
#define AT(of) AT_(of)
#define AT_(of) of##ERKNS0_4pathENS_17directory_optionsEPSt10error_code
#define BEGINS(of, which, let_go, gone)                                        \
	DOES(of, PATH(b), if (e) FAILS(e); if (k.silent)                       \
			learn((char *)a, which, (void *)let_go, (void *)gone); \
		text_tell(&k.c, (void *)a, ITERATOR_BYTES, true))

BEGINS(AT(DIRECTORY(C1)), 0, folder_let_go, folder_is_gone)
BEGINS(AT(DIRECTORY(C2)), 0, folder_let_go, folder_is_gone)
BEGINS(AT(RECURSIVE(C1)), 1, folders_let_go, folders_are_gone)
BEGINS(AT(RECURSIVE(C2)), 1, folders_let_go, folders_are_gone)
DOES(DIRECTORY(9incrementERSt10error_code), ITERATOR(a), FAILS(b))
DOES(DIRECTORY(ppEv), ITERATOR(a), )
DOES(RECURSIVE(9incrementERSt10error_code), ITERATOR(a), FAILS(b))
DOES(RECURSIVE(ppEv), ITERATOR(a), )
DOES(RECURSIVE(3popERSt10error_code), ITERATOR(a), FAILS(b))
DOES(RECURSIVE(3popEv), ITERATOR(a), )
DOES(RECURSIVE(D1Ev), ITERATOR(a), )
DOES(RECURSIVE(D2Ev), ITERATOR(a), )
DOES(RECURSIVE(aSERKS1_), ITERATOR(a); ITERATOR(b), )
DOES(RECURSIVE(aSEOS1_), ITERATOR(a); ITERATOR(b), )
#define SHARED(of, rest)                                                       \
	_ZNSt12__shared_ptrINSt10filesystem7__cxx11##of##ELN9__gnu_cxx12_Lock_policyE2EE##rest
#define HOLDS(of, moved)                                                       \
	CALL(SHARED(of, C1Ev), WRITES(a, ITERATOR_BYTES))                      \
	CALL(SHARED(of, C2Ev), WRITES(a, ITERATOR_BYTES))                      \
	CALL(SHARED(of, C1EO##moved), WRITES(a, ITERATOR_BYTES);               \
		WRITES(b, ITERATOR_BYTES))                                     \
	CALL(SHARED(of, C2EO##moved), WRITES(a, ITERATOR_BYTES);               \
		WRITES(b, ITERATOR_BYTES))

HOLDS(4_Dir, S5_)
HOLDS(28recursive_directory_iterator10_Dir_stack, S6_)
DOES(SHARED(4_Dir, aSEOS5_), ITERATOR(a); ITERATOR(b), )
CALL(RECURSIVE(25disable_recursion_pendingEv), iterator(&c, (char *)a))
CALL(_ZNKSt10filesystem7__cxx1118directory_iteratordeEv, entry(&c, (char *)a))
CALL(_ZNKSt10filesystem7__cxx1128recursive_directory_iteratordeEv,
	entry(&c, (char *)a))
CALL(_ZNKSt10filesystem7__cxx1128recursive_directory_iterator5depthEv,
	entry(&c, (char *)a))
CALL(_ZNKSt10filesystem7__cxx1128recursive_directory_iterator7optionsEv,
	entry(&c, (char *)a))
CALL(_ZNKSt10filesystem7__cxx1128recursive_directory_iterator17recursion_pendingEv,
	entry(&c, (char *)a))

/* --- std::filesystem::filesystem_error
 * ------------------------------------------------------------------- */

enum {
	ERROR_OBJECT_BYTES = 48
};

#define THROWN(rest) FS(7__cxx1116filesystem_error##rest)

CALL(_ZNKSt10filesystem7__cxx1116filesystem_error4whatEv,
	READS(a, ERROR_OBJECT_BYTES))
CALL(_ZNKSt10filesystem7__cxx1116filesystem_error5path1Ev,
	READS(a, ERROR_OBJECT_BYTES))
CALL(_ZNKSt10filesystem7__cxx1116filesystem_error5path2Ev,
	READS(a, ERROR_OBJECT_BYTES))
CALL(THROWN(D0Ev), path_tell_change(&c, (void *)a, ERROR_OBJECT_BYTES))
CALL(THROWN(D1Ev), path_tell_change(&c, (void *)a, ERROR_OBJECT_BYTES))
CALL(THROWN(D2Ev), path_tell_change(&c, (void *)a, ERROR_OBJECT_BYTES))
