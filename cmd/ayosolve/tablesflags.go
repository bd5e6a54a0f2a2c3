package main

import (
	"os"
	"path/filepath"
	"runtime"

	"ayosolve/bitboard"

	"github.com/spf13/pflag"
)

// tablesVariable is the environment variable that names the folder of the tables
// where the command line does not.
const tablesVariable = "AYOSOLVE_TABLES"

// mostThreads is the most that --threads takes.
const mostThreads = 1024

// tablesFlags are the flags that every verb has for its tables and threads.
type tablesFlags struct {
	dir     string // the folder with the tables of all rules, "" if no default is known
	threads number
}

// newTablesFlags returns the defaults of this machine and user.
func newTablesFlags() *tablesFlags {
	f := &tablesFlags{
		dir:     os.Getenv(tablesVariable),
		threads: number{least: 1, most: mostThreads, at: runtime.GOMAXPROCS(0), shown: true},
	}
	if f.dir == "" {
		if cache, err := os.UserCacheDir(); err == nil {
			f.dir = filepath.Join(cache, "ayosolve", "tables")
		}
	}
	return f
}

// register adds the flags to a set.
func (f *tablesFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.dir, "tables", f.dir, "folder `DIR` of the endgame tables, or "+tablesVariable)
	flags.Var(&f.threads, "threads", "threads that work")
	withExample(flags, "threads", "2")
}

// folder returns the folder of the tables, or errUsage if there is none.
func (f *tablesFlags) folder() (string, error) {
	if f.dir == "" {
		return "", usagef("--tables tables", "no folder for the tables: neither --tables nor %s names one", tablesVariable)
	}
	return f.dir, nil
}

// place is where the tables of some rules are and what may work on them.
type place struct {
	rules   bitboard.Rules
	dir     string // the folder with the tables of all rules
	threads int
	memory  uint64 // bytes that they may take when they are loaded, 0 for half of the machine's
	paged   bool   // they come into memory as they are looked up, for an answer at once
}

// place returns what the flags say.
func (f *tablesFlags) place(rules *rulesFlags) (p place, err error) {
	if p.rules, err = rules.rules(); err != nil {
		return p, err
	}
	p.dir, err = f.folder()
	p.threads = f.threads.at
	return p, err
}

// placeOrNone is place, but the folder may be "" if none is known.
func (f *tablesFlags) placeOrNone(rules *rulesFlags) (p place, err error) {
	p.rules, err = rules.rules()
	p.dir, p.threads = f.dir, f.threads.at
	return p, err
}

// own returns the folder of the tables of the rules.
func (p place) own() string { return filepath.Join(p.dir, p.rules.Name()) }
