#!/bin/sh
# SPDX-License-Identifier: MIT
# link.sh LD OBJCOPY NM PRIVATE OUT OBJECT... - the runtime as one object
#
# The runtime defines memcpy, printf and the like for the test, with effects
# that it must never meet itself, not even in calls that a compiler makes up.
# So in every object a call of a name in PRIVATE is made a call of rt_<name>
# (private.c), and only then scarp_libc_<name>, which is how LIBC(name) spells
# an interposer, gets its real name.  What is hidden becomes local.
set -eu
ld=$1 objcopy=$2 nm=$3 private=$4 out=$5
hot=$(dirname "$0")/../hot.txt
shift 5

# Which of the names in FILE an object leaves undefined.
undefined() { # OBJECT FILE
	"$nm" -u -f posix "$1" | cut -d' ' -f1 | grep -Fx -f "$2" || true
}

# The functions in hot.txt lie together, and what is never to run last: then an
# execution fits the instruction cache (a tenth of the time of a short one).
{
	printf 'SECTIONS { .text : {\n'
	sed -n 's|^\([a-z].*\) \(.*\)$|*src/\1.o(.text.\2 .text.\2.*)|p' "$hot"
	printf '*(.text .text.[a-tv-zA-Z_0-9]* .text.u[a-mo-z]*)\n'
	printf '*(.text.un*) } }\n'
} >"$out.ld"
"$ld" -r -T "$out.ld" -o "$out.all" "$@"
"$objcopy" --redefine-syms="$private" "$out.all"
"$ld" -r -o "$out.one" "$out.all" # binds rt_<name> to its definition
"$nm" -g --defined-only -f posix "$out.one" |
	sed -n 's/^scarp_libc_\([^ ]*\) .*/scarp_libc_\1 \1/p' >"$out.names"
cut -d' ' -f2 "$out.names" >"$out.real"
for name in $(undefined "$out.one" "$out.real"); do
	echo "link.sh: the runtime calls $name, which it defines for" \
		"the test: use REAL, or add it to private.syms" >&2
	exit 1
done
# The runtime's own variables lie in sections of their own, so that the audit
# can leave them out (audit.c).
"$objcopy" --redefine-syms="$out.names" --localize-hidden \
	--rename-section .data=scarp_data --rename-section .bss=scarp_bss \
	--rename-section .data.rel.local=scarp_data \
	--rename-section .data.rel=scarp_data "$out.one" "$out"
# Many of these names are the program's, if it wants them (`read`, `send`,
# `getline`, threads of C11): what it defines hides ours, as it hides the C
# library's.  Not what keeps threads, memory and ends under control: that fails
# to link.
"$nm" -g --defined-only -f posix "$out" | cut -d' ' -f1 |
	grep -vE '^(_|pthread_|sem_|scarp_|Annotate|WTF)' |
	grep -vxE 'RunningOnValgrind|abort|exit|quick_exit' |
	grep -vxE 'atexit|at_quick_exit|on_exit|setjmp|syscall|fork|vfork|raise' |
	grep -vxE '(m|c|re|v|pv)alloc|free|reallocarray|memalign|aligned_alloc' |
	grep -vxE 'posix_memalign|malloc_usable_size|sig(action|nal|procmask)' \
		>"$out.names"
# Whoever asks for a variable by its name means the test's.
"$nm" -f posix "$out" | awk '
	$2 ~ /^[bdr]$/ { own[$1] }
	$2 ~ /^[A-Zvw]$/ { others[$1] }
	END { for (n in own) print (n in others ? "? " n : n " scarp." n) }' \
	>"$out.private"
if grep '^?' "$out.private" >&2; then
	echo "link.sh: a variable of the runtime is called as a function" >&2
	exit 1
fi
"$objcopy" --weaken-symbols="$out.names" \
	--redefine-syms="$out.private" "$out"
cut -d' ' -f2 "$private" >"$out.real"
for name in $(undefined "$out" "$out.real"); do
	echo "link.sh: private.c lacks $name" >&2
	rm -f "$out"
	exit 1
done
rm -f "$out.all" "$out.one" "$out.names" "$out.real" "$out.ld" \
	"$out.private"
