/* SPDX-License-Identifier: MIT */
/* odd.c - forms of C that few programs have, each of them valid
 *
 * Compiled only: torture.py sees that none is refused.  What they announce is
 * asked by tests/forms.
 */
#include <complex.h>
#include <stddef.h>

typedef int v4 __attribute__((vector_size(16)));
typedef char v64 __attribute__((vector_size(64)));

struct big {
	char c[5000];
};
struct bits {
	long long a : 33;
	unsigned long long b : 63;
	_Bool c : 1;
	int : 0;
	unsigned d : 31;
};
struct flexible {
	int n;
	char c[];
};
struct packed {
	char c;
	_Complex long double l;
} __attribute__((packed));
union several {
	struct big b;
	long l;
	float f;
};

v4 v, *vp;
v64 w;
_Complex double cd;
_Complex int ci;
volatile _Complex float vcf;
struct packed pk;
struct bits bf, *bp, ba[4];
struct {
	__int128 x : 70;
	__int128 y : 58;
} wide;
__float128 quad;
long double *lp;
struct flexible *fp;
struct {
} none;
struct {
	int a[0];
} zero;
struct big b1, b2;
union several u;
struct three {
	char c[3];
} t1, *tp;
int *volatile pv;
_Atomic struct big atomic_big;
_Atomic struct three atomic_three;
_Atomic long double atomic_ld;
_Atomic _Complex float atomic_cf;
_Atomic _Bool atomic_bool;
_Atomic __int128 atomic_wide;

int odd(int n, ...)
{
	static void *to[] = {&&one, &&two};
	__builtin_va_list list, again;
	int x = ({
		struct big s = b1;
		s.c[n];
	});

	__builtin_va_start(list, n);
	__builtin_va_copy(again, list);
	b2 = __builtin_va_arg(again, struct big);
	__builtin_va_end(again);
	__builtin_va_end(list);
	v[n] = n;
	vp[1] = v + vp[0];
	w[n] = 1;
	cd = cd * ci;
	__real__ cd = n;
	__imag__ vcf = __real__ vcf;
	vcf += 1;
	pk.l = pk.l + cd;
	ci = ~ci;
	bf.a = n;
	bf.b++;
	bf.c = !bf.c;
	bp->d = bf.d;
	*bp = bf;
	ba[n].b = ba[n + 1].a;
	wide.x = n;
	wide.y += wide.x;
	lp[n] += quad;
	fp->c[n] = fp->n;
	*fp = *fp;
	none = none;
	zero = zero;
	b1 = b2;
	b2 = (struct big){1};
	u.b = b1;
	u.f = 3;
	b1 = u.b;
	t1 = *tp;
	*tp = (struct three){{1, 2, 3}};
	pv++;
	atomic_big = b1;
	b2 = atomic_big;
	t1 = atomic_three;
	atomic_three = *tp;
	atomic_ld += 1;
	atomic_cf *= 2;
	atomic_bool ^= 1;
	atomic_wide *= 3;
	{
		char vla[n], (*whole)[n] = &vla;

		vla[n - 1] = (*whole)[0];
		__builtin_memcpy(vla, &b1, n);
	}
	goto *to[n & 1];
one:
two:
	switch (x) {
	case 0 ... 5:
		bf.a--;
	}
	__asm__ goto("" : : "m"(b1) : "memory" : out);
	__asm__("" : "+m"(b1), "=r"(x) : "1"(3));
	__builtin_prefetch(&b1);
	__builtin___clear_cache((char *)&b1, (char *)&b2);
	return __builtin_add_overflow(n, 3, &u.l) + (n ?: x);
out:
	return 0;
}

void library(char *p, int n)
{
	__builtin_strcpy(p, "x");
	__builtin_memset(p, 0, n);
	__builtin_sprintf(p, "%d", n);
	__builtin___memcpy_chk(p, &b1, n, 100);
	__builtin_stpcpy(p, p);
	__builtin_memmove(p, p + 1, 3);
	__builtin_mempcpy(p, p, 2);
	__builtin_printf("%d", n);
	*(size_t *)p = __builtin_object_size(p, 0);
	*(void **)p = __builtin_alloca_with_align(n, 256);
	*(void **)p = __builtin_frame_address(0);
	*(void **)p = __builtin_return_address(0);
}

#ifndef __clang__
struct __attribute__((scalar_storage_order("big-endian"))) {
	unsigned a : 5, b : 13;
	int c;
	double d;
	short e[3];
} turned;
_Decimal64 money;
_Decimal128 more;

int nested(int n)
{
	__label__ out;
	register long held __asm__("r12") = n;

	void inner(int k)
	{
		if (k)
			goto out;
		bf.d += n;
		b1 = b2;
		cd = ci;
	}

	turned.a = n;
	turned.b = turned.a;
	turned.c++;
	turned.d = n;
	turned.e[n] = 3;
	money += 1;
	more = money;
	v = __builtin_shuffle(v, *vp);
	__builtin_clear_padding(&pk);
	__asm__ volatile("" : "+r"(held));
	inner(n);
	return (int)held;
out:
	__builtin_return(__builtin_apply(
		(void (*)(void))odd, __builtin_apply_args(), 64));
}
#endif
