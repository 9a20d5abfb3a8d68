package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/specs"
)

// Exit codes.
const (
	exitOK     = 0 // success
	exitFound  = 1 // a limit was not kept, something regressed, a test failed, records are lost
	exitMisuse = 2 // wrong arguments, or an input or output that cannot be opened, read or written
)

// command is one sub-command.
type command struct {
	name  string
	args  string // after the name in its usage
	short string // one line
	// run defines the flags, and returns the task to run once they are parsed.
	run func(c *cli, fs *flag.FlagSet) task
	// passes says that the first argument that is not a flag of the command, and all after it, are not parsed.
	passes bool
}

// texts has the help of each command, without its usage and its flags.
//
//go:embed help
var texts embed.FS

// text returns the help of the command.
func (cmd command) text() string {
	text, err := texts.ReadFile("help/" + cmd.name + ".txt")
	if err != nil {
		panic(err) // a test reads every one
	}
	return string(text)
}

// task runs a command with its arguments.
type task func(args []string) error

// group is a group of commands in the help.
type group struct {
	name     string
	commands []command
}

// groups returns all commands in the order of the help.
func groups() []group {
	return []group{
		{"run", []command{testCommand, scoreCommand}},
		{"look", []command{showCommand, htmlCommand}},
		{"judge", []command{checkCommand, diffCommand, compareCommand, historyCommand}},
		{"spec", []command{initCommand, lintCommand}},
		{"labels", []command{reviewCommand, acceptCommand, dataCommand}},
		{"export", []command{exportCommand}},
		{"more", []command{rescoreCommand, mergeCommand, regressionCommand, conformanceCommand, versionCommand}},
	}
}

// commands returns all commands.
func commands() (all []command) {
	for _, g := range groups() {
		all = append(all, g.commands...)
	}
	return all
}

// cli is one call of the command.
type cli struct {
	shell.Inputs
	ctx            context.Context
	stdout, stderr io.Writer
	command        command
	gate           string   // the file of -gate
	args           []string // after the name of the command
	exit           int
}

// run runs the command with the arguments after its name and returns the exit
// code.
func run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, args []string) int {
	c := &cli{ctx: ctx, stdout: stdout, stderr: stderr}
	c.Inputs = shell.Inputs{Stdin: stdin, Say: c.say, SayAll: c.sayAll}
	defer c.Close()
	if len(args) == 0 {
		fmt.Fprint(stderr, help())
		return exitMisuse
	}
	name, args := args[0], args[1:]
	if name == "help" && len(args) > 0 {
		if args[0] == "spec" {
			return c.ended(specs.WriteHelp(stdout))
		}
		if strings.HasPrefix(args[0], "-") {
			return c.ended(c.about(args))
		}
		name, args = args[0], append(args[1:], "-h")
	}
	switch name {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, help())
		return exitOK
	}
	all := commands()
	var names []string
	for _, cmd := range all {
		names = append(names, cmd.name)
	}
	i := slices.Index(names, name)
	if i < 0 {
		c.say("unknown command %q%s", name, shell.MeantCommand(strings.TrimLeft(name, "-"), names))
		fmt.Fprintln(stderr, "run 'evalreport help' for the list of commands")
		return exitMisuse
	}
	c.command, c.args = all[i], args
	return c.ended(c.runCommand(args))
}

// ended tells the error of a command, and returns the exit code.
func (c *cli) ended(err error) int {
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		wrong := shell.Error{}
		misused := errors.As(err, &wrong)
		c.say("%s%s", strings.TrimPrefix(err.Error(), c.command.name+": "), c.withFlag(wrong.Flag)) // packages have names of commands
		if misused {
			fmt.Fprintf(c.stderr, "run 'evalreport %s -h' for its usage\n", c.command.name)
		}
		return exitMisuse
	}
	return c.exit
}

// flags returns the flags of a command, and the task to run once they are parsed.
func (c *cli) flags(cmd command) (*flag.FlagSet, task) {
	fs := shell.Flags(cmd.name)
	return fs, cmd.run(c, fs)
}

// withFlag returns the end of a message about a flag that resembles none of the command's flags: the commands that have
// it.
func (c *cli) withFlag(name string) string {
	var names []string
	for _, cmd := range commands() {
		if fs, _ := c.flags(cmd); fs.Lookup(name) != nil {
			names = append(names, cmd.name)
		}
	}
	switch {
	case name == "format":
		return "; evalreport html makes a page, and export -format csv, junit, bench or markdown the others"
	case len(names) == 0:
		return ""
	}
	return "; it is a flag of " + strings.Join(names, ", ")
}

// runCommand reads the flags of the command and runs it, or prints its help for -h.
func (c *cli) runCommand(args []string) error {
	fs, run := c.flags(c.command)
	var rest []string
	if c.command.passes {
		args, rest = shell.Own(fs, args)
	}
	args, err := shell.Parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		line := strings.TrimSpace("usage: evalreport " + c.command.name + " " + c.command.args)
		fmt.Fprintf(c.stdout, "%s\n\n%s", line, c.command.text())
		shell.PrintFlags(c.stdout, fs)
	}
	if err != nil {
		return err
	}
	return run(append(args, rest...))
}

// help lists the commands.
func help() string {
	var b strings.Builder
	b.WriteString(`evalreport measures how much of extracted data is right, with or without Go.

usage: evalreport command [flags] [arguments]

  evalreport test ./...                  Go tests with package evaltest
  evalreport score want.jsonl got.jsonl  truths, and the answers of any program

`)
	b.WriteString(list())
	b.WriteString(`
evalreport help COMMAND describes one, help spec the file of a spec; help -llms
is a page for coding assistants, help -completion bash, zsh or fish a
completion, help -schema spec or gates the JSON Schema of a file, for editors.

An artifact is a file that test or score writes, a directory of them, DIR/...
for the _evaltest folders below a directory, or - for the standard input; all
may be compressed by gzip. Tables fit the terminal, or into COLUMNS where there
is none; NO_COLOR turns colours off.

exit codes: 0 all is well; 1 something was found: a limit that was not kept, a
regression, a failed test, lost records; 2 misuse, or a file that cannot be
used.
`)
	return b.String()
}

// list returns the commands in groups.
func list() string {
	var b strings.Builder
	for _, g := range groups() {
		name := g.name
		for _, cmd := range g.commands {
			fmt.Fprintf(&b, "%-7s %-11s %s\n", name, cmd.name, cmd.short)
			name = ""
		}
	}
	return b.String()
}

// say prints a message on the standard error, with control characters escaped.
func (c *cli) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	prefix := "evalreport"
	if c.command.name != "" {
		prefix += " " + c.command.name
	}
	fmt.Fprintf(c.stderr, "%s: %s\n", prefix, terminal.VisibleLines(text))
}

// sayAll prints the first of many messages, and how many more there are.
func (c *cli) sayAll(errs []error, more int) {
	for _, err := range errs {
		c.say("%s", err)
	}
	if more > 0 {
		c.say("… and %d more like these", more)
	}
}
