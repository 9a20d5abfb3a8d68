package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/editors"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
)

// about prints what help has for other programs: completions, schemas, and the page for assistants.
func (c *cli) about(args []string) error {
	c.name = "help"
	err := editors.Print(c.stdout, args, c.completed())
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.stdout, help())
	}
	return err
}

// completed returns all commands with their flags.
func (c *cli) completed() (all []editors.Command) {
	for _, cmd := range commands() {
		fs, _ := cmd.Flags(c)
		entry := editors.Command{Name: cmd.Name, Short: cmd.Short, Flags: fs}
		if cmd.Name == "data" {
			for _, sub := range labels.Commands() {
				fs, _ := sub.Flags(&labels.Call{Inputs: &c.Inputs, Stdout: c.stdout})
				entry.Subcommands = append(entry.Subcommands, editors.Command{Name: sub.Name, Short: sub.Short, Flags: fs})
			}
		}
		all = append(all, entry)
	}
	return all
}
