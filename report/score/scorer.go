package score

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare/source"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report"
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

// mistyped notes what seems to be mistyped in the lines of a pair.
func (s *scorer) mistyped(b *batch, p *pair) {
	if key := s.Format.Mistyped(p.got.text, true); key != "" {
		b.slips = append(b.slips, fmt.Sprintf("%s:%d: key %q; did you mean \"got\"?", s.pairs.sides[1].lines.name, p.got.line, key))
	}
	if key := s.Format.Mistyped(p.want.text, false); key != "" {
		b.slips = append(b.slips, fmt.Sprintf("%s:%d: key %q; did you mean \"want\"?", p.wantFile, p.want.line, key))
	}
}

// text returns the text of the document of a pair, "" where there is none.
func (s *scorer) text(p *pair) string { return s.Format.Text(p.want.text, p.got.text) }

// tags returns those of the line of a truth, where there is one, else those of the answer's.
func (s *scorer) tags(p *pair) map[string]string {
	if p.wantFile == "" {
		return s.Format.Tags(p.got.text)
	}
	return s.Format.Tags(p.want.text)
}

// unlabelled reports whether the line of a truth is that of a case without one, of a suite
// that is partly labelled.
func (s *scorer) unlabelled(p *pair) bool {
	return len(s.Evaluator.Spec().Invariants) > 0 && !s.Format.Labelled(p.want.text)
}

// evaluate makes the records of a batch.
func (s *scorer) evaluate(ctx context.Context, b *batch, sum *summarize.Summarizer, check *preflight.Check) {
	for i := range b.pairs {
		p := &b.pairs[i]
		s.mistyped(b, p)
		if p.wantFile == "" || s.unlabelled(p) {
			if b.err = s.check(ctx, b, p, sum); b.err != nil {
				return
			}
			continue
		}
		truth, answer, failure := s.Format.Values(p.want.text, p.got.text)
		if failure != nil {
			answer = failure
		}
		text := s.text(p)
		page := source.New(text)
		result, err := s.Evaluator.EvaluateText(ctx, answer, truth, page)
		if err != nil && ctx.Err() != nil {
			b.err = ctx.Err()
			return
		}
		if err != nil {
			b.bad = append(b.bad, fmt.Sprintf("%s:%d: case %q: %v", p.wantFile, p.want.line, p.id, err))
			continue
		}
		if want, err := document.Parse(truth); err == nil {
			check.Add(fmt.Sprintf("%s:%d", p.wantFile, p.want.line), want) // Evaluate has taken it
			check.Stands(fmt.Sprintf("%s:%d", p.wantFile, p.want.line), want, page)
			check.Answered(want, &result)
		}
		seen := report.Observation{ID: p.id, Result: &result, Err: failure, Want: truth, Text: text, Tags: s.Format.Tags(p.want.text), Cost: s.Format.Usage(p.got.text)}
		record := report.NewCase(seen, s.Options)
		if err := sum.Add(&record); err != nil {
			b.err = err
			return
		}
		b.records = append(b.records, record)
	}
}

// check makes the record of an answer without a truth.
func (s *scorer) check(ctx context.Context, b *batch, p *pair, sum *summarize.Summarizer) error {
	_, answer, failure := s.Format.Values(nil, p.got.text)
	if failure != nil {
		answer = failure
	}
	text := s.text(p)
	result := s.Evaluator.CheckText(ctx, answer, source.New(text))
	if err := ctx.Err(); err != nil {
		return err
	}
	seen := report.Observation{ID: p.id, Result: &result, Unlabelled: true, Err: failure, Text: text, Tags: s.tags(p), Cost: s.Format.Usage(p.got.text)}
	record := report.NewCase(seen, s.Options)
	if err := sum.Add(&record); err != nil {
		return err
	}
	b.records = append(b.records, record)
	return nil
}
