// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "counter.h"

TEST_CASE("locked counter")
{
	CHECK(counter_locked() == 2);
}

// A name that is two filters, unless it is escaped.
TEST_CASE("racy, counter")
{
	REQUIRE(counter_racy() == 2);
}

TEST_CASE("abba")
{
	counter_abba();
}
