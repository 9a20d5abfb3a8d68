package breakdown

import (
	"cmp"
	"slices"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/sorted"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Calibrator holds the confidences that an extractor gave against what came true.
// A leaf is right when it is a match or a correct absence; leaves without a
// confidence, and those that could not be compared, are left out. The zero value
// is ready to use. With several trials it takes the first.
type Calibrator struct {
	// MaxPredictions bounds what is kept of each attribute. Default 100,000.
	MaxPredictions int
	// Cluster is the tag whose values join cases, see [report.Dataset].
	Cluster string

	documents  documents
	attributes map[string]*predictions
}

type predictions struct {
	kept    []stats.Prediction
	leftOut int
}

// Calibration is what the confidences of one attribute are worth.
type Calibration struct {
	// Attribute is "" for all attributes together.
	Attribute   string `json:"attribute"`
	Predictions int    `json:"predictions"`
	// Documents is how many documents they are of.
	Documents int `json:"documents"`
	Correct   int `json:"correct"`
	// LeftOut is how many predictions came after MaxPredictions.
	LeftOut int `json:"left_out,omitzero"`
	// ECE is made with Bins bins of equal width.
	ECE   report.Ratio `json:"ece,omitzero"`
	Brier report.Ratio `json:"brier,omitzero"`
	AUROC report.Ratio `json:"auroc,omitzero"`
	Bins  []stats.Bin  `json:"bins,omitzero"`
	// StraightThrough answers for 99, 98 and 95 % accuracy from which confidence on
	// review may be skipped.
	StraightThrough []StraightThrough `json:"straight_through,omitzero"`
	// Curve is the risk at each coverage, thinned to at most 200 points.
	Curve []stats.RiskPoint `json:"curve,omitzero"`
}

// Accuracy is the share of the predictions that are right.
func (c *Calibration) Accuracy() report.Ratio {
	return report.RatioOf(float64(c.Correct)/float64(c.Predictions), c.Predictions > 0)
}

// StraightThrough is the largest share of values that may be accepted without
// review at an accuracy which holds for other documents, too, in which values of one
// document count as one: see [stats.Assured].
type StraightThrough struct {
	Accuracy float64 `json:"accuracy"`
	// Reached: from some confidence on the lower bound of the accuracy, at a level of
	// 95 %, is as high; else Point is zero.
	Reached bool `json:"reached"`
	// Needed is how many documents it takes at least, all of their values right, where
	// there are fewer. Where few documents have most of the values, Effective is the
	// number that counts.
	Needed    int             `json:"needed,omitzero"`
	Effective float64         `json:"effective,omitzero"`
	Point     stats.RiskPoint `json:"point,omitzero"`
}

const (
	calibrationBins       = 10
	curvePoints           = 200
	defaultMaxPredictions = 100_000
)

// Add adds a case.
func (k *Calibrator) Add(c *report.Case) {
	if c.Trial > 1 {
		return
	}
	unit := k.documents.of(c, k.Cluster)
	for i := range c.Fields {
		f := &c.Fields[i]
		confidence, ok := f.Confidence.Get()
		if !ok || confidence < 0 || confidence > 1 || f.Outcome == metrics.Errored {
			continue
		}
		of := k.attributes[f.Attribute]
		if of == nil {
			if k.attributes == nil {
				k.attributes = map[string]*predictions{}
			}
			of = &predictions{}
			k.attributes[f.Attribute] = of
		}
		if len(of.kept) == cmp.Or(k.MaxPredictions, defaultMaxPredictions) {
			of.leftOut++
			continue
		}
		of.kept = append(of.kept, stats.Prediction{Confidence: confidence, Correct: f.Outcome.Hit(), Document: unit.Alone})
	}
}

// Calibrations returns first that of all attributes together, then each by name;
// nothing when there was no confidence.
func (k *Calibrator) Calibrations() []Calibration {
	if len(k.attributes) == 0 {
		return nil
	}
	unit := k.documents.unit()
	var every predictions
	var each []Calibration
	for _, name := range sorted.Keys(k.attributes) {
		of := &predictions{kept: slices.Clone(k.attributes[name].kept), leftOut: k.attributes[name].leftOut}
		for i := range of.kept {
			of.kept[i].Document = unit(of.kept[i].Document)
		}
		every.kept = append(every.kept, of.kept...)
		every.leftOut += of.leftOut
		each = append(each, of.calibration(name))
	}
	if len(each) == 1 {
		return each
	}
	return append([]Calibration{every.calibration("")}, each...)
}

func (p *predictions) calibration(attribute string) Calibration {
	c := Calibration{Attribute: attribute, Predictions: len(p.kept), LeftOut: p.leftOut}
	documents := map[uint64]struct{}{}
	for _, prediction := range p.kept {
		documents[prediction.Document] = struct{}{}
		if prediction.Correct {
			c.Correct++
		}
	}
	c.Documents = len(documents)
	c.ECE = report.RatioOf(stats.ECE(p.kept, calibrationBins))
	c.Brier = report.RatioOf(stats.Brier(p.kept))
	c.AUROC = report.RatioOf(stats.AUROC(p.kept))
	c.Bins, _ = stats.Reliability(p.kept, calibrationBins)
	effective, _ := stats.EffectiveDocuments(p.kept)
	for _, accuracy := range []float64{0.99, 0.98, 0.95} {
		s := StraightThrough{Accuracy: accuracy}
		s.Point, s.Reached = stats.Assured(p.kept, accuracy, stats.DefaultLevel)
		if needed, _ := stats.AssuredLeast(accuracy, stats.DefaultLevel); !s.Reached && effective < float64(needed) {
			s.Needed = needed
			if effective < float64(c.Documents)-0.5 {
				s.Effective = effective
			}
		}
		c.StraightThrough = append(c.StraightThrough, s)
	}
	curve, _ := stats.RiskCoverage(p.kept)
	c.Curve = thin(curve, curvePoints)
	return c
}

// thin keeps at most n points, the first and the last among them.
func thin(curve []stats.RiskPoint, n int) []stats.RiskPoint {
	if len(curve) <= n {
		return curve
	}
	kept := make([]stats.RiskPoint, n)
	for i := range kept {
		kept[i] = curve[i*(len(curve)-1)/(n-1)]
	}
	return kept
}
