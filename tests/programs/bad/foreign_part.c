/* SPDX-License-Identifier: MIT */
/* foreign_part: the other half, not built by scarp cc */
int foreign(int x);

int foreign(int x)
{
	return x + 1;
}
