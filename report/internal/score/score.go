// Package score evaluates answers outside of go test: answers of a program in any language, in a file, against truths
// in another. Both are JSON Lines, joined by id, in the format of [Lines]. A [Job] makes records of
// cases and their summary, as package evaltest makes them of tests, for packages artifact and terminal to write.
// [Preflight] and [Truths] look at a file of truths alone. Every line is used or counted in a [Problem]. [EvaluateVectors] evaluates the rows of package conformance.
//
// Files that are sorted alike are read side by side. Of others as much is held in memory as
// 64 MiB take, and the rest is found again in the file.
package score

import (
	"context"
	"sync"

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

	// Write takes the records of the cases, some at a time, as lines that [artifact.AppendRecord] makes of them; it
	// may be nil. The records come in the order in which pairs are found, whatever the number of workers. The memory
	// of lines is used again after the call.
	Write func(lines []byte) error
}

// Run evaluates answers, adds up their records, and holds the spec against the truths. A truth without an answer is
// an error of the extractor. Other lines that cannot be used make no record and are counted in the problems. With
// want nil, when there are no truths, only the invariants of the answers are checked. An error comes from ctx, from a
// file or from Write: the records written until then are incomplete.
func (j *Job) Run(ctx context.Context, want, got *File) (report.Summary, []Problem, error) {
	job := *j
	job.Format.NullTruths = job.Format.NullTruths || j.Evaluator.Spec().NullTruths
	s := &scorer{Job: &job, partly: sync.OnceValue(func() bool { return want.partlyLabelled(j.Format) }), pairs: newJoin(want, got, j.Format), bad: Problem{one: "truth cannot be used", many: "truths cannot be used"},
		slips: Problem{one: "line seems to have a mistyped key, and counts as a document itself", many: "lines seem to have a mistyped key, and count as documents themselves"},
		spent: Problem{one: "line has a usage that cannot be read; it is ignored", many: "lines have a usage that cannot be read; it is ignored"}}
	total, err := s.run(ctx)
	if err != nil {
		return report.Summary{}, nil, err
	}
	sum := total.Summary()
	if want != nil || s.evidence.Answers > 0 {
		sum.SetPreflight(s.evidence)
	}
	var problems []Problem
	for _, p := range []Problem{s.pairs.unanswered, s.pairs.untrue, s.pairs.repeated, s.pairs.unusable, s.bad, s.slips, s.spent} {
		if p.N > 0 {
			problems = append(problems, p)
		}
	}
	return sum, problems, nil
}
