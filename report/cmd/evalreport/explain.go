package main

import (
	"flag"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/specs"
)

var explainCommand = command{
	name:  "explain",
	args:  "-spec spec.yaml",
	short: "describe in words how a spec compares",
	long: `Explain prints a line for each field of a spec: how its values are compared, with the
defaults written out. The fields of the rows of a list are indented. Rules for all
fields stand below.

examples:
  evalreport explain -spec spec.yaml

exit codes: 0 the spec was explained; 2 misuse, a mistake in the spec, or a file that
cannot be read.`,
	run: (*cli).explain,
}

func (c *cli) explain(fs *flag.FlagSet) task {
	specFile := fs.String("spec", "", "the spec, a YAML or JSON `FILE`")
	return func(args []string) error {
		switch {
		case *specFile == "":
			return shell.Errorf("there is no -spec to explain")
		case len(args) > 0:
			return shell.Errorf("explain takes no arguments, got %q", args[0])
		}
		spec, _, err := c.readSpec(*specFile, nil)
		if err != nil {
			return err
		}
		if _, err := spec.Compile(); err != nil {
			return fmt.Errorf("the spec: %w", err)
		}
		lines := specs.Explain(spec)
		const most = 40 // widest name, in cells, to which others are aligned
		names, width := make([]string, len(lines)), 0
		for i, l := range lines {
			names[i] = strings.Repeat("  ", l.Depth) + terminal.Visible(l.Field)
			if n := words.Width(names[i]); n <= most {
				width = max(width, n)
			}
		}
		for i, l := range lines {
			if l.OfSpec && i > 0 && !lines[i-1].OfSpec {
				fmt.Fprintln(c.stdout)
			}
			fmt.Fprintf(c.stdout, "%s%s  %s\n", names[i], strings.Repeat(" ", max(width-words.Width(names[i]), 0)), terminal.Visible(l.Text))
		}
		return nil
	}
}
