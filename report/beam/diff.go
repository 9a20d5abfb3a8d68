package beam

import (
	"encoding/json"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/copies"
)

func init() {
	beam.RegisterType(reflect.TypeFor[Unpaired]())
	beam.RegisterType(reflect.TypeFor[Difference]())
	beam.RegisterDoFn(reflect.TypeFor[recordFn]())
	beam.RegisterDoFn(reflect.TypeFor[idFn]())
	beam.RegisterDoFn(reflect.TypeFor[pairFn]())
	beam.RegisterDoFn(reflect.TypeFor[differenceFn]())
	register.Emitter1[Unpaired]()
	register.Iter1[Record]()
	register.Iter1[bool]()
}

// ReadRecords returns the records of the lines of artifacts, and a dead letter for
// each line that is not a record. It reads trial 1 of each case only.
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
		dead(line.dead(malformedGot, "", err.Error()))
		return
	}
	emit(r)
}

// Difference is the change of one attribute between two runs.
type Difference struct {
	// Attribute is "" for all leaves together.
	Attribute string       `json:"attribute"`
	Cases     int          `json:"cases"` // cases with the attribute that both runs have
	Old       report.Ratio `json:"old"`   // F1
	New       report.Ratio `json:"new"`
	// Delta is New - Old, with its interval over units of evidence (see [estimate.Change.Interval]),
	// which agrees with P. An undefined F1 counts as 0 if any value was wrong. The interval is for this
	// attribute alone; package diff adjusts it for all attributes. Approximate means that effectively fewer
	// than [estimate.FewDocuments] units have a value.
	Delta       report.Ratio `json:"delta"`
	Low         report.Ratio `json:"low"`
	High        report.Ratio `json:"high"`
	Approximate bool         `json:"approximate,omitzero"`
	// Fixed and Broken are the cases that became right and wrong. P is the sign-flip test of Fixed - Broken
	// in each unit (see [stats.SignFlip]): the exact test of McNemar if each unit has one case. It is not
	// adjusted for several attributes: see [stats.Holm].
	Fixed  int          `json:"fixed"`
	Broken int          `json:"broken"`
	P      report.Ratio `json:"p"`
}

// Unpaired is a case that only one run has.
type Unpaired struct {
	ID  string `json:"id"`
	New bool   `json:"new"` // only the new run has it; else only the old run
}

// Diff compares two runs over the same documents. It joins their records by case, and uses the Policy and the Cluster
// of ds, the data set of the new run. It returns a [Difference] for each attribute and one for all leaves, and an
// [Unpaired] for each case that only one run has. Records come from [Evaluate] or [ReadRecords]. If a run has several
// records with the same id, Diff uses an arbitrary one of them.
//
// Diff computes the part of package report/diff that adds up over cases. F1, the units of evidence, the test of McNemar
// and the interval are the same as in that package, except for its grouping of more than 8,192 units and its adjustment
// for several tests. Only package diff has sign-flip tests of lists and averages, trials beyond the first, changed
// labels, verdicts and the values of cases.
//
// Copies of a document are one unit, as are the cases that a tag or a key of the truths joins, see
// [report.Dataset].Cluster. The new run decides which cases these are. Diff reads its records twice, since only all
// cases together show whether equal truths are copies. Nearly equal texts are separate documents here.
//
// b.Level and b.Resamples apply to the intervals; comparisons should have 10,000 resamples.
func Diff(s beam.Scope, ds report.Dataset, b stats.Bootstrap, old, new beam.PCollection) (differences, unpaired beam.PCollection, err error) {
	if _, err := b.Accumulator(changeColumns); err != nil {
		return differences, unpaired, err
	}
	s = s.Scope("Diff")
	copied := beam.SideInput{Input: beam.Combine(s, &censusFn{}, new)}
	joined := beam.CoGroupByKey(s, beam.ParDo(s, &idFn{}, old), beam.ParDo(s, &idFn{}, new))
	pairs, unpaired := beam.ParDo2(s, &pairFn{Policy: ds.Policy, Cluster: ds.Cluster}, joined, copied)
	changes := beam.ParDo(s, &attributeFn{}, beam.CombinePerKey(s, &unitFn{}, pairs))
	sums := beam.CombinePerKey(s, &changeFn{Bootstrap: b}, changes)
	return beam.ParDo(s, &differenceFn{Clustered: ds.Cluster != ""}, sums), unpaired, nil
}

