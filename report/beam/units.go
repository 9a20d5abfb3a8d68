package beam

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/copies"
)

func init() {
	beam.RegisterCoder(reflect.TypeFor[census](), encodeCensus, decodeCensus)
	beam.RegisterCoder(reflect.TypeFor[changeSums](), encodeChanges, decodeChanges)
	beam.RegisterType(reflect.TypeFor[unit]())
	beam.RegisterType(reflect.TypeFor[change]())
	beam.RegisterDoFn(reflect.TypeFor[attributeFn]())
	beam.RegisterType(reflect.TypeFor[censusFn]())
	beam.RegisterType(reflect.TypeFor[unitFn]())
	beam.RegisterType(reflect.TypeFor[changeFn]())
	register.Emitter2[uint64, unit]()
	register.Emitter2[string, change]()
}

// census counts the documents of a run in bounded memory. It is encoded as
// JSON.
type census struct{ *copies.Census }

func encodeCensus(c census) ([]byte, error) { return json.Marshal(c.Census) }

func decodeCensus(data []byte) (census, error) {
	c := census{new(copies.Census)}
	return c, json.Unmarshal(data, c.Census)
}

// censusFn decides whether equal truths are copies.
type censusFn struct{}

func (*censusFn) CreateAccumulator() census { return census{new(copies.Census)} }

func (*censusFn) AddInput(to census, r Record) census {
	if r.Case.Status != report.Skipped {
		to.Add(r.Case, copies.Of(r.Case))
	}
	return to
}

func (*censusFn) MergeAccumulators(to, from census) census {
	to.Merge(from.Census)
	return to
}

func (*censusFn) ExtractOutput(c census) bool { return c.Decide() }

// unit holds the results of one unit of evidence in both runs, by attribute: "" for all leaves.
type unit struct{ Changes map[string]change }

// change is one attribute of the cases of a unit.
type change struct {
	Unit                 uint64
	Old, New             metrics.Confusion
	Cases, Fixed, Broken int
}

func (c change) plus(d change) change {
	return change{d.Unit, c.Old.Plus(d.Old), c.New.Plus(d.New), c.Cases + d.Cases, c.Fixed + d.Fixed, c.Broken + d.Broken}
}

// judged returns c with the verdict on its one case.
func (c change) judged(oldRight, newRight bool) change {
	switch {
	case newRight && !oldRight:
		c.Fixed = 1
	case oldRight && !newRight:
		c.Broken = 1
	}
	return c
}

// unitFn adds up the cases of a unit. Its memory does not grow with their number.
type unitFn struct{}

func (*unitFn) MergeAccumulators(to, from unit) unit {
	for name, c := range from.Changes {
		to.Changes[name] = to.Changes[name].plus(c)
	}
	return to
}

type attributeFn struct{}

func (*attributeFn) ProcessElement(_ uint64, u unit, emit func(string, change)) {
	for name, c := range u.Changes {
		emit(name, c)
	}
}

// changeSums adds up changes: TP, FP and FN of both runs, and cases.
type changeSums struct {
	sums *stats.Accumulator
	changeTally
}

// changeTally counts the changed units by the number of their fixed cases minus their broken cases. With n
// cases there are at most √2n such numbers.
type changeTally struct {
	Cases, Units, Fixed, Broken int
	Nets                        map[int]int
}

func (t *changeTally) changed() (units int) {
	for _, n := range t.Nets {
		units += n
	}
	return units
}

// p returns the p-value of the sign-flip test over the units.
func (t *changeTally) p() (float64, bool) {
	var changes []signflip.Changes
	for net, units := range t.Nets {
		changes = append(changes, signflip.Changes{Size: math.Abs(float64(net)), Up: units})
		if c := &changes[len(changes)-1]; net < 0 {
			c.Up, c.Down = 0, units
		}
	}
	return signflip.PValue(changes)
}

const changeColumns = 6

type changeFacts struct {
	Sums  []byte
	Tally changeTally
}

func encodeChanges(c changeSums) ([]byte, error) {
	sums, err := c.sums.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return json.Marshal(changeFacts{sums, c.changeTally})
}

func decodeChanges(data []byte) (changeSums, error) {
	f := changeFacts{Tally: changeTally{Nets: map[int]int{}}}
	if err := json.Unmarshal(data, &f); err != nil {
		return changeSums{}, fmt.Errorf("beam: changes: %w", err)
	}
	c := changeSums{new(stats.Accumulator), f.Tally}
	return c, c.sums.UnmarshalBinary(f.Sums)
}

type changeFn struct{ Bootstrap stats.Bootstrap }

func (fn *changeFn) CreateAccumulator() (changeSums, error) {
	sums, err := fn.Bootstrap.Accumulator(changeColumns)
	return changeSums{sums, changeTally{Nets: map[int]int{}}}, err
}

func (fn *changeFn) AddInput(to changeSums, c change) (changeSums, error) {
	to.Units++
	to.Cases, to.Fixed, to.Broken = to.Cases+c.Cases, to.Fixed+c.Fixed, to.Broken+c.Broken
	if c.Fixed+c.Broken > 0 {
		to.Nets[c.Fixed-c.Broken]++
	}
	return to, to.sums.Add(c.Unit, []int{c.Old.TP, c.Old.FP, c.Old.FN, c.New.TP, c.New.FP, c.New.FN})
}

func (fn *changeFn) MergeAccumulators(to, from changeSums) (changeSums, error) {
	to.Units += from.Units
	to.Cases, to.Fixed, to.Broken = to.Cases+from.Cases, to.Fixed+from.Fixed, to.Broken+from.Broken
	for net, units := range from.Nets {
		to.Nets[net] += units
	}
	return to, to.sums.Merge(from.sums)
}
