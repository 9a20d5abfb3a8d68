package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/editors"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// about prints what help has for other programs: completions, schemas, and the page for assistants.
func (c *cli) about(args []string) error {
	c.command.name = "help"
	err := editors.Print(c.stdout, args, c.completed())
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.stdout, help())
	}
	return err
}

// completed returns all commands with their flags.
func (c *cli) completed() (all []editors.Command) {
	for _, cmd := range commands() {
		entry := editors.Command{Name: cmd.name, Short: cmd.short, Flags: shell.Flags(cmd.name)}
		cmd.run(c, entry.Flags)
		if cmd.name == dataCommand.name {
			for _, sub := range labels.Commands() {
				entry.Subcommands = append(entry.Subcommands, editors.Command{Name: sub.Name, Short: sub.Short, Flags: sub.Flags(&labels.Call{Inputs: &c.Inputs, Stdout: c.stdout})})
			}
		}
		all = append(all, entry)
	}
	return all
}
