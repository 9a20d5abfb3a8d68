package editors

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

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

// Completion returns a script that completes the names of commands, of sub-commands and of flags, and else files.
func Completion(shell string, commands []Command) string {
	switch shell {
	case "fish":
		return fish(commands)
	case "zsh":
		return zsh(commands)
	}
	return bash(commands)
}

// flags returns the flags of a command, each with what it does in one line.
func flags(cmd Command) (names, usages []string) {
	if cmd.Flags == nil {
		return nil, nil
	}
	cmd.Flags.VisitAll(func(f *flag.Flag) {
		_, usage := flag.UnquoteUsage(f)
		usage, _, _ = strings.Cut(strings.Join(strings.Fields(usage), " "), "; ")
		names, usages = append(names, "-"+f.Name), append(usages, usage)
	})
	return names, usages
}

// names returns the names of commands.
func names(commands []Command) (all []string) {
	for _, cmd := range commands {
		all = append(all, cmd.Name)
	}
	return all
}

// followers returns what may stand behind each command and each sub-command, by "score" or "data split".
func followers(commands []Command) (behind [][2]string) {
	add := func(name string, cmd Command) {
		all, _ := flags(cmd)
		behind = append(behind, [2]string{name, strings.Join(append(names(cmd.Subcommands), all...), " ")})
	}
	for _, cmd := range commands {
		add(cmd.Name, cmd)
		for _, sub := range cmd.Subcommands {
			add(cmd.Name+" "+sub.Name, sub)
		}
	}
	slices.SortFunc(behind, func(a, b [2]string) int { return strings.Count(b[0], " ") - strings.Count(a[0], " ") })
	return behind
}

// cases returns the branches of a case statement that sets a variable to the words behind a command.
func cases(commands []Command) string {
	var b strings.Builder
	for _, w := range followers(commands) {
		pattern := strings.ReplaceAll(w[0], " ", `\ `)
		fmt.Fprintf(&b, "\t%s\\ * | %s) words=\"%s\" ;;\n", pattern, pattern, w[1])
	}
	return b.String()
}

func bash(commands []Command) string {
	return `# Completion of evalreport for bash: ` + Shells["bash"] + `
_evalreport() {
	local current="${COMP_WORDS[COMP_CWORD]}" words=""
	COMPREPLY=()
	if [ "$COMP_CWORD" = 1 ]; then
		COMPREPLY=($(compgen -W "help ` + strings.Join(names(commands), " ") + `" -- "$current"))
		return
	fi
	case "${COMP_WORDS[*]:1:COMP_CWORD-1}" in
	help) words="` + strings.Join(names(commands), " ") + `" ;;
` + cases(commands) + `	esac
	COMPREPLY=($(compgen -W "$words" -- "$current"))
	[[ "$current" == -* ]] || COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _evalreport evalreport
`
}

func zsh(commands []Command) string {
	return `#compdef evalreport
# Completion of evalreport for zsh: ` + Shells["zsh"] + `
_evalreport() {
	local words_before="${(j: :)words[2,CURRENT-1]}" found=""
	if (( CURRENT == 2 )); then
		compadd help ` + strings.Join(names(commands), " ") + `
		return
	fi
	case "$words_before" in
	help) found="` + strings.Join(names(commands), " ") + `" ;;
` + strings.ReplaceAll(cases(commands), "words=", "found=") + `	esac
	compadd -- ${=found}
	_files
}
compdef _evalreport evalreport
`
}

func fish(commands []Command) string {
	quoted := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	var b strings.Builder
	b.WriteString("# Completion of evalreport for fish: " + Shells["fish"] + "\n")
	options := func(condition string, cmd Command) {
		all, usages := flags(cmd)
		for i, name := range all {
			fmt.Fprintf(&b, "complete -c evalreport -n %s -o %s -d %s\n", quoted(condition), name[1:], quoted(usages[i]))
		}
	}
	fmt.Fprintf(&b, "complete -c evalreport -f -n __fish_use_subcommand -a help -d %s\n", quoted("describe a command"))
	fmt.Fprintf(&b, "complete -c evalreport -f -n '__fish_seen_subcommand_from help' -a %s\n", quoted(strings.Join(names(commands), " ")))
	for _, cmd := range commands {
		fmt.Fprintf(&b, "complete -c evalreport -f -n __fish_use_subcommand -a %s -d %s\n", cmd.Name, quoted(cmd.Short))
		condition := "__fish_seen_subcommand_from " + cmd.Name
		options(condition, cmd)
		for _, sub := range cmd.Subcommands {
			fmt.Fprintf(&b, "complete -c evalreport -f -n %s -a %s -d %s\n", quoted(condition), sub.Name, quoted(sub.Short))
			options(condition+"; and __fish_seen_subcommand_from "+sub.Name, sub)
		}
	}
	return b.String()
}
