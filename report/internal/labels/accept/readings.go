package accept

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// Reading is one person's reading of a whole document.
type Reading struct {
	Case, Reviewer string
	Value          json.RawMessage // as an answer has it
	Blind          bool            // the person saw only the document
	Adjudicated    bool            // the person saw the readings of others
	Time           time.Time
	Where          string // "ann.jsonl:3"
	// Held identifies the truth, or without a truth the answer, that the document had when the person read it; see
	// [ReadingRules.Held]. It is "" if unknown. HeldBefore has this of all decisions on the case, also of those that were
	// replaced or taken back.
	Held       string
	HeldBefore []string
}

// ReadingsOf returns the readings of the cases of a data set in decisions, in the order of the cases' first decisions, then of
// the names of the reviewers. If a reviewer read a case several times, ReadingsOf returns the last reading by time, then by
// position, or none if the reviewer took it back. A decision without the name of a data set is about any data set.
func ReadingsOf(dataset string, decisions []Decision) []Reading {
	byCase := map[string][]Decision{}
	var order []string
	for _, d := range decisions {
		whole := d.Decision == Document || d.Decision == Open && d.Want == nil && d.WantHash == "" && d.Got == nil
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
		var held []string
		for _, d := range byCase[id] {
			if d.WantHash != "" && !slices.Contains(held, d.WantHash) {
				held = append(held, d.WantHash)
			}
		}
		latest := Latest(byCase[id])
		slices.SortFunc(latest, func(a, b Decision) int { return cmp.Compare(a.Reviewer, b.Reviewer) })
		for _, d := range latest {
			if d.Decision == Document {
				all = append(all, Reading{d.Case, d.Reviewer, d.Value, d.Blind, d.State == Adjudicated, d.Time, d.Where, d.WantHash, held})
			}
		}
	}
	return all
}

// Settle returns the valid reading of a case: the last adjudicated one or, if none is adjudicated, the first if all
// agree. ok is false if there are no readings, or if none is adjudicated and the readings differ.
func (r *ReadingRules) Settle(readings []Reading) (_ Reading, ok bool) {
	if len(readings) == 0 {
		return Reading{}, false
	}
	var last *Reading
	for i := range readings {
		if readings[i].Adjudicated && (last == nil || !readings[i].Time.Before(last.Time)) {
			last = &readings[i]
		}
	}
	if last != nil {
		return *last, true
	}
	for _, other := range readings[1:] {
		if result, err := r.Between(other.Value, readings[0].Value); err != nil || len(Differing(result)) > 0 {
			return Reading{}, false
		}
	}
	return readings[0], true
}
