#!/bin/sh
# SPDX-License-Identifier: MIT
# bad/run.sh - bad input: what the command says, and its exit code
#
# bad/run.sh --list        names of the cases
# bad/run.sh SCARP CASE    runs one: 0 as expected, 1 not, 77 not possible here
#
# Each case asks for the exit code and for words of the message: the cause, and
# where there is one the next thing to do.
set -u

here=$(cd "$(dirname "$0")" && pwd)

# build PATH [FLAG...]: ./NAME from PATH.c, by scarp cc
build() {
	path=$here/$1.c
	name=$(basename "$1")
	shift
	"$SCARP" cc -O1 -g -I"$here/.." "$path" -o "$name" "$@" >build.out 2>&1 || {
		cat build.out
		echo "scarp cc does not compile $path"
		exit 1
	}
}

# scarp ARGUMENT...: keeps output and exit code
scarp() {
	code=0
	timeout 200 "$SCARP" "$@" >out 2>&1 </dev/null || code=$?
}

# expect "CODE [CODE]" PATTERN...: extended regular expressions, any case
expect() {
	wrong=
	case " $1 " in
	*" $code "*) ;;
	*) wrong="exit code $code, expected $1" ;;
	esac
	shift
	for pattern; do
		grep -Eqi -e "$pattern" out || wrong="$wrong; does not say '$pattern'"
	done
	[ -z "$wrong" ] && return
	echo "WRONG: ${wrong#; }"
	echo "it said:"
	cat out
	exit 1
}

# silent PATTERN: the message must not contain it
silent() {
	if grep -Eqi -e "$1" out; then
		echo "WRONG: says '$1':"
		cat out
		exit 1
	fi
}

# The schedule that the check before has left.
schedule() {
	find scarp.out -type f -name '*.schedule' | sort | head -n 1
}

#-- binaries ------------------------------------------------------------------

case_not_built() {
	gcc "$here/fine.c" -pthread -o plain
	scarp check ./plain
	expect 2 "plain" "not built (by|with).*scarp cc"
}

case_not_built_static() {
	gcc -static "$here/fine.c" -pthread -o plain 2>/dev/null || exit 77
	scarp check ./plain
	expect 2 "plain" "not built (by|with).*scarp cc"
}

