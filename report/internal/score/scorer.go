package score

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

// scorer evaluates pairs and adds up their records.
type scorer struct {
	Job
	pairs  *join
	files  [2]string // the names of the files of truths and answers
	sum    *summarize.Summarizer
	check  *preflight.Check
	partly func() bool // whether truths may be null: the file has other lines without a label

	bad, slips, spent Problem
	keys              keys
}

func newScorer(j Job, want, got *dataset.File) (s *scorer, err error) {
	s = &scorer{
		Job: j, partly: sync.OnceValue(func() bool { return partlyLabelled(want, j.Format) }),
		bad:   Problem{single: "truth cannot be used", many: "truths cannot be used", Spoils: true},
		slips: Problem{single: "line seems to have a mistyped key", many: "lines seem to have a mistyped key", Spoils: true},
		spent: Problem{single: "line has a usage, a stop reason, a confidence or a latency that cannot be read", many: "lines have a usage, a stop reason, a confidence or a latency that cannot be read", Spoils: true},
	}
	s.files[1] = got.Name()
	if want != nil {
		s.files[0] = want.Name()
	}
	s.Format.NullTruths = j.Format.NullTruths || j.Evaluator.Spec().NullTruths
	options := summarize.OptionsOf(&j.Dataset)
	options.Distinct = true // the join sees to it
	s.sum = summarize.New(options)
	if s.check, err = preflight.New(j.Evaluator, preflight.Options{Redacted: j.Options.Redaction.Active()}); err != nil {
		return nil, err
	}
	s.pairs, err = newJoin(want, got, j.Format)
	return s, err
}

// scored is a pair with its record.
type scored struct {
	pair
	seen   Evaluated
	record report.Case
	line   []byte // the record, if it is written
	bad    error  // why the truth cannot be used
	err    error
}

