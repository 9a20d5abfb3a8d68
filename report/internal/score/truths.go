package score

import (
	"fmt"
	"io"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
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
	for {
		read, err := lines.Next()
		if err == io.EOF {
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
}

// partlyLabelled reports whether a file has a line without a label besides those whose want is null. It ignores a line
// that cannot be read, which scoring reports.
func partlyLabelled(f *dataset.File, format Lines) bool {
	lines := f.Lines()
	for {
		line, err := lines.Next()
		if err != nil {
			return false
		}
		if last, _ := dataset.LastKeys(line.Text, ""); !format.NullTruth(last) && !format.Labelled(line.Text) {
			return true
		}
	}
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
		text := format.Text(line.Raw(), nil)
		check.Stands(location, truth, text)
		check.Text(location, truth, text)
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
