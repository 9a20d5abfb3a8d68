package accept

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Comparison is how far people agree, and where they do not.
type Comparison struct {
	report.Agreement
	Names         []string // of the reviewers who read a document that another read, too
	Alone         int      // documents that one person read
	Disagreements []Disagreement
}

// Disagreement is a value on which people differ.
type Disagreement struct {
	Case string `json:"case"`
	Path string `json:"path"`
	Says []Said `json:"says"` // in the order of the names

	Attribute string `json:"-"`
}

// Said is the value that a reviewer gives, nil for none.
type Said struct {
	Reviewer string          `json:"reviewer"`
	Value    json.RawMessage `json:"value,omitzero"`
	Where    string          `json:"where,omitzero"`

	// Index has the indices of the rows on the way in this reading, outermost first; nil if the reviewer lacks the row, or if there
	// is none.
	Index []int `json:"-"`
}

// Compare says how far the readings of documents agree. The caller leaves out readings that are not blind. unit returns
// the unit of evidence of a case. attributes is the order of the fields.
//
// Compare joins the rows of a list as the spec matches items: the rows of each reading with the rows of the earlier
// readings of the document. A reviewer who lacks a row has no values there. The values of a field in one place are a
// unit of κ and α; "no value" is a category. Values that the comparator of the field takes as equal are of one
// category. If this depends on the order, a value is compared with the first value of the category.
func (r *ReadingRules) Compare(readings []Reading, unit func(id string) uint64, attributes []string) (Comparison, error) {
	c := comparing{rules: r, fields: map[string]*fieldRule{}}
	byCase, order := arithmetic.Group(readings, func(reading Reading) string { return reading.Case })
	units := map[uint64]bool{}
	for _, id := range order {
		readers := byCase[id]
		if len(readers) < 2 {
			c.Alone++
			continue
		}
		units[unit(id)] = true
		for _, reading := range readers {
			if !slices.Contains(c.Names, reading.Reviewer) {
				c.Names = append(c.Names, reading.Reviewer)
			}
		}
		if err := c.add(unit(id), readers); err != nil {
			return Comparison{}, err
		}
	}
	slices.Sort(c.Names)
	c.Reviewers, c.Documents = len(c.Names), len(units)
	rank := func(name string) int {
		if i := slices.Index(attributes, name); i >= 0 {
			return i
		}
		return len(attributes)
	}
	inList := func(name string) bool {
		_, items := paths.Collection(name)
		return items && slices.ContainsFunc(attributes, func(other string) bool { return strings.HasPrefix(other, name+".") })
	}
	for _, f := range c.fields {
		if inList(f.attribute) {
			continue // a list or map that is empty in both readings
		}
		fieldAgreement, err := f.agreement(r, len(c.Names))
		if err != nil {
			return Comparison{}, err
		}
		c.Fields = append(c.Fields, fieldAgreement)
	}
	slices.SortFunc(c.Fields, func(a, b report.FieldAgreement) int {
		return cmp.Or(rank(a.Attribute)-rank(b.Attribute), strings.Compare(a.Attribute, b.Attribute))
	})
	return c.Comparison, nil
}

// Disagreements returns the values on which readings of one document differ. See [ReadingRules.Compare].
func (r *ReadingRules) Disagreements(readings []Reading) ([]Disagreement, error) {
	c := comparing{rules: r, fields: map[string]*fieldRule{}}
	err := c.add(1, readings)
	return c.Disagreements, err
}

// comparing is a comparison in progress.
type comparing struct {
	Comparison
	rules  *ReadingRules
	fields map[string]*fieldRule
}

func (c *comparing) field(attribute string) (*fieldRule, error) {
	if f := c.fields[attribute]; f != nil {
		return f, nil
	}
	path, err := paths.ParseAttribute(attribute)
	if err != nil {
		return nil, err
	}
	f := &fieldRule{attribute: attribute, documents: map[uint64]bool{}}
	for _, step := range path {
		if step.AllItems() {
			f.depth++
		}
	}
	f.counts, err = stats.Bootstrap{}.Accumulator(columns)
	c.fields[attribute] = f
	return f, err
}

