// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

TEST_CASE("get?")
{
	CHECK(1 == 1);
}

TEST_CASE("get2")
{
	CHECK(1 == 1);
}
