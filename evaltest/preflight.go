package evaltest

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/casetext"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/eval/preflight"
	"github.com/extracteval/extracteval/report"
)

// truths is the spec of a data set held against its truths. Its methods are called
// under the lock of the data set, or before anything else may call them.
type truths struct {
	check *preflight.Check
	all   bool // they were looked at before the first case, or as the source gave them
	done  bool // the last one was

	checked, ran maphash.Hash // ids and truths of the cases, before the first ran and as they ran
	changed      string       // why they may not be judged: the two differ
}

// sum adds a case to a hash of all.
func sum(h *maphash.Hash, c *cases.Case) {
	h.WriteString(c.ID)
	h.WriteByte(0)
	h.Write(c.Truth.Raw())
	h.WriteByte(0)
}

// preflightOf inspects the truths of a source before the first case runs, and ends the
// data set when something is wrong.
func preflightOf(d *dataset, src cases.Source) error {
	if err := inspect(d, src); err != nil {
		return errors.Join(err, d.refuse())
	}
	return nil
}

// decideOrders returns the spec with the order of dates that the truths of a source say. A
// source that streams is known too late: a finding says what it would have been.
func decideOrders(spec eval.Spec, src cases.Source) eval.Spec {
	orders := preflight.NewOrders(spec)
	if src.Count < 0 || !orders.Open() {
		return spec
	}
	for c, err := range src.Cases {
		if err == nil && c.Labelled() { // inspect says what is wrong with the others
			orders.Add(c.Where.String(), c.Truth)
		}
	}
	return orders.Decide(spec)
}

// inspect looks at all truths of a source and returns everything that is wrong: with
// truths, by file and line, and with the spec. A source that streams is looked at while
// it runs.
func inspect(d *dataset, src cases.Source) error {
	d.truths.all = true
	if src.Count < 0 {
		return nil
	}
	d.truths.ran.SetSeed(d.truths.checked.Seed())
	var wrong cases.Problems
	clusters := clusters{key: d.head.Cluster}
	labelled := 0
	for c, err := range src.Cases {
		sum(&d.truths.checked, &c)
		clusters.look(&c)
		if err == nil && !c.Labelled() {
			continue
		}
		labelled++
		if err == nil {
			err = d.truths.check.Add(c.Where.String(), c.Truth)
			if err != nil {
				how := cases.Reading{Private: d.private()}
				err = fmt.Errorf("%v: id %q: want: %s", c.Where, casetext.Brief(c.ID, casetext.PathRunes), casetext.Brief(strings.TrimPrefix(how.Quoting(err).Error(), "eval: "), casetext.TextRunes))
			}
		}
		if err != nil {
			wrong.Add(err)
		}
	}
	d.truths.end(d.shard.Of)
	if err := clusters.missing(); err != nil && !d.shard.Split() {
		wrong.Add(err)
	}
	if labelled == 0 && !d.shard.Split() {
		if err := d.unlabelledLimits(); err != nil {
			wrong.Add(err)
		}
	}
	source := process.source(d.cfg.Spec)
	for _, f := range preflight.Errors(d.truths.check.Evidence().Findings()) {
		wrong.Add(errors.New(f.At(source) + casetext.Brief(f.Text, casetext.TextRunes)))
	}
	return wrong.Err()
}

// unlabelledLimits returns what is wrong with the gate of a data set in which no case has a
// truth.
func (d *dataset) unlabelledLimits() error {
	s := declared(d.head, d.runs)
	if d.cfg.Gate.CheckLimits(s, true) != nil {
		return nil // it is told already
	}
	s.Trials = []report.Trial{{Cases: report.CaseCount{OK: 1, Unlabelled: 1}}}
	return d.cfg.Gate.CheckLimits(s, true)
}

// refuse ends a data set of which no case will run, so that its artifact says why.
func (d *dataset) refuse() error {
	d.mu.Lock()
	if d.gated() {
		why := d.summarize().Nonsense()
		if why == "" {
			why = "a truth of the data set cannot be compared"
		}
		d.gate.state = gateJudged
		d.writer.Write(report.GateResult{Dataset: d.name, NotEvaluable: why}) // End returns its error, too
	}
	d.mu.Unlock()
	_, err := d.finish()
	return err
}

