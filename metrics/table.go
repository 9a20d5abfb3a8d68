package metrics

import (
	"encoding/json"
	"fmt"
	"slices"
)

// InventedAttribute is the pseudo-attribute under which keys are counted that
// neither the spec nor the truth has a place for. It counts in micro averages
// and totals; no macro or weighted mean includes it.
const InventedAttribute = "(invented)"

// Row is one attribute of a [Table] with its counts.
type Row struct {
	Attribute string `json:"attribute"`
	Counts    Counts `json:"counts"`
	// Items marks the item-level row of a list ("lines[]": how many items were
	// matched, missing or invented as a whole). It is shown, and enters no
	// average and no leaf total, since its leaves have rows of their own.
	Items bool `json:"items,omitzero"`
}

// Table holds the counts of every attribute in a fixed order, the order in
// which attributes were first added, which is the order of the spec. The zero
// value is an empty table, ready to use. It is not safe for concurrent use.
type Table struct {
	// Policy says how wrong values count in the averages.
	Policy Policy
	// SkipUndefined leaves every attribute whose F1 is undefined out of macro
	// and weighted means. By default such an attribute counts 0 if it has any
	// false positive or false negative, and is left out only if it has none.
	SkipUndefined bool

	rows  []Row
	index map[string]int // built when a table grows past what a scan finds faster
}

const scanLimit = 24 // attributes up to which a linear search beats a map

// NewTable returns a table with a copy of rows. Rows of the same attribute are
// added up.
func NewTable(rows ...Row) Table {
	t := Table{rows: make([]Row, 0, len(rows))}
	for _, r := range rows {
		t.AddRow(r)
	}
	return t
}

// Add counts one outcome of an attribute.
func (t *Table) Add(attribute string, o Outcome) { t.row(attribute, false).Counts.Add(o) }

// AddRow adds the counts of a row to those of its attribute.
func (t *Table) AddRow(r Row) {
	to := t.row(r.Attribute, r.Items)
	to.Counts = to.Counts.Plus(r.Counts)
}

// Merge adds all rows of u. Attributes that t lacks are appended in u's order.
// The conventions of t stay.
func (t *Table) Merge(u Table) {
	for _, r := range u.rows {
		t.AddRow(r)
	}
}

// At returns row i for counting in place, without looking up its name. It is
// valid until the next attribute is added.
func (t *Table) At(i int) *Row { return &t.rows[i] }

// Clone returns a table that shares nothing with t.
func (t Table) Clone() Table {
	t.rows = slices.Clone(t.rows)
	t.index = nil
	return t
}

// Len returns the number of rows.
func (t Table) Len() int { return len(t.rows) }

// Rows returns a copy of the rows in order.
func (t Table) Rows() []Row { return slices.Clone(t.rows) }

// Counts returns the counts of an attribute, or false when the table has no
// such row.
func (t Table) Counts(attribute string) (Counts, bool) {
	for i := range t.rows {
		if t.rows[i].Attribute == attribute {
			return t.rows[i].Counts, true
		}
	}
	return Counts{}, false
}

// Total returns the sum over all leaves: every row but the item-level ones.
func (t Table) Total() Counts {
	var sum Counts
	for i := range t.rows {
		if !t.rows[i].Items {
			sum = sum.Plus(t.rows[i].Counts)
		}
	}
	return sum
}

// Micro returns the confusion of the summed counts, invented keys included:
// its precision, recall and F1 are the micro averages, in which every leaf has
// the same say.
func (t Table) Micro() Confusion { return t.Total().Confusion(t.Policy) }

// MacroF1 returns the unweighted mean of the attributes' F1, in [0,1]: every
// attribute has the same say, however rare. [InMean] says what an
// attribute counts whose F1 is undefined; see SkipUndefined for the other
// convention. Item-level rows and invented keys are not in it; see [Row.InMeans].
// Undefined when no attribute is left.
func (t Table) MacroF1() (float64, bool) {
	return t.mean(Confusion.F1, func(Counts) float64 { return 1 })
}

