package main

import (
	"flag"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func (c *cli) data(*flag.FlagSet) shell.Task {
	return func(args []string) error {
		cmd, args, err := labels.Find(args)
		if err != nil {
			return err
		}
		c.name += " " + cmd.Name
		call := labels.Call{Inputs: &c.Inputs, Stdout: c.stdout}
		err = cmd.Run(&call, "evalreport "+c.name, args, c.stdout, labels.Help)
		if call.Found {
			c.exit = exitFound
		}
		return err
	}
}
