#!/bin/bash
# Counts the bounds checks that the compiler leaves in the files of the hot loops, and
# fails where there are more than bench/testdata/boundschecks allows. The innermost
# loops, those of sowing (bitboard/sow.go), have none.
#
#   scripts/boundschecks.sh          compare
#   scripts/boundschecks.sh list     show each with its line
#   scripts/boundschecks.sh update   write what there is now to the file
set -euo pipefail
cd "$(dirname "$0")/.."
allowed=bench/testdata/boundschecks

# A check is reported once for each place that the function is inlined into; a line
# counts once.
checks() {
	go build -gcflags=-d=ssa/check_bce ./bitboard ./tt ./search ./egdb 2>&1 |
		sed -n 's/^\([^:]*\):\([0-9]*\):[0-9]*: Found Is.*InBounds$/\1 \2/p' | sort -u
}

case "${1:-}" in
list)
	checks | while read -r file line; do
		if grep -q "^$file " "$allowed"; then
			printf '%s:%s:%s\n' "$file" "$line" "$(sed -n "${line}p" "$file")"
		fi
	done
	;;
"" | update)
	found=$(checks | cut -d' ' -f1 | uniq -c | awk '{ print $2, $1 }')
	counts=$(grep -v '^#' "$allowed" | while read -r file _; do
		awk -v file="$file" '$1 == file { n = $2 } END { print file, n + 0 }' <<<"$found"
	done)
	if [ "${1:-}" = update ]; then
		{ grep '^#' "$allowed"; echo "$counts"; } >"$allowed.new"
		mv "$allowed.new" "$allowed"
		exit
	fi
	paste -d' ' <(echo "$counts") <(grep -v '^#' "$allowed" | cut -d' ' -f2) |
		awk '$2 > $3 { print $1 ": " $2 " lines with bounds checks, " $3 " are allowed (scripts/boundschecks.sh list)"; bad = 1 } END { exit bad }'
	;;
*)
	sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac
