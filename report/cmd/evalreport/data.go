package main

import (
	"flag"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
)

var dataCommand = command{
	name:   "data",
	args:   "SUBCOMMAND [flags] [arguments]",
	short:  "draft truths, log changes, split, agreement of people, audit",
	run:    (*cli).data,
	passes: true,
}

func (c *cli) data(*flag.FlagSet) task {
	return func(args []string) error {
		cmd, args, err := labels.Find(args)
		if err != nil {
			return err
		}
		c.command.name += " " + cmd.Name
		call := labels.Call{Inputs: &c.Inputs, Stdout: c.stdout}
		err = cmd.Run(&call, args)
		if call.Found {
			c.exit = exitFound
		}
		return err
	}
}
