package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/specs"
)

// assistants is the page for coding assistants.
//
//go:embed assistants.md
var assistants string

// about prints what help has for other programs: completions, schemas, and the page for assistants.
func (c *cli) about(args []string) error {
	c.name = "help"
	fs := shell.Flags("help")
	shellName := fs.String("completion", "", "print the completion for a `shell`")
	schema := fs.String("schema", "", "print the JSON Schema of a `file`")
	llms := fs.Bool("llms", false, "print the page for coding assistants")
	args, err := shell.Parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.stdout, help())
	}
	if err != nil {
		return err
	}
	if len(args) > 0 || fs.NFlag() != 1 {
		return shell.Errorf("want a command or one of -llms, -completion SHELL and -schema FILE")
	}
	text := assistants
	switch encode := specs.Schemas[*schema]; {
	case *llms:
	case *schema != "" && encode == nil:
		return oneOf("schema", *schema, slices.Sorted(maps.Keys(specs.Schemas)))
	case *schema != "":
		text = string(encode())
	case shell.Completions[*shellName] == "":
		return oneOf("completion", *shellName, slices.Sorted(maps.Keys(shell.Completions)))
	default:
		text = shell.Completion(*shellName, c.completed())
	}
	_, err = io.WriteString(c.stdout, text)
	return err
}

func oneOf(name, value string, valid []string) error {
	return shell.Errorf("-%s is %q, want %s%s", name, value, strings.Join(valid, " or "), words.Hint(value, valid))
}

// completed returns all commands with their flags.
func (c *cli) completed() (all []shell.Completed) {
	for _, cmd := range commands() {
		fs, _ := cmd.Flags(c)
		entry := shell.Completed{Name: cmd.Name, Short: cmd.Short, Flags: fs}
		if cmd.Name == "data" {
			for _, sub := range labels.Commands() {
				fs, _ := sub.Flags(&labels.Call{Inputs: &c.Inputs, Stdout: c.stdout})
				entry.Subcommands = append(entry.Subcommands, shell.Completed{Name: sub.Name, Short: sub.Short, Flags: fs})
			}
		}
		all = append(all, entry)
	}
	return all
}
