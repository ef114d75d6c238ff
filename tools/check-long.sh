#!/bin/sh
# SPDX-License-Identifier: MIT
# check-long.sh BUILD [SUMMARY] - every test, with nothing cut to a sample
#
# The steps are listed at the end of this file; `make check` runs the same code
# on samples.  SUMMARY (default: BUILD/check-long.txt) tells what ran, when and
# on what machine; a copy of it belongs in bench/results/.  Non-zero when a step
# failed: the others still run.  Takes many hours on two cores: by STEPS, then.
#
# JOBS      tests at a time (default: as many as there are processors)
# PROGRAMS  random programs against brute force, for each of two seeds (150000)
# COUNT     generated programs, and random ones with loops (20000), from the seed
#           FIRST (0) on.  A run of generated ones that was interrupted goes on if
#           it is started again.
# MOMENTS   interruptions of each program that is resumed (100)
# FUZZ      seconds for each fuzz target (900)
# STRESS    native runs, delayed at random, of each verified program (10000), of
#           which none is begun after SECONDS_EACH (10)
# STEPS     only these steps
set -u

# shellcheck source=tools/scratch.sh
. "$(dirname "$0")/scratch.sh"
build=$(cd "${1:-build}" && pwd) || exit 2
summary=${2:-$build/check-long.txt}
jobs=${JOBS:-$(nproc)}
steps=
programs=${PROGRAMS:-150000}
failed=0

tell() { printf '%s\n' "$*" | tee -a "$summary"; }

# step NAME COMMAND...: what it prints is seen; its last lines are kept.
step() {
	name=$1
	steps="$steps $name"
	shift
	case " ${STEPS-$name} " in
	*" $name "*) ;;
	*) return ;;
	esac
	log=$build/check-long-$name.log
	printf '\n==== %s: %s\n' "$name" "$*"
	began=$(date +%s)
	{ "$@" 2>&1 && echo "scarp-step-passed"; } | tee "$log" |
		grep -v '^scarp-step-passed$'
	took=$(($(date +%s) - began))
	if tail -n 1 "$log" | grep -qx 'scarp-step-passed'; then
		word=passed
	else
		word=FAILED
		failed=1
	fi
	tell "$(printf '%-12s %-7s %5d s   %s' "$name" "$word" "$took" "$*")"
	grep -E 'tests passed|tests failed|programs|hostile runs|^[a-z_]+: (passed|skipped|inputs)|^[0-9]+ faults|^UNNOTICED|\((Failed|Timeout|Skipped|Disabled)\)$' \
		"$log" | grep -v '^ *[0-9]*/[0-9]* Test \| Start ' | tail -n 20 |
		sed 's/^/             /' | tee -a "$summary"
}

