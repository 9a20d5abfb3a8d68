package editors

import (
	_ "embed"
	"io"
	"maps"
	"slices"
	"strings"

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
