# SPDX-License-Identifier: MIT
# A project with a Makefile: CC and CXX from outside, -Werror -O2, a static and
# a shared library, generated dependencies.
cp thread.cc main.cc
echo 'int lib_static; int use_static(void) { return ++lib_static; }' >a.c
echo 'int lib_shared; int use_shared(void) { return ++lib_shared; }' >b.c
cat >prog.c <<'EOF'
int use_static(void), use_shared(void);
int main(void) { return use_static() + use_shared() - 2; }
EOF
cat >Makefile <<'EOF'
CFLAGS = -O2 -Wall -Werror -MMD -fPIC
all: prog threads
prog: prog.o liba.a libb.so
	$(CC) -o $@ prog.o -L. -la -lb -Wl,-rpath,'$$ORIGIN'
threads: main.cc
	$(CXX) -O2 -Wall -Werror -o $@ main.cc
liba.a: a.o
	$(AR) rcs $@ a.o
libb.so: b.o
	$(CC) -shared -Wl,--no-undefined -o $@ b.o
-include *.d
EOF
make -s CC="$bin/scarp cc" CXX="$bin/scarp c++" >make.out 2>&1 || {
	cat make.out
	fail make
}
[ ! -s make.out ] || fail "$(cat make.out)"
code 0 ./prog
want 'ours' ./threads
want 'units 2' $print prog
wantnot '^module' $print prog
want 'prog.o: prog.c' cat prog.d
