#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD [FILE] - executions per second, against the body run sequentially
#
# Prints a report (bench/README.md); FILE keeps it.  BENCH_SECONDS (3) is the
# time for each rate, BENCH_LONG (10000000) the executions of the memory test.
set -u
build=${1:-build}
command -v python3 >/dev/null || {
	echo "python3 is missing: sh tools/deps.sh" >&2
	exit 1
}
if [ $# -gt 1 ]; then
	python3 "$(dirname "$0")/run.py" "$build/bin/scarp" | tee "$2"
else
	exec python3 "$(dirname "$0")/run.py" "$build/bin/scarp"
fi
