package eval

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// Evaluate compares one answer with one truth, each given as [document.Of]
// takes it: JSON text ([]byte, json.RawMessage, string), a [document.Value], or
// a Go value, which is marshalled.
//
// An error is a mistake in the test: a truth that is nil or not JSON in UTF-8, or that has a value of another kind where
// the spec has a list, and a got or a truth with a protobuf message (see package evaltest/proto). Every other got gives
// a Result:
//
//   - Blank text, null, {} and the zero document.Value are empty answers: every field
//     is missing or rightly absent.
//   - An answer that cannot be read, or is of another kind than the fields need (a scalar or an array instead of an
//     object, or the other way round), is void: its score is 0 and its verdict Fail. Every value of the truth is
//     missing, a scored field that the truth lacks is hallucinated (an empty list once, for its items), and the answer as
//     a whole is one invented value, "(document)".
//     Unreadable gives the reason, and says if Lenient of the [Spec] would read the answer.
//   - A 0 or false that the option omitempty or omitzero of a json tag leaves out of a struct is still what the struct
//     says. It matches a truth of 0 or false, and is an absence where the truth is empty; the note says so. A zero that
//     the struct of a truth leaves out, too, is an absence for a got of zero. Where a type writes its own JSON (a
//     decimal, a time), such a truth is an error.
//   - A got that is an error means that the extractor failed. It counts as a void answer without hallucinated and invented
//     values. So does a Go value whose method Value of [database/sql/driver.Valuer] fails: see Failure of the Result.
//
// A comparator that returns an error, panics or returns a number out of range makes its leaf Errored. Comparators get
// ctx. If ctx ends while the items of a list or the elements of a set are paired, the pairs that were not compared
// count as unlike, with a warning. If ctx does not end, a bound on the compared pairs limits the cost, to about ten
// seconds for a list made to be slow.
func (e *Evaluator) Evaluate(ctx context.Context, got, want any) (Result, error) {
	if want == nil {
		return Result{}, errors.New(`eval: want is nil; give json.RawMessage("null") for a truth without any value`)
	}
	return e.EvaluateDocument(ctx, Document{Got: got, Want: want})
}

// Document is an answer with the truth and the text of its document.
type Document struct {
	// Got is the answer, in each form that [Evaluator.Evaluate] takes.
	Got any
	// Want is the truth, in each form that [Evaluator.Evaluate] takes; nil where the document has no
	// label.
	Want any
	// Text is the text of the document, empty where it is not known.
	Text string
}

// EvaluateDocument is [Evaluator.Evaluate] for documents whose text is known, and for
// documents without a truth.
//
// With a Text the Result has the Origin of mistakes, and the invariants that are InSource are applicable; nothing else
// changes. Without a Want, EvaluateDocument only reads the answer and checks the invariants: it sets Answer,
// Unreadable, Invariants and Warnings of the Result, and returns no error.
func (e *Evaluator) EvaluateDocument(ctx context.Context, d Document) (Result, error) {
	ev := evaluation{ctx: ctx, spec: &e.spec, plan: e.plan, text: source.New(d.Text)}
	ev.result.given.ignored, ev.result.given.zeros = e.ignored, reading.ZerosOf(d.Got, d.Want)
	if d.Want != nil {
		if ev.truth, ev.err = reading.ReadTruth(d.Want, d.Got, e.spec.ReadTruth, len(e.spec.Fields) == 0); ev.err != nil {
			return Result{}, fmt.Errorf("eval: reading the truth: %w", ev.err)
		}
		ev.result.given.truth = ev.truth
	}
	answer := ev.readAnswer(d.Got)
	if ev.err != nil {
		return Result{}, fmt.Errorf("eval: reading the answer: %w", ev.err)
	}
	ev.result.Answer = answer
	if e.infers && d.Want != nil {
		if ev.plan, ev.err = e.infer(answer, ev.truth); ev.err != nil {
			return Result{}, ev.err
		}
	}
	ev.checkKind(answer)
	ev.result.Invariants = ev.invariants(e)
	if d.Want == nil {
		return ev.result, nil
	}
	var few [64]document.Value
	got, want := ev.collect(answer, few[:0])
	if root := ev.plan.root; root.opens(got.values, gotPath) || root.opens(want.values, wantPath) {
		if ev.plan, ev.err = e.infer(answer, ev.truth); ev.err != nil {
			return Result{}, ev.err
		}
		got, want = ev.collect(answer, nil)
	}
	if e.ahead {
		ev.askAhead(answer, got, want)
	}
	ev.evaluate(answer, got, want)
	if ev.err != nil {
		return Result{}, ev.err
	}
	return ev.result, nil
}

