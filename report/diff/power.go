package diff

import (
	"cmp"
	"fmt"
	"math"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff/internal/paired"
)

// PowerOptions say what drop is to be found. The zero value is a drop of five points by
// a comparison of independent runs.
type PowerOptions struct {
	Drop  float64 // of F1, in (0,1). Default 0.05
	Level float64 // of the comparison; see [Options]
	// Shared is how much of its mistakes the next run shares with this one, in [0,1): 0
	// for independent draws, about 0.8 for two versions of one extractor.
	Shared float64
}

// Need is how many documents a drop in one field takes.
type Need struct {
	Field string       `json:"field"`          // or "micro F1"
	Items bool         `json:"items,omitzero"` // as in Row
	F1    report.Ratio `json:"f1"`
	// Documents is how many documents of the same kind it takes until a comparison finds
	// the drop four times in five. 0: it cannot be said.
	Documents int `json:"documents"`
}

// Needs says how many documents it takes to find a drop in the micro average, and in
// each single field of a run. It is [Row.Detectable] turned round: the variance of ΔF1 is
// 2·(1 - Shared) times that of F1 in this run, as its interval has it, and both it and what one value
// adds shrink with the number of documents. The error says which option is out of range.
func Needs(s report.Summary, o PowerOptions) ([]Need, error) {
	o.Drop, o.Level = cmp.Or(o.Drop, 0.05), cmp.Or(o.Level, stats.DefaultLevel)
	if !(o.Drop > 0 && o.Drop < 1) || !(o.Level > 0 && o.Level < 1) || !(o.Shared >= 0 && o.Shared < 1) {
		return nil, fmt.Errorf("diff: drop %v, level %v, shared %v: want a drop and a level between 0 and 1, and a share from 0 to below 1", o.Drop, o.Level, o.Shared)
	}
	if len(s.Trials) == 0 {
		return nil, nil
	}
	cases, all := s.Trials[0].Cases.Scored(), 0
	var needs []Need
	alpha := 1 - o.Level
	for i, a := range s.Attributes {
		c := s.Trials[0].Counts[i].Counts.Confusion(s.Policy)
		if !a.Items {
			all += 2*c.TP + c.FP + c.FN
		}
		needs = append(needs, Need{a.Attribute, a.Items, a.F1.Value, o.documents(a.F1, s.Level, 2*c.TP+c.FP+c.FN, cases, (1-averagesShare)*alpha/float64(len(s.Attributes)))})
	}
	micro := Need{"micro F1", false, s.MicroF1.Value, o.documents(s.MicroF1, s.Level, all, cases, averagesShare*alpha)}
	return append([]Need{micro}, needs...), nil
}

func (o PowerOptions) documents(f1 report.Estimate, level float64, sum, cases int, alpha float64) int {
	if !f1.Low.Defined || sum == 0 || cases == 0 {
		return 0
	}
	deviation := (f1.High.Value - f1.Low.Value) / (2 * stats.Normal(level))
	variance := 2 * (1 - o.Shared) * deviation * deviation
	w := 2 / float64(sum) // what one value adds
	z := paired.Quantiles(alpha)
	times := max(z*z*(variance+o.Drop*w)/(o.Drop*o.Drop), w*paired.LeastBroken(alpha)/o.Drop)
	return int(math.Ceil(times * float64(cases)))
}
