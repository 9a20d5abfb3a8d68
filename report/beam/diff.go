package beam

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

func init() {
	beam.RegisterType(reflect.TypeFor[Change]())
	beam.RegisterType(reflect.TypeFor[Unpaired]())
	beam.RegisterCoder(reflect.TypeFor[changeSums](), encodeChanges, decodeChanges)
	beam.RegisterDoFn(reflect.TypeFor[recordFn]())
	beam.RegisterDoFn(reflect.TypeFor[idFn]())
	beam.RegisterDoFn(reflect.TypeFor[pairFn]())
	beam.RegisterDoFn(reflect.TypeFor[differenceFn]())
	beam.RegisterType(reflect.TypeFor[changeFn]())
	register.Emitter2[string, Change]()
	register.Emitter1[Unpaired]()
	register.Iter1[Record]()
	beam.RegisterType(reflect.TypeFor[Difference]())
}

// ReadRecords returns the records of the lines of artifacts, and a dead letter for
// each line that is not a record. Of a data set it takes trial 1.
func ReadRecords(s beam.Scope, lines beam.PCollection) (records, dead beam.PCollection) {
	return beam.ParDo2(s.Scope("ReadRecords"), &recordFn{}, lines)
}

type recordFn struct{}

func (*recordFn) ProcessElement(line Line, emit func(Record), dead func(DeadLetter)) {
	var head struct {
		Type  string `json:"type"`
		Trial int    `json:"trial"`
	}
	err := json.Unmarshal(line.Text, &head)
	if err == nil && (head.Type != "case" || head.Trial > 1) {
		return
	}
	var r Record
	if err == nil {
		r, err = decodeRecord(line.Text)
	}
	if err != nil {
		dead(line.dead(MalformedGot, "", err.Error()))
		return
	}
	emit(r)
}

// Changes are what [Diff] has found.
type Changes struct {
	Differences beam.PCollection // of Difference: one for each attribute, and one of all leaves
	Unpaired    beam.PCollection // of Unpaired
}

// Difference is what changed in one attribute between two runs.
type Difference struct {
	// Attribute is "" for all leaves together.
	Attribute string       `json:"attribute"`
	Cases     int          `json:"cases"` // that both runs have with the attribute
	Old       report.Ratio `json:"old"`   // F1
	New       report.Ratio `json:"new"`
	// Delta is New - Old, where an F1 that is undefined counts 0 if anything was wrong,
	// with its interval over documents (see [stats.Accumulator.ChangeInterval]), which agrees
	// with P. Each case is a document here: copies of one are not joined, as package diff does it, and the
	// interval is of this attribute by itself, where package diff adjusts it for all of them. Approximate: fewer than [stats.FewDocuments] documents, effectively, have a value.
	Delta       report.Ratio `json:"delta"`
	Low         report.Ratio `json:"low"`
	High        report.Ratio `json:"high"`
	Approximate bool         `json:"approximate,omitzero"`
	// Fixed and Broken are the cases that became right and wrong, P is the exact test
	// of McNemar on them. It is not adjusted for several attributes: see [stats.Holm].
	Fixed  int          `json:"fixed"`
	Broken int          `json:"broken"`
	P      report.Ratio `json:"p"`
}

// Unpaired is a case that only one run has.
type Unpaired struct {
	ID  string `json:"id"`
	New bool   `json:"new"` // it appeared; else it disappeared
}

// Diff compares two runs over the same documents, joined by case: the part of package
// report/diff that needs no more than one look at each case. F1 and the test of McNemar
// are those of that package, and so is the interval, up to its grouping of more than
// 8,192 documents and where it takes that test; its sign-flip tests of lists and averages, trials beyond the first, verdicts and the values of cases are
// left to it. Records are those of [Evaluate] or [ReadRecords]; of records with the
// same id in one run any one is taken.
//
// b.Level and b.Resamples are those of the intervals; comparisons should have 10,000
// resamples.
func Diff(s beam.Scope, b stats.Bootstrap, policy metrics.Policy, old, new beam.PCollection) (Changes, error) {
	if _, err := b.Accumulator(changeColumns); err != nil {
		return Changes{}, err
	}
	s = s.Scope("Diff")
	joined := beam.CoGroupByKey(s, beam.ParDo(s, &idFn{}, old), beam.ParDo(s, &idFn{}, new))
	changes, unpaired := beam.ParDo2(s, &pairFn{Policy: policy}, joined)
	sums := beam.CombinePerKey(s, &changeFn{Bootstrap: b}, changes)
	return Changes{Differences: beam.ParDo(s, &differenceFn{}, sums), Unpaired: unpaired}, nil
}

type idFn struct{}

func (*idFn) ProcessElement(r Record, emit func(string, Record)) {
	if r.Case.Status != report.Skipped {
		emit(r.Case.ID, r)
	}
}

// Change is one attribute of one case in both runs.
type Change struct {
	Document           uint64
	Old, New           metrics.Confusion
	OldRight, NewRight bool
	Known              bool // no comparison errored
}

type pairFn struct{ Policy metrics.Policy }

