// SPDX-License-Identifier: MIT
#define BOOST_TEST_MODULE sample
#include <boost/test/included/unit_test.hpp>

#include "counter.h"

BOOST_AUTO_TEST_SUITE(counter)

BOOST_AUTO_TEST_CASE(locked)
{
	BOOST_TEST(counter_locked() == 2);
}

BOOST_AUTO_TEST_CASE(racy)
{
	BOOST_REQUIRE(counter_racy() == 2);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(abba)
{
	counter_abba();
}
