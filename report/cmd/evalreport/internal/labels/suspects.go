package labels

import (
	"fmt"
	"io"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
	"github.com/extracteval/extracteval/report/internal/score"
)

// Suspects finds labels in files of truths that are likely to be wrong, from the truths and
// from the answers that hear adds.
func Suspects(spec eval.Spec, files []*dataset.File, format score.Lines, hear func(*audit.Finder) error) (*audit.Finder, error) {
	format.NullTruths = spec.NullTruths
	evaluator, err := spec.Compile()
	if err != nil {
		return nil, err
	}
	f, err := audit.NewFinder(evaluator)
	if err != nil {
		return nil, err
	}
	err = documents(files, format, func(d audit.Labelled) error {
		f.Count(d)
		return nil
	})
	if err == nil {
		err = hear(f)
	}
	if err == nil {
		err = documents(files, format, f.Add)
	}
	return f, err
}

// SuspectsOf returns the suspect labels of a data set; see [Suspects].
func SuspectsOf(inputs *shell.Inputs, ds report.Dataset, data, key string, hear func(*audit.Finder) error) ([]audit.SuspectLabel, error) {
	spec, err := eval.ParseSpec(ds.Spec, edlib.Custom())
	if err != nil {
		return nil, err
	}
	file, err := inputs.File(data)
	if err != nil {
		return nil, err
	}
	var format score.Lines
	if key != "id" { // the default, for which another key is looked for
		format.Key = key
	}
	_, _ = format.FindTruths(file, &spec) // several keys of ids are as good as none
	f, err := Suspects(spec, []*dataset.File{file}, format, hear)
	if err != nil {
		return nil, err
	}
	return f.Labels(), nil
}

// documents calls use with the documents of files. Unusable lines are reported elsewhere.
func documents(files []*dataset.File, format score.Lines, use func(audit.Labelled) error) error {
	_, err := score.Truths(files, format, func(location string, line, truth document.Value) error {
		d := audit.Labelled{Where: location, Truth: truth, Text: format.Text(line.Raw(), nil)}
		var err error
		if d.ID, err = format.ID(line.Raw()); err != nil {
			d.ID = "line-" + location[strings.LastIndexByte(location, ':')+1:] // the default id in a suite
		}
		if format.Want != "" || line.Member("want").Exists() {
			d.Input = line.Member("input").RawText()
		}
		return use(d)
	})
	return err
}

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
	if o.Data, err = shell.DataSet(first, o.Data); err != nil {
		return err
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
		reason := arithmetic.Each(l.Evidence, func(e audit.Evidence) string { return words.Unescape(e.Text) })
		if l.Objection != "" {
			reason = reason[:1]
		}
		o.Suspects[l.ID][l.Path] = Suspect{Why: strings.Join(reason, "; "), Refused: l.Objection != ""}
	}
	if others > 0 {
		fmt.Fprintf(w, "%s without such answers: evalreport review shows them\n\n", words.Plural(others, "suspect label"))
	}
	return nil
}

// Voices calls use with the cases of runs over a data set, or over any if dataset is "". Each run has a number, its
// place in runs. speaks is false for an answer that repeats the answer of another run, see [audit.Voices]. Voices
// prints which runs repeat others, and returns the sections of the runs.
func Voices(inputs *shell.Inputs, runs [][]artifact.Source, dataset string, use func(run int, c *report.Case, speaks bool)) (all []*artifact.Section, err error) {
	var voices audit.Voices
	walk := func(hear func(int, *audit.Witness, *report.Case)) error {
		all = nil
		for run, inputs := range runs {
			sections, err := shell.WalkCases(inputs, dataset, func(s *artifact.Section, c *report.Case) {
				hear(run, &audit.Witness{Source: s.Source, Dataset: s.Key.Dataset, Run: s.Run}, c)
			})
			if err != nil {
				return err
			}
			all = append(all, sections...)
		}
		return nil
	}
	if err := walk(func(_ int, w *audit.Witness, c *report.Case) { voices.Count(w, c) }); err != nil {
		return nil, err
	}
	for _, text := range voices.Repeated() {
		inputs.Say("%s", terminal.Visible(text))
	}
	err = walk(func(run int, w *audit.Witness, c *report.Case) { use(run, c, voices.Speaks(w, c)) })
	return all, err
}

// Hear adds the answers of runs over a data set, or over any if dataset is "", to a finder: one for each voice.
func Hear(loaded *shell.Inputs, f *audit.Finder, inputs []artifact.Source, dataset string, heard func(*report.Case)) error {
	_, err := Voices(loaded, [][]artifact.Source{inputs}, dataset, func(_ int, c *report.Case, speaks bool) {
		if speaks {
			heard(c)
			f.Hear(c)
		}
	})
	return err
}
