#!/bin/sh
# SPDX-License-Identifier: MIT
# fresh.sh [COMMAND...] - README.md's commands on a machine that has nothing yet
#
# Makes a Debian 12 with git and make alone (debootstrap, from where this
# machine's apt has its packages), clones the commit that is checked out here
# into it, and types `make`, `make demo` and `make check` there, as root, with
# mounts and processes of its own; or else the COMMANDs, each one word.
#
# Every command must succeed.  What the tests left out is printed.
#
# FRESH  the machine's directory (a new one, which is removed at the end; what
#        is there is used again and left)
# PTS    0: without /dev/pts, as in a bare chroot: no pseudo-terminals
# JOBS   as for make
#
# Exit: 0 all succeeded, 1 not, 77 such a machine cannot be made here.
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -gt 0 ] || set -- "make" "make demo" "make check"

skip() {
	echo "skipped: $*"
	exit 77
}
[ "$(id -u)" = 0 ] || skip "only root can make a machine"
for tool in debootstrap unshare git; do
	command -v "$tool" >/dev/null ||
		skip "$tool is not installed (sh tools/deps.sh --ci)"
done
unshare -m -p --fork true 2>/dev/null ||
	skip "the kernel allows no mounts and processes of one's own here"

# The archive that apt itself would fetch libc6 of Debian 12 from.
mirror() {
	apt-get indextargets --format '$(CODENAME) $(REPO_URI) $(COMPONENT)' \
		'Created-By: Packages' |
		awk '$1 == "bookworm" && $3 == "main" { print $2; exit }'
}
from=$(mirror)
[ -n "$from" ] || skip "apt knows no archive of bookworm"

if [ -n "${FRESH-}" ]; then
	machine=$FRESH
else
	machine=$(mktemp -d "${TMPDIR:-/var/tmp}/scarp-fresh-XXXXXX") || exit 1
	trap 'rm -rf "$machine"' EXIT
fi
if ! [ -e "$machine/usr/bin/make" ]; then
	debootstrap --variant=minbase --include=git,make bookworm \
		"$machine" "$from" >"$machine.log" 2>&1 || {
		tail -n 5 "$machine.log"
		skip "debootstrap did not come to its end: is there a network?"
	}
	rm -f "$machine.log"
fi
# As this machine reaches the archive, so does that one.
for file in /etc/resolv.conf /etc/hosts; do
	[ -e "$file" ] && cp -L "$file" "$machine$file"
done
apt-config dump | grep -i '^Acquire::[a-z]*::Proxy' \
	>"$machine/etc/apt/apt.conf.d/90proxy"

rm -rf "$machine/scarp"
git clone -q "$top" "$machine/scarp" || exit 1

# Mounts and processes end with the shell that this starts.
inside() {
	unshare -m -p --fork --kill-child sh -euc '
		mount --make-rprivate /
		cd "$1"
		mount -t proc proc proc
		mount -t tmpfs tmpfs dev/shm
		[ "$2" = 0 ] || mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
		exec env -i ${JOBS:+JOBS=$JOBS} HOME=/root LANG=C.UTF-8 TERM=dumb \
			PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
			chroot . sh -c "cd /scarp && $3"
	' sh "$machine" "${PTS:-1}" "$1" </dev/null
}

failed=0
for command; do
	printf '==== %s\n' "$command"
	if ! inside "$command"; then
		echo "FAILED: $command"
		failed=1
		break
	fi
done
exit $failed
