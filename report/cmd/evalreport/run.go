package main

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/specs"
)

// Exit codes.
const (
	exitOK     = 0 // success
	exitFound  = 1 // a limit was not kept, something regressed, a test failed, records are lost
	exitMisuse = 2 // wrong arguments, or an input or output that cannot be opened, read or written
)

// texts has the help of the program, and of each command, without its usage and its flags.
//
//go:embed help
var texts embed.FS

// commands returns all commands in the order of the help.
func commands() []shell.Command[*cli] {
	return []shell.Command[*cli]{
		{Group: "run", Name: "test", Args: "[flags] packages [go test flags]", Short: "run go test and print one report over all packages", Define: (*cli).test, Passes: true},
		{Name: "score", Args: "[flags] [want.jsonl] got.jsonl", Short: "evaluate answers of any program against truths, joined by id", Define: (*cli).score},
		{Group: "look", Name: "show", Args: "[flags] artifact ...", Short: "print the tables, worst cases, or one case in full", Define: (*cli).show},
		{Name: "html", Args: "[flags] artifact ...", Short: "make one page for people: tables, charts, the cases to see", Define: (*cli).html},
		{Group: "judge", Name: "check", Args: "[-gate gates.yaml] artifact ...", Short: "judge data sets by limits, across packages", Define: (*cli).check},
		{Name: "diff", Args: "[flags] old new, or -power [flags] run", Short: "compare two runs over the same cases, honest about chance", Define: (*cli).diff},
		{Name: "compare", Args: "[flags] run run ...", Short: "say which of many runs is best, and at which price", Define: (*cli).compare},
		{Name: "history", Args: "[flags] run run ...", Short: "follow fields over several runs, and find declines", Define: (*cli).history},
		{Group: "spec", Name: "init", Args: "[-schema schema.json] [-text DIR] [-o DIR] data.jsonl", Short: "propose a spec and a test to start from, by the truths", Define: (*cli).init},
		{Name: "lint", Args: "-spec spec.yaml [-explain] [-runs DIR] data.jsonl ...", Short: "hold a spec against truths, or say in words how it compares", Define: (*cli).lint},
		{Group: "labels", Name: "review", Args: "[flags] artifact ...", Short: "decide in a browser who is right: the answer or the label", Define: (*cli).review},
		{Name: "accept", Args: "[flags] artifact ...", Short: "correct labels: make chosen answers of a run the truth", Define: (*cli).accept},
		{Name: "data", Args: "SUBCOMMAND [flags] [arguments]", Short: "draft truths, log changes, split, agreement of people, audit", Define: (*cli).data, Passes: true},
		{Group: "export", Name: "export", Args: "[-format FORMAT] [-o FILE] [flags] artifact ...", Short: "make CSV, JUnit, benchstat or Markdown, or join artifacts", Define: (*cli).export},
		{Group: "more", Name: "rescore", Args: "-spec new.yaml [flags] run", Short: "evaluate the answers of a run under another spec", Define: (*cli).rescore},
		{Name: "merge", Args: "[flags] artifact ...", Short: "join shards and packages, as export -merged does", Define: (*cli).merge},
		{Name: "regression", Args: "check pack.jsonl ... | add pack.jsonl set.jsonl", Short: "validate packs of regression records, and add them to a set", Define: (*cli).regression},
		{Name: "conformance", Args: "[-rows | -results theirs.jsonl]", Short: "hold an implementation against the rules as data", Define: (*cli).conformance},
		{Name: "version", Short: "print the versions of the command, Go and the artifacts", Define: (*cli).version},
	}
}

// cli is one call of the command.
type cli struct {
	shell.Inputs
	ctx            context.Context
	stdout, stderr io.Writer
	name           string   // of the command, "data draft" for a sub-command
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
	i := slices.Index(shell.Names(all), name)
	if i < 0 {
		c.say("unknown command %q%s", name, shell.MeantCommand(strings.TrimLeft(name, "-"), shell.Names(all)))
		fmt.Fprintln(stderr, "run 'evalreport help' for the list of commands")
		return exitMisuse
	}
	c.name, c.args = name, args
	return c.ended(all[i].Run(c, "evalreport "+name, args, stdout, texts))
}

// ended tells the error of a command, and returns the exit code.
func (c *cli) ended(err error) int {
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		wrong := shell.Error{}
		misused := errors.As(err, &wrong)
		c.say("%s%s", strings.TrimPrefix(err.Error(), c.name+": "), c.withFlag(wrong.Flag)) // packages have names of commands
		if misused {
			fmt.Fprintf(c.stderr, "run 'evalreport %s -h' for its usage\n", c.name)
		}
		return exitMisuse
	}
	return c.exit
}

// withFlag returns the end of a message about a flag that resembles none of the command's flags: the commands that have
// it.
func (c *cli) withFlag(name string) string {
	var names []string
	for _, cmd := range commands() {
		if fs, _ := cmd.Flags(c); fs.Lookup(name) != nil {
			names = append(names, cmd.Name)
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

// help returns the help of the program.
func help() string {
	return strings.Replace(shell.Command[*cli]{Name: "help"}.Text(texts), "COMMANDS\n", list(), 1)
}

// list returns the commands in groups.
func list() string {
	var b strings.Builder
	for _, cmd := range commands() {
		fmt.Fprintf(&b, "%-7s %-11s %s\n", cmd.Group, cmd.Name, cmd.Short)
	}
	return b.String()
}

// say prints a message on the standard error, with control characters escaped.
func (c *cli) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	prefix := "evalreport"
	if c.name != "" {
		prefix += " " + c.name
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

func main() {
	os.Exit(run(context.Background(), os.Stdin, os.Stdout, os.Stderr, os.Args[1:]))
}

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
