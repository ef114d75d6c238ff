# SPDX-License-Identifier: MIT
# A program that defines what scarp has to define itself: what to do is said,
# behind the linker's own words.
cat >heap.c <<'EOF'
#include <stddef.h>
static char room[4096];
static size_t used;
void *malloc(size_t n)
{
	void *p = room + used;

	used += (n + 15) / 16 * 16;
	return p;
}
void free(void *p)
{
	(void)p;
}
EOF
echo '#include <stdlib.h>
int main(void) { char *p = malloc(3); *p = 1; free(p); return *p - 1; }' >uses.c
says="the program defines 'malloc' and 'free', which scarp has to define itself"
ways="-Dmalloc=own_malloc -Dfree=own_free"

code 1 $scarp_cc uses.c heap.c -o uses
want "^scarp cc: $says" $scarp_cc uses.c heap.c -o uses
want " $ways" $scarp_cc uses.c heap.c -o uses
want "multiple definition of .malloc" $scarp_cc uses.c heap.c -o uses
$scarp_cc -c heap.c
want "$says" $scarp_cc uses.c heap.o -o uses
for linker in gold lld; do
	command -v ld.$linker >/dev/null || continue
	want "$says" $scarp_cc -fuse-ld=$linker uses.c heap.o -o uses
done
ar rcs libheap.a heap.o
want "$says" $scarp_cc uses.c -L. -lheap -o uses
# As it is told to.
$scarp_cc $ways uses.c heap.c -o uses
code 0 ./uses
code 0 $bin/scarp check ./uses

# What the program defines twice is its own affair, and so is what it may bring.
echo 'int twice(void) { return 1; }' >twice.c
echo 'int twice(void) { return 2; } int main(void) { return 0; }' >again.c
wantnot 'scarp has to define' $scarp_cc twice.c again.c -o again
echo 'int getopt(void) { return 0; } int main(void) { return getopt(); }' >own.c
silent $scarp_cc -w own.c -o own
code 0 ./own
# What a compiler says comes through, in its order, also where all is well.
echo 'int main(void) { int unused; return 0; }' >warned.c
want "unused variable" $scarp_cc -Wall warned.c -o warned
code 0 ./warned
