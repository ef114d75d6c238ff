# SPDX-License-Identifier: MIT
# Response files: read to find out what is asked for, quotes kept, nested, and
# a line longer than execve would take.
echo '-O2 -DTEXT="\"two words\"" -c' >inner
echo "@inner plain.c -o 'an object.o'" >outer
echo 'const char *text = TEXT;' >>plain.c
$scarp_cc @outer
want 'two words' strings 'an object.o'
want '__tsan_write4' nm 'an object.o'
want 'DW_AT_producer.* -O1' readelf --debug-dump=info 'an object.o'

echo 'int unused;' >unused.c
$scarp_cc -c unused.c
ar rcs libunused.a unused.o
dots=./././././././././././././././././././
dots=$dots$dots$dots$dots$dots$dots$dots$dots$dots$dots$dots$dots$dots$dots
i=0
while [ $i -lt 5000 ]; do
	echo "${dots}libunused.a"
	i=$((i + 1))
done >long
echo "plain.c '-DTEXT=\"a b\"' -o 'a program'" >>long
$scarp_cc @long
code 0 './a program'
want 'a b' strings './a program'
want 'state complete' $print './a program'

echo '@self' >self
code 2 $scarp_cc @self
want "response file 'self' names itself" $scarp_cc @self
code 1 $scarp_cc -c @missing