type idFn struct{}

func (*idFn) ProcessElement(r Record, emit func(string, Record)) {
	if r.Case.Status != report.Skipped {
		emit(r.Case.ID, r)
	}
}

// pairFn compares the two records of a case. Beam fixes the parameters of its ProcessElement: the key of the join, an
// iterator for each run, the side input, and an emitter for each output.
type pairFn struct {
	Policy  metrics.Policy
	Cluster string
}

func (fn *pairFn) ProcessElement(id string, olds, news func(*Record) bool, copied func(*bool) bool, emit func(uint64, unit), unpaired func(Unpaired)) {
	var old, new Record
	hasOld, hasNew := olds(&old), news(&new)
	if !hasOld || !hasNew {
		unpaired(Unpaired{ID: id, New: hasNew})
		return
	}
	key := copies.UnitOf(new.Case, fn.Cluster)
	if truthsTell := false; !copied(&truthsTell) || !truthsTell {
		key.Key = key.Alone
	}
	u := unit{map[string]change{}}
	names, of := attributes(old.Case, new.Case)
	all := change{Unit: key.Key, Cases: 1}
	for _, name := range names {
		before, after := of[name].counts[0], of[name].counts[1]
		c := change{Unit: key.Key, Cases: 1, Old: before.Confusion(fn.Policy), New: after.Confusion(fn.Policy)}
		if !of[name].items {
			all.Old, all.New = all.Old.Plus(c.Old), all.New.Plus(c.New)
		}
		if before.Errored+after.Errored == 0 { // an errored comparison is neither right nor wrong
			c = c.judged(before.Mistakes() == 0, after.Mistakes() == 0)
		}
		u.Changes[name] = c
	}
	u.Changes[""] = all.judged(all.Old.FP+all.Old.FN == 0, all.New.FP+all.New.FN == 0)
	emit(key.Key, u)
}

// attribute holds one attribute's results in both cases.
type attribute struct {
	counts [2]metrics.Counts // old and new
	items  bool
}

// attributes returns the attributes of both cases, and their names in the order in which they first appear.
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

// differenceFn makes a [Difference] from the sums of an attribute. If Clustered, a tag joins cases, whose values may
// differ, as in package diff.
type differenceFn struct{ Clustered bool }

func (fn *differenceFn) ProcessElement(attribute string, c changeSums) Difference {
	d := Difference{Attribute: attribute, Cases: c.Cases, Fixed: c.Fixed, Broken: c.Broken}
	old, new := confusions(c.sums.Sums())
	d.Old, d.New = report.RatioOf(old.F1()), report.RatioOf(new.F1())
	d.Delta = report.RatioOf(delta(c.sums.Sums()))
	d.P = report.RatioOf(c.p())
	changed := estimate.Change{Score: delta, Values: values, Changed: c.changed()}
	if !fn.Clustered {
		changed.Units.Different = float64(c.Units) / float64(c.Cases)
	}
	interval, documents, ok := changed.Interval(c.sums)
	if d.P.Defined {
		interval = estimate.Agreeing(interval, d.Delta.Value, d.P.Value, c.sums.Settings().Level)
	}
	d.Low, d.High = report.RatioOf(interval.Low, ok), report.RatioOf(interval.High, ok)
	d.Approximate = ok && documents < estimate.FewDocuments
	return d
}

func confusions(sums []int64) (old, new metrics.Confusion) {
	return metrics.Confusion{TP: int(sums[0]), FP: int(sums[1]), FN: int(sums[2])},
		metrics.Confusion{TP: int(sums[3]), FP: int(sums[4]), FN: int(sums[5])}
}

// values returns the number of values in both runs.
func values(sums []int64) (n int64) {
	for _, count := range sums {
		n += count
	}
	return n
}

// delta is the difference of F1 by the rule of macro averages: an undefined F1 is 0
// if any value was wrong.
func delta(sums []int64) (float64, bool) {
	old, new := confusions(sums)
	before, okBefore := old.F1()
	after, okAfter := new.F1()
	return after - before, (okBefore || old.FP+old.FN > 0) && (okAfter || new.FP+new.FN > 0)
}
