package evaltest

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	datasets "github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// truths checks the spec of a data set against its truths. Its methods are called
// under the lock of the data set, or before the data set is shared.
type truths struct {
	check *preflight.Check
	all   bool // all truths were checked, before the first case or as the source streamed them
	done  bool // the last truth was checked

	checked, ran maphash.Hash // hashes of the ids and truths, before the first case and as cases ran
	changed      string       // why the data set is not evaluable: the hashes differ
}

// hashCase adds a case to the hash of all cases.
func hashCase(h *maphash.Hash, c *cases.Case) {
	h.WriteString(c.ID)
	h.WriteByte(0)
	h.Write(c.Truth.Raw())
	h.WriteByte(0)
}

// preflightOf inspects the truths of a source before the first case runs, and ends the
// data set if it finds a mistake.
func preflightOf(d *dataset, src cases.Source) error {
	if err := inspect(d, src); err != nil {
		return errors.Join(err, d.refuse(err))
	}
	return nil
}

// decide returns the spec with all that the truths of a source decide. It returns the spec of a source that streams
// unchanged, since its truths come too late: a finding then names an order of dates, no class is recognised, and each
// truth decides whether it is a point in time.
func decide(spec eval.Spec, src cases.Source) eval.Spec {
	if src.Count < 0 {
		return spec
	}
	d := preflight.NewDecisions(spec)
	for c, err := range src.Cases {
		if err == nil && c.Labelled() { // inspect reports err
			d.Add(c.Where.String(), c.Truth)
		}
	}
	return d.Spec()
}

// inspect checks all truths of a source and returns every mistake: in truths, by file
// and line, and in the spec. Beside mistakes it returns the other findings. A source that
// streams is checked while it runs.
func inspect(d *dataset, src cases.Source) error {
	d.truths.all = true
	if src.Count < 0 {
		return nil
	}
	d.truths.ran.SetSeed(d.truths.checked.Seed())
	var wrong datasets.Problems
	clusters := clusters{key: d.head.Cluster}
	tagged := newTagged(d.cfg.Gate)
	labelled := 0
	for c, err := range src.Cases {
		hashCase(&d.truths.checked, &c)
		clusters.inspectCase(&c)
		tagged.inspectCase(&c)
		if err == nil && !c.Labelled() {
			continue
		}
		labelled++
		if err == nil {
			err = d.truths.check.Add(c.Where.String(), c.Truth)
			if err != nil {
				reading := cases.Reading{Private: d.private()}
				err = fmt.Errorf("%v: id %q: want: %s", c.Where, terminal.Brief(c.ID, terminal.PathRunes), terminal.Brief(strings.TrimPrefix(reading.Quoting(err).Error(), "eval: "), terminal.TextRunes))
			}
		}
		if err != nil {
			wrong.Add(err)
		}
	}
	d.truths.finish(d.shard.Of)
	if err := clusters.missing(); err != nil && !d.shard.Split() {
		wrong.Add(err)
	}
	if !d.shard.Split() && !d.gate.Off {
		for _, l := range tagged.empty {
			wrong.Add(fmt.Errorf("gate: limit on %s: no case has the tag %s%s", l.Metric, l.Slice, tagged.hint(l, d.private())))
		}
	}
	if labelled == 0 && !d.shard.Split() {
		if err := d.unlabelledLimits(); err != nil {
			wrong.Add(err)
		}
	}
	source := process.source(d.cfg.Spec)
	findings := d.truths.check.Evidence().Findings()
	for _, f := range preflight.Errors(findings) {
		wrong.Add(errors.New(f.At(source) + terminal.Brief(f.Text, terminal.TextRunes)))
	}
	for _, f := range findings {
		if !f.Error && wrong.Err() != nil { // no table shows it
			wrong.Add(errors.New("not an error by itself: " + f.At(source) + terminal.Brief(f.Text, terminal.TextRunes)))
		}
	}
	return wrong.Err()
}

// tagged finds the limits on the cases with a tag that no case has.
type tagged struct {
	empty []Limit         // no case so far has their tag
	tags  map[string]bool // the first tags of the cases: "vendor=acme"
}

func newTagged(g Gate) *tagged {
	t := &tagged{tags: map[string]bool{}}
	for _, l := range g.Limits {
		if c, err := datasets.ParseCondition(l.Slice); err == nil && !c.Computed {
			t.empty = append(t.empty, l)
		}
	}
	return t
}

// hint returns the end of an error: the slice that the limit may mean. Tags of the cases are left out if they are private.
func (t *tagged) hint(l Limit, private bool) string {
	var meant []string
	if _, rest, ok := strings.Cut(l.Slice, " of "); ok {
		for _, measure := range []string{datasets.Rows, datasets.Presence, datasets.Class} {
			meant = append(meant, datasets.MeasureOf(measure, rest))
		}
	}
	tag, _ := datasets.ParseCondition(l.Slice)
	for _, text := range slices.Sorted(maps.Keys(t.tags)) {
		name, value, _ := strings.Cut(text, "=")
		_, near := words.Nearest(tag.Text, []string{value})
		if !private && (near || name != tag.Name) {
			meant = append(meant, text)
		}
	}
	return words.Hint(l.Slice, meant)
}

