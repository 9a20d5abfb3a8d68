package shell

import (
	"cmp"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
)

// Error is a mistake in the arguments.
type Error struct {
	problem string
	// Flag is the name of an unknown flag that resembles no flag of the command, "" for other mistakes.
	Flag string
}

func (e Error) Error() string { return e.problem }

// Errorf returns an [Error].
func Errorf(format string, args ...any) error { return Error{problem: fmt.Sprintf(format, args...)} }

// If returns an [Error] if a condition holds, else nil: cmp.Or takes the first of a list.
func If(condition bool, format string, args ...any) error {
	if !condition {
		return nil
	}
	return Errorf(format, args...)
}

// Flags returns an empty set of flags, which does not print by itself.
func Flags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// Parse reads flags before, between and after arguments, and returns the arguments. Arguments after -- are
// not flags. An empty argument or an empty value of a flag is an error, since it often comes from an unset
// shell variable. It is allowed if the usage text of the flag mentions the empty value as two single quotes. Two
// values of a flag are also an error, unless its usage text says that it is repeatable: the last one would win.
// The error is an [Error], or [flag.ErrHelp].
func Parse(fs *flag.FlagSet, args []string) (positional []string, err error) {
	fs.VisitAll(func(f *flag.Flag) {
		if !strings.Contains(f.Usage, "repeatable") {
			f.Value = &single{Value: f.Value}
		}
	})
	defer fs.VisitAll(func(f *flag.Flag) {
		if value, ok := f.Value.(*single); ok {
			f.Value = value.Value
		}
	})
	var behind []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, behind = args[:i], args[i+1:]
	}
	for {
		if err := fs.Parse(args); err != nil {
			return nil, errorOf(fs, err)
		}
		if fs.NArg() == 0 {
			positional = append(positional, behind...)
			return positional, empty(fs, positional)
		}
		positional = append(positional, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// single is the value of a flag that has one.
type single struct {
	flag.Value
	text *string // as it was given, nil before
}

func (s *single) Set(text string) error {
	if s.text != nil && *s.text != text {
		return fmt.Errorf("it has the value %q already", *s.text)
	}
	s.text = &text
	return s.Value.Set(text)
}

// IsBoolFlag reports whether the flag needs no value.
func (s *single) IsBoolFlag() bool {
	value, ok := s.Value.(interface{ IsBoolFlag() bool })
	return ok && value.IsBoolFlag()
}

// Get returns the value, nil for a function.
func (s *single) Get() any {
	if value, ok := s.Value.(flag.Getter); ok {
		return value.Get()
	}
	return nil
}

// empty returns an error if a flag or an argument is empty.
func empty(fs *flag.FlagSet, positional []string) (err error) {
	fs.Visit(func(f *flag.Flag) {
		g, _ := f.Value.(flag.Getter) // nil for flags that are repeatable
		if g != nil && g.Get() == "" && err == nil && !strings.Contains(f.Usage, "''") {
			kind, _ := flag.UnquoteUsage(f)
			err = Errorf("the value of -%s is empty, want %s", f.Name, kind)
		}
	})
	if i := slices.Index(positional, ""); i >= 0 && err == nil {
		err = Errorf("argument %d of %d is empty", i+1, len(positional))
	}
	return err
}

// errorOf converts an error of package flag to an Error.
func errorOf(fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	if name, undefined := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); undefined {
		var names []string
		fs.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
		hint := words.Hint("-"+name, names)
		unknown := Error{problem: fmt.Sprintf("unknown flag -%s%s", name, hint)}
		if hint == "" {
			unknown.Flag = name
		}
		return unknown
	}
	return Error{problem: err.Error()}
}

// Own splits arguments into the flags of fs, with their values, and the rest: the rest begins with the first other
// argument, or after --.
func Own(fs *flag.FlagSet, args []string) (own, rest []string) {
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return args[:i], args[i+1:]
		}
		name, _, valued := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		help := name == "h" || name == "help"
		if !strings.HasPrefix(args[i], "-") || !help && fs.Lookup(name) == nil {
			return args[:i], args[i:]
		}
		if !valued && !help {
			i++ // the value is a separate argument
		}
	}
	return args, nil
}

// IsSet reports whether a flag was given.
func IsSet(fs *flag.FlagSet, name string) (set bool) {
	fs.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// ListVar defines a flag that may be given several times. Each value is appended to the list.
func ListVar(fs *flag.FlagSet, target *[]string, name, usage string) {
	fs.Func(name, usage, func(value string) error {
		if value == "" {
			return errors.New("it is empty")
		}
		*target = append(*target, value)
		return nil
	})
}

// List is [ListVar] with a list of its own.
func List(fs *flag.FlagSet, name, usage string) *[]string {
	all := new([]string)
	ListVar(fs, all, name, usage)
	return all
}

// usageLine matches as much of a usage as a line of 80 columns has after the indent.
var usageLine = regexp.MustCompile(`(.{1,72})(?: |$)`)

// PrintFlags prints the flags of fs, with their defaults, below a heading, if there are any.
func PrintFlags(w io.Writer, fs *flag.FlagSet) {
	const indent = "    \t"
	var b strings.Builder
	fs.SetOutput(&b)
	fs.PrintDefaults()
	if b.Len() > 0 {
		fmt.Fprint(w, "\nflags:\n")
	}
	for line := range strings.Lines(b.String()) {
		if usage, ok := strings.CutPrefix(line, indent); ok {
			line = usageLine.ReplaceAllString(strings.TrimSuffix(usage, "\n"), indent+"$1\n")
		}
		fmt.Fprint(w, line)
	}
}

// WithSpec returns the arguments of a command that was called without -spec, with it: an argument that is named as YAML is the spec.
func WithSpec(name string, args []string) []string {
	spec, data := "spec.yaml", slices.Clone(args)
	if i := slices.IndexFunc(data, dataset.IsYAML); i >= 0 {
		spec = data[i]
		data = slices.Delete(data, i, i+1)
	}
	if len(data) == 0 {
		data = []string{"data.jsonl"}
	}
	return append([]string{"evalreport", name, "-spec", spec}, data...)
}

// Command is a command, or a sub-command, of a program. C is the type of the program's state.
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
func Names[C any](commands []Command[C]) []string {
	return arithmetic.Each(commands, func(cmd Command[C]) string { return cmd.Name })
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
