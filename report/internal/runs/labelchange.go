package runs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// LabelChange is the effect of changed labels on one run of several.
type LabelChange struct {
	// Truths is the name of the run whose truths judge all runs; for two runs, "the old run" or "the new run".
	Truths string `json:"truths"`
	// Cases is how many cases of this run were judged again. The run may have had no truth for them.
	Cases int `json:"cases"`
	// MicroF1 and MacroF1 are by how much the labels change the averages of this run, over the compared cases. No
	// other number of the comparison includes this change.
	MicroF1 report.Ratio `json:"micro_f1,omitzero"`
	MacroF1 report.Ratio `json:"macro_f1,omitzero"`
	// LeftOut is how many cases cannot be judged by one truth, Why the reason. They are in no number of the comparison
	// or, if the truth was removed, only in the numbers of invariants.
	LeftOut int    `json:"left_out,omitzero"`
	Why     string `json:"why,omitzero"`
}

// Text returns the effect in one line: "labels changed in 6 cases: +0.4 points macro F1, not counted".
func (c *LabelChange) Text() string {
	text := "labels changed in " + words.Plural(c.Cases+c.LeftOut, "case")
	switch {
	case c.Cases > 0 && c.MacroF1.Defined:
		text += ": " + words.Points(c.MacroF1.Value) + " points macro F1, not counted"
	case c.Cases > 0:
		text += ": not counted"
	}
	switch {
	case c.LeftOut > 0 && c.Cases > 0:
		text += fmt.Sprintf("; %d of them left out: %s", c.LeftOut, c.Why)
	case c.LeftOut > 0:
		text += ", left out: " + c.Why
	}
	return text
}

// effect returns by how much the truths of the newest run change the averages of another run, over the cases that now
// have a truth in both: the mean over its trials.
func (t *OneTruth) effect(run int, numbers []int32) (micro, macro report.Ratio) {
	newest, c := t.Sides[t.Newest], t.Sides[run]
	fields := make([]*estimate.Field, len(c.Ledger.Attributes))
	for a := range fields {
		attribute := &c.Ledger.Attributes[a]
		fields[a] = &estimate.Field{Averaged: attribute.Averaged(), InMacro: attribute.InMacro()}
	}
	sample := estimate.NewSample(fields, [2]int{len(c.trials), len(c.trials)})
	sample.SkipUndefined = newest.Dataset.SkipUndefined
	counts := make([]int, len(sample.Totals))
	for _, n := range numbers {
		entries := c.Entries(n)
		if t.LeftOut[n] || newest.Entries(n)[0].Unlabelled || entries[0].Unlabelled {
			continue
		}
		former := t.truths[run].former[n]
		for k, e := range entries {
			rows := [2]uint32{e.Row, e.Row}
			if former != nil {
				rows[0] = former[k].Row
			}
			slot, _ := slices.BinarySearch(c.trials, e.Trial)
			for side, row := range rows {
				for a, n := range c.Ledger.Counts(row) {
					sample.Count(counts, a, side, slot, c.Ledger.Attributes[a].Confusion(n, newest.Dataset.Policy))
				}
			}
		}
	}
	sample.Total(counts)
	return report.RatioOf(sample.Layout.Delta(sample.MicroBlock())), report.RatioOf(sample.MacroDelta(sample.Totals))
}

// leastEmptied is the number of cases that a field of few cases must lose: a few truths that are corrected hide no
// mistakes to speak of.
const leastEmptied = 5

// emptiedFields says which fields lost too many truths between an earlier run i and the newest one: mistakes in a field
// whose truths were emptied count no longer. It is "" without such a field. The loss of a field is the number of cases
// whose truth had it before less the number whose truth has it now, over the cases whose truths changed. It is too much if
// it is more than a tenth of the cases; or leastEmptied cases or more, and more than a tenth of the cases whose truth had
// the field before.
func (t *OneTruth) emptiedFields(i int, numbers []int32) string {
	if len(t.truths[i].former) == 0 {
		return ""
	}
	ledger := t.Sides[i].Ledger
	lost, support := make([]int, len(ledger.Attributes)), make([]int, len(ledger.Attributes))
	for _, n := range numbers {
		if t.LeftOut[n] {
			continue
		}
		row := t.Sides[i].Entries(n)[0].Row
		older := row
		if former := t.truths[i].former[n]; len(former) > 0 {
			older = former[0].Row
		}
		for a, counts := range ledger.Counts(older) {
			if counts.Support() > 0 {
				support[a]++
				lost[a]++
			}
		}
		for a, counts := range ledger.Counts(row) {
			if counts.Support() > 0 {
				lost[a]--
			}
		}
	}
	var fields []string
	for a, n := range lost {
		tooMany := func(cases int) bool { return float64(n) > mostLeftOut*float64(cases) }
		if (tooMany(len(numbers)) || n >= leastEmptied && tooMany(support[a])) && ledger.Attributes[a].Averaged() {
			fields = append(fields, fmt.Sprintf("%s has a truth in %d of %s less than before", words.Visible(ledger.Attributes[a].Name), n, words.Plural(support[a], "case")))
		}
	}
	return strings.Join(fields, "; ")
}
