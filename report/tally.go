package report

import (
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/metrics"
)

// Tally is counts by attribute, whatever the order in which attributes come: what
// a [metrics.Table] is without the order of a spec. See [FactsSchema]. The zero
// Tally is empty, ready to use.
type Tally struct {
	rows map[string]metrics.Row
}

// Add adds the rows of a case or a table.
func (t *Tally) Add(rows ...metrics.Row) {
	if t.rows == nil {
		t.rows = map[string]metrics.Row{}
	}
	for _, r := range rows {
		have := t.rows[r.Attribute]
		t.rows[r.Attribute] = metrics.Row{
			Attribute: r.Attribute, Counts: have.Counts.Plus(r.Counts), Items: have.Items || r.Items,
		}
	}
}

// Merge adds what o has counted and leaves o as it is.
func (t *Tally) Merge(o *Tally) { t.Add(o.Rows()...) }

// Rows returns the counts in order of the attribute.
func (t *Tally) Rows() []metrics.Row {
	rows := make([]metrics.Row, 0, len(t.rows))
	for _, name := range sortedKeys(t.rows) {
		rows = append(rows, t.rows[name])
	}
	return rows
}

type tallyFacts struct {
	factsHead
	Rows []metrics.Row `json:"rows"`
}

// MarshalJSON returns the form that [FactsSchema] describes.
func (t *Tally) MarshalJSON() ([]byte, error) {
	return json.Marshal(tallyFacts{headOf("tally"), t.Rows()})
}

// UnmarshalJSON reads what MarshalJSON wrote, in place of what t holds.
func (t *Tally) UnmarshalJSON(data []byte) error {
	var f tallyFacts
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("report: facts: %w", err)
	}
	if err := f.check("tally"); err != nil {
		return err
	}
	for i := range f.Rows {
		if err := checkRow(&f.Rows[i]); err != nil {
			return fmt.Errorf("report: tally: %w", err)
		}
	}
	*t = Tally{}
	t.Add(f.Rows...)
	return nil
}
