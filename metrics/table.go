package metrics

import (
	"encoding/json"
	"fmt"
	"slices"
)

// InventedAttribute is the pseudo-attribute that counts the keys for which neither the spec nor the truth has a place.
// It counts in micro averages and totals; no macro or weighted mean includes it.
const InventedAttribute = "(invented)"

// Row is one attribute of a [Table] with its counts.
type Row struct {
	Attribute string `json:"attribute"`
	Counts    Counts `json:"counts"`
	// Items marks the item-level row of a list ("lines[]": how many items were matched, missing or
	// invented as a whole). It is shown, but does not enter averages and leaf totals, since its leaves
	// have rows of their own.
	Items bool `json:"items,omitzero"`
}

// Table holds the counts of every attribute in a fixed order, the order in
// which attributes were first added, which is the order of the spec. The zero
// value is an empty table, ready to use.
//
// A Table is a value: adding to one never changes a copy of it. For that, each call of Add and Merge copies the rows;
// to count many outcomes, sum up rows and make one table of them.
type Table struct {
	// Policy says how wrong values count in the averages.
	Policy Policy
	// SkipUndefined leaves every attribute whose F1 is undefined out of macro and weighted means. By
	// default such an attribute counts 0 if it has any false positive or false negative, and is left
	// out otherwise.
	SkipUndefined bool
	// Attributes are the rows in order, of different attributes. They are shared by copies of
	// the table and must not be changed in place.
	Attributes []Row
}

const scanLimit = 24 // attributes up to which a linear search beats a map

// NewTable returns a table with a copy of rows. Rows of the same attribute are
// added up.
func NewTable(rows ...Row) Table {
	return Table{Attributes: addRows(make([]Row, 0, len(rows)), rows)}
}

// Add counts one outcome of an attribute.
func (t *Table) Add(attribute string, o Outcome) {
	row := Row{Attribute: attribute}
	row.Counts.Add(o)
	t.Merge(NewTable(row))
}

// Merge adds all rows of u. Attributes that t lacks are appended in u's order.
// The conventions of t stay.
func (t *Table) Merge(u Table) { t.Attributes = addRows(slices.Clone(t.Attributes), u.Attributes) }

// addRows adds rows to the rows in to, and returns the result in the memory of to. It is fastest if both have the same
// order.
func addRows(sums, rows []Row) []Row {
	var index map[string]int // built when there are more than a scan finds faster
	find := func(attribute string) int {
		if index == nil && len(rows) > 1 && len(sums) >= scanLimit {
			index = make(map[string]int, 2*len(sums))
			for i := range sums {
				index[sums[i].Attribute] = i
			}
		}
		if index != nil {
			if i, ok := index[attribute]; ok {
				return i
			}
			return -1
		}
		return slices.IndexFunc(sums, func(r Row) bool { return r.Attribute == attribute })
	}
	for i, r := range rows {
		place := i
		if place >= len(sums) || sums[place].Attribute != r.Attribute {
			place = find(r.Attribute)
		}
		if place >= 0 {
			sums[place].Counts = sums[place].Counts.Plus(r.Counts)
			continue
		}
		if index != nil {
			index[r.Attribute] = len(sums)
		}
		sums = append(sums, r)
	}
	return sums
}

// Counts returns the counts of an attribute, or false when the table has no
// such row.
func (t Table) Counts(attribute string) (Counts, bool) {
	for i := range t.Attributes {
		if t.Attributes[i].Attribute == attribute {
			return t.Attributes[i].Counts, true
		}
	}
	return Counts{}, false
}

// Total returns the sum over all leaves: every row but the item-level ones.
func (t Table) Total() Counts {
	var sum Counts
	for i := range t.Attributes {
		if !t.Attributes[i].Items {
			sum = sum.Plus(t.Attributes[i].Counts)
		}
	}
	return sum
}

// Micro returns the confusion of the summed counts, invented keys included:
// its precision, recall and F1 are the micro averages, in which every leaf has
// the same weight.
func (t Table) Micro() Confusion { return t.Total().Confusion(t.Policy) }

// MacroF1 returns the unweighted mean of the attributes' F1, in [0,1]: every attribute has the same
// say, however rare. [InMean] gives the value of an attribute whose F1 is undefined; see
// SkipUndefined for the other convention. Item-level rows and invented keys are not in it; see
// [Row.InMeans]. Undefined when no attribute is left.
func (t Table) MacroF1() (float64, bool) {
	return t.meanOf(Confusion.F1, func(Counts) float64 { return 1 })
}

// WeightedF1 returns the mean of the attributes' F1 weighted by their support,
// with the rules of MacroF1 for undefined ones. Undefined when the support of
// all attributes is 0.
func (t Table) WeightedF1() (float64, bool) {
	return t.meanOf(Confusion.F1, func(c Counts) float64 { return float64(c.Support()) })
}

// InMeans reports whether macro and weighted means include r: item-level rows and
// invented keys are not attributes.
func (r *Row) InMeans() bool { return !r.Items && r.Attribute != InventedAttribute }

// InMean returns the value that one attribute adds to a macro or weighted mean of a ratio, such as [Confusion.F1]: if
// the ratio is undefined, 0. ok is false if the mean leaves the attribute out: the ratio is undefined, and
// skipUndefined is set or there is no false positive and no false negative.
func InMean(metric func(Confusion) (float64, bool), c Confusion, skipUndefined bool) (value float64, ok bool) {
	value, ok = metric(c)
	return value, ok || !skipUndefined && c.FP+c.FN > 0
}

func (t Table) meanOf(metric func(Confusion) (float64, bool), weight func(Counts) float64) (float64, bool) {
	var sum, weights float64
	for i := range t.Attributes {
		r := &t.Attributes[i]
		if !r.InMeans() {
			continue
		}
		v, ok := InMean(metric, r.Counts.Confusion(t.Policy), t.SkipUndefined)
		if !ok {
			continue
		}
		w := weight(r.Counts)
		sum += v * w
		weights += w
	}
	if weights == 0 {
		return 0, false
	}
	return sum / weights, true
}

// MarshalJSON writes the rows in order. The conventions are not part of it:
// facts are stored, conventions are chosen when reading.
func (t Table) MarshalJSON() ([]byte, error) {
	if t.Attributes == nil {
		return []byte("[]"), nil
	}
	return json.Marshal(t.Attributes)
}

// UnmarshalJSON reads the JSON that MarshalJSON writes and keeps the conventions of t. A row
// without attribute, or with a negative count, is an error.
func (t *Table) UnmarshalJSON(data []byte) error {
	var rows []Row
	if err := json.Unmarshal(data, &rows); err != nil {
		return err
	}
	for i, r := range rows {
		if r.Attribute == "" {
			return fmt.Errorf("metrics: row %d has no attribute", i)
		}
		for _, o := range Outcomes() {
			if r.Counts.Of(o) < 0 {
				return fmt.Errorf("metrics: row %d (%q): %s is negative", i, r.Attribute, o)
			}
		}
	}
	t.Attributes = NewTable(rows...).Attributes
	return nil
}