case_other_version() {
	build fine
	version=$("$SCARP" --version | grep -Eo '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
	other=$(echo "$version" | sed 's/[0-9]/9/g')
	sed "s/scarp $version/scarp $other/g" fine >other
	chmod +x other
	cmp -s fine other && exit 77
	scarp check ./other
	expect 2 "other" "$other" "compile|build it again|rebuild"
}

# The same version, but other sources: a program that was not linked again.
case_other_build() {
	build fine
	hash=$("$SCARP" --version | sed -n 's/.*(\([0-9a-f]*\)).*/\1/p')
	[ ${#hash} = 12 ] || {
		echo "WRONG: no hash in the version: $("$SCARP" --version)"
		exit 1
	}
	sed "s/$hash/0123456789ab/g" fine >other
	chmod +x other
	scarp check ./other
	expect 2 "other' was built by 'scarp .* \(0123456789ab\)'" "$hash" \
		"build it again"
}

case_missing() {
	scarp check ./nothing
	expect 2 "'./nothing'" "no such file"
}

case_directory() {
	mkdir folder
	scarp check ./folder
	expect 2 "folder"
}

# Where the test itself has no lines, those of the runtime are no substitute.
case_hang_without_lines() {
	cat >spins.c <<-'EOF'
		#include <pthread.h>
		__asm__(".type spins, @function\n"
			"spins: push %rbp\n mov %rsp, %rbp\n 1: jmp 1b\n");
		extern void *spins(void *unused);
		int main(void)
		{
			pthread_t t;
			pthread_create(&t, NULL, spins, NULL);
			pthread_join(t, NULL);
		}
	EOF
	"$SCARP" cc -g spins.c -o spins || exit 1
	scarp check --hang-after 1s ./spins
	expect 1 "no progress" "^call stack of T1 spins:" "    spins  spins\+0x"
	silent "thread\.c"
}

# Longer than the runtime keeps of it: it loses its front, in text only.
case_long_path() {
	deep=$PWD/elsewhere
	for i in 1 2 3 4 5 6 7 8 9 10; do
		deep=$deep/a-name-of-thirty-letters-or-so-$i
	done
	mkdir -p "$deep" checked
	cat >"$deep/fails.c" <<-'EOF'
		#include <assert.h>
		int main(void)
		{
			assert(!"here");
		}
	EOF
	"$SCARP" cc -g "$deep/fails.c" -o checked/fails || exit 1
	cd checked || exit 1
	scarp check --json result.json ./fails
	expect 1 "at \.\.\./[^.]*/a-name-of-thirty-letters-or-so-10/fails\.c:4, in" \
		"    main  \.\.\./[^.]*/a-name-of-thirty-letters-or-so-10/fails\.c:4$"
	grep -q "\"file\": \"$deep/fails.c\"" result.json || {
		echo "WRONG: the JSON result does not have the whole path"
		exit 1
	}
}

case_script() {
	printf '#!/bin/sh\nexit 0\n' >script
	chmod +x script
	scarp check ./script
	expect 2 "script" "scarp cc"
}

case_not_executable() {
	build fine
	chmod -x fine
	scarp check ./fine
	expect 2 "fine" "permission|not executable|chmod"
}

case_truncated_binary() {
	build fine
	head -c 5000 fine >cut
	chmod +x cut
	scarp check ./cut
	expect 2 "cut"
}

case_stripped() {
	build racy
	strip racy
	scarp check ./racy
	expect 1 "assertion" "symbols|debug information|-g" "scarp replay"
}

#-- what the test does -------------------------------------------------------

case_forks() {
	build forks
	scarp check ./forks
	expect 5 "fork" "forks.c:8" "let a thread of the test do"
}

case_execs() {
	build execs
	scarp check ./execs
	expect 5 "exec" "execs.c:7"
}

case_reads_clock() {
	build clock
	scarp check ./clock
	expect 0 "verified"
}

# Named and never verified: an error, or a hole when no two runs differed.
case_reads_time_stamp() { # caveat: real_time
	build uncontrolled -DSOURCE=0
	scarp check --exhaustive ./uncontrolled
	expect "4 5" "rdtsc \(uncontrolled.c:18\)"
	silent "^verified"
}

case_reads_processor_random() {
	grep -q -w rdrand /proc/cpuinfo || exit 77
	build uncontrolled -DSOURCE=3 -mrdrnd
	scarp check --exhaustive ./uncontrolled
	expect "4 5" "rdrand \(uncontrolled.c:27\)"
	silent "^verified"
}

case_reads_random_device() {
	build uncontrolled -DSOURCE=1
	scarp check --exhaustive ./uncontrolled
	expect "4 5" "open"
	silent "^verified"
}

# Modelled (the same numbers in every execution), or named.
case_reads_getrandom() {
	build uncontrolled -DSOURCE=2
	scarp check --exhaustive ./uncontrolled
	[ $code = 0 ] || expect "4 5" "getrandom|does not control|nondetermini"
}

case_reads_proc_self() {
	build proc_self
	scarp check --exhaustive ./proc_self
	expect 4 "files are not rewound.*readlink" "proc_self.c:9"
	silent "^verified"
}

case_threads_5000() {
	build ../thread/five_thousand
	scarp check ./five_thousand
	expect 5 "4096" "five_thousand.c:34"
}

case_recursion() {
	build ../stack/overflow
	scarp check ./overflow
	expect 1 "overflowed its stack|stack overflow" "deeper" "scarp replay"
}

case_wild_unmapped() {
	build wild -DADDRESS=0x123456
	scarp check ./wild
	expect 1 "SIGSEGV|segmentation" "0x123456" "wild.c:12" "scarp replay"
}

case_wild_not_canonical() {
	build wild -DADDRESS=0x4141414141414141
	scarp check ./wild
	expect 1 "SIGSEGV|segmentation" "0x4141414141414141" "wild.c:12"
}

# The channel lies at a fixed address; its head must not be the test's to write.
case_wild_runtime() {
	build wild -DADDRESS=0x120000000000
	scarp check ./wild
	expect 1 "0x120000000000" "wild.c:12"
}

case_leaves_in_thread() {
	build ../ends/leave_in_thread -DSTATUS=3
	scarp check ./leave_in_thread
	expect 1 "status" "3" "scarp replay"
}

case_unknown_call() {
	build unknown
	scarp check ./unknown
	expect 0 "the test calls wordexp \(unknown.c:11\), which" "fork mode" \
		"help unknown-call"
	# Insisted on, a fast mode is possible, but proves nothing.
	scarp check --mode restart ./unknown
	expect "0 4" "wordexp \(unknown.c:11\)"
	silent "^verified.*restart"
}

case_foreign_code() {
	gcc -c "$here/foreign_part.c" -o foreign_part.o
	build foreign foreign_part.o
	scarp check ./foreign
	expect 4 "foreign_part.o" "not compiled by scarp cc"
}

# A library by another compiler: what is only linked is no hole, what is called
# is, and so is one whose variable leads to its code.
case_foreign_library() {
	gcc -w -shared -fPIC "$here/foreign_library.c" -o libforeign.so
	build foreign_table -fno-builtin ./libforeign.so
	scarp check ./foreign_table
	expect 4 "libforeign.so" "not compiled by scarp cc"
	build foreign_table -fno-builtin -DUSED=0 ./libforeign.so
	scarp check ./foreign_table
	expect 0 "^verified"
	silent "not compiled by" "fork"
	scarp check ./foreign_table called
	expect 4 "the test calls foreign_get \(foreign_table.c:" "libforeign.so"
	scarp check ./foreign_table called twice
	expect 4 "the test calls significandl \(foreign_table.c:" "libforeign.so"
}

# own_names.c with every name that scarp's code has inside: for variables of the
# size that is scarp's function, and for functions of another one.  Which of them
# scarp looks its own code up by depends on how it was linked.
case_names_of_its_own() {
	nm -S -f posix --defined-only \
		"$(dirname "$SCARP")/../lib/scarp/scarp-rt.o" |
		awk '$2 ~ /^[tT]$/ && NF == 4 && !seen[$1]++' >names
	[ "$(wc -l <names)" -gt 1000 ] || {
		echo "WRONG: few names in the runtime:"
		cat names
		exit 1
	}
	# Not what these files call themselves, which would come here.
	awk '$1 != "__tsan_init" {
		print "static char v" NR "[0x" $4 "] __asm__(\"" $1 "\")"
		print "\t__attribute__((used));" }' names >names_data.c
	awk '$1 !~ /^__tsan_/ {
		print "static int f" NR "(int x) __asm__(\"" $1 "\")"
		print "\t__attribute__((used));"
		print "static int f" NR "(int x) { return x; }" }' names >names_code.c
	build ../libc/own_names names_data.c names_code.c
	scarp check --exhaustive ./own_names
	expect 0 "^verified"
	silent "not compiled by"
}