func (t *tagged) inspectCase(c *cases.Case) {
	const most = 100
	for name, value := range c.Tags {
		if len(t.empty) > 0 && len(t.tags) < most {
			t.tags[name+"="+value] = true
		}
	}
	t.empty = slices.DeleteFunc(t.empty, func(l Limit) bool {
		tag, _ := datasets.ParseCondition(l.Slice)
		value, found := c.Tags[tag.Name]
		return found && value == tag.Text
	})
}

// unlabelledLimits returns an error for each limit of the gate that needs a truth, when
// every case lacks one.
func (d *dataset) unlabelledLimits() error {
	s := d.declared()
	if d.cfg.Gate.CheckLimits(s, true) != nil {
		return nil // already reported
	}
	s.Trials = []report.Trial{{Cases: report.CaseCount{OK: 1, Unlabelled: 1}}}
	return d.cfg.Gate.CheckLimits(s, true)
}

// refuse ends a data set before its first case, so that its artifact gives the
// reason: the mistakes in truths and spec, else the first of all mistakes.
func (d *dataset) refuse(mistakes error) error {
	d.mu.Lock()
	if d.gated() {
		first, _, several := strings.Cut(mistakes.Error(), "\n")
		if several {
			first += "; the output of the test has more"
		}
		reason := cmp.Or(d.summarize().Nonsense(), words.Visible(first))
		d.gate.State = gotest.GateJudged
		d.writer.Write(report.GateResult{Dataset: d.name, NotEvaluable: reason}) // End returns the same error
	}
	d.mu.Unlock()
	_, err := d.finish()
	return err
}

// finish marks all truths of a shard as checked.
func (t *truths) finish(shards int) {
	t.done = true
	t.check.Part(max(shards, 1))
}

// checkStreamed checks a truth that a source gives while it runs.
func (d *dataset) checkStreamed(location cases.Place, truth document.Value) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.truths.done {
		d.truths.check.Add(location.String(), truth) // the case reports its mistakes
	}
}

// checkUnchanged compares the cases that ran with the cases that were checked. They differ when an
// extractor writes into a truth or another program replaces a file; answers would then be
// judged by wrong truths.
func (d *dataset) checkUnchanged(t TB, src cases.Source) {
	if src.Count < 0 || d.truths.ran.Sum64() == d.truths.checked.Sum64() {
		return
	}
	t.Helper()
	d.truths.changed = "ids or truths changed while the cases ran: the extractor has written into what a Want points to, or the file was replaced"
	d.failWith(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, d.truths.changed))
}

// whyUnjudged returns the reason why the cases may not be judged, "" when they
// may.
func (d *dataset) whyUnjudged() string { return cmp.Or(d.stop.notEvaluable(), d.truths.changed) }

// endStream ends the check of a source that streams.
func (d *dataset) endStream() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.truths.done {
		d.truths.finish(d.shard.Of)
	}
}

// examine passes facts to the check of the truths while a case runs: the truth of a row of a table, which was not known
// before, the text of the document, and the pairs of items of truth and answer.
func (d *dataset) examine(seen *report.Observation, truth document.Value, result *eval.Result) {
	if d.silent || seen.Trial > 1 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.truths.all && truth.Exists() {
		d.truths.check.Add(seen.ID, truth)
	}
	d.truths.check.Text(seen.ID, truth, seen.Text)
	d.truths.check.Answered(truth, result)
}

// addEvidence adds to a summary the findings of the truths about the spec. A table's
// evidence is complete when all of its rows were scored; a single assertion's never
// is.
func (d *dataset) addEvidence(s *report.Summary) {
	e := d.truths.check.Evidence()
	if !d.truths.all && d.tests == nil && !d.partial(*s) {
		e.Parts, e.Of = 1, 1
	}
	if d.truths.all && e.Truths == 0 && d.partial(*s) {
		e.Parts, e.Of = 0, 0 // evidence of the answers alone
	}
	if e.Truths+e.Answers > 0 {
		s.SetPreflight(e)
	}
}

// nonsense returns the mistakes of a data set that has no gate to report them. A partial
// or interrupted run returns only the errors among the findings, since it leaves the
// others undecided.
func (d *dataset) nonsense(t TB, s report.Summary) error {
	if d.gated() {
		return nil
	}
	if wrong := preflight.Errors(s.Findings()); len(wrong) > 0 {
		return errors.New("the numbers mean nothing: " + wrong[0].At(process.source(d.cfg.Spec)) + s.Nonsense())
	}
	if d.partial(s) || d.shard.Split() || gotest.CutShort(t, d.gate.Depth) {
		return nil
	}
	return meaningless(s)
}

func meaningless(s report.Summary) error {
	if reason := s.Nonsense(); reason != "" {
		return errors.New("not evaluable: " + reason)
	}
	return nil
}

// undecided does the work of nonsense for a data set that the tests of a package share.
// Unless flags select some tests, the cases recorded are all of its cases.
func (d *dataset) undecided(s report.Summary) error {
	if gotest.Flag("run") != "" || gotest.Flag("skip") != "" || gotest.Flag("short") == "true" || len(preflight.Errors(s.Findings())) > 0 {
		return nil
	}
	return meaningless(s)
}
