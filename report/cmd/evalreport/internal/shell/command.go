package shell

import (
	"cmp"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
)

// Command is a command, or a sub-command, of a program whose state is a C.
type Command[C any] struct {
	Group string // of the help, for the first command of a group
	Name  string
	Args  string // after the name in its usage
	Short string // one line
	// Define defines the flags, and returns the task to run once they are parsed.
	Define func(c C, fs *flag.FlagSet) Task
	// Passes says that the first argument that is not a flag of the command, and all after it, are not parsed.
	Passes bool
}

// Task runs a command with its arguments.
type Task = func(args []string) error

// Names returns the names of commands.
func Names[C any](commands []Command[C]) (names []string) {
	for _, cmd := range commands {
		names = append(names, cmd.Name)
	}
	return names
}

// Flags returns the flags of the command, and the task to run once they are parsed.
func (cmd Command[C]) Flags(c C) (*flag.FlagSet, Task) {
	fs := Flags(cmd.Name)
	return fs, cmd.Define(c, fs)
}

// Text returns the help of the command among texts, without its usage and its flags.
func (cmd Command[C]) Text(texts embed.FS) string {
	text, err := texts.ReadFile("help/" + cmd.Name + ".txt")
	if err != nil {
		panic(err) // a test reads every one
	}
	return string(text)
}

// Run runs the command, called by a line such as evalreport diff, with the arguments after its name. For -h it prints the help,
// and returns [flag.ErrHelp].
func (cmd Command[C]) Run(c C, line string, args []string, w io.Writer, texts embed.FS) error {
	fs, task := cmd.Flags(c)
	var rest []string
	if cmd.Passes {
		args, rest = Own(fs, args)
	}
	args, err := Parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(w, "%s\n\n%s", strings.TrimSpace("usage: "+line+" "+cmd.Args), cmd.Text(texts))
		PrintFlags(w, fs)
	}
	if err != nil {
		return err
	}
	return task(append(args, rest...))
}

// synonyms are other names of commands.
var synonyms = map[string]string{
	"annotate": "review", "bench": "export -format bench", "convert": "export", "csv": "export -format csv", "eval": "score", "evaluate": "score",
	"explain": "lint -explain", "gate": "check", "judge": "check", "junit": "export -format junit", "label": "review", "markdown": "export -format markdown",
	"new": "init", "open": "html", "page": "html", "power": "diff -power", "print": "show", "report": "html", "run": "test", "serve": "review", "spec": "init",
	"trend": "history", "validate": "lint", "view": "html",
}

// MeantCommand returns the end of a message about an unknown command, "" if it resembles none of the names.
func MeantCommand(name string, names []string) string {
	meant := synonyms[name]
	if meant == "" {
		suggestion, _ := words.Nearest(name, slices.Concat(names, slices.Sorted(maps.Keys(synonyms))))
		meant = cmp.Or(synonyms[suggestion], suggestion)
	}
	if meant == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", meant)
}