# What an archive of the test's own defines under a name of the C library is
# what the test calls, as without scarp.
case_names_in_an_archive() {
	"$SCARP" cc -g -c "$here/archive_lock.c" -o archive_lock.o &&
		ar rcs libarchive_lock.a archive_lock.o || exit 1
	build names_archive libarchive_lock.a
	scarp check --exhaustive ./names_archive
	expect 0 "^verified: no bug in all 2 traces"
	./names_archive || {
		echo "WRONG: exit code $? without scarp"
		exit 1
	}
	# Whatever language the files before it are in.
	cp "$here/names_archive.c" names.text
	"$SCARP" cc -x c names.text -x none libarchive_lock.a -o named &&
		"$SCARP" cc libarchive_lock.a -x c names.text "$here/archive_lock.c" \
			-o named && ./named || exit 1
}

case_no_core_file() {
	build wild -DADDRESS=0
	ulimit -c unlimited 2>/dev/null
	scarp check ./wild
	expect 1 "wild.c:12"
	if find . -name 'core*' | grep .; then
		echo "WRONG: left a core file"
		exit 1
	fi
}

#-- schedule files -----------------------------------------------------------

# What every schedule case needs: a bug, and that its schedule replays.
found() {
	build racy
	scarp check ./racy
	expect 1 "assertion" "scarp replay"
	file=$(schedule)
	[ -n "$file" ] || {
		echo "no schedule in scarp.out:"
		find scarp.out
		exit 1
	}
}

