package score

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/documentquality"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/quality"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/specs"
)

// Truths calls use with each truth of some files: its place, as FILE:LINE, its line and the truth in it. A case without
// a label is skipped. Truths returns the lines that cannot be used. These include lines for which use returns an error,
// and a file without any line. A line whose want is null (see [Lines]) cannot be used if all other lines of its file
// have a truth; else it is a case without a label. An error means that a file cannot be read.
func Truths(files []*dataset.File, format Lines, use func(location string, line, truth document.Value) error) (Problem, error) {
	bad := Unusable()
	for _, f := range files {
		if _, err := readTruths(f, format, &bad, use); err != nil {
			return bad, err
		}
	}
	return bad, nil
}

// readTruths reads the truths of a file, see [Truths]. It returns the number of the cases without a label.
func readTruths(f *dataset.File, format Lines, bad *Problem, use func(location string, line, truth document.Value) error) (unlabelled int, err error) {
	lines := f.Lines()
	var null []string
	for read, err := range lines.All() {
		if err != nil {
			return 0, err
		}
		place := lines.Where(read)
		line, err := dataset.Parse(read.Text)
		last, _ := dataset.LastKeys(read.Text, "")
		if err == nil && format.NullTruth(last) {
			null = append(null, place)
			continue
		}
		if err == nil && !format.Labelled(read.Text) {
			unlabelled++
			continue
		}
		if err == nil {
			err = format.lacks(read.Text, false)
		}
		if err == nil {
			var truth document.Value
			text, _, _ := format.Values(last, nil)
			if truth, err = document.Parse(text); err == nil {
				err = use(place, line, truth)
			}
		}
		if err != nil {
			bad.Add(fmt.Sprintf("%s: %s", place, strings.TrimPrefix(err.Error(), "eval: ")))
		}
	}
	if err := lines.Nothing(); err != nil {
		bad.Add(err.Error())
	}
	if unlabelled == 0 {
		for _, location := range null {
			bad.Add(fmt.Sprintf("%s: %v", location, ErrNullTruth))
		}
	}
	return unlabelled + len(null), nil
}

// partlyLabelled reports whether a file has a line without a label besides those whose want is null. It ignores a line
// that cannot be read, which scoring reports.
func partlyLabelled(f *dataset.File, format Lines) bool {
	for line, err := range f.Lines().All() {
		if last, _ := dataset.LastKeys(line.Text, ""); err == nil && !format.NullTruth(last) && !format.Labelled(line.Text) {
			return true
		}
	}
	return false
}

// Preflight checks a spec against the truths of files. It returns the findings, and the problem that [Truths] returns.
func Preflight(spec eval.Spec, files []*dataset.File, format Lines) (preflight.Evidence, Problem, error) {
	evaluator, err := spec.Compile()
	if err != nil {
		return preflight.Evidence{}, Problem{}, fmt.Errorf("the spec: %w", err)
	}
	check, err := preflight.New(evaluator, preflight.Options{Decides: true})
	if err != nil {
		return preflight.Evidence{}, Problem{}, err
	}
	check.Part(1)
	format.NullTruths = format.NullTruths || spec.NullTruths
	bad, err := Truths(files, format, func(location string, line, truth document.Value) error {
		if err := check.Add(location, truth); err != nil {
			return err
		}
		check.Text(location, truth, format.Text(line.Raw(), nil))
		return nil
	})
	if err != nil {
		return preflight.Evidence{}, bad, err
	}
	return check.Evidence(), bad, nil
}

// Decide returns a spec with all that the truths of files decide, see [preflight.Decisions]. It ignores lines that cannot
// be used, which scoring reports.
func Decide(spec eval.Spec, files []*dataset.File, format Lines) (eval.Spec, error) {
	d := preflight.NewDecisions(spec)
	_, err := Truths(files, format, func(location string, _, truth document.Value) error {
		d.Add(location, truth)
		return nil
	})
	return d.Spec(), err
}