func (fn *pairFn) ProcessElement(id string, olds, news func(*Record) bool, emit func(string, Change), unpaired func(Unpaired)) {
	var old, new Record
	hasOld, hasNew := olds(&old), news(&new)
	if !hasOld || !hasNew {
		unpaired(Unpaired{ID: id, New: hasNew})
		return
	}
	names, of := attributes(old.Case, new.Case)
	all := Change{Document: stats.DocumentHash(id), Known: true}
	for _, name := range names {
		before, after := of[name].counts[0], of[name].counts[1]
		c := Change{
			Document: all.Document, Old: before.Confusion(fn.Policy), New: after.Confusion(fn.Policy),
			OldRight: before.Mistakes() == 0, NewRight: after.Mistakes() == 0, Known: before.Errored+after.Errored == 0,
		}
		emit(name, c)
		if !of[name].items {
			all.Old, all.New = all.Old.Plus(c.Old), all.New.Plus(c.New)
		}
	}
	all.OldRight, all.NewRight = all.Old.FP+all.Old.FN == 0, all.New.FP+all.New.FN == 0
	emit("", all)
}

// attribute is what both cases have of one.
type attribute struct {
	counts [2]metrics.Counts // old and new
	items  bool
}

// attributes returns those of both cases, and their names in order.
func attributes(old, new *report.Case) (names []string, of map[string]*attribute) {
	of = map[string]*attribute{}
	for side, c := range []*report.Case{old, new} {
		for i := range c.Counts {
			r := &c.Counts[i]
			a := of[r.Attribute]
			if a == nil {
				a = &attribute{}
				of[r.Attribute] = a
				names = append(names, r.Attribute)
			}
			a.counts[side] = a.counts[side].Plus(r.Counts)
			a.items = a.items || r.Items
		}
	}
	return names, of
}

// changeSums adds up changes: TP, FP and FN of both runs, and cases.
type changeSums struct {
	sums                 *stats.Accumulator
	cases, fixed, broken int
}

const changeColumns = 6

type changeFacts struct {
	Sums                 []byte
	Cases, Fixed, Broken int
}

func encodeChanges(c changeSums) ([]byte, error) {
	sums, err := c.sums.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return json.Marshal(changeFacts{sums, c.cases, c.fixed, c.broken})
}

func decodeChanges(data []byte) (changeSums, error) {
	var f changeFacts
	if err := json.Unmarshal(data, &f); err != nil {
		return changeSums{}, fmt.Errorf("beam: changes: %w", err)
	}
	c := changeSums{new(stats.Accumulator), f.Cases, f.Fixed, f.Broken}
	return c, c.sums.UnmarshalBinary(f.Sums)
}

type changeFn struct{ Bootstrap stats.Bootstrap }

func (fn *changeFn) CreateAccumulator() (changeSums, error) {
	sums, err := fn.Bootstrap.Accumulator(changeColumns)
	return changeSums{sums: sums}, err
}

func (fn *changeFn) AddInput(sums changeSums, c Change) (changeSums, error) {
	sums.cases++
	if c.Known && c.NewRight && !c.OldRight {
		sums.fixed++
	}
	if c.Known && c.OldRight && !c.NewRight {
		sums.broken++
	}
	return sums, sums.sums.Add(c.Document, []int{c.Old.TP, c.Old.FP, c.Old.FN, c.New.TP, c.New.FP, c.New.FN})
}

func (fn *changeFn) MergeAccumulators(to, from changeSums) (changeSums, error) {
	to.cases, to.fixed, to.broken = to.cases+from.cases, to.fixed+from.fixed, to.broken+from.broken
	return to, to.sums.Merge(from.sums)
}

type differenceFn struct{}

func (*differenceFn) ProcessElement(attribute string, c changeSums) Difference {
	d := Difference{Attribute: attribute, Cases: c.cases, Fixed: c.fixed, Broken: c.broken}
	old, new := confusions(c.sums.Sums())
	d.Old, d.New = report.RatioOf(old.F1()), report.RatioOf(new.F1())
	d.Delta = report.RatioOf(delta(c.sums.Sums()))
	d.P = report.RatioOf(stats.McNemar(c.fixed, c.broken))
	interval, documents, ok := c.sums.ChangeInterval(stats.Change{Score: delta, Values: values, Changed: c.fixed + c.broken})
	if d.P.Defined {
		interval = interval.Agreeing(d.Delta.Value, d.P.Value, c.sums.Level())
	}
	d.Low, d.High = report.RatioOf(interval.Low, ok), report.RatioOf(interval.High, ok)
	d.Approximate = ok && documents < stats.FewDocuments
	return d
}

func confusions(sums []int64) (old, new metrics.Confusion) {
	return metrics.Confusion{TP: int(sums[0]), FP: int(sums[1]), FN: int(sums[2])},
		metrics.Confusion{TP: int(sums[3]), FP: int(sums[4]), FN: int(sums[5])}
}

// values is how many values both runs have.
func values(sums []int64) (n int64) {
	for _, count := range sums {
		n += count
	}
	return n
}

// delta is the difference of F1 by the rule of macro averages: where F1 is undefined
// it is 0 if anything was wrong.
func delta(sums []int64) (float64, bool) {
	old, new := confusions(sums)
	before, okBefore := old.F1()
	after, okAfter := new.F1()
	return after - before, (okBefore || old.FP+old.FN > 0) && (okAfter || new.FP+new.FN > 0)
}
