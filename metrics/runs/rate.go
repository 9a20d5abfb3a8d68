package runs

import "github.com/extracteval/extracteval/metrics/document"

// Rate is a share as two counts, so that the rates of several documents add up:
// failed responses of all responses, valid records of all records.
type Rate struct {
	Hits  int `json:"hits"`
	Total int `json:"total"`
}

// Add counts one more.
func (r *Rate) Add(hit bool) {
	r.Total++
	if hit {
		r.Hits++
	}
}

// Plus returns the sum of r and s.
func (r Rate) Plus(s Rate) Rate { return Rate{Hits: r.Hits + s.Hits, Total: r.Total + s.Total} }

// Value returns Hits / Total, in [0,1]. Undefined when nothing was counted.
func (r Rate) Value() (float64, bool) {
	if r.Total == 0 {
		return 0, false
	}
	return float64(r.Hits) / float64(r.Total), true
}

// OrOne returns Hits / Total, and 1 when nothing was counted: the convention for the share of items
// that keep a rule, since a rule is kept where there is no item to break it.
func (r Rate) OrOne() float64 {
	if v, ok := r.Value(); ok {
		return v
	}
	return 1
}

// SchemaValid counts the records that validate accepts. The schemaValidRate of a
// document, or of several with their counts added up, is [Rate.OrOne]: 1 without any
// record.
func SchemaValid(records []document.Value, validate func(document.Value) error) Rate {
	var r Rate
	for _, record := range records {
		r.Add(validate(record) == nil)
	}
	return r
}