// Repair applies the remedies of findings of Preflight to a spec, and then those of the findings on the repaired spec,
// since a repaired field may have further findings. The returned spec may fail to compile: two fields may mean the same
// place. An error comes from Preflight, and may be about such a spec.
func Repair(spec eval.Spec, findings []preflight.Finding, files []*dataset.File, format Lines) (eval.Spec, error) {
	spec = preflight.Repair(spec, findings)
	const most = 3
	for range most {
		e, _, err := Preflight(spec, files, format)
		if err != nil {
			return spec, err
		}
		spec = preflight.Repair(spec, e.Findings())
	}
	return spec, nil
}

// Inputs describes the inputs in the lines of a data set: whether all lines have an input, and the truth under want, as
// a suite needs it; whether all inputs are texts; and how many lines have an input but no truth.
type Inputs struct {
	All, Text  bool
	Unlabelled int
}

// Propose proposes a spec from the truths of a file, and from the texts of their documents. schema, if not nil, says
// how its fields are compared.
func Propose(f *dataset.File, data *Texts, schema *eval.Spec) (p specs.Proposal, inputs Inputs, bad Problem, err error) {
	if data.Dir != "" {
		if _, err := os.ReadDir(data.Dir); err != nil {
			return p, inputs, bad, fmt.Errorf("%s: %w", data.Dir, files.Cause(err))
		}
	}
	var failed error
	read := func(use func(location string, line, truth document.Value) error) {
		bad = Unusable()
		if inputs.Unlabelled, err = readTruths(f, data.Format, &bad, use); err != nil {
			failed = err
		}
	}
	withText := false
	p, err = specs.Propose(func(yield func(string, document.Value) bool) {
		inputs = Inputs{All: true, Text: true}
		more := true
		read(func(location string, line, truth document.Value) error {
			input := line.Member("input")
			inputs.All = inputs.All && input.Exists() && line.Member("want").Exists()
			inputs.Text = inputs.Text && input.Kind() == document.String
			withText = withText || data.Dir != "" || data.Format.Text(line.Raw(), nil) != ""
			more = more && yield(location, truth)
			return nil
		})
	}, schema)
	if err == nil && withText {
		err = p.InSource(func(yield func(specs.Document) bool) {
			more := true
			read(func(location string, line, truth document.Value) error {
				text, err := data.Of(line.Raw())
				if err != nil {
					return err
				}
				more = more && yield(specs.Document{Where: location, Truth: truth, Text: text})
				return nil
			})
		})
	}
	if failed != nil {
		err = failed
	}
	return p, inputs, bad, err
}

// DocumentQuality is the document quality of package metrics/quality, measured for each document beside its fields.
type DocumentQuality struct {
	config  quality.Config
	numbers []report.Measure
}

// NewDocumentQuality reads strategies; see [quality.ParseStrategies]. If a key is a path of several steps, as in "lines[].amount", the
// leaves of the documents are compared.
func NewDocumentQuality(strategies []byte) (*DocumentQuality, error) {
	parsed, err := quality.ParseStrategies(strategies)
	q := &DocumentQuality{config: quality.Config{Strategies: parsed}}
	for key := range parsed {
		q.config.Leaves = q.config.Leaves || strings.ContainsAny(key, ".[")
	}
	q.numbers = documentquality.Numbers(q.config)
	return q, err
}

// Numbers declares the measures for the record of the data set.
func (q *DocumentQuality) Numbers() []report.Measure { return q.numbers }

// measure adds the contributions of a document to an observation. A document without a truth contributes nothing.
func (q *DocumentQuality) measure(ctx context.Context, seen *Evaluated) {
	if q == nil || seen.Unlabelled {
		return
	}
	all, err := documentquality.Contributions(ctx, q.config, seen.Truth, *seen.Result)
	if err != nil {
		seen.Result.Warnings = append(seen.Result.Warnings, "document quality: "+err.Error())
	}
	for i, number := range q.numbers[:len(all)] {
		all[i].Name = number.Name
		if all[i].Weight != 0 {
			seen.Measures = append(seen.Measures, all[i])
		}
	}
}