// invariants checks the invariants of an answer. It returns nil if the extractor failed.
func (ev *evaluation) invariants(e *Evaluator) []invariant.Result {
	if ev.result.Failure != nil {
		return nil
	}
	return e.holds.Check(ev.ctx, ev.result.Answer, ev.result.Unreadable, ev.text)
}

// evaluation is the state of one EvaluateDocument.
type evaluation struct {
	ctx    context.Context
	spec   *Spec
	plan   *plan
	truth  document.Value
	text   *source.Text // nil for none
	result Result
	err    error // the error in the truth
	void   bool  // the answer earns nothing; see Evaluate

	// voidTag is the tag of an answer that was given and earns nothing: reading.TagType if it is of another kind than the fields
	// need.
	voidTag string

	tally reading.Tally // of the case
	rows  []metrics.Row // of the table

	invented  int                 // invented values met
	excused   map[int]int         // row -> the number of optional values that got lacks
	truthKeys map[string]struct{} // attributes of the truth; see truthHas
	warned    map[string]struct{}
}

// readAnswer returns the answer, or the missing Value if there is no answer or it cannot be read.
func (ev *evaluation) readAnswer(got any) document.Value {
	var a reading.Answer
	a, ev.err = reading.Read(got, ev.spec.Lenient)
	ev.result.given.any, ev.result.given.text, ev.result.Failure = a.Keeps, a.Text, a.Failure
	ev.void = a.Failure != nil || a.Unreadable != ""
	if a.Unreadable != "" {
		ev.result.Unreadable, ev.voidTag = a.Unreadable, reading.Tag(a.Unreadable)
		ev.warnf("%s", words.Unreadable(a.Unreadable).Warning())
	}
	if a.Note != "" {
		ev.warnf("got: %s", a.Note)
	}
	return a.Value
}

// checkKind makes an answer void that is of another kind than the fields need.
func (ev *evaluation) checkKind(given document.Value) {
	if misfit := reading.Misfit(given, ev.truth, ev.plan.kind); misfit != "" {
		ev.result.Unreadable, ev.voidTag, ev.void = misfit, reading.TagType, true
	}
}

// inventRoot counts a void answer as one invented value, unless the extractor failed.
func (ev *evaluation) inventRoot(answer document.Value) {
	if t := &ev.tally; len(ev.spec.Fields) == 0 && t.Null.Weight == 0 && paths.CountLeaves(ev.truth) == 0 {
		t.Skip(1) // counts the correct absence for which evaluation.nothing adds a row
	}
	if ev.result.Unreadable == "" {
		return
	}
	const most = 4 << 10 // bytes of an answer that FieldResult.Got shows
	r := FieldResult{
		Path: paths.Document, Attribute: metrics.InventedAttribute, Outcome: metrics.Invented,
		Weight: ev.tally.Add(metrics.Invented, 0, 1, false, false), Tag: ev.voidTag, Note: ev.result.Unreadable,
	}
	if raw := answer.Raw(); len(raw) <= most {
		r.Got = raw
	}
	ev.inventedRow().Counts.Add(metrics.Invented)
	ev.result.Fields = append(ev.result.Fields, r)
	ev.addMiss(r.Path, r.Tag, r.Note)
}

func (ev *evaluation) warnf(format string, args ...any) {
	ev.warnAll([]string{fmt.Sprintf(format, args...)})
}

// warnAll adds warnings, each text once.
func (ev *evaluation) warnAll(texts []string) {
	for _, text := range texts {
		if _, ok := ev.warned[text]; ok {
			continue
		}
		arithmetic.Map(&ev.warned)[text] = struct{}{}
		ev.result.Warnings = append(ev.result.Warnings, text)
	}
}

// reject records an error in the truth; Evaluate returns the first one.
func (ev *evaluation) reject(format string, args ...any) {
	if ev.err == nil {
		ev.err = fmt.Errorf("eval: "+format, args...)
	}
}

// content holds the values of a group's fields in a document or an item, and the values that no field covers.
type content struct {
	values []document.Value
	rest   []reading.Rest
}

