package main

import (
	"cmp"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func (c *cli) version(fs *flag.FlagSet) shell.Task {
	return func(args []string) error {
		if len(args) > 0 {
			return shell.Errorf("version takes no arguments")
		}
		const module = "github.com/extracteval/extracteval"
		version := "(unknown)"
		if info, ok := debug.ReadBuildInfo(); ok {
			for _, m := range append(info.Deps, &info.Main) {
				if m.Path == module {
					version = m.Version
				}
			}
		}
		version = cmp.Or(version, "(devel)")
		_, err := fmt.Fprintf(c.stdout, "evalreport %s %s %s/%s, artifacts %s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH, report.Schema)
		return err
	}
}