tests() {
	ctest --test-dir "$build" -j "$jobs" --output-on-failure \
		--no-tests=error "$@"
}
full_programs() { SCARP_TEST_FULL=1 tests -L '^programs$'; }
other_tests() { SCARP_TEST_FULL=1 tests -LE '^(programs|fault|valgrind|helgrind|forms|script)$'; }
# Skipped is not passed here.
has_valgrind() {
	command -v valgrind >/dev/null && return
	echo "valgrind is not installed: sh tools/deps.sh --check"
	return 1
}
forms() { has_valgrind && SCARP_TEST_FULL=1 tests -L '^forms$'; }
faults() { SCARP_TEST_FULL=1 tests -L '^fault$'; }
planted() {
	python3 "$(dirname "$0")/../tests/faults/plant.py" -j "$jobs" \
		--work "$build/faults"
}
# All programs, in the three modes, with each reduction and the exact cache.
audited() {
	failed_modes=0
	for mode in checkpoint restart fork; do
		python3 "$(dirname "$0")/../tests/programs/audit.py" \
			--scarp "$build/bin/scarp" --mode $mode \
			--executions 100 --most 2000 || failed_modes=1
	done
	for how in "--reduce source" "--reduce optimal" "--reduce classic" \
		"--reduce classic-sleep" "--reduce classic-covered" \
		"--cache hbr"; do
		# shellcheck disable=SC2086
		python3 "$(dirname "$0")/../tests/programs/audit.py" \
			--scarp "$build/bin/scarp" --mode checkpoint $how \
			--executions 100 --most 2000 || failed_modes=1
	done
	return $failed_modes
}
kills() {
	if ! command -v strace >/dev/null; then
		echo "strace is not installed: sh tools/deps.sh --check"
		return 1
	fi
	python3 "$(dirname "$0")/../tests/kills/kills.py" "$build/bin/scarp"
}
# Random programs with loops of all kinds that wait, retry or give up.
spins() {
	python3 "$(dirname "$0")/../tests/oracle/spin_many.py" \
		--scarp "$build/bin/scarp" --programs "${COUNT:-20000}" \
		--first "$((1000 + ${FIRST:-0}))" -j "$jobs"
}
# Random programs with read-write locks, and with failures for no reason.
models() {
	for compiler in gcc clang; do
		for model in rwlock spurious; do
			python3 "$(dirname "$0")/../tests/oracle/${model}_random.py" \
				--scarp "$build/bin/scarp" --seed 3 \
				--compiler "$compiler" --programs 1000 || return 1
		done
		python3 "$(dirname "$0")/../tests/litmus/litmus.py" \
			--scarp "$build/bin/scarp" --seed 3 \
			--compiler "$compiler" --programs 500 \
			--mode checkpoint restart fork || return 1
	done
}
# Five hundred kills of processes of iterative deepening.
deepened() {
	python3 "$(dirname "$0")/../tests/deepen/deepen.py" \
		"$build/bin/scarp" --moments "$((${MOMENTS:-100} * 5 / 3))"
}
# Races that the native machine sees: random programs, and the program tests by
# both happens-befores.
races() {
	python3 "$(dirname "$0")/../tests/races/native.py" \
		"$build/bin/scarp" "$build/bin/race_test" --programs 5000 &&
		python3 "$(dirname "$0")/../tests/races/both_orders.py" \
			--scarp "$build/bin/scarp"
}
# Ten programs and more, each interrupted at a hundred moments.
resumed() {
	python3 "$(dirname "$0")/../tests/resume/resume.py" \
		"$build/bin/scarp" --moments "${MOMENTS:-100}"
}
# Every program by every compiler and level; PART of it, such as 1/8.
levels() {
	python3 "$(dirname "$0")/../tests/programs/levels.py" -j "$jobs" \
		--scarp "$build/bin/scarp" --part "${PART:-1/1}"
}
# Faults that nobody chose: two hundred of them.
derived() {
	python3 "$(dirname "$0")/../tests/faults/derive.py" \
		--objects "$build" --count 200 --seed "${SEED:-1}"
}
hostile() {
	python3 "$(dirname "$0")/../tests/hostile/run.py" -j "$jobs" \
		--scarp "$build/bin/scarp"
}
border() {
	python3 "$(dirname "$0")/../tests/border/border.py" "$build" --all &&
		python3 "$(dirname "$0")/../tests/border/border.py" "$build" --all --audit
}
fuzz() {
	(cd "$(dirname "$0")/.." && FUZZ=${FUZZ:-900} .ci/run fuzz &&
		for log in build-fuzz/fuzz-*.log; do
			name=${log#build-fuzz/fuzz-}
			sed -n "s/^stat::number_of_executed_units: */fuzz_${name%.log}: inputs /p" "$log"
		done)
}
without_fsgsbase() { SCARP_NO_FSGSBASE=1 tests; }
under_valgrind() { has_valgrind && tests -L '^valgrind$'; }
helgrind() {
	has_valgrind && (cd "$(dirname "$0")/../tests" &&
		grep -rlE '^ ?\*? ?native: sc' programs | sort |
		xargs python3 passthrough/helgrind.py --scarp "$build/bin/scarp")
}
# What is done is noted: a part of another commit does not count.
generated() {
	first=${FIRST:-0}
	count=${COUNT:-20000}
	at=$(git -C "$(dirname "$0")/.." rev-parse --short HEAD 2>/dev/null)
	python3 "$(dirname "$0")/../tests/generated/run.py" -j "$jobs" \
		--scarp "$build/bin/scarp" --first "$first" --count "$count" \
		--progress "$build/generated-$at-$first-$count.progress" \
		--keep "$build/generated" &&
		python3 "$(dirname "$0")/../tests/generated/clocks.py" \
			--scarp "$build/bin/scarp" --first "$first" --count $((count / 100)) &&
		python3 "$(dirname "$0")/../tests/generated/retries.py" \
			--scarp "$build/bin/scarp" --first "$first" --count $((count / 100))
}
# Every program that is verified, natively and delayed; so many runs at once, for
# most of a run is waiting.  SECONDS_EACH bounds what one build may take.
stressed() {
	python3 "$(dirname "$0")/../tests/stress/stress.py" -j "$jobs" \
		--scarp "$build/bin/scarp" --runner "$build/bin/stress_runs" \
		--count "${STRESS:-10000}" --seconds "${SECONDS_EACH:-10}"
}
# README.md's commands where there are git and make alone, with pseudo-terminals
# and without.  Skipped is not passed here.
fresh() {
	sh "$(dirname "$0")/../tests/install/fresh.sh" &&
		PTS=0 sh "$(dirname "$0")/../tests/install/fresh.sh" \
			"make" "make demo" "make check"
}
# The search against brute force: eight times as many programs as make check has.
scripts() {
	top=$(dirname "$0")/..
	cmake -S "$top" -B "$build" -DSCRIPT_PROGRAMS=4000 >/dev/null || return 1
	tests -L '^script$'
	passed=$?
	cmake -S "$top" -B "$build" -DSCRIPT_PROGRAMS=300 >/dev/null
	return $passed
}
# Five times as many as .ci/run has under the sanitizers.
sanitized() {
	(cd "$(dirname "$0")/.." && SCRIPTS=500 .ci/run asan)
}
# A million histories against brute force, and long ones, fast against general.
histories() {
	"$build/bin/possible_test" --traces 100000 || return 1
	for seed in 2 3; do
		"$build/bin/linear_test" --histories 500000 --seed "$seed" &&
			"$build/bin/linear_test" --large 5000 --seed "$seed" &&
			python3 "$(dirname "$0")/../tests/linear/objects.py" "$build/bin/scarp" \
				--objects 5000 --seed "$seed" &&
			python3 "$(dirname "$0")/../tests/linear/objects.py" "$build/bin/scarp" \
				--objects 2000 --seed "$seed" --model tso ||
			return 1
	done
}
random_programs() {
	for seed in 1 2; do
		"$build/bin/script_test" --programs "$programs" \
			--seed "$seed" || return 1
	done
	for reduce in source optimal; do
		for kind in "" --single; do
			# shellcheck disable=SC2086
			"$build/bin/parts_test" --reduce $reduce $kind \
				--programs "$programs" || return 1
		done
	done
}

: >"$summary" || exit 2
tell "make check-long, $(date -u '+%Y-%m-%d %H:%M UTC')"
tell "commit $(git -C "$(dirname "$0")/.." describe --always --dirty 2>/dev/null)"
tell "$(sed -n 's/^model name[^:]*: */machine: /p' /proc/cpuinfo | head -n 1), $(nproc) cores"
tell "$programs random programs a seed, $jobs tests at a time"
tell ""
step random random_programs
step histories histories
step scripts scripts
step sanitized sanitized
step faults faults
step planted planted
step derived derived
step audit audited
step spins spins
step models models
step valgrind under_valgrind
step helgrind helgrind
step forms forms
step generated generated
step kills kills
step resumed resumed
step deepened deepened
step races races
step levels levels
step hostile hostile
step stress stressed
step fresh fresh
step border border
step fuzz fuzz
step others other_tests
step programs full_programs
step no_fsgsbase without_fsgsbase
for name in ${STEPS-}; do
	case "$steps " in
	*" $name "*) ;;
	*)
		tell "there is no step '$name'; the steps are$steps"
		failed=1
		;;
	esac
done
tell ""
if [ $failed = 0 ]; then tell "all passed"; else tell "FAILED"; fi
printf 'summary: %s\n' "$summary"
exit $failed
