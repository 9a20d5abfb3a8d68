package shell

import (
	_ "embed"
	"flag"
	"strings"
	"text/template"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

// Completed is a command to complete: its name, what it does in a line, its flags, and its sub-commands.
type Completed struct {
	Name, Short string
	Flags       *flag.FlagSet
	Subcommands []Completed
}

// Completions are the shells that [Completion] knows, each with the line that switches the completion on.
var Completions = map[string]string{
	"bash": "source <(evalreport help -completion bash)",
	"zsh":  "source <(evalreport help -completion zsh)",
	"fish": "evalreport help -completion fish | source",
}

//go:embed completion.tmpl
var completionText string

// Completion returns a script that completes the names of commands, of sub-commands and of flags, and else files.
func Completion(shell string, commands []Completed) string {
	quote := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	var b strings.Builder
	if err := template.Must(template.New("").Funcs(template.FuncMap{"quote": quote}).Parse(completionText)).ExecuteTemplate(&b, shell, struct {
		Line, Names string
		Commands    []Completed
		Followers   []follower
	}{Completions[shell], names(commands), commands, followers(commands)}); err != nil {
		panic(err) // our own template
	}
	return b.String()
}

// option is a flag of a command, with what it does in one line.
type option struct{ Name, Usage string }

// Options returns the flags of a command.
func (cmd Completed) Options() (all []option) {
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
func names(commands []Completed) string {
	all := arithmetic.Each(commands, func(cmd Completed) string { return cmd.Name })
	return strings.Join(all, " ")
}

// follower is what may stand behind a command or a sub-command, whose name is a pattern of the shell.
type follower struct{ Pattern, Words string }

// followers returns what may stand behind each command and, first, each sub-command.
func followers(commands []Completed) (behind []follower) {
	add := func(name string, cmd Completed) {
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
