package diff

import (
	"fmt"
	"math"
	"slices"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/terminal"
	"github.com/extracteval/extracteval/report/usage"
)

// UsageRow is what the cases of both runs took of one quantity. Less is better, but no
// verdict is made of it.
type UsageRow struct {
	// Quantity is cost, tokens or latency.
	Quantity usage.Quantity `json:"quantity"`
	// Cases is how many cases have it in both runs. Everything is of these.
	Cases int `json:"cases"`
	// Old and New are means over cases, of each the mean over its trials.
	Old float64 `json:"old"`
	New float64 `json:"new"`
	// Delta is New less Old, with the interval of a bootstrap over cases, paired:
	// undefined with fewer than two cases.
	Delta float64      `json:"delta"`
	Low   report.Ratio `json:"low,omitzero"`
	High  report.Ratio `json:"high,omitzero"`
}

// compared are the quantities of spent, with the unit of its integers.
var compared = [...]struct {
	quantity usage.Quantity
	unit     float64
}{{usage.Cost, 1e-9}, {usage.Tokens, 1e-3}, {usage.Latency, 1e-6}}

// spent is what one trial of a case took, as integers above 0 in the units of compared;
// 0 where the record does not say it, else 1 more than it took. What is from a recording is
// below 0.
type spent [len(compared)]int64

const mostSpent = 1e15 // units: 1 million dollars, 30 years

func (s *spent) set(i int, v float64) {
	s[i] = int64(math.Round(min(v/compared[i].unit, mostSpent))) + 1
}

// spentOf returns what a case took. Its latency is of interest where anything else is, or
// where the data set asks for it; that of a recording is not that of a model, and that of an answer which
// was taken from an earlier run was measured then.
func spentOf(c *report.Case, latency bool) (s spent) {
	if v, ok := c.Cost["usd"]; ok && v >= 0 {
		s.set(0, v)
	}
	in, ok := c.Cost["input_tokens"]
	out, more := c.Cost["output_tokens"]
	if (ok || more) && in >= 0 && out >= 0 {
		s.set(1, in+out)
	}
	if (latency || s != spent{}) && !c.Replayed && c.Taken == "" && c.Duration > 0 && (c.Status == report.OK || c.TimedOut) {
		s.set(2, c.Duration.Seconds())
	}
	if c.Replayed || c.Cost[string(usage.ReplayedCalls)] > 0 {
		s[0], s[1] = -s[0], -s[1]
	}
	return s
}

// asksForLatency reports whether a data set says how its extractor was asked, or limits
// what its cases take.
func asksForLatency(ds *report.Dataset) bool {
	return ds.Runner != nil || ds.Gate != nil && slices.ContainsFunc(ds.Gate.Limits, report.Limit.OfSpending)
}

// spend notes what the entry of that number took.
func (l *ledger) spend(entry int32, c *report.Case) {
	if c.Replayed {
		l.replayed++
	}
	if c.Taken != "" {
		l.taken++
	}
	s := spentOf(c, asksForLatency(&l.dataset))
	if s == (spent{}) {
		return
	}
	for int(entry) >= len(l.spent) {
		l.spent = append(l.spent, spent{})
	}
	l.spent[entry] = s
}

// spentOn returns the means over the trials of a case of what they took; 0 where no trial
// says it, else 1 more. recorded: that of a trial was from a recording.
func (l *ledger) spentOn(number int32) (mean spent, recorded [len(compared)]bool) {
	var n spent
	for at := l.last(number); at >= 0; at = l.book.at(at).previous {
		if int(at) >= len(l.spent) || l.book.at(at).skipped {
			continue
		}
		for i, v := range l.spent[at] {
			if v < 0 {
				v, recorded[i] = -v, true
			}
			if v > 0 {
				mean[i] += v - 1
				n[i]++
			}
		}
	}
	for i := range mean {
		if n[i] > 0 {
			mean[i] = mean[i]/n[i] + 1
		}
	}
	return mean, recorded
}

