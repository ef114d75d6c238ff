// SPDX-License-Identifier: MIT
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include "counter.h"

TEST_CASE("locked counter", "[good]")
{
	CHECK(counter_locked() == 2);
}

// A name that is more than one to a test spec, unless it is escaped.
TEST_CASE("racy, [counter] \\*", "[bad]")
{
	REQUIRE(counter_racy() == 2);
}

TEST_CASE("abba")
{
	counter_abba();
}
