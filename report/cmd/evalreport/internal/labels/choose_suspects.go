package labels

import (
	"fmt"
	"io"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// ChooseSuspects chooses the labels for which all answers of several runs give the same other value, as lint -runs
// finds them. It prints the number of the other suspect labels, which people have to judge.
func (o *Choice) ChooseSuspects(loaded *shell.Inputs, w io.Writer, args []string) error {
	inputs, err := loaded.Artifacts(args...)
	if err != nil {
		return err
	}
	first, err := shell.FirstSection(inputs, o.Dataset)
	if err != nil {
		return err
	}
	if o.Data == "" {
		if o.Data, err = shell.DataSet(first); err != nil {
			return err
		}
	}
	answers := map[string]int{} // by case
	most := 0
	found, err := SuspectsOf(loaded, first.Dataset, o.Data, o.Key, func(f *audit.Finder) error {
		return Hear(loaded, f, inputs, first.Dataset.Name, func(record *report.Case) {
			answers[record.ID]++
			most = max(most, answers[record.ID])
		})
	})
	if err != nil {
		return err
	}
	if most == 1 {
		return shell.Errorf("-suspects takes labels that all answers of several runs or trials contradict, and this is one: name further runs")
	}
	o.Suspects = map[string]map[string]Suspect{}
	others := 0
	for _, l := range found {
		if l.Evidence[0].Kind != audit.Contradicted {
			others++
			continue
		}
		if o.Suspects[l.ID] == nil {
			o.Suspects[l.ID] = map[string]Suspect{}
		}
		var reason []string
		for _, e := range l.Evidence {
			reason = append(reason, words.Unescape(e.Text))
		}
		o.Suspects[l.ID][l.Path] = Suspect{Why: strings.Join(reason, "; "), InText: l.InText}
	}
	if others > 0 {
		fmt.Fprintf(w, "%s without such answers: evalreport review shows them\n\n", words.Plural(others, "suspect label"))
	}
	return nil
}
