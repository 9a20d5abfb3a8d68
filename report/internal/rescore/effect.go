package rescore

import (
	"maps"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// effect returns by how much the truths of the newest run change the averages of another one, over the cases that
// both have a truth of now: the mean over its trials.
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
