/* SPDX-License-Identifier: MIT */
/* foreign_library: built without scarp cc, as a shared library */
int foreign_get(const int *at);
extern int (*const foreign_table[1])(const int *);

int foreign_get(const int *at)
{
	return *at;
}

int (*const foreign_table[1])(const int *) = {foreign_get};

/* As a function of libm that touches nothing. */
int significandl(const int *at);

int significandl(const int *at)
{
	return *at;
}
