package labels

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// Voices calls use with the cases of runs over a data set, or over any if dataset is "". Each run has a number, its
// place in runs. speaks is false for an answer that repeats the answer of another run, see [audit.Voices]. Voices
// prints which runs repeat others.
func Voices(inputs *shell.Inputs, runs [][]artifact.Source, dataset string, use func(run int, c *report.Case, speaks bool)) error {
	var voices audit.Voices
	walk := func(hear func(int, *audit.Witness, *report.Case)) error {
		for run, inputs := range runs {
			for _, source := range inputs {
				_, err := artifact.Walk(source, artifact.Visitor{Case: func(s *artifact.Section, c *report.Case, _ artifact.Place) error {
					if dataset == "" || s.Key.Dataset == dataset {
						hear(run, &audit.Witness{Source: source.Name, Dataset: s.Key.Dataset, Run: s.Run}, c)
					}
					return nil
				}})
				if err != nil {
					return fmt.Errorf("%s: %w", terminal.Visible(source.Name), err)
				}
			}
		}
		return nil
	}
	if err := walk(func(_ int, w *audit.Witness, c *report.Case) { voices.Count(w, c) }); err != nil {
		return err
	}
	for _, text := range voices.Repeated() {
		inputs.Say("%s", terminal.Visible(text))
	}
	return walk(func(run int, w *audit.Witness, c *report.Case) { use(run, c, voices.Speaks(w, c)) })
}

// Hear adds the answers of runs over a data set, or over any if dataset is "", to a finder: one for each voice.
func Hear(loaded *shell.Inputs, f *audit.Finder, inputs []artifact.Source, dataset string, heard func(*report.Case)) error {
	return Voices(loaded, [][]artifact.Source{inputs}, dataset, func(_ int, c *report.Case, speaks bool) {
		if speaks {
			heard(c)
			f.Hear(c)
		}
	})
}
