package score

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// scorer evaluates pairs with several workers and writes their records in the
// order of the pairs.
type scorer struct {
	*Job
	pairs    *join
	bad      Problem
	slips    Problem
	spent    Problem
	evidence preflight.Evidence // when all is evaluated
	partly   func() bool        // whether truths may be null: the file has lines without a label, or is none
}

// batch is some pairs and the lines of their records.
type batch struct {
	pairs []pair
	lines []byte
	bad   []string // truths that cannot be used
	slips []string // lines whose key want or got is mistyped
	spent []string // lines whose usage cannot be read
	err   error
}

// worker is the state of one goroutine. The memory of record is used again for each pair: only sum and the lines of a
// batch keep parts of it.
type worker struct {
	sum    *summarize.Summarizer
	check  *preflight.Check
	record report.Case
}

const (
	batchSize = 32
	maxLines  = 1 << 20 // bytes that a batch keeps for the next ones
)

// fill takes the next pairs, and reports whether there may be more.
func (s *scorer) fill(b *batch) (more, large bool) {
	lines := b.lines[:0]
	if cap(lines) > maxLines {
		lines = nil
	}
	*b = batch{pairs: b.pairs[:0], lines: lines}
	for len(b.pairs) < batchSize && s.pairs.next() {
		b.pairs = append(b.pairs, s.pairs.pair)
	}
	return len(b.pairs) == batchSize, false
}

// run evaluates all pairs and adds them up.
func (s *scorer) run(ctx context.Context) (*summarize.Summarizer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	options := summarize.OptionsOf(&s.Dataset)
	options.Distinct = true // the join sees to it
	workers := make([]worker, max(s.Workers, 1))
	for i := range workers {
		w := &workers[i]
		w.sum = summarize.New(options)
		var err error
		if w.check, err = preflight.New(s.Evaluator, preflight.Options{Redacted: s.Options.Redaction.Active()}); err != nil {
			return nil, err
		}
	}
	var failed error
	work := func(i int, b *batch) { s.evaluate(ctx, b, &workers[i]) }
	inOrder(len(workers), 4*len(workers), s.fill, work, func(b *batch) bool {
		failed = cmp.Or(b.err, ctx.Err())
		if failed == nil && len(b.lines) > 0 {
			failed = s.Write(b.lines)
		}
		for _, bad := range b.bad {
			s.bad.add(bad)
		}
		for _, slip := range b.slips {
			s.slips.add(slip)
		}
		for _, spent := range b.spent {
			s.spent.add(spent)
		}
		if failed != nil {
			cancel()
		}
		return failed == nil
	})
	if err := cmp.Or(errors.Join(failed, s.pairs.err), ctx.Err()); err != nil {
		return nil, err
	}
	sum := workers[0].sum
	for i := range workers[1:] {
		workers[0].check.TakeTexts(workers[i+1].check)
	}
	for i := range workers {
		if i > 0 {
			if err := sum.Merge(workers[i].sum); err != nil {
				return nil, err
			}
		}
		s.evidence = s.evidence.Plus(workers[i].check.Evidence())
	}
	s.evidence.Parts, s.evidence.Of = 1, 1
	return sum, nil
}

// mistyped notes keys that seem to be mistyped in the lines of a pair, unless both documents have them.
func (s *scorer) mistyped(b *batch, p *pair, seen *Evaluated) {
	if key := s.Format.Mistyped(p.got.text, true); key != "" {
		if !seen.Truth.Member(key).Exists() {
			b.slips = append(b.slips, fmt.Sprintf("%s:%d: key %q; did you mean \"got\"?", s.pairs.sides[1].lines.name, p.got.line, key))
		}
	}
	if key := s.Format.Mistyped(p.want.text, false); key != "" && !seen.Result.Answer.Member(key).Exists() {
		b.slips = append(b.slips, fmt.Sprintf("%s:%d: key %q; did you mean \"want\"?", p.wantFile, p.want.line, key))
	}
}

// Evaluated is an observation with the truth that its Want has.
type Evaluated struct {
	report.Observation
	Truth document.Value // the missing Value where the case has none
	// Unread is the error in the usage in the line of the answer, nil for none: see [Lines.Usage].
	Unread error
}

// Evaluate compares the answer in a line with the truth in another, with got nil where there is no answer. Only the
// invariants of the answer are checked when want is nil, and when a spec with invariants meets a line without a truth
// (see [Lines.Labelled] and [Lines.NullTruth]). An error comes from ctx or from the
// truth. one of the truth.
func Evaluate(ctx context.Context, e *eval.Evaluator, format Lines, id string, want, got []byte) (seen Evaluated, err error) {
	format.NullTruths = format.NullTruths || e.Spec().NullTruths
	null, ruled := format.NullTruth(want), len(e.Spec().Invariants) > 0
	truth, answer, failure := format.Values(want, got)
	if failure != nil {
		answer = failure
	}
	var costs map[string]float64
	costs, seen.Unread = format.Usage(got)
	seen.Observation = report.Observation{
		ID: id, Result: new(eval.Result), Err: failure, Input: format.Input(want), Text: format.Text(want, got), Tags: format.Tags(want), Cost: costs,
		Unlabelled: want == nil || ruled && (null || !format.Labelled(want)),
	}
	if want == nil {
		seen.Tags = format.Tags(got)
	}
	of := eval.Document{Got: answer, Text: seen.Text}
	if seen.Unlabelled {
		*seen.Result, err = e.EvaluateDocument(ctx, of)
		return seen, cmp.Or(ctx.Err(), err)
	}
	if null {
		return seen, ErrNullTruth
	}
	seen.Want = truth
	of.Want = truth // if it is not JSON, EvaluateDocument says why
	if seen.Truth, err = document.Parse(truth); err == nil {
		of.Want = seen.Truth
	}
	*seen.Result, err = e.EvaluateDocument(ctx, of)
	if err == nil {
		err = seen.Truth.CheckKeys()
	}
	return seen, cmp.Or(ctx.Err(), err)
}

// evaluate makes the records of a batch.
func (s *scorer) evaluate(ctx context.Context, b *batch, w *worker) {
	for i := range b.pairs {
		p := &b.pairs[i]
		where := p.wantFile + ":" + strconv.Itoa(p.want.line)
		if s.Format.NullTruth(p.want.text) && !s.partly() {
			b.bad = append(b.bad, fmt.Sprintf("%s: case %q: %v", where, p.id, ErrNullTruth))
			continue
		}
		seen, err := Evaluate(ctx, s.Evaluator, s.Format, p.id, p.want.text, p.got.text)
		if b.err = ctx.Err(); b.err != nil {
			return
		}
		s.mistyped(b, p, &seen)
		if seen.Unread != nil {
			b.spent = append(b.spent, fmt.Sprintf("%s:%d: %v", s.pairs.sides[1].lines.name, p.got.line, seen.Unread))
		}
		if err != nil {
			b.bad = append(b.bad, fmt.Sprintf("%s: case %q: %v", where, p.id, err))
			continue
		}
		if !seen.Unlabelled {
			w.check.Add(where, seen.Truth) // Evaluate has taken it
			w.check.Stands(where, seen.Truth, seen.Text)
		}
		w.check.Text(where, seen.Truth, seen.Text)
		w.check.Answered(seen.Truth, seen.Result)
		w.record = report.NewCase(seen.Observation, s.Options)
		if b.err = w.sum.Add(&w.record); b.err != nil {
			return
		}
		if s.Write != nil {
			if b.lines, b.err = artifact.AppendRecord(b.lines, &w.record); b.err != nil {
				return
			}
		}
	}
}
