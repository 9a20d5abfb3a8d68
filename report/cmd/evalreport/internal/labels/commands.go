// Package labels is where people work on labels: the sub-commands of evalreport data, and what accept, review, lint and score
// share with them. Each sub-command has a file of this package, a place in [Commands], and a text in the folder help.
//
// An [Acceptance] selects answers of a run, and writes them as truths into the files of its data set; [Asking] asks the user
// about each change. A [Desk] serves a review of whole documents. [Suspects] are labels that are likely to be wrong, by the
// answers of runs whose [Voices] count.
package labels

import (
	"embed"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
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
