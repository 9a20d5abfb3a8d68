package relabel

import (
	"maps"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// effect returns by how much the truths of the newest run change the averages of another one, over the cases that
// both have a truth of now: the mean over its trials.
func (r *Runs) effect(run int, numbers []int32, runs *ledger.Runs) (micro, macro report.Ratio) {
	newest, of := r.of[r.Newest], r.of[run]
	var was, is sums
	var entries, today []*ledger.Entry
	for _, n := range numbers {
		today = newest.Entries(today[:0], n)
		entries = of.Entries(entries[:0], n)
		if r.LeftOut[n] || today[0].Unlabelled() || entries[0].Unlabelled() {
			continue
		}
		before, changed := r.judged[run].was[n]
		for k, e := range entries {
			is.add(runs, e)
			if changed {
				e = &ledger.Entry{Trial: e.Trial, Row: before[k].Row}
			}
			was.add(runs, e)
		}
	}
	difference := func(of func(metrics.Table) (float64, bool)) report.Ratio {
		before, ok := was.mean(runs, &newest.Dataset, of)
		now, alsoOK := is.mean(runs, &newest.Dataset, of)
		return report.RatioOf(now-before, ok && alsoOK)
	}
	return difference(func(t metrics.Table) (float64, bool) { return t.Micro().F1() }), difference(metrics.Table.MacroF1)
}

// sums are the counts of each trial, by the numbers of the attributes.
type sums map[int32][]metrics.Counts

func (s *sums) add(runs *ledger.Runs, e *ledger.Entry) {
	if *s == nil {
		*s = sums{}
	}
	counts := (*s)[e.Trial]
	for len(counts) < len(runs.Names) {
		counts = append(counts, metrics.Counts{})
	}
	for a, n := range runs.Counts(e) {
		counts[a] = counts[a].Plus(n)
	}
	(*s)[e.Trial] = counts
}

// mean is the mean of a score over trials, by the conventions of a data set, undefined where it is so in any.
func (s sums) mean(runs *ledger.Runs, by *report.Dataset, of func(metrics.Table) (float64, bool)) (float64, bool) {
	sum := 0.0
	for _, trial := range slices.Sorted(maps.Keys(s)) {
		var rows []metrics.Row
		for a, n := range s[trial] {
			if n.Total() > 0 && !runs.Rules[a] {
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
