// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "counter.h"

TEST(Counter, Locked)
{
	EXPECT_EQ(counter_locked(), 2);
}

TEST(Counter, Racy)
{
	EXPECT_EQ(counter_racy(), 2);
}

TEST(Counter, Abba)
{
	counter_abba();
}

// Not listed: it does not run.
TEST(Counter, DISABLED_Never)
{
	FAIL();
}

class Many : public testing::TestWithParam<int>
{
};

TEST_P(Many, IsItself)
{
	EXPECT_EQ(GetParam(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Few, Many, testing::Values(3));
