// Package labels is where people work on labels: the sub-commands of evalreport data, and what accept, review, lint and score
// share with them. Each sub-command has a file of this package, a place in [Commands], and a text in the folder help.
//
// An [Acceptance] selects answers of a run, and writes them as truths into the files of its data set; [Asking] asks the user
// about each change. A [Desk] serves a review of whole documents. [Suspects] are labels that are likely to be wrong, by the
// answers of runs whose [Voices] count.
package labels

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// Command is a sub-command.
type Command struct {
	Name  string
	Args  string // after the name in its usage
	Short string // one line
	// run defines the flags, and returns the function that runs the sub-command once they are parsed.
	run func(c *Call, fs *flag.FlagSet) func(args []string) error
}

// Commands returns the sub-commands in the order of the help.
func Commands() []Command {
	return []Command{draftCommand, logCommand, splitCommand, agreementCommand, auditCommand}
}

// Call is one call of a sub-command.
type Call struct {
	*shell.Inputs
	Stdout io.Writer
	// Found is set if the exit code is 1: something was found.
	Found bool
}

// help has the text of each sub-command, without its usage and its flags.
//
//go:embed help
var help embed.FS

// Find returns the sub-command with which the arguments begin, and the arguments after its name.
func Find(args []string) (Command, []string, error) {
	all := Commands()
	var names []string
	for _, cmd := range all {
		names = append(names, cmd.Name)
	}
	if len(args) == 0 {
		return Command{}, nil, shell.Errorf("want a sub-command: %s", strings.Join(names, ", "))
	}
	i := slices.Index(names, args[0])
	if i < 0 {
		return Command{}, nil, shell.Errorf("unknown sub-command %q%s (valid: %s)", args[0], words.Hint(args[0], names), strings.Join(names, ", "))
	}
	return all[i], args[1:], nil
}

// Flags returns the flags of the sub-command, and the function that runs it once they are parsed.
func (cmd Command) Flags(c *Call) (*flag.FlagSet, func(args []string) error) {
	fs := shell.Flags(cmd.Name)
	return fs, cmd.run(c, fs)
}

// Run runs the sub-command with the arguments after its name. For -h it prints the help of the sub-command, and
// returns [flag.ErrHelp].
func (cmd Command) Run(c *Call, args []string) error {
	fs, run := cmd.Flags(c)
	args, err := shell.Parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(c.Stdout, "usage: evalreport data %s %s\n\n%s", cmd.Name, cmd.Args, cmd.text())
		shell.PrintFlags(c.Stdout, fs)
	}
	if err != nil {
		return err
	}
	return run(args)
}

// text returns the help of the sub-command.
func (cmd Command) text() string {
	text, err := help.ReadFile("help/" + cmd.Name + ".txt")
	if err != nil {
		panic(err) // a test reads every one
	}
	return string(text)
}
