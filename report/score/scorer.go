package score

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare/source"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/inorder"
	"github.com/extracteval/extracteval/report/summarize"
)

// scorer evaluates pairs with several workers and writes their records in the
// order of the pairs.
type scorer struct {
	*Job
	pairs    *join
	bad      Problem
	slips    Problem
	evidence preflight.Evidence // when all is evaluated
}

// batch is some pairs and their records.
type batch struct {
	pairs   []pair
	records []report.Case
	bad     []string // truths that cannot be used
	slips   []string // lines whose key want or got is mistyped
	err     error
}

const batchSize = 32

// fill takes the next pairs, and reports whether there may be more.
func (s *scorer) fill(b *batch) (more, large bool) {
	*b = batch{pairs: b.pairs[:0], records: b.records[:0]}
	for len(b.pairs) < batchSize && s.pairs.next() {
		b.pairs = append(b.pairs, s.pairs.pair)
	}
	return len(b.pairs) == batchSize, false
}

// run evaluates all pairs and adds them up.
func (s *scorer) run(ctx context.Context) (*summarize.Summarizer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := max(s.Workers, 1)
	options := summarize.OptionsOf(&s.Dataset)
	options.Distinct = true // the join sees to it
	sums, checks := make([]*summarize.Summarizer, workers), make([]*preflight.Check, workers)
	for i := range sums {
		sums[i] = summarize.New(options)
		var err error
		if checks[i], err = preflight.New(s.Evaluator, preflight.Options{Redacted: s.Options.Redaction.Active()}); err != nil {
			return nil, err
		}
	}
	var failed error
	work := func(worker int, b *batch) { s.evaluate(ctx, b, sums[worker], checks[worker]) }
	inorder.Run(workers, 4*workers, s.fill, work, func(b *batch) bool {
		failed = cmp.Or(b.err, ctx.Err())
		for _, record := range b.records {
			if failed == nil && s.Write != nil {
				failed = s.Write(record)
			}
		}
		for _, bad := range b.bad {
			s.bad.add(bad)
		}
		for _, slip := range b.slips {
			s.slips.add(slip)
		}
		if failed != nil {
			cancel()
		}
		return failed == nil
	})
	if err := cmp.Or(errors.Join(failed, s.pairs.err), ctx.Err()); err != nil {
		return nil, err
	}
	for _, other := range sums[1:] {
		if err := sums[0].Merge(other); err != nil {
			return nil, err
		}
	}
	for _, check := range checks {
		s.evidence = s.evidence.Plus(check.Evidence())
	}
	s.evidence.Parts, s.evidence.Of = 1, 1
	return sums[0], nil
}

// mistyped notes what seems to be mistyped in the lines of a pair: not what both documents have.
func (s *scorer) mistyped(b *batch, p *pair, seen *report.Observation) {
	if key := s.Format.Mistyped(p.got.text, true); key != "" {
		if truth, _ := document.Parse(seen.Want); !truth.Member(key).Exists() {
			b.slips = append(b.slips, fmt.Sprintf("%s:%d: key %q; did you mean \"got\"?", s.pairs.sides[1].lines.name, p.got.line, key))
		}
	}
	if key := s.Format.Mistyped(p.want.text, false); key != "" && !seen.Result.Answer.Member(key).Exists() {
		b.slips = append(b.slips, fmt.Sprintf("%s:%d: key %q; did you mean \"want\"?", p.wantFile, p.want.line, key))
	}
}

// Evaluate compares the answer in a line with the truth in another, with got nil where there is
// none, and returns what a record is made of, and the text of the document. With want nil, and
// where a spec with invariants meets a line without a truth (see [artifact.ScoreLines.Labelled]),
// the invariants of the answer are checked, and nothing else is. The error is that of ctx, or
// one of the truth.
func Evaluate(ctx context.Context, e *eval.Evaluator, format artifact.ScoreLines, id string, want, got []byte) (report.Observation, *source.Text, error) {
	truth, answer, failure := format.Values(want, got)
	if failure != nil {
		answer = failure
	}
	seen := report.Observation{
		ID: id, Err: failure, Text: format.Text(want, got), Tags: format.Tags(want), Cost: format.Usage(got),
		Unlabelled: want == nil || len(e.Spec().Invariants) > 0 && !format.Labelled(want),
	}
	if want == nil {
		seen.Tags = format.Tags(got)
	}
	page := source.New(seen.Text)
	var result eval.Result
	var err error
	if seen.Unlabelled {
		result = e.CheckText(ctx, answer, page)
	} else {
		seen.Want = truth
		result, err = e.EvaluateText(ctx, answer, truth, page)
	}
	seen.Result = &result
	return seen, page, cmp.Or(ctx.Err(), err)
}

// evaluate makes the records of a batch.
func (s *scorer) evaluate(ctx context.Context, b *batch, sum *summarize.Summarizer, check *preflight.Check) {
	for i := range b.pairs {
		p := &b.pairs[i]
		seen, page, err := Evaluate(ctx, s.Evaluator, s.Format, p.id, p.want.text, p.got.text)
		if b.err = ctx.Err(); b.err != nil {
			return
		}
		s.mistyped(b, p, &seen)
		where := fmt.Sprintf("%s:%d", p.wantFile, p.want.line)
		if err != nil {
			b.bad = append(b.bad, fmt.Sprintf("%s: case %q: %v", where, p.id, err))
			continue
		}
		if truth, err := document.Parse(seen.Want); err == nil && !seen.Unlabelled {
			check.Add(where, truth) // Evaluate has taken it
			check.Stands(where, truth, page)
			check.Answered(truth, seen.Result)
		}
		record := report.NewCase(seen, s.Options)
		if b.err = sum.Add(&record); b.err != nil {
			return
		}
		b.records = append(b.records, record)
	}
}
