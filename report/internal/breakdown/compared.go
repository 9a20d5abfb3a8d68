package breakdown

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/estimate/onerun"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

const (
	// maxCompared bounds the cases over which slices are compared: enough to find a slice of one case in a hundred.
	maxCompared = 10_000
	// maxBins bounds the number of compared units times the number of traits: more than 50 traits allow fewer units.
	maxBins = 500_000
	// maxKinds bounds the distinct values of tags and of computed traits that are words.
	maxKinds = 2000
)

// compared keeps labelled cases with their traits. Of more than maxCompared cases it keeps those with the lowest
// hashes: a sample that does not depend on the order of the cases. A case takes some 20 bytes a field, and up to
// 2·maxCompared cases are in memory.
type compared struct {
	kept   *arithmetic.First[comparedCase] // nil before the first
	cases  int                             // kept or not
	fields arithmetic.Numbering[string, int32]
	traits arithmetic.Numbering[traitName, int32]
	kinds  arithmetic.Numbering[kindName, int32]
}

// traitName is a tag or a computed trait.
type traitName struct {
	name             string
	computed, number bool
}

// kindName is one value of a trait whose values are words.
type kindName struct {
	trait int32
	value string
}

type comparedCase struct {
	unit           traits.Unit
	document       uint64 // the unit among all cases
	id             string
	counts         metrics.Counts // of all fields
	judged, passed bool
	values         []comparedValues
	mistakes       []comparedMistakes
	kinds          []int32
	numbers        []comparedNumber
}

// comparedValues are the values of a field, with the number of mistakes among them.
type comparedValues struct {
	onerun.Values
	mistakes int32
}

// comparedMistakes counts the mistakes of one class in one field.
type comparedMistakes struct {
	field int32
	class source.Class
	n     int32
}

type comparedNumber struct {
	trait int32
	value float64
}

// addCase adds a case. facts has its unit, its counts over all fields and its outcome. Values of tags for which s has no
// slice, beyond maxSlices, are left out.
func (c *compared) addCase(record *report.Case, classes []source.Class, facts comparedCase, s *Slicer) {
	c.cases++
	if c.kept == nil {
		first := arithmetic.NewFirst(maxCompared, func(a, b comparedCase) int {
			return cmp.Or(cmp.Compare(a.unit.Name, b.unit.Name), cmp.Compare(a.id, b.id))
		})
		c.kept = &first
	}
	facts.id = record.ID
	if !c.kept.Takes(facts) {
		return
	}
	facts.id = strings.Clone(record.ID)
	for i := range record.Counts {
		row := &record.Counts[i]
		if d := row.Counts.Confusion(s.Policy); !row.Items && 2*d.TP+d.FP+d.FN > 0 {
			facts.values = append(facts.values, comparedValues{
				onerun.Values{Field: c.fields.Add(strings.Clone(row.Attribute)), Right: int32(2 * d.TP), All: int32(2*d.TP + d.FP + d.FN)}, int32(row.Counts.Mistakes()),
			})
		}
	}
	for i, class := range classes {
		if class == "" {
			continue
		}
		facts.mistake(c.fields.Add(strings.Clone(record.Fields[i].Attribute)), class)
	}
	c.addTraits(record, &facts, s)
	c.kept.Add(facts)
}

// mistake counts one mistake.
func (c *comparedCase) mistake(field int32, class source.Class) {
	index := slices.IndexFunc(c.mistakes, func(m comparedMistakes) bool { return m.field == field && m.class == class })
	if index < 0 {
		index = len(c.mistakes)
		c.mistakes = append(c.mistakes, comparedMistakes{field: field, class: source.Class(strings.Clone(string(class)))})
	}
	c.mistakes[index].n++
}

func (c *compared) addTraits(record *report.Case, facts *comparedCase, s *Slicer) {
	kind := func(t traitName, value string) {
		k := kindName{c.traits.Add(t), value}
		if _, found := c.kinds.Number[k]; found || len(c.kinds.All) < maxKinds {
			facts.kinds = append(facts.kinds, c.kinds.Add(k))
		}
	}
	for name, value := range record.Tags {
		if s.slices[tag{name, value}] != nil {
			kind(traitName{name: strings.Clone(name)}, strings.Clone(value))
		}
	}
	present := traits.Of(record)
	for _, k := range present.Kinds {
		kind(traitName{name: strings.Clone(k.Name), computed: true}, strings.Clone(k.Value))
	}
	for _, n := range present.Numbers {
		facts.numbers = append(facts.numbers, comparedNumber{c.traits.Add(traitName{strings.Clone(n.Name), true, true}), n.Value})
	}
}

// unit is a document, or a cluster of documents, with its cases.
type unit struct {
	cases  []*comparedCase
	values []onerun.Values
}

