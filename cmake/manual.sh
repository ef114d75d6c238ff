#!/bin/sh
# SPDX-License-Identifier: MIT
# manual.sh SCARP MAN COMPLETION PAGE... - has the command write its manual
# pages, MAN/manN/PAGE, and what shells complete with.
#
# The pages that are installed (PAGE...) are those that the command has: else
# this fails.
set -eu
scarp=$1 man=$2 completion=$3
shift 3

# As for a user without options of his own.
unset SCARP_OPT_CONFIG 2>/dev/null || :
wanted=$(printf '%s\n' "$@" | sort)
there=$("$scarp" help --man | sort)
if [ "$wanted" != "$there" ]; then
	echo "manual.sh: the pages of 'scarp help --man' and those of" \
		"cmake/manual.cmake differ:" >&2
	printf '%s\n' "$wanted" "$there" | sort | uniq -u >&2
	exit 1
fi
for page; do
	folder=$man/man${page##*.}
	mkdir -p "$folder"
	"$scarp" help --man "$page" >"$folder/$page"
done
mkdir -p "$completion"
"$scarp" help --completion bash >"$completion/scarp"
"$scarp" help --completion zsh >"$completion/_scarp"
