#!/bin/bash
# Compares the benchmarks of this checkout with those of another commit, by benchstat
# over ten runs each, one of each in turn so that a drift of the machine meets both.
#
#   scripts/benchcmp.sh BASE [PATTERN [PACKAGE...]]
#   scripts/benchcmp.sh HEAD~1 'AppendPredecessors|Moves' ./bitboard
#
# BASE is any commit. PATTERN chooses benchmarks (default: all), PACKAGE where they
# are (default: ./bitboard ./tt ./egdb ./search). RUNS and BENCHTIME may be set in the
# environment (default: 10 and 0.5s).
set -euo pipefail
cd "$(dirname "$0")/.."

BENCHSTAT=golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da

if [ $# -lt 1 ]; then
	sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
base=$1
pattern=${2:-.}
shift $(($# < 2 ? $# : 2))
packages=("$@")
[ ${#packages[@]} -gt 0 ] || packages=(./bitboard ./tt ./egdb ./search)

work=$(mktemp -d)
trap 'git worktree remove --force "$work/base" 2>/dev/null || true; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/base" "$base"

# build COPY NAME makes the test programs of a checkout.
build() {
	local package
	for package in "${packages[@]}"; do
		(cd "$1" && go test -c -o "$work/$2-$(basename "$package").test" "$package")
	done
}
build "$work/base" base
build . now

for run in $(seq "${RUNS:-10}"); do
	echo "run $run of ${RUNS:-10}" >&2
	for package in "${packages[@]}"; do
		for side in base now; do
			root=.
			[ "$side" = now ] || root=$work/base
			(cd "$root/$package" && "$work/$side-$(basename "$package").test" \
				-test.run '^$' -test.bench "$pattern" -test.benchtime "${BENCHTIME:-0.5s}") >>"$work/$side.txt"
		done
	done
done
go run "$BENCHSTAT" base="$work/base.txt" now="$work/now.txt"