case_schedule_intact() {
	found
	scarp replay "$file"
	expect 1 "assertion"
}

case_schedule_missing() {
	found
	scarp replay nothing.schedule
	expect 2 "nothing.schedule"
}

case_schedule_truncated() {
	found
	head -c $(($(wc -c <"$file") / 2)) "$file" >cut.schedule
	scarp replay cut.schedule
	expect 2 "cut.schedule" "ends|truncated|end of file|incomplete"
}

case_schedule_empty() {
	found
	: >empty.schedule
	scarp replay empty.schedule
	expect 2 "empty.schedule"
}

case_schedule_garbage() {
	found
	head -c 4000 "$SCARP" >garbage.schedule
	scarp replay garbage.schedule
	expect 2 "garbage.schedule" "not a schedule"
}

# Either the file says that it was changed, or the replay that it cannot follow.
case_schedule_edited() {
	found
	# The last number of the last line that has one.
	awk '{ l[NR] = $0 } /[0-9]/ { last = NR } END {
		for (i = 1; i <= NR; i++) {
			if (i == last) sub(/[0-9]+/, "4000", l[i])
			print l[i] } }' "$file" >edited.schedule
	scarp replay edited.schedule
	expect "2 5" "edited.schedule|step"
}

case_schedule_of_another_build() {
	found
	build racy -DOTHER -O0
	scarp replay "$file"
	expect "2 5" "racy" "changed|another|differs|not the"
}

#-- interruptions and full disks ----------------------------------------------

# interrupt ARGUMENT...: like scarp, with ctrl-C after three seconds; timeout
# signals the whole process group, as a terminal does.
interrupt() {
	code=0
	timeout --preserve-status -s INT -k 100 3 "$SCARP" "$@" >out 2>&1 \
		</dev/null || code=$?
}

case_interrupt() { # caveat: interrupted
	build endless
	interrupt check --exhaustive --json result.json ./endless
	expect 130 "interrupted" "executions"
	grep -q '"verdict": *"partial"' result.json || {
		echo "WRONG: no result.json, or no partial verdict in it"
		exit 1
	}
}

case_interrupt_keeps_bugs() {
	build endless -DBUG
	interrupt check --exhaustive --stop-after 0 ./endless
	expect 1 "assertion" "scarp replay"
}

# The second signal of a ctrl-C may meet the replay of what was found.
case_interrupt_twice() {
	build slow_bug
	"$SCARP" check --exhaustive --stop-after 0 ./slow_bug >out 2>&1 \
		</dev/null &
	pid=$!
	sleep 0.6
	for pause in 0.15 0.15; do
		kill -INT $pid 2>/dev/null
		sleep $pause
	done
	code=0
	wait $pid || code=$?
	expect 1 "assertion" "scarp replay"
}

# The report is on the terminal, whatever becomes of the files.
case_full_disk() {
	build racy
	mkdir small
	mount -t tmpfs -o size=4k tmpfs small 2>/dev/null || exit 77
	trap 'umount "$folder/small"; cd /; rm -rf "$folder"' EXIT
	head -c 8192 /dev/zero >small/filler 2>/dev/null
	code=0
	(cd small && timeout 200 "$SCARP" check ../racy) >out 2>&1 </dev/null ||
		code=$?
	expect 1 "assertion" "no space left"
}

case_full_disk_json() {
	build racy
	scarp check --json /dev/full ./racy
	expect "1 2" "assertion" "/dev/full|JSON" "no space left"
}

case_out_is_a_file() {
	build racy
	echo mine >scarp.out
	scarp check ./racy
	expect 1 "assertion" "scarp.out"
	[ "$(cat scarp.out)" = mine ] || {
		echo "WRONG: overwrote the user's file"
		exit 1
	}
}

case_never_overwrites() {
	found
	cp -r scarp.out before
	scarp check ./racy
	expect 1 "assertion"
	diff -r -x latest before scarp.out >changes
	if grep -v '^Only in scarp.out' changes; then
		echo "WRONG: the first result was changed"
		exit 1
	fi
}

#-- what comes out ------------------------------------------------------------

# The test's own output is shown for a bug alone; `replay` has all of it.
case_prints_nothing() {
	build ../io/printf_twice
	scarp check --exhaustive ./printf_twice
	expect 0 "^verified"
	silent "^(one|two)$"
}

