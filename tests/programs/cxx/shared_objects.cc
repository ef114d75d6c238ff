/* SPDX-License-Identifier: MIT
 *
 * Functions of the C++ library that make an object, copy one or walk along it,
 * in memory that another thread touches: one byte of it, by code of the test.
 *
 * check: --exhaustive
 * args: made
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: made_of_string
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: copied
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: copied_from
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: pointer
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: pointer_from
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: current
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: copied_base
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: copied_base_from
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: moved
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * env: SCARP_SOLO=1
 * args: moved_from
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: moved_base_from
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: pointer_c1
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: pointer_c2
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: none
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: condition
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: made_of_shared
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: released
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: string
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: characters
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: hashed
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: unhooked
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: walked
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: format
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: category
 * verdict: partial
 * holes: may_tear
 * races: some
 */
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <list>
#include <new>
#include <pthread.h>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unordered_set>

alignas(64) static char to[64], from[64];
static std::unordered_set<int> numbered = {1};
static std::list<int> chain = {1, 2};
static std::set<int> numbers = {1, 2, 3};
static volatile char *touched;
static bool writes;
static void (*made)();

static void make()
{
	new (to) std::out_of_range("text");
}

static void make_of_string()
{
	new (to) std::overflow_error(std::string("text"));
}

static void copy()
{
	new (to) std::runtime_error(*(std::runtime_error *)from);
}

static void copy_pointer()
{
	new (to) std::exception_ptr(*(std::exception_ptr *)from);
}

static void current()
{
	try {
		throw 1;
	} catch (int) {
		new (to) std::exception_ptr(std::current_exception());
	}
}

static void no_current()
{
	new (to) std::exception_ptr(std::current_exception());
}

static void copy_base()
{
	new (to) std::overflow_error(*(std::overflow_error *)from);
}

static void move()
{
	new (to) std::logic_error(std::move(*(std::logic_error *)from));
}

static void move_base()
{
	new (to) std::domain_error(std::move(*(std::domain_error *)from));
}

/* What headers before GCC 11 call. */
extern "C" {
void _ZNSt15__exception_ptr13exception_ptrC1ERKS0_(void *, const void *);
void _ZNSt15__exception_ptr13exception_ptrC2ERKS0_(void *, const void *);
}

static void copy_pointer_c1()
{
	_ZNSt15__exception_ptr13exception_ptrC1ERKS0_(to, from);
}

static void copy_pointer_c2()
{
	_ZNSt15__exception_ptr13exception_ptrC2ERKS0_(to, from);
}

static void condition()
{
	new (to) std::condition_variable;
}

static void make_of_shared()
{
	new (to) std::overflow_error(*(std::string *)from);
}

static void release()
{
	((std::exception_ptr *)from)->~exception_ptr();
}

static void insert_string()
{
	/* the library's own, not one that the compiler makes a part of this */
	std::ostream &(*volatile insert)(std::ostream &, const std::string &) =
		std::operator<<;

	insert(std::cout, *(std::string *)from);
}

static void insert_characters()
{
	std::cout.write(from, 4);
}

static void hash()
{
	numbered.insert(3);
}

static void unhook() /* as erase, but the node stays */
{
	((std::__detail::_List_node_base *)((char *)&*chain.begin() - 16))
		->_M_unhook();
}

static void walk()
{
	auto i = numbers.begin();

	++i;
	if (*++i != 3)
		abort();
}

static void insert()
{
	std::cout << 1;
}

static void compare()
{
	struct : std::error_category {
		const char *name() const noexcept override
		{
			return "own";
		}
		std::string message(int) const override
		{
			return "";
		}
	} own;

	if (own.std::error_category::equivalent(*(std::error_code *)from, 3))
		abort();
}

static void *touch(void *unused)
{
	char byte = *touched;

	if (writes)
		*touched = byte;
	return unused;
}

static const struct {
	const char *name;
	void (*made)();
	char *touched;
	bool writes;
} kinds[] = {
	{"made", make, to, false},
	{"made_of_string", make_of_string, to, false},
	{"copied", copy, to, false},
	{"copied_from", copy, from, true},
	{"pointer", copy_pointer, to, false},
	{"pointer_from", copy_pointer, from, true},
	{"current", current, to, false},
	{"none", no_current, to, false},
	{"copied_base", copy_base, to, false},
	{"copied_base_from", copy_base, from, true},
	{"moved", move, to, false},
	{"moved_from", move, from, false},
	{"moved_base_from", move_base, from, false},
	{"pointer_c1", copy_pointer_c1, from, true},
	{"pointer_c2", copy_pointer_c2, from, true},
	{"condition", condition, to, false},
	{"made_of_shared", make_of_shared, from, true},
	{"released", release, from, false},
	{"string", insert_string, from, true},
	{"characters", insert_characters, from, true},
	/* buckets, their number, first, elements, greatest load, next size */
	{"hashed", hash, (char *)&numbered + 40, true},
	/* next, previous, value */
	{"unhooked", unhook, (char *)&*chain.begin() - 8, true},
	/* a node: colour, parent, left, right, value */
	{"walked", walk, (char *)&*numbers.begin() - 8, true},
	{"format", insert, 0, false},
	{"category", compare, from, true},
};

static void *call(void *unused)
{
	made();
	return unused;
}

static void *width(void *unused)
{
	if (std::cout.width() > 5)
		abort();
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	for (const auto &k : kinds)
		if (!strcmp(k.name, argv[argc - 1])) {
			made = k.made;
			touched = k.touched;
			writes = k.writes;
		}
	if (made == copy)
		new (from) std::runtime_error("text");
	if (made == make_of_shared || made == insert_string)
		new (from) std::string("text");
	if (made == insert_characters)
		strcpy(from, "text");
	if (made == release)
		new (from) std::exception_ptr(std::make_exception_ptr(1));
	if (made == copy_base)
		new (from) std::overflow_error("text");
	if (made == move)
		new (from) std::logic_error("text");
	if (made == move_base)
		new (from) std::domain_error("text");
	if (made == copy_pointer || made == copy_pointer_c1 ||
		made == copy_pointer_c2)
		new (from) std::exception_ptr(std::make_exception_ptr(1));
	if (made == compare)
		new (from) std::error_code(3, std::generic_category());
	if (made == insert)
		std::cout.width(2);
	pthread_create(&a, nullptr, call, nullptr);
	pthread_create(&b, nullptr, touched ? touch : width, nullptr);
	pthread_join(a, nullptr);
	pthread_join(b, nullptr);
	return 0;
}
