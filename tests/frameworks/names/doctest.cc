// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

TEST_CASE("fine")
{
	CHECK(1 == 1);
}

TEST_CASE("")
{
	CHECK(1 == 2);
}
