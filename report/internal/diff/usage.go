package diff

import (
	"fmt"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// UsageRow is the spending of the cases of both runs in one quantity. Less is better, but there is no verdict on it.
type UsageRow struct {
	// Quantity is cost, tokens or latency.
	Quantity usage.Quantity `json:"quantity"`
	// Cases is how many cases have the quantity in both runs. All numbers are over these cases.
	Cases int `json:"cases"`
	// Old and New are means over cases of their means over trials.
	Old float64 `json:"old"`
	New float64 `json:"new"`
	// Delta is New minus Old. Its interval is over the paired changes of the cases, and allows for a few that cost much
	// more. The interval is undefined with fewer than two cases. Approximate is as in [MeasureRow].
	Delta       float64      `json:"delta"`
	Low         report.Ratio `json:"low,omitzero"`
	High        report.Ratio `json:"high,omitzero"`
	Approximate bool         `json:"approximate,omitzero"`
}

// usage compares the spending of cases if both runs report it: payments to models with payments to models, and recorded
// spending with recorded spending.
func (p *pair) usage() {
	if !p.sides[0].SaysSpending || !p.sides[1].SaysSpending {
		return
	}
	apart := false // some spending is from a recording in only one run
	last := 0      // cases of the last quantity
	for i, q := range runs.Quantities {
		r := UsageRow{Quantity: q.Quantity}
		of, cases := p.ratios(func(number int32) (was, is runs.Contribution) {
			old, recordedOld := p.sides[0].Spent(number)
			new, recordedNew := p.sides[1].Spent(number)
			if old[i] > 0 && new[i] > 0 && recordedOld[i] != recordedNew[i] {
				apart, old[i] = true, 0
			}
			return spent(old[i]), spent(new[i])
		})
		r.Cases = cases
		if last = r.Cases; r.Cases == 0 {
			continue
		}
		r.Old, r.New, r.Delta = q.Amount(of.Old), q.Amount(of.New), q.Amount(of.New-of.Old)
		known := of.Defined || r.Cases > 1 // the interval is 0 if nothing changed
		r.Low, r.High = report.RatioOf(q.Amount(of.Change.Low), known), report.RatioOf(q.Amount(of.Change.High), known)
		r.Approximate = of.Defined && of.Approximate
		p.set.Usage = append(p.set.Usage, r)
	}
	old, new := p.sides[0].Replayed, p.sides[1].Replayed
	switch {
	case apart && len(p.set.Usage) > 0:
		p.set.LatencyNote = "left out: what is from a recording in one run alone"
	case apart && old+new == 0: // the recordings are of judges
		p.set.LatencyNote = "what cases took is not compared: in one run alone it is from recordings"
	case apart:
		p.set.LatencyNote = "what cases took is not compared: " + sideOf(old, new) + " from recordings"
	case len(p.set.Usage) > 0 && last == 0 && old+new > 0:
		p.set.LatencyNote = "latency is not compared: " + sideOf(old, new) + " from recordings"
	case len(p.set.Usage) > 0 && last == 0 && p.sides[0].Taken+p.sides[1].Taken > 0:
		p.set.LatencyNote = "latency is not compared: " + sideOf(p.sides[0].Taken, p.sides[1].Taken) + " taken from an earlier run"
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

// usage prints the spending of cases.
func (p *textPage) usage(s *Set) {
	var rows [][]string
	for _, r := range s.Usage {
		rows = append(rows, append([]string{string(r.Quantity)}, r.Texts()...))
	}
	p.besides("per case", rows)
	if s.LatencyNote == "" {
		return
	}
	if len(rows) == 0 {
		p.WriteByte('\n')
	}
	p.line("%s", s.LatencyNote)
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
	if interval != "" && r.Approximate {
		interval = "≈ " + interval
	}
	return []string{r.Quantity.Text(r.Old), r.Quantity.Text(r.New), signed(r.Delta), interval, fmt.Sprint(r.Cases)}
}

// spent returns the contribution of a case. stored is the spending of the case plus one, or 0 if that is unknown.
func spent(stored int64) runs.Contribution {
	if stored == 0 {
		return runs.Contribution{Weight: -1}
	}
	return runs.Contribution{Sum: float64(stored - 1), Weight: 1}
}