// units returns the units of the kept cases, as many as maxBins allows. unitOf maps the Alone of a case's unit to the
// number of its unit among all cases.
func (c *compared) units(unitOf func(alone uint64) uint64) []unit {
	if c.kept == nil {
		return nil
	}
	kept := c.kept.Sorted()
	for i := range kept {
		kept[i].document = unitOf(kept[i].unit.Alone)
	}
	slices.SortStableFunc(kept, func(a, b comparedCase) int { return cmp.Compare(a.document, b.document) })
	var units []unit
	for i := range kept {
		facts := &kept[i]
		if i == 0 || kept[i-1].document != facts.document {
			units = append(units, unit{})
		}
		u := &units[len(units)-1]
		u.cases = append(u.cases, facts)
		for _, v := range facts.values {
			index := slices.IndexFunc(u.values, func(o onerun.Values) bool { return o.Field == v.Field })
			if index < 0 || len(u.cases) == 1 {
				u.values = append(u.values, v.Values)
				continue
			}
			u.values[index].Right += v.Right
			u.values[index].All += v.All
		}
	}
	return units[:min(len(units), maxBins/max(len(c.traits.All), 1))]
}

// kindsOf returns, for each unit, the number in c.kinds of its value of a trait, or -1 if it has none. A unit of
// several cases has the value of most of them; of equally frequent values, the first by text.
func (c *compared) kindsOf(units []unit, trait int) []int {
	all := make([]int, len(units))
	for i, u := range units {
		count := map[int32]int{}
		all[i] = -1
		for _, facts := range u.cases {
			for _, k := range facts.kinds {
				if c.kinds.All[k].trait != int32(trait) {
					continue
				}
				count[k]++
				if best := int32(all[i]); best < 0 || cmp.Or(cmp.Compare(count[best], count[k]), cmp.Compare(c.kinds.All[k].value, c.kinds.All[best].value)) < 0 {
					all[i] = int(k)
				}
			}
		}
	}
	return all
}

// numbersOf returns, for each unit, the mean of a trait over its cases, NaN if no case has the trait. A case whose truth
// has no value of a list counts as 0 rows, as in [traits.Condition.Holds], even if its record does not tell that the
// attribute is a list. But if "presence of PATH=no" of such a list is beyond maxKinds, the case does not have the trait.
func (c *compared) numbersOf(units []unit, trait int) []float64 {
	empty := c.emptyList(trait)
	all := make([]float64, len(units))
	for i, u := range units {
		sum, n := 0.0, 0.0
		for _, facts := range u.cases {
			index := slices.IndexFunc(facts.numbers, func(m comparedNumber) bool { return m.trait == int32(trait) })
			if index >= 0 {
				sum += facts.numbers[index].value
			}
			if index >= 0 || slices.Contains(facts.kinds, empty) {
				n++
			}
		}
		all[i] = sum / n
		if n == 0 {
			all[i] = math.NaN()
		}
	}
	return all
}

// emptyList returns the number in c.kinds of "presence of lines=no" for the trait "rows of lines", -1 for no such kind.
func (c *compared) emptyList(trait int) int32 {
	list, ok := strings.CutPrefix(c.traits.All[trait].name, dataset.MeasureOf(dataset.Rows, ""))
	presence, found := c.traits.Number[traitName{name: dataset.MeasureOf(dataset.Presence, list), computed: true}]
	if kind, listed := c.kinds.Number[kindName{presence, dataset.No}]; ok && found && listed {
		return kind
	}
	return -1
}

// without returns the number of the field whose presence t is, -1 for other traits. Slices by t are judged without the
// values of that field: a value can only be missing where the truth has it.
func (c *compared) without(t traitName) int {
	field, ok := strings.CutPrefix(t.name, dataset.MeasureOf(dataset.Presence, ""))
	if number, found := c.fields.Number[field]; ok && t.computed && found {
		return int(number)
	}
	return -1
}

// maxSampled bounds the cases of a sample.
const maxSampled = 10_000

// sample keeps a value for each case, with the document and the unit of evidence of the case. Of more than maxSampled
// cases it keeps those with the lowest hashes of their ids: a random sample that does not depend on the order of the
// cases.
type sample[T any] struct {
	documents, units documents
	cases            int // kept or not
	kept             *arithmetic.First[sampled[T]]
}

type sampled[T any] struct {
	id, document, unit uint64
	value              T
}

// addCase adds the value of a case. cluster is the tag that joins cases, "" for none.
func (s *sample[T]) addCase(c *report.Case, cluster string, value T) {
	if s.kept == nil {
		first := arithmetic.NewFirst(maxSampled, func(a, b sampled[T]) int {
			return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.document, b.document), cmp.Compare(a.unit, b.unit))
		})
		s.kept = &first
	}
	s.cases++
	s.kept.Add(sampled[T]{stats.DocumentHash(c.ID), s.documents.unitOf(c, "").Alone, s.units.unitOf(c, cluster).Alone, value})
}

// whole reports whether the values of all cases are kept.
func (s *sample[T]) whole() bool { return s.cases <= maxSampled }

// ofEach returns one value of each document and one of each unit: the value of the case with the lowest hash of its id.
func (s *sample[T]) ofEach() (documents, units []T) {
	if s.kept == nil {
		return nil, nil
	}
	document, unit := s.documents.joinedUnit(), s.units.joinedUnit()
	seen, joined := map[uint64]bool{}, map[uint64]bool{}
	for _, item := range s.kept.Sorted() {
		if number := document(item.document); !seen[number] {
			seen[number] = true
			documents = append(documents, item.value)
		}
		if number := unit(item.unit); !joined[number] {
			joined[number] = true
			units = append(units, item.value)
		}
	}
	return documents, units
}