// MacroPrecision is like MacroF1 for precision: an attribute for which nothing
// was given has an undefined precision, which counts 0 if the truth has values
// for it.
func (t Table) MacroPrecision() (float64, bool) {
	return t.mean(Confusion.Precision, func(Counts) float64 { return 1 })
}

// MacroRecall is like MacroF1 for recall: an attribute that the truth never has
// and that was hallucinated counts 0.
func (t Table) MacroRecall() (float64, bool) {
	return t.mean(Confusion.Recall, func(Counts) float64 { return 1 })
}

// WeightedF1 returns the mean of the attributes' F1 weighted by their support,
// with the rules of MacroF1 for undefined ones. Undefined when the support of
// all attributes is 0.
func (t Table) WeightedF1() (float64, bool) {
	return t.mean(Confusion.F1, func(c Counts) float64 { return float64(c.Support()) })
}

// Accuracy returns the accuracy over all leaves; see [Counts.Accuracy].
func (t Table) Accuracy() (float64, bool) { return t.Total().Accuracy() }

// NullFloor returns the accuracy of an extractor that returns nothing; see
// [Counts.NullFloor]. An accuracy near its floor says little.
func (t Table) NullFloor() (float64, bool) { return t.Total().NullFloor() }

// InMeans reports whether macro and weighted means include r: item-level rows and
// invented keys are no attributes.
func (r *Row) InMeans() bool { return !r.Items && r.Attribute != InventedAttribute }

// InMean returns what one attribute counts in a macro or weighted mean of a ratio, such
// as [Confusion.F1]: where the ratio is undefined, 0 if
// there is any false positive or false negative, unless skipUndefined is set. It is
// false when the mean leaves the attribute out.
func InMean(of func(Confusion) (float64, bool), c Confusion, skipUndefined bool) (value float64, ok bool) {
	value, ok = of(c)
	return value, ok || !skipUndefined && c.FP+c.FN > 0
}

func (t Table) mean(of func(Confusion) (float64, bool), weight func(Counts) float64) (float64, bool) {
	var sum, weights float64
	for i := range t.rows {
		r := &t.rows[i]
		if !r.InMeans() {
			continue
		}
		v, ok := InMean(of, r.Counts.Confusion(t.Policy), t.SkipUndefined)
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

// row returns the row of an attribute, appending it when it is new.
func (t *Table) row(attribute string, items bool) *Row {
	if t.index == nil && len(t.rows) >= scanLimit {
		t.index = make(map[string]int, 2*len(t.rows))
		for i := range t.rows {
			t.index[t.rows[i].Attribute] = i
		}
	}
	if t.index != nil {
		if i, ok := t.index[attribute]; ok {
			return &t.rows[i]
		}
		t.index[attribute] = len(t.rows)
	} else {
		for i := range t.rows {
			if t.rows[i].Attribute == attribute {
				return &t.rows[i]
			}
		}
	}
	t.rows = append(t.rows, Row{Attribute: attribute, Items: items})
	return &t.rows[len(t.rows)-1]
}

// MarshalJSON writes the rows in order. The conventions are not part of it:
// facts are stored, conventions are chosen when reading.
func (t Table) MarshalJSON() ([]byte, error) {
	if t.rows == nil {
		return []byte("[]"), nil
	}
	return json.Marshal(t.rows)
}

// UnmarshalJSON reads what MarshalJSON wrote and keeps the conventions of t. A
// row without attribute, or with a negative count, is an error.
func (t *Table) UnmarshalJSON(data []byte) error {
	var rows []Row
	if err := json.Unmarshal(data, &rows); err != nil {
		return err
	}
	fresh := Table{Policy: t.Policy, SkipUndefined: t.SkipUndefined}
	for i, r := range rows {
		if r.Attribute == "" {
			return fmt.Errorf("metrics: row %d has no attribute", i)
		}
		for _, o := range Outcomes() {
			if r.Counts.Of(o) < 0 {
				return fmt.Errorf("metrics: row %d (%q): %s is negative", i, r.Attribute, o)
			}
		}
		fresh.AddRow(r)
	}
	*t = fresh
	return nil
}