# By hand: two stores and two loads, each store before, between or after; one of
# the four orders of the two pairs is a circle.
case_audit_all_right() {
	build ../sb
	for mode in checkpoint restart fork; do
		scarp check --audit --audit-executions 50 --mode $mode ./sb
		expect 0 "^verified" "^audit: 50 random executions, 3 traces, [0-9]+ pairs swapped: all right"
		silent "not begun|did not come"
	done
}

# Two threads with an operation each: one trace if they commute, two if not.
case_audit_knows_what_commutes() {
	for what in POSTS ARRIVALS READERS ADDITIONS; do
		build commutes -D$what -pthread
		scarp check --audit --audit-executions 20 --mode restart ./commutes
		expect 0 "^verified" "^audit: 20 random executions, 1 trace, .* all right"
	done
}

# The search may be the first to see it: it makes both orders.
case_audit_misses_a_store() {
	build hidden_order
	scarp check --audit --audit-executions 50 --mode fork ./hidden_order
	expect 3 "^audit: .* not all right" "of one trace" "second schedule: T" \
		"fault of scarp, or something in the test that scarp does not see"
}

case_audit_of_a_search_that_was_cut() {
	build ../sb
	scarp check --audit --audit-executions 50 --max-executions 1 ./sb
	expect 4 "^partial" "^audit: 50 random executions, 1 trace, .* all right" \
		"did not come to its end: [0-9]+ of the executions have traces"
	# Three: not where memory is compared, which leaves no checkpoint.
	build ../spin/test_and_set
	scarp check --audit --audit-executions 50 --max-executions 3 \
		--mode checkpoint ./test_and_set
	expect 4 "^partial" "^audit: 50 random executions, .* all right"
}

# said PATTERN: the number before the words
said() {
	sed -nE "s/.*[^0-9]([0-9]+) $1.*/\\1/p" out | head -n 1
}

# Main makes K turns of three operations (exchange, load, store) before its turn
# is known to be one without effect; it awaits at the operation A of the next one.
# The other thread's store of the flag comes after i = 0 .. 3K+A of them: 3K+A+1
# executions.  Traces: it comes before the load of turn 1 .. K, before or after
# main looks whether its turn changed anything, or, A being the store, before that
# load, which looks, too: K+2.  A stranger to all that, with one operation, makes
# no trace more.  Main's turn j sees the flag, where 3j-1 > i; then it joins the
# other thread and waits for the stranger, whose operation is before, between or
# after those 3j+2: 3j+3 executions for each i.
case_audit_stranger_beside_taken_back() {
	build taken_back -DBIT -pthread
	scarp check --audit --audit-executions 50 --mode restart ./taken_back -
	expect 0 "^verified" "^audit: .* all right"
	traces=$(said traces)
	turns=$((traces - 2)) alone=$(said executions)
	at=$((alone - 3 * turns - 1)) sum=0
	[ $turns -ge 2 ] && [ $at -ge 0 ] && [ $at -le 2 ] || {
		echo "WRONG: $traces traces, $alone executions"
		exit 1
	}
	for i in $(seq 0 $((3 * turns + at))); do
		sum=$((sum + 3 * ((i + 4) / 3) + 3))
	done
	scarp check --audit --audit-executions 50 --mode restart ./taken_back o
	expect 0 "all $sum executions" \
		"^audit: 50 random executions, $traces traces, .* all right"
}

# Who looks at what is away, or changes what main looks at, is no stranger; main
# may be made to wait for all that in one order and not in the other, but for
# every order of one trace alike.
audit_taken_back() {
	how=$1
	shift
	build taken_back "-D${how%:*}" -pthread "$@"
	scarp check --audit --audit-executions 60 --mode restart \
		--max-executions 1000 ./taken_back "${how#*:}"
	expect "0 4" "^audit: .* all right"
}

case_audit_taken_and_given_back() {
	for how in BIT:b BIT:B BIT:h BIT:s MUTEX:m READER:r UNIT:u UNIT:U BYTE:p \
		BYTE:P; do
		audit_taken_back $how
		audit_taken_back $how -DNOTICED
	done
	audit_taken_back NOTHING:s
	audit_taken_back NOTHING:t
}

