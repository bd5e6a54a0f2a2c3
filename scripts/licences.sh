#!/bin/bash
# Lists the modules that the program is made of, with their versions and the kind of
# their licences, as cmd/ayosolve/THIRD_PARTY.md has them; with --texts, the texts too, for whoever
# hands out binaries. It fails for a licence that it does not know by its words.
#
#	scripts/licences.sh > cmd/ayosolve/THIRD_PARTY.md
#	scripts/licences.sh --texts > LICENCES.txt
set -euo pipefail
cd "$(dirname "$0")/.."

# modules lists path, version and folder of all modules with a package in the program,
# on any system it is built for.
modules() {
	local os
	for os in linux darwin windows; do
		GOOS=$os CGO_ENABLED=0 go list -deps -f \
			'{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/ayosolve
	done | sort -u
}

# kind names the licences whose words are in a file.
kind() {
	local text kinds=()
	text=$(tr -s ' \t\r\n' ' ' <"$1")
	case $text in *"Apache License Version 2.0"*) kinds+=(Apache-2.0) ;; esac
	case $text in
	*"Redistribution and use in source and binary forms"*[Nn]"either the name"*) kinds+=(BSD-3-Clause) ;;
	*"Redistribution and use in source and binary forms"*) kinds+=(BSD-2-Clause) ;;
	esac
	case $text in *"Permission is hereby granted, free of charge"*) kinds+=(MIT) ;; esac
	[ ${#kinds[@]} -gt 0 ] && echo "${kinds[*]}"
}

[ "${1-}" = --texts ] || cat <<'HEAD'
# What the program is made of

The modules of other authors that are part of the program `ayosolve`, and their licences.
`scripts/licences.sh` makes this list; with `--texts` it writes the licences in full, which
have to go along with binaries. The Go standard library is under a BSD licence of its own.

| module | version | licence |
|---|---|---|
HEAD
modules | while read -r path version dir; do
	file=$(find "$dir" -maxdepth 1 -type f -iregex '.*/\(licen[cs]e\|copying\)\(\.[a-z]*\)?' | sort | head -n 1)
	if [ -z "$file" ] || ! licence=$(kind "$file"); then
		echo "$path $version: its licence is not known" >&2
		exit 1
	fi
	if [ "${1-}" = --texts ]; then
		printf '== %s %s\n\n' "$path" "$version"
		cat "$file"
		echo
	else
		printf '| %s | %s | %s |\n' "$path" "$version" "$licence"
	fi
done