// usage compares what the cases took, where both runs say it: what models were paid with
// one another, and what recordings say with one another.
func (p *paired) usage() {
	if len(p.sides[0].spent) == 0 || len(p.sides[1].spent) == 0 {
		return
	}
	b := stats.Bootstrap{Seed: p.o.Seed, Resamples: min(p.o.Resamples, stats.DefaultResamples), Level: p.o.Level}
	changes, err := b.Accumulator(2 * len(compared))
	if err != nil { // the options were checked
		return
	}
	var rows [len(compared)]UsageRow
	var sums [2][len(compared)]float64
	apart := false // something is from a recording on one side
	for _, d := range p.documents {
		old, recordedOld := p.sides[0].spentOn(d.cases[0])
		new, recordedNew := p.sides[1].spentOn(d.cases[1])
		var counts [2 * len(compared)]int
		for i := range compared {
			if old[i] == 0 || new[i] == 0 {
				continue
			}
			if recordedOld[i] != recordedNew[i] {
				apart = true
			} else {
				rows[i].Cases++
				sums[0][i] += float64(old[i] - 1)
				sums[1][i] += float64(new[i] - 1)
				counts[2*i], counts[2*i+1] = int(new[i]-old[i]), 1
			}
		}
		_ = changes.Add(d.unit, counts[:]) // as many counts as columns: no error
	}
	for i, q := range compared {
		r := rows[i]
		if r.Cases == 0 {
			continue
		}
		n := float64(r.Cases)
		r.Quantity = q.quantity
		r.Old, r.New = rounded(sums[0][i]/n, q.unit), rounded(sums[1][i]/n, q.unit)
		r.Delta = rounded((sums[1][i]-sums[0][i])/n, q.unit)
		interval, ok := changes.Interval(func(sums []int64) (float64, bool) {
			return float64(sums[2*i]) / float64(sums[2*i+1]), sums[2*i+1] > 0
		})
		if ok && r.Cases > 1 {
			r.Low, r.High = report.RatioOf(rounded(interval.Low, q.unit), true), report.RatioOf(rounded(interval.High, q.unit), true)
		}
		p.set.Usage = append(p.set.Usage, r)
	}
	old, new := p.sides[0].replayed, p.sides[1].replayed
	switch {
	case apart && len(p.set.Usage) > 0:
		p.set.LatencyNote = "left out: what is from a recording in one run alone"
	case apart && old+new == 0: // they are those of judges
		p.set.LatencyNote = "what cases took is not compared: in one run alone it is from recordings"
	case apart:
		p.set.LatencyNote = "what cases took is not compared: " + sideOf(old, new) + " from recordings"
	case len(p.set.Usage) > 0 && rows[len(rows)-1].Cases == 0 && old+new > 0:
		p.set.LatencyNote = "latency is not compared: " + sideOf(old, new) + " from recordings"
	case len(p.set.Usage) > 0 && rows[len(rows)-1].Cases == 0 && p.sides[0].taken+p.sides[1].taken > 0:
		p.set.LatencyNote = "latency is not compared: " + sideOf(p.sides[0].taken, p.sides[1].taken) + " taken from an earlier run"
	}
}

func sideOf(old, new int) string {
	switch {
	case new == 0:
		return "answers of the old run are"
	case old == 0:
		return "answers of the new run are"
	}
	return "answers of both runs are"
}

// rounded returns a number of units in the quantity itself, without the digits that only
// binary numbers have.
func rounded(v, unit float64) float64 {
	const digits = 1e3 // of a unit
	return math.Round(v*digits) / (digits * math.Round(1/unit))
}

// usage prints what the cases took.
func (p *textPage) usage(s *Set) {
	if len(s.Usage) == 0 {
		if s.LatencyNote != "" {
			p.WriteByte('\n')
			p.line("%s", s.LatencyNote)
		}
		return
	}
	rows := [][]string{{"per case", "old", "new", "delta", p.level() + " interval", "n"}}
	for _, r := range s.Usage {
		rows = append(rows, append([]string{string(r.Quantity)}, r.Texts()...))
	}
	p.WriteByte('\n')
	p.columns(terminal.Table{Rows: rows, Spare: [][]string{{"n"}, {p.level() + " interval"}}})
	if s.LatencyNote != "" {
		p.line("%s", s.LatencyNote)
	}
}

// Texts returns the row for people: old, new, change, interval and number of cases.
func (r UsageRow) Texts() []string {
	signed := func(v float64) string {
		if text := r.Quantity.Text(v); v > 0 {
			return "+" + text
		} else {
			return text
		}
	}
	interval := ""
	if r.Low.Defined {
		interval = signed(r.Low.Value) + " to " + signed(r.High.Value)
	}
	return []string{r.Quantity.Text(r.Old), r.Quantity.Text(r.New), signed(r.Delta), interval, fmt.Sprint(r.Cases)}
}
