package readings

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/extracteval/extracteval/report/internal/accept"
)

// Reading is what one person says that a document has.
type Reading struct {
	Case, Reviewer string
	Value          json.RawMessage // as an answer has it
	Blind          bool            // nothing was shown but the document
	Adjudicated    bool            // what others say was shown
	Time           time.Time
	Where          string // "ann.jsonl:3"
}

// Of returns the readings of the cases of a data set in decisions, in order of the cases' first decisions and then of the
// names of the reviewers: of each reviewer the last one, by time and then in order, and none where the reviewer took it
// back. A decision without the name of a data set is of any.
func Of(dataset string, decisions []accept.Decision) []Reading {
	byCase := map[string][]accept.Decision{}
	var order []string
	for _, d := range decisions {
		whole := d.Decision == accept.Document || d.Decision == accept.Open && d.Want == nil && d.WantHash == "" && d.Got == nil
		if !whole || d.Dataset != "" && d.Dataset != dataset {
			continue
		}
		if byCase[d.Case] == nil {
			order = append(order, d.Case)
		}
		byCase[d.Case] = append(byCase[d.Case], d)
	}
	var all []Reading
	for _, id := range order {
		latest := accept.Latest(byCase[id])
		slices.SortFunc(latest, func(a, b accept.Decision) int { return cmp.Compare(a.Reviewer, b.Reviewer) })
		for _, d := range latest {
			if d.Decision == accept.Document {
				all = append(all, Reading{d.Case, d.Reviewer, d.Value, d.Blind, d.State == accept.Adjudicated, d.Time, d.Where})
			}
		}
	}
	return all
}

// Settle returns which of the readings of one case holds: the last one that is adjudicated, or else the first where all
// agree. ok is false without readings, and where reviewers differ.
func (r *Rules) Settle(of []Reading) (_ Reading, ok bool) {
	if len(of) == 0 {
		return Reading{}, false
	}
	var last *Reading
	for i := range of {
		if of[i].Adjudicated && (last == nil || !of[i].Time.Before(last.Time)) {
			last = &of[i]
		}
	}
	if last != nil {
		return *last, true
	}
	for _, other := range of[1:] {
		if result, err := r.Between(other.Value, of[0].Value); err != nil || len(Differing(result)) > 0 {
			return Reading{}, false
		}
	}
	return of[0], true
}
