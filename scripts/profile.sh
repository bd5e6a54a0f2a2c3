#!/bin/bash
# Takes CPU profiles of the program's two kinds of work and prints where the time goes.
#
#   scripts/profile.sh build    a build of tables, on one thread
#   scripts/profile.sh search   exact analyses with tables in memory, on one thread
#
# The profile and the program it is of are left in a folder that is named at the end,
# for go tool pprof.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
build) package=./egdb pattern='^BenchmarkBuild$' ;;
search) package=./search pattern='.' ;;
*)
	sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac

out=$(mktemp -d)
go test -run '^$' -bench "$pattern" -benchtime "${BENCHTIME:-5s}" -cpu 1 \
	-cpuprofile "$out/cpu.prof" -o "$out/program.test" "$package"
go tool pprof -top -nodecount 30 "$out/program.test" "$out/cpu.prof"
echo "the profile is $out/cpu.prof, the program $out/program.test"