// scoreAll evaluates all pairs, a batch at a time.
func (s *scorer) scoreAll(ctx context.Context) error {
	workers := max(s.Workers, 1)
	batch := make([]scored, 32*workers)
	for more := true; more; {
		n := 0
		for n < len(batch) {
			p, err := s.pairs.nextPair()
			if err == io.EOF {
				more = false
				break
			} else if err != nil {
				return err
			}
			batch[n] = scored{pair: p}
			n++
		}
		var running sync.WaitGroup
		for w := range workers {
			running.Go(func() {
				for i := w; i < n; i += workers {
					s.evaluate(ctx, &batch[i])
				}
			})
		}
		running.Wait()
		for i := range n {
			if err := s.addScored(&batch[i]); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// evaluate makes the record of a pair.
func (s *scorer) evaluate(ctx context.Context, p *scored) {
	if last, _ := dataset.LastKeys(p.want.Text, ""); s.Format.NullTruth(last) && !s.partly() {
		p.bad = ErrNullTruth
		return
	}
	p.seen, p.bad = Evaluate(ctx, s.Evaluator, s.Format, Pair{p.id, p.want.Text, p.got.Text, s.files[0], s.files[1]})
	if p.err = ctx.Err(); p.err != nil || p.bad != nil {
		return
	}
	s.Quality.measure(ctx, &p.seen)
	p.record = report.NewCase(p.seen.Observation, s.Options)
	if s.Write != nil {
		p.line, p.err = artifact.AppendRecord(nil, &p.record)
	}
}

// addScored adds the record of a pair to the summary, and its documents to the evidence on the spec.
func (s *scorer) addScored(p *scored) error {
	if p.err != nil {
		return p.err
	}
	seen := &p.seen
	if seen.Result != nil {
		s.mistyped(p)
	}
	if seen.Unread != nil {
		s.spent.Add(fmt.Sprintf("%s: %v", s.pairs.got.Where(p.got), seen.Unread))
	}
	if p.bad != nil {
		s.bad.Add(fmt.Sprintf("%s: case %q: %v", p.location, p.id, p.bad))
		return nil
	}
	if !seen.Unlabelled {
		s.check.Add(p.location, seen.Truth) // Evaluate has taken it
	}
	if seen.Err == nil && !seen.Unlabelled && seen.Result.Answer.Exists() {
		s.keys.add(seen)
	}
	s.check.Text(p.location, seen.Truth, seen.Text)
	s.check.Answered(seen.Truth, seen.Result)
	err := s.sum.Add(&p.record)
	if err == nil && s.Case != nil {
		err = s.Case(&p.record)
	}
	if err != nil || s.Write == nil {
		return err
	}
	return s.Write(p.line)
}

// mistyped notes keys that seem to be mistyped in the lines of a pair, unless both documents have them.
func (s *scorer) mistyped(p *scored) {
	key, meant := s.Format.Mistyped(p.got.Text, true)
	switch {
	case key != "" && !p.seen.Truth.Member(key).Exists():
		s.slips.Add(fmt.Sprintf("%s: key %q; did you mean %q?", s.pairs.got.Where(p.got), key, meant))
	case s.Format.Wrapped && p.seen.Err == nil && !s.Format.gotOf(p.got.Text).Exists() && !p.seen.Unlabelled && !related(p.seen.Truth, p.seen.Result.Answer):
		s.slips.Add(fmt.Sprintf("%s: it has no key %q, as other lines have, and no key of the truth", s.pairs.got.Where(p.got), cmp.Or(s.Format.Got, "got")))
	}
	if key, meant := s.Format.Mistyped(p.want.Text, false); key != "" && !p.seen.Result.Answer.Member(key).Exists() {
		s.slips.Add(fmt.Sprintf("%s: key %q; did you mean %q?", p.location, key, meant))
	}
}

// related reports whether two documents have a key in common, or one is no object.
func related(a, b document.Value) bool {
	if a.Kind() != document.Object || b.Kind() != document.Object {
		return true
	}
	for key := range a.Members() {
		if b.Member(key).Exists() {
			return true
		}
	}
	return false
}

// Evaluated is an observation with its parsed truth.
type Evaluated struct {
	report.Observation
	Truth document.Value // the missing Value if the case has none
	// Unread is the error in the usage, the stop reason, the confidence or the latency of the answer's line, nil for none.
	Unread error
}

// Pair has the lines of a truth and of its answer. Want is nil if there are no truths, Got if there is no answer. WantFile and GotFile
// are the names of their files, "" where there are none.
type Pair struct {
	ID                string
	Want, Got         []byte
	WantFile, GotFile string
}

// Evaluate compares the answer of a pair with its truth. If Want is nil or the line of a case without a label, or if a
// spec with invariants meets a null want (see [Lines.NullTruth]), Evaluate checks only the invariants of the answer. An
// error comes from ctx or from the truth.
//
// Warnings of the result say which keys a line has more than once, and show an answer beside an error: it is not judged.
func Evaluate(ctx context.Context, e *eval.Evaluator, format Lines, p Pair) (seen Evaluated, err error) {
	want, repeatedWant := dataset.LastKeys(p.Want, "truth")
	got, repeatedGot := dataset.LastKeys(p.Got, "answer")
	var unshown []string
	sure, unsure := format.Confidences(got)
	defer func() {
		if r := seen.Result; r != nil {
			r.Warnings = slices.Concat(r.Warnings, unshown, repeatedWant, repeatedGot, astray(sure, r.Answer))
			if value := format.gotOf(got); seen.Err != nil && value.Exists() && value.Type != gjson.Null {
				r.Warnings = append(r.Warnings, "the answer beside the error is not judged: "+value.Raw)
			}
		}
	}()
	format.NullTruths = format.NullTruths || e.Spec().NullTruths
	null, ruled := format.NullTruth(want), len(e.Spec().Invariants) > 0
	truth, answer, failure := format.Values(want, got)
	if failure != nil {
		answer = failure
	}
	var costs map[string]float64
	costs, seen.Unread = format.Usage(got)
	stop, unread := format.Stop(got)
	latency, stated, untimed := format.Latency(got)
	if stated {
		arithmetic.Map(&costs)[latencyKey] = latency.Seconds() * 1000
	}
	seen.Unread = cmp.Or(seen.Unread, unread, unsure, untimed)
	seen.Observation = report.Observation{
		ID: p.ID, Result: new(eval.Result), Err: failure, Text: format.Text(want, got), Tags: format.Tags(want), Cost: costs, Stop: stop,
		Confidence: confidenceAt(sure), Duration: latency,
		Unlabelled: want == nil || ruled && null || format.isUnlabelled(want, e.Spec()),
	}
	seen.Input, seen.InputSize = format.Input(want)
	p.Want, p.Got = want, got
	if seen.Pages, err = format.Pages(p); err != nil {
		unshown = []string{err.Error()}
	}
	if seen.Label, err = format.Label(want); err != nil {
		return seen, err
	}
	if want == nil {
		seen.Tags = format.Tags(got)
	}
	if err := dataset.CheckTags(seen.Tags); err != nil {
		return seen, fmt.Errorf("tags: %w", err)
	}
	doc := eval.Document{Got: answer, Text: seen.Text}
	if seen.Unlabelled {
		*seen.Result, err = e.EvaluateDocument(ctx, doc)
		return seen, cmp.Or(ctx.Err(), err)
	}
	if null {
		return seen, ErrNullTruth
	}
	seen.Want = truth
	doc.Want = truth // if it is not JSON, EvaluateDocument says why
	if seen.Truth, err = document.Parse(truth); err == nil {
		doc.Want = seen.Truth
	}
	*seen.Result, err = e.EvaluateDocument(ctx, doc)
	return seen, cmp.Or(ctx.Err(), err)
}

// keys are the attributes of documents. It counts the answers that have a value at an attribute, or below it, where their
// truth has none. It also has the attributes of truths.
type keys struct {
	answers int
	unknown map[string]int
	truths  map[string]bool
}

const (
	maxUnknown    = 1000             // attributes that are counted
	unexpectedKey = "unexpected key" // the Tag of an [eval.Miss]
)

// add adds a pair whose answer was read.
func (k *keys) add(seen *Evaluated) {
	for attribute := range paths.Attributes(seen.Truth, nil) {
		if len(k.truths) < maxUnknown {
			arithmetic.Map(&k.truths)[attribute] = true
		}
	}
	k.answers++
	var found []string
	for _, m := range seen.Result.Misses {
		if m.Tag != unexpectedKey {
			continue
		}
		path, _ := document.ParsePath(m.Path)
		for i := range path {
			if attribute := paths.General(path[:i+1].String()); !slices.Contains(found, attribute) {
				found = append(found, attribute)
			}
		}
	}
	for _, key := range found {
		arithmetic.Count(&k.unknown, key, 1, maxUnknown)
	}
}

// problem returns the keys that at least half of the answers have and no truth has, if their values count as invented. Answers with
// more columns than the truths are seldom a mistake of all answers.
func (k *keys) problem(truths string, strict bool, misnamed []preflight.Misnamed) Problem {
	remedy := fmt.Sprintf("; with a spec, as evalreport init %s writes one, they do not", words.Command(truths))
	if strict {
		remedy = "; with {path: KEY, match: ignore} in the spec, they do not"
	}
	p := Problem{
		single: "key of the answers is in no truth: its values count as invented" + remedy,
		many:   "keys of the answers are in no truth: their values count as invented" + remedy,
	}
	all := slices.Sorted(maps.Keys(k.unknown))
	for _, key := range all {
		above := func(other string) bool { // which is named instead
			return other != key && !k.truths[other] && words.RuledBy(key, []string{other})
		}
		named := func(m preflight.Misnamed) bool { return m.Answers[key] > 0 } // by a finding
		if n := k.unknown[key]; 2*n >= k.answers && k.answers > 1 && len(k.truths) < maxUnknown && !k.truths[key] && !slices.ContainsFunc(all, above) && !slices.ContainsFunc(misnamed, named) {
			p.Add(fmt.Sprintf("%q, in %d of %s", key, n, words.Plural(k.answers, "answer")))
		}
	}
	return p
}