// end says that all truths of a shard were looked at.
func (t *truths) end(shards int) {
	t.done = true
	t.check.Part(max(shards, 1))
}

// stream looks at a truth that a source gives while it runs.
func (d *dataset) stream(where cases.Place, truth document.Value) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.truths.done {
		d.truths.check.Add(where.String(), truth) // what is wrong with it, its case says
	}
}

// same holds what ran against what was checked: an extractor that writes into a truth, or
// a file that another program replaced, would be judged by truths that nobody wrote.
func (d *dataset) same(t TB, src cases.Source) {
	if src.Count < 0 || d.truths.ran.Sum64() == d.truths.checked.Sum64() {
		return
	}
	t.Helper()
	d.truths.changed = "ids or truths changed while the cases ran: the extractor has written into what a Want points to, or the file was replaced"
	d.fail(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, d.truths.changed))
}

// unjudged says why what ran may not be judged, "" where it may.
func (d *dataset) unjudged() string { return cmp.Or(d.stop.notEvaluable(), d.truths.changed) }

// streamed says that a source came to its end.
func (d *dataset) streamed() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.truths.done {
		d.truths.end(d.shard.Of)
	}
}

// row looks at the truth of a row of a table, which nobody knew before.
func (d *dataset) row(seen *report.Observation, truth document.Value) {
	if d.silent || seen.Trial > 1 || !truth.Exists() {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.truths.all {
		d.truths.check.Add(seen.ID, truth)
	}
}

// stands looks at a truth with the text of its document, and at the text, which is known when its case runs.
func (d *dataset) stands(seen *report.Observation, truth document.Value) {
	if d.silent || seen.Trial > 1 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.truths.check.Stands(seen.ID, truth, seen.Text)
	d.truths.check.Text(seen.ID, truth, seen.Text)
}

// paired looks at the first answer to a truth: whether its items found their partners.
func (d *dataset) paired(seen *report.Observation, truth document.Value, result *eval.Result) {
	if d.silent || seen.Trial > 1 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.truths.check.Answered(truth, result)
}

// evidence puts into a summary what the truths say about the spec. That of a table is
// whole when all of its rows were scored; a single assertion never knows.
func (d *dataset) evidence(s *report.Summary) {
	e := d.truths.check.Evidence()
	if !d.truths.all && d.tests == nil && !d.partial(*s) {
		e.Parts, e.Of = 1, 1
	}
	if d.truths.all && e.Truths == 0 && d.partial(*s) {
		e.Parts, e.Of = 0, 0 // of the answers, which are all that there is
	}
	if e.Truths+e.Answers > 0 {
		s.SetPreflight(e)
	}
}

// nonsense says what is wrong with a data set that has no gate to say it. What a part of one, or
// a run that was cut short, leaves undecided is not.
func (d *dataset) nonsense(t TB, s report.Summary) error {
	if d.gated() {
		return nil
	}
	if wrong := preflight.Errors(s.Findings()); len(wrong) > 0 {
		return errors.New("the numbers mean nothing: " + wrong[0].At(process.source(d.cfg.Spec)) + s.Nonsense())
	}
	if d.partial(s) || d.shard.Split() || cutShort(t, d.gate.depth) {
		return nil
	}
	return meaningless(s)
}

func meaningless(s report.Summary) error {
	if why := s.Nonsense(); why != "" {
		return errors.New("not evaluable: " + why)
	}
	return nil
}

// undecided is nonsense for a data set that the tests of a package share: whatever they have
// recorded is all of it where no flag chose some of them.
func (d *dataset) undecided(s report.Summary) error {
	if testFlag("run") != "" || testFlag("skip") != "" || testFlag("short") == "true" || len(preflight.Errors(s.Findings())) > 0 {
		return nil
	}
	return meaningless(s)
}