#-- lists of racing accesses --------------------------------------------------

# racing LINE...: a check with that list
racing() {
	printf '%s\n' "$@" >list
	scarp check --points=study --racing list ./reorder
}

case_racing_list() {
	build ../study/reorder -O0 -DSETTERS=2
	scarp check --points=study --racing nowhere ./reorder
	expect 2 "cannot read 'nowhere'"
	racing "reorder.c:143"
	expect 2 "list:1: not FILE:LINE:read or FILE:LINE:write"
	racing "# fine" "" "reorder.c:143:both"
	expect 2 "list:3: not FILE:LINE:read"
	racing "reorder.c:0:read"
	expect 2 "list:1: not FILE:LINE:read"
	racing "reorder.c:143:read"
	expect 2 "list:1: no read is at reorder.c:143"
	racing "order.c:144:write"
	expect 2 "list:1: no write is at order.c:144"
	racing "study/reorder.c:143:write # a comment" "reorder.c:144:write"
	expect "0 1 4" "execution"
	strip reorder
	racing "reorder.c:144:write"
	expect 2 "no symbols: link it without -s"
}

# Names of functions and variables, where there are two files and a library.
case_directives() {
	cat >lib.c <<-'EOF'
		static int same;
		__thread int own;
		static void inner(void) { same++; own++; }
		void library(void) { inner(); }
	EOF
	cat >test.c <<-'EOF'
		#include <pthread.h>
		static int same;
		void library(void);
		__attribute__((used)) static void *work(void *unused)
		{
			static int count;
			library();
			same++;
			count++;
			return unused;
		}
		int main(void)
		{
			pthread_t t, u;
			pthread_create(&t, NULL, work, NULL);
			pthread_create(&u, NULL, work, NULL);
			pthread_join(t, NULL);
			pthread_join(u, NULL);
		}
	EOF
	"$SCARP" cc -g -O0 -shared -fPIC lib.c -o libtest.so &&
		"$SCARP" cc -g -O0 test.c -L. -ltest -Wl,-rpath,"$PWD" -o test || exit 1
	scarp check --ignore same ./test
	expect 2 "several variables are called 'same': one in test.c, one in lib.c; say 'FILE:same'"
	scarp check --ignore own ./test
	expect 2 "'own' is thread-local"
	scarp check --ignore count ./test
	expect 2 "one of function 'work'; say 'work:count'"
	scarp check --within main.c ./test
	expect 2 "no function 'main.c' in the test"
	scarp check --within pthread_create ./test
	expect 2 "'pthread_create' is no function of the test; '--points' says"
	scarp check --strategy dfs --trust inner --ignore test.c:same --ignore work:count ./test
	expect 0 "partial: no bug in the only execution" "--trust inner" "--ignore test.c:same"
	silent "findings"
	scarp check --strategy dfs --trust inner --ignore lib.c:same --ignore work:count ./test
	expect 0 "partial" "on same .global"
}

# What a library of the test allocates may fail, what another one does may not.
case_fail_in_a_library() {
	printf '#include <stdlib.h>\nvoid *get(void) { return malloc(8); }\n' >lib.c
	cat >test.c <<-EOF
		#include <assert.h>
		void *get(void);
		int main(void) { assert(get()); }
	EOF
	"$SCARP" cc -g -shared -fPIC lib.c -o libget.so &&
		"$SCARP" cc -g test.c -L. -lget -Wl,-rpath,"$PWD" -o test || exit 1
	scarp check --fail malloc ./test
	expect 1 "assertion .get..." "call malloc: fails, ENOMEM" "lib.c"
	gcc -g -shared -fPIC lib.c -o libget.so
	scarp check --fail malloc ./test
	expect 4 "none of those that --fail names .malloc" \
		"calls inside of library functions were not made to fail"
}

#------------------------------------------------------------------------------

if [ "${1-}" = --list ]; then
	sed -n 's/^case_\([a-z0-9_]*\)() .*/\1/p' "$0"
	exit
fi
[ $# = 2 ] || {
	echo "usage: bad/run.sh SCARP CASE | --list" >&2
	exit 2
}
SCARP=$(realpath "$1")
folder=$(mktemp -d)
trap 'cd /; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
"case_$2"
