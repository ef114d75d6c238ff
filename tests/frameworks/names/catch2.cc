// SPDX-License-Identifier: MIT
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

TEST_CASE("Case")
{
	CHECK(1 == 2);
}

TEST_CASE("case")
{
	CHECK(1 == 1);
}

TEST_CASE("exclude:Case")
{
	CHECK(1 == 1);
}

TEST_CASE("-dash")
{
	CHECK(1 == 1);
}

TEST_CASE("#number")
{
	CHECK(1 == 1);
}

TEST_CASE("trail ")
{
	CHECK(1 == 1);
}
