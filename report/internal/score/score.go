// Package score evaluates answers outside of go test: answers of a program in any language, in a file, against truths
// in another. Both are JSON Lines, joined by id, in the format of [Lines], or CSV. [Prepare] checks both files. Then a
// [Job] makes the records of cases and their summary, as package evaltest does for tests. Packages artifact and
// terminal write them. [Preflight] and [Truths] look only at files of truths. Every line is used or counted in a
// [Problem]. [EvaluateVectors] evaluates the rows of package conformance.
//
// A Job holds the ids of the answers and the places of their lines in memory, but not their text.
package score

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

// Job is an evaluation of answers.
type Job struct {
	Dataset   report.Dataset
	Evaluator *eval.Evaluator // of the spec of Dataset
	Options   report.CaseOptions
	Format    Lines
	Workers   int // how many cases are evaluated at a time; 0 is 1
	// Quality is measured for each document, and its numbers are among the Measures of Dataset. It may be nil.
	Quality *DocumentQuality

	// Write receives the record of each case as a line, as [artifact.AppendRecord] encodes it, in the order of the truths.
	// It may be nil.
	Write func(line []byte) error
	// Case receives each record, in the same order. It may be nil.
	Case func(*report.Case) error
}

// Run evaluates answers, adds up their records, and checks the spec against the truths. A truth without an answer is an
// error of the extractor. Other lines that cannot be used make no record and are counted in the problems. A truth that
// cannot be used, or an id that appears twice in a file, makes the data set not evaluable; an answer without a truth is
// only counted. If want is nil, there are no truths, and Run checks only the invariants of the answers. An error comes
// from ctx, from a file or from Write: the records written until then are incomplete.
func (j *Job) Run(ctx context.Context, want, got *dataset.File) (report.Summary, []Problem, error) {
	s, err := newScorer(*j, want, got)
	if err == nil {
		err = s.scoreAll(ctx)
	}
	if err != nil {
		return report.Summary{}, nil, err
	}
	sum := s.sum.Summary()
	evidence := s.check.Evidence()
	evidence.Parts, evidence.Of = 1, 1
	evidence.Unjoined = s.pairs.unjoined()
	if want != nil || evidence.Answers > 0 {
		sum.SetPreflight(evidence)
	}
	problems := []Problem{s.pairs.unanswered, s.pairs.untrue, s.pairs.repeated, s.pairs.unusable, s.bad, s.slips, s.spent, s.keys.problem(s.files[0], j.Evaluator.Spec().Strict, evidence.Misnamed)}
	return sum, slices.DeleteFunc(problems, func(p Problem) bool { return p.N == 0 }), nil
}

// Problem counts the errors of one kind, and keeps the first of them.
type Problem struct {
	N        int
	Examples []string // the first five, each with its file and line
	// Spoils is set if the problem makes the data set not evaluable.
	Spoils bool

	single, many string // "line is not JSON", "lines are not JSON"
}

const maxExamples = 5

// Unusable returns the problem of lines that cannot be used.
func Unusable() Problem {
	return Problem{single: "line cannot be used", many: "lines cannot be used"}
}

// Add adds an example, with its file and line.
func (p *Problem) Add(example string) {
	p.N++
	if len(p.Examples) < maxExamples {
		p.Examples = append(p.Examples, example)
	}
}

// String returns the count and the kind: "2 answers have no truth".
func (p Problem) String() string {
	if p.N == 1 {
		return "1 " + p.single
	}
	return fmt.Sprintf("%d %s", p.N, p.many)
}

// CheckLimits returns the error of [report.Gate.CheckLimits] for the gate of the data set, nil without a gate. It
// evaluates truths as their own answers to find which numbers the summary has: a few truths first, then all if there is
// an error.
func (j *Job) CheckLimits(ctx context.Context, want *dataset.File) (err error) {
	const few = 64
	if j.Dataset.Gate == nil || want == nil {
		return nil
	}
	for _, most := range []int{few, math.MaxInt} {
		sum, n := summarize.New(summarize.OptionsOf(&j.Dataset)), 0
		if _, err := Truths([]*dataset.File{want}, j.Format, func(location string, _, truth document.Value) error {
			if n++; n > most {
				return nil
			}
			result, err := j.Evaluator.Evaluate(ctx, truth, truth)
			if err != nil {
				return err
			}
			record := report.NewCase(report.Observation{ID: location, Result: &result}, j.Options)
			return sum.Add(&record)
		}); err != nil {
			return err
		}
		if err = j.Dataset.Gate.CheckLimits(sum.Summary(), true); err == nil || n <= most {
			return err
		}
	}
	return err
}
