package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// exampleNote is the annotation of a flag that holds an example of its value, or of
// a whole command line with it.
const exampleNote = "ayosolve_example"

// withExample gives a flag an example of its value, to be shown in errors.
func withExample(flags *pflag.FlagSet, name, example string) {
	if err := flags.SetAnnotation(name, exampleNote, []string{example}); err != nil {
		panic(err) // there is no such flag
	}
}

// flagError makes a usageError of what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	right := firstExample(cmd)
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		flag := invalid.GetFlag()
		if example := flag.Annotations[exampleNote]; len(example) == 1 {
			right += " --" + flag.Name + " " + example[0]
			if strings.HasPrefix(example[0], "ayosolve ") {
				right = example[0]
			}
			return usagef(right, "--%s %s is %s", flag.Name, quoted(invalid.GetValue()), errors.Unwrap(err))
		}
	}
	return usagef(right, "%s", err)
}