// collect finds the content of the answer and of the truth. It uses the memory after the slots, which is zero.
func (ev *evaluation) collect(given document.Value, slots []document.Value) (got, want content) {
	g := ev.plan.root
	n := len(g.fields)
	slots = slices.Grow(slots, 2*n)[:2*n]
	got.values, want.values = slots[:n], slots[n:]
	gotWalk, wantWalk := reading.Walk{Keys: ev.counts(g)}, reading.Walk{Keys: true}
	if !ev.void {
		g.walkGroup(&g.got, &gotWalk, got.values, given)
	}
	g.walkGroup(&g.want, &wantWalk, want.values, ev.truth)
	got.rest, want.rest = gotWalk.Rest, wantWalk.Rest
	return got, want
}

// evaluate compares the content of the answer with the content of the truth.
func (ev *evaluation) evaluate(given document.Value, got, want content) {
	g, r := ev.plan.root, &ev.result
	r.Warnings = append(r.Warnings, ev.plan.warnings...)
	r.Fields, r.Hits = make([]FieldResult, 0, len(ev.plan.rows)), make([]string, 0, len(g.fields))
	ev.rows = slices.Clone(ev.plan.rows)
	position := place{weight: 1}
	ev.group(g, got, want, &position, &ev.tally)
	ev.warnAll(reading.Uncompared(want.rest, g.scope.want))
	if ev.void {
		ev.inventRoot(given)
	} else {
		ev.nothing(given)
	}
	r.Table.Attributes = ev.rows
	ev.score()
}

// askAhead collects the questions of the case, by an evaluation of a copy of ev, and passes them to the comparators.
func (ev evaluation) askAhead(answer document.Value, got, want content) {
	ctx := ev.ctx
	var questions *pairing.Questions
	ev.ctx, questions = pairing.AskAhead(context.WithoutCancel(ctx))
	ev.warned = maps.Clone(ev.warned)
	ev.evaluate(answer, got, want)
	if ctx.Err() == nil {
		questions.Ask(ctx)
	}
}

// walkGroup fills the slots of a group's fields.
func (g *group) walkGroup(l *layout, w *reading.Walk, slots []document.Value, v document.Value) {
	w.Along(l.Tree, v, slots)
	if !g.byPath {
		return
	}
	for i := range g.fields {
		f := &g.fields[i]
		if f.gotByPath || f.wantByPath {
			slots[i] = v.At(l.path(f))
		}
		if f.page != nil {
			slots[i] = f.page.Join(v, f.page.Places(l.path(f)), slots[i])
		}
	}
}

// place says where in the documents the fields of a group are evaluated.
type place struct {
	path      string   // path of the item, "" for the document
	got, want []int    // indices of the items on the way
	gotKeys   []string // keys in got of the members of maps on the way
	wantKeys  []string // in want
	renamed   bool     // a key in got differs from the key in path
	alone     side     // the only side that has the item, both if it has a partner
	nearest   string   // the end of a note: the nearest candidate, or why the values of a section are missing
	remark    string   // the end of the notes on a pair of items: how it came about
	enclosed  bool     // inside an item without a partner, which reports the misses
	weight    float64
	unscored  bool
	excused   bool // inside an optional list that got lacks
	spared    bool // inside an optional list in a list, which an answer without any value lacks
}

// otherKeys returns gotKeys if one of them differs from the key in path.
func (p *place) otherKeys() []string {
	if p.renamed {
		return p.gotKeys
	}
	return nil
}

type side uint8

const (
	both side = iota
	gotOnly
	wantOnly
)

// pathOf returns the path of a field.
func (p *place) pathOf(f *field) string {
	if p.path == "" {
		return f.Text
	}
	return p.path + f.suffix
}

// group evaluates the content of a document, or of a pair of items.
func (ev *evaluation) group(g *group, got, want content, position *place, t *reading.Tally) {
	for i := range g.fields {
		f := &g.fields[i]
		switch {
		case f.Ignored:
		case ev.skips(g, f, want.values[i], position):
		case f.list != nil || f.set != nil || f.packet != nil:
			ev.collection(f, got.values[i], want.values[i], position, t)
		default:
			ev.addLeaf(f, got.values[i], want.values[i], position, t)
		}
	}
	ev.surplus(g, got, want, position, t)
}

// skips reports whether a field is unlabelled and does not count: the truth lacks its key or, in an item that only got
// has, every item of the truth lacks it. A list without items in the truth counts as labelled.
func (ev *evaluation) skips(g *group, f *field, want document.Value, position *place) bool {
	if ev.spec.Unlabelled != UnlabelledSkip || want.Exists() {
		return false
	}
	return position.alone != gotOnly || ev.truthHas(g.scope.want) && !ev.truthHas(f.InTruth)
}
