package editors

import (
	_ "embed"
	"flag"
	"io"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// assistants is the page for coding assistants.
//
//go:embed assistants.md
var assistants string

// Print prints what the flags of evalreport help ask for: the page for coding assistants, a completion or a schema. For -h
// it returns [flag.ErrHelp].
func Print(w io.Writer, args []string, commands []Command) error {
	fs := shell.Flags("help")
	shellName := fs.String("completion", "", "print the completion for a `shell`")
	schema := fs.String("schema", "", "print the JSON Schema of a `file`")
	llms := fs.Bool("llms", false, "print the page for coding assistants")
	args, err := shell.Parse(fs, args)
	if err != nil {
		return err
	}
	if len(args) > 0 || fs.NFlag() != 1 {
		return shell.Errorf("want a command or one of -llms, -completion SHELL and -schema FILE")
	}
	text := assistants
	switch encode := Schemas[*schema]; {
	case *llms:
	case *schema != "" && encode == nil:
		return oneOf("schema", *schema, slices.Sorted(maps.Keys(Schemas)))
	case *schema != "":
		text = string(encode())
	case Shells[*shellName] == "":
		return oneOf("completion", *shellName, slices.Sorted(maps.Keys(Shells)))
	default:
		text = Completion(*shellName, commands)
	}
	_, err = io.WriteString(w, text)
	return err
}

func oneOf(name, value string, valid []string) error {
	return shell.Errorf("-%s is %q, want %s%s", name, value, strings.Join(valid, " or "), words.Hint(value, valid))
}

// Command is a command to complete: its name, what it does in a line, its flags, and its sub-commands.
type Command struct {
	Name, Short string
	Flags       *flag.FlagSet
	Subcommands []Command
}

// Shells are the shells that [Completion] knows, each with the line that switches the completion on.
var Shells = map[string]string{
	"bash": "source <(evalreport help -completion bash)",
	"zsh":  "source <(evalreport help -completion zsh)",
	"fish": "evalreport help -completion fish | source",
}

//go:embed completion.tmpl
var completions string

// Completion returns a script that completes the names of commands, of sub-commands and of flags, and else files.
func Completion(shell string, commands []Command) string {
	quote := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	var b strings.Builder
	if err := template.Must(template.New("").Funcs(template.FuncMap{"quote": quote}).Parse(completions)).ExecuteTemplate(&b, shell, struct {
		Line, Names string
		Commands    []Command
		Followers   []follower
	}{Shells[shell], names(commands), commands, followers(commands)}); err != nil {
		panic(err) // our own template
	}
	return b.String()
}

// option is a flag of a command, with what it does in one line.
type option struct{ Name, Usage string }

// Options returns the flags of a command.
func (cmd Command) Options() (all []option) {
	if cmd.Flags == nil {
		return nil
	}
	cmd.Flags.VisitAll(func(f *flag.Flag) {
		_, usage := flag.UnquoteUsage(f)
		usage, _, _ = strings.Cut(strings.Join(strings.Fields(usage), " "), "; ")
		all = append(all, option{f.Name, usage})
	})
	return all
}

// names returns the names of commands.
func names(commands []Command) string {
	var all []string
	for _, cmd := range commands {
		all = append(all, cmd.Name)
	}
	return strings.Join(all, " ")
}

// follower is what may stand behind a command or a sub-command, whose name is a pattern of the shell.
type follower struct{ Pattern, Words string }

// followers returns what may stand behind each command and, first, each sub-command.
func followers(commands []Command) (behind []follower) {
	add := func(name string, cmd Command) {
		words := names(cmd.Subcommands)
		for _, o := range cmd.Options() {
			words += " -" + o.Name
		}
		behind = append(behind, follower{name, strings.TrimPrefix(words, " ")})
	}
	for _, cmd := range commands {
		for _, sub := range cmd.Subcommands {
			add(cmd.Name+`\ `+sub.Name, sub)
		}
	}
	for _, cmd := range commands {
		add(cmd.Name, cmd)
	}
	return behind
}
