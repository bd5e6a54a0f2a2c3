package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"ayosolve/egdb"

	"github.com/spf13/cobra"
)

// unknown stands for what a binary was built without.
const unknown = "unknown"

// versionInfo is the answer of "version --json".
type versionInfo struct {
	Version string `json:"version"` // of the module, "unknown" if it was built without
	Commit  string `json:"commit"`  // with "-modified" if the source had changed since, or "unknown"
	Go      string `json:"go"`      // the version of Go it was built with
	Format  int    `json:"format"`  // the version of the table format
}

// versionOptions are what "version" is asked for.
type versionOptions struct {
	json bool
}

func newVersionCommand() *cobra.Command {
	var o versionOptions
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version, commit, Go version and table format",
		Long: `Show the version and commit of the program, the Go version it was built with,
and the version of the format it stores tables in. What the build did not record
is unknown.`,
		Example: `  ayosolve version
  ayosolve version --json`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			build, _ := debug.ReadBuildInfo()
			return runVersion(cmd.Context(), cmd.OutOrStdout(), o, versionOf(build))
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// versionOf finds the version in what the build recorded, which may be nil.
func versionOf(build *debug.BuildInfo) versionInfo {
	info := versionInfo{Version: unknown, Commit: unknown, Go: runtime.Version(), Format: egdb.FormatVersion}
	if build == nil {
		return info
	}
	if build.Main.Version != "" {
		info.Version = build.Main.Version
	}
	settings := map[string]string{}
	for _, s := range build.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		info.Commit = commit
		if settings["vcs.modified"] == "true" {
			info.Commit += "-modified"
		}
	}
	return info
}

// runVersion writes the version.
func runVersion(_ context.Context, out io.Writer, o versionOptions, info versionInfo) error {
	if o.json {
		return writeJSON(out, info)
	}
	_, err := fmt.Fprintf(out, "ayosolve %s\ncommit   %s\ngo       %s\nformat   %d\n", info.Version, info.Commit, info.Go, info.Format)
	return err
}
