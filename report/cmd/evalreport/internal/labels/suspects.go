package labels

import (
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
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
	f, err := Suspects(spec, []*dataset.File{file}, score.Lines{Key: key}, hear)
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
