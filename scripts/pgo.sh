#!/bin/bash
# Makes cmd/ayosolve/default.pgo, the profile that go build optimises the program by:
# of builds of tables and of exact analyses, on one thread, for both games.
#
#   scripts/pgo.sh [compare]
#
# BENCHTIME may be set in the environment (default: 10s a benchmark). Run it after the
# hot loops have changed much, and measure what it gives: scripts/pgo.sh compare prints
# the rates of ayosolve bench with the profile and without, in turn.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case "${1:-}" in
"")
	go test -run '^$' -bench '^BenchmarkBuild$' -benchtime "${BENCHTIME:-10s}" -cpu 1 \
		-cpuprofile "$work/build.prof" -o "$work/build.test" ./egdb
	go test -run '^$' -bench '^Benchmark(Analyze|Start)$' -benchtime "${BENCHTIME:-10s}" -cpu 1 \
		-cpuprofile "$work/search.prof" -o "$work/search.test" ./search
	go tool pprof -proto -output "$work/both.prof" "$work/build.prof" "$work/search.prof"
	mv "$work/both.prof" cmd/ayosolve/default.pgo
	;;
compare)
	go build -pgo=off -o "$work/without" ./cmd/ayosolve
	go build -pgo=cmd/ayosolve/default.pgo -o "$work/with" ./cmd/ayosolve
	for _ in $(seq "${RUNS:-10}"); do
		for side in without with; do
			"$work/$side" bench | sed "s/^/$side /"
		done
	done | awk '$2 != "signature" { rate = $NF; gsub(/[,\/s]/, "", rate); key = $2 " " $3
			if (rate > best[key, $1]) best[key, $1] = rate; keys[key] = 1 }
		END { for (key in keys) printf "%-16s %.3f times the rate without, best of all runs\n", key, best[key, "with"] / best[key, "without"] }' | sort
	;;
*)
	sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac
