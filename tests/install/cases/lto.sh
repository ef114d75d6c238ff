# SPDX-License-Identifier: MIT
# -flto would lose every hook at the link; other sanitizers bring their own
# runtime.  Both go, said once, at the link.
silent $scarp_cc -O2 -flto -ffat-lto-objects -c plain.c
silent $scarp_cc -O2 -flto=auto -fuse-linker-plugin -c plain.c
want '__tsan_write4' nm plain.o
want "^scarp cc: left out of 'plain': -flto" $scarp_cc -flto plain.o -o plain
want 'call.*__tsan_write4' objdump -d --no-show-raw-insn plain
want 'level -O1' $print plain

silent $scarp_cc -fsanitize=address,undefined -c plain.c
want "left out of 'plain': -fsanitize=undefined" \
	$scarp_cc -fsanitize=undefined -fsanitize=undefined plain.o -o plain
wantnot 'ubsan|asan' ldd plain
want "left out of 'plain': -pg" $scarp_cc -pg plain.c -o plain
silent $scarp_cc -fsanitize=thread plain.o -o plain
wantnot 'tsan' ldd plain
[ "$($scarp_cc -flto -flto plain.o -o plain 2>&1 | wc -l)" = 1 ] ||
	fail "more than one line"
