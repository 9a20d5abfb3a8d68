// Package labels is where people work on labels: the sub-commands of evalreport data, and what accept, review, lint and score
// share with them. Each sub-command has a file of this package, a place in [Commands], and a text in the folder help.
//
// An [Acceptance] selects answers of a run, and writes them as truths into the files of its data set; [Asking] asks the user
// about each change. A [Desk] serves a review of whole documents. [Suspects] are labels that are likely to be wrong, by the
// answers of runs whose [Voices] count.
package labels

import (
	"embed"
	"flag"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/history"
	"github.com/extracteval/extracteval/report/internal/score"
)

// Commands returns the sub-commands in the order of the help.
func Commands() []shell.Command[*Call] {
	return []shell.Command[*Call]{
		{Name: "draft", Args: "-o data.jsonl [-data FILE] run | answers.jsonl", Short: "draft truths: the answers of a run or a file, marked as drafts", Define: (*Call).draft},
		{Name: "log", Args: "[-spec spec.yaml] old.jsonl new.jsonl", Short: "what changed between two files of truths, field by field", Define: (*Call).log},
		{Name: "split", Args: "[-parts train=.7,test=.3] [-by KEY] data", Short: "divide a data set into parts; copies stay together", Define: (*Call).split},
		{Name: "agreement", Args: "[-decisions FILE] ... run | ann.jsonl bob.jsonl", Short: "how far people agree on documents that each of them read", Define: (*Call).agreement},
		{Name: "audit", Args: "[-right .99] [-decisions review.jsonl] run ...", Short: "which documents to look at before the others are accepted unseen", Define: (*Call).audit},
	}
}

// Call is one call of a sub-command.
type Call struct {
	*shell.Inputs
	Stdout io.Writer
	// Found is set if the exit code is 1: something was found.
	Found bool
}

// Help has the text of each sub-command, without its usage and its flags.
//
//go:embed help
var Help embed.FS

// Find returns the sub-command with which the arguments begin, and the arguments after its name.
func Find(args []string) (cmd shell.Command[*Call], rest []string, err error) {
	all := Commands()
	names := shell.Names(all)
	if len(args) == 0 {
		return cmd, nil, shell.Errorf("want a sub-command: %s", strings.Join(names, ", "))
	}
	i := slices.Index(names, args[0])
	if i < 0 {
		return cmd, nil, shell.Errorf("unknown sub-command %q%s (valid: %s)", args[0], words.Hint(args[0], names), strings.Join(names, ", "))
	}
	return all[i], args[1:], nil
}

func (c *Call) log(fs *flag.FlagSet) shell.Task {
	specFile := fs.String("spec", "", "name the fields, in their order, by the spec in a YAML or JSON `FILE`")
	key := fs.String("id", "id", "the `KEY` of the id")
	asJSON := fs.Bool("json", false, "print the changes as one JSON object")
	return func(args []string) error {
		if len(args) != 2 {
			return shell.Errorf("log takes two files of truths, the old and the new one, not %d", len(args))
		}
		format := score.Lines{Key: *key}
		var spec *eval.Spec
		if *specFile != "" {
			read, _, err := c.Spec(*specFile, nil)
			if err != nil {
				return err
			}
			spec, format.NullTruths = &read, read.NullTruths
		}
		old, err := c.File(args[0])
		if err != nil {
			return err
		}
		new, err := c.File(args[1])
		if err != nil {
			return err
		}
		log, bad, err := history.CompareTruths(old, new, format, spec)
		if err != nil {
			return err
		}
		for i, f := range []*history.TruthFile{&log.Old, &log.New} {
			if args[i] == "-" {
				continue
			}
			if f.Version, err = sidecar.Version(args[i]); err != nil {
				return err
			}
		}
		c.Found = bad.N > 0
		c.Account(bad)
		if *asJSON {
			return shell.WriteJSON(c.Stdout, log)
		}
		return history.WriteTruths(c.Stdout, &log, shell.PageOf(c.Stdout))
	}
}