// add compares the readings of one document.
func (c *comparing) add(unit uint64, readings []Reading) error {
	d := comparedDocument{readings: readings, byKey: map[string]*place{}}
	for k := 1; k < len(readings); k++ {
		var last []aligned
		for p := range k {
			result, err := c.rules.Between(readings[k].Value, readings[p].Value)
			if err != nil {
				return fmt.Errorf("%s: %w", readings[k].Where, err)
			}
			if last, err = c.align(unit, &result, p, k); err != nil {
				return err
			}
			for i := range last {
				d.join(&last[i])
			}
		}
		for i := range last {
			d.begin(&last[i], last[i].got, k, last[i].Got, last[i].GotIndex)
		}
		d.settle()
	}
	for _, place := range d.places {
		place.field.places = append(place.field.places, place)
		if place.differ {
			disagreement := Disagreement{Case: readings[0].Case, Path: place.path, Attribute: place.field.attribute}
			for i, value := range place.values() {
				s := Said{readings[i].Reviewer, place.texts[i], readings[i].Where, place.indices[i]}
				if value == "" {
					s.Value = nil // null, or a blank text
				}
				disagreement.Says = append(disagreement.Says, s)
			}
			c.Disagreements = append(c.Disagreements, disagreement)
		}
	}
	return nil
}

// aligned is a value in the readings of two people.
type aligned struct {
	*eval.FieldResult
	field     *fieldRule
	p, k      int
	want, got string // keys of the places in which the readings of p and k have it; "" if a reading lacks the row
}

