package rescore

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
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
	newest, of := t.of[t.newest], t.of[run]
	var was, is sums
	for _, n := range numbers {
		entries := of.Entries(n)
		if t.LeftOut[n] || newest.Entries(n)[0].Unlabelled || entries[0].Unlabelled {
			continue
		}
		before, changed := t.judged[run].was[n]
		for k, e := range entries {
			is.add(of.Runs, e.Trial, e.Row)
			if changed {
				e.Row = before[k].Row
			}
			was.add(of.Runs, e.Trial, e.Row)
		}
	}
	difference := func(score func(metrics.Table) (float64, bool)) report.Ratio {
		before, ok := was.mean(of.Runs, &newest.Dataset, score)
		now, alsoOK := is.mean(of.Runs, &newest.Dataset, score)
		return report.RatioOf(now-before, ok && alsoOK)
	}
	return difference(func(t metrics.Table) (float64, bool) { return t.Micro().F1() }), difference(metrics.Table.MacroF1)
}

// sums are the counts of each trial, by the numbers of the attributes.
type sums map[int32][]metrics.Counts

func (s *sums) add(runs *ledger.Runs, trial int32, row uint32) {
	if *s == nil {
		*s = sums{}
	}
	counts := (*s)[trial]
	for len(counts) < len(runs.Names) {
		counts = append(counts, metrics.Counts{})
	}
	for a, n := range runs.Counts(row) {
		counts[a] = counts[a].Plus(n)
	}
	(*s)[trial] = counts
}

// mean returns the mean of a score over trials, by the conventions of a data set; undefined if it is undefined in any
// trial.
func (s sums) mean(runs *ledger.Runs, by *report.Dataset, of func(metrics.Table) (float64, bool)) (float64, bool) {
	sum := 0.0
	for _, trial := range slices.Sorted(maps.Keys(s)) {
		var rows []metrics.Row
		for a, n := range s[trial] {
			if n.Total() > 0 && !runs.Rules[a] && !runs.Classes[a] {
				rows = append(rows, metrics.Row{Attribute: runs.Names[a], Items: runs.Items[a], Counts: n})
			}
		}
		t := metrics.NewTable(rows...)
		t.Policy, t.SkipUndefined = by.Policy, by.SkipUndefined
		v, ok := of(t)
		if !ok {
			return 0, false
		}
		sum += v
	}
	return sum / float64(max(len(s), 1)), len(s) > 0
}
