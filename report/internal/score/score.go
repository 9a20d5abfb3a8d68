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
	"slices"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
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