// align returns the values of two readings, and counts them.
func (c *comparing) align(unit uint64, result *eval.Result, p, k int) (all []aligned, err error) {
	counts := map[*fieldRule][]int{}
	for i := range result.Fields {
		fieldResult := &result.Fields[i]
		if fieldResult.Attribute == metrics.InventedAttribute {
			continue
		}
		if fieldResult.Outcome == metrics.Wrong && bytes.Equal(fieldResult.Got, fieldResult.Want) {
			fieldResult.Outcome = metrics.Match // the comparator, such as the one of classes, accepts neither value
		}
		f, err := c.field(fieldResult.Attribute)
		if err != nil {
			return nil, err
		}
		if counts[f] == nil {
			counts[f] = make([]int, columns)
		}
		switch fieldResult.Outcome {
		case metrics.Match:
			counts[f][agreed] += 2
			counts[f][given] += 2
		case metrics.Missing, metrics.Hallucinated, metrics.Invented:
			counts[f][given]++
		case metrics.Wrong, metrics.Errored:
			counts[f][given] += 2
		}
		a := aligned{FieldResult: fieldResult, field: f, p: p, k: k}
		name := fieldResult.Attribute
		if _, ok := paths.Placed(name, fieldResult.Path); !ok {
			name = fieldResult.Path // of a single page, which has no index
		}
		if len(fieldResult.WantIndex) == f.depth {
			a.want = fmt.Sprintf("%d %s %v", p, name, fieldResult.WantIndex)
		}
		if len(fieldResult.GotIndex) == f.depth {
			a.got = fmt.Sprintf("%d %s %v", k, name, fieldResult.GotIndex)
		}
		all = append(all, a)
	}
	for f, sums := range counts {
		if sums[given] > 0 {
			f.documents[unit] = true
			if err := f.counts.Add(unit, sums); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// comparedDocument joins the values of the readings of one document.
type comparedDocument struct {
	readings []Reading
	byKey    map[string]*place // by key
	places   []*place
	alone    []string // keys of values that another reading lacks
}

// begin gives a value a place of its own, if it has none.
func (d *comparedDocument) begin(a *aligned, key string, reader int, value json.RawMessage, index []int) {
	if key == "" || d.byKey[key] != nil {
		return
	}
	location := &place{path: a.Path, field: a.field, texts: make([]json.RawMessage, len(d.readings)), taken: make([]bool, len(d.readings)), indices: make([][]int, len(d.readings))}
	location.texts[reader], location.taken[reader], location.indices[reader] = value, true, index
	d.byKey[key], d.places = location, append(d.places, location)
}

// join puts the value of k into the place that p has for it, unless k has another value there.
func (d *comparedDocument) join(a *aligned) {
	d.begin(a, a.want, a.p, a.Want, a.WantIndex)
	want := d.byKey[a.want]
	switch {
	case a.got == "" && !a.Outcome.Hit():
		want.differ = true
	case a.want == "" && !a.Outcome.Hit():
		d.alone = append(d.alone, a.got)
	case a.got == "" || a.want == "":
	case d.byKey[a.got] == nil && !want.taken[a.k]:
		d.byKey[a.got], want.texts[a.k], want.taken[a.k], want.indices[a.k] = want, a.Got, true, a.GotIndex
		fallthrough
	default:
		if !a.Outcome.Hit() {
			want.differ = true
		}
	}
}

// settle notes which values another reading lacks.
func (d *comparedDocument) settle() {
	for _, key := range d.alone {
		d.byKey[key].differ = true
	}
	d.alone = nil
}

// place is one value of a document, with what each reader says there.
type place struct {
	path   string
	field  *fieldRule
	texts  []json.RawMessage
	taken  []bool // by reader: whether the place has a value of the reader, which may be nil
	differ bool

	indices [][]int // by reader: of the rows on the way
}

// fieldRule has the values of one attribute.
type fieldRule struct {
	attribute string
	depth     int // of the lists around it
	places    []*place
	counts    *stats.Accumulator
	documents map[uint64]bool // with a value
}

// Columns of field.counts, over all pairs of readers.
const (
	agreed  = iota // twice the values on which both agree
	given          // the values of both: two if both give a value, one if only one reader does
	columns        // how many there are
)

// agreement says how far the reviewers agree on the field.
func (f *fieldRule) agreement(r *ReadingRules, reviewers int) (a report.FieldAgreement, err error) {
	a = report.FieldAgreement{Attribute: f.attribute, Documents: len(f.documents)}
	share := estimate.Ratio{
		Score: func(sums []int64) (float64, bool) {
			return float64(sums[agreed]) / float64(max(sums[given], 1)), sums[given] > 0
		},
		Right: func(sums []int64) int64 { return sums[agreed] },
		Wrong: func(sums []int64) int64 { return sums[given] - sums[agreed] },
	}
	a.Share = report.RatioOf(share.Score(f.counts.Sums()))
	if interval, _, ok := share.Interval(f.counts); ok && a.Share.Defined {
		a.Low, a.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
	}
	equal, err := r.equal(f.attribute)
	if err != nil {
		return a, err
	}
	if reviewers == 2 {
		a.Kappa = report.RatioOf(stats.CohenKappa(f.cells(equal)))
		return a, nil
	}
	units := arithmetic.Each(f.places, (*place).values)
	a.Alpha = report.RatioOf(stats.KrippendorffAlpha(units, func(a, b string) float64 {
		if equal(a, b) {
			return 0
		}
		return 1
	}))
	return a, nil
}

// cells counts the places of two readers by the categories of their values. If the readers agree in a place, both
// values have the same category.
func (f *fieldRule) cells(equal func(a, b string) bool) map[[2]int]int {
	var first []string // of each category
	number := func(value string, skipped int) int {
		for i, other := range first {
			if i != skipped && equal(other, value) {
				return i
			}
		}
		first = append(first, value)
		return len(first) - 1
	}
	cells := map[[2]int]int{}
	for _, place := range f.places {
		values := place.values()
		a := number(values[0], -1)
		b := a
		if place.differ {
			b = number(values[1], a)
		}
		cells[[2]int{a, b}]++
	}
	return cells
}

// values returns what each reader says, as compact JSON, "" for no value.
func (p *place) values() (all []string) {
	for _, statement := range p.texts {
		text := ""
		if v, err := document.Parse(statement); err == nil && !v.Empty() {
			text = string(v.AppendCanonical(nil))
		}
		all = append(all, text)
	}
	return all
}
