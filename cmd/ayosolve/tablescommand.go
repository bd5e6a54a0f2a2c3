package main

import "github.com/spf13/cobra"

// newTablesCommand builds the verb whose own verbs look after the tables.
func newTablesCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tables",
		Short: "Show, check, export, import and publish the endgame tables",
		Long: `Show, check, export, import and publish the endgame tables of the rules given, in
the folder --tables. To make them: ayosolve build.`,
		Example: `  ayosolve tables info
  ayosolve tables verify --full
  ayosolve help tables export`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usagef(firstExample(cmd), "the verb after tables is missing: info, verify, export, import or publish")
		},
	}
	cmd.AddCommand(
		newTablesInfoCommand(rules, tables),
		newTablesVerifyCommand(rules, tables),
		newTablesExportCommand(rules, tables),
		newTablesImportCommand(rules, tables),
		newTablesPublishCommand(rules, tables),
	)
	return cmd
}
