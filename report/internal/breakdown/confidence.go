package breakdown

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Calibrator compares the confidences of an extractor with the outcomes. A leaf is right when it is a match or a
// correct absence. Leaves without a confidence, and leaves whose comparison failed, are left out. The zero value is
// ready to use. With several trials it uses the first.
type Calibrator struct {
	// Cluster is the tag whose values join cases, see [report.Dataset].
	Cluster string

	documents  documents
	attributes map[string]*predictions
}

type predictions struct {
	kept    []stats.Prediction
	leftOut int
}

// Calibration measures how well the confidences of one attribute agree with the outcomes.
type Calibration struct {
	// Attribute is "" for all attributes together.
	Attribute   string `json:"attribute"`
	Predictions int    `json:"predictions"`
	// Documents is how many documents they are of.
	Documents int `json:"documents"`
	Correct   int `json:"correct"`
	// LeftOut is how many predictions came after the first 100,000.
	LeftOut int `json:"left_out,omitzero"`
	// Over is by how much the mean confidence is above the share that is right, from -1 to 1: above 0 the extractor is
	// surer than it should be. Over, ECE, with Bins bins of equal width, and Brier are undefined where the values stand in
	// fewer than [estimate.FewDocuments] documents, effectively.
	Over  report.Estimate `json:"over,omitzero"`
	ECE   report.Estimate `json:"ece,omitzero"`
	Brier report.Estimate `json:"brier,omitzero"`
	// AUROC is undefined where fewer than five documents have a wrong value, or fewer a right one, effectively.
	AUROC report.Estimate `json:"auroc,omitzero"`
	Bins  []stats.Bin     `json:"bins,omitzero"`
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
// document count as one: see [estimate.Assured].
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
	calibrationBins = 10
	curvePoints     = 200
	maxPredictions  = 100_000 // that are kept of an attribute
	leastOfEach     = 5       // documents with a right value, and with a wrong one
)

// Add adds a case.
func (k *Calibrator) Add(c *report.Case) {
	if c.Trial > 1 {
		return
	}
	unit := k.documents.of(c, k.Cluster)
	for i := range c.Fields {
		f := &c.Fields[i]
		confidence, ok := f.Confidence.Value, f.Confidence.Defined
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
		if len(of.kept) == maxPredictions {
			of.leftOut++
			continue
		}
		of.kept = append(of.kept, stats.Prediction{Confidence: confidence, Correct: f.Outcome.Hit(), Document: unit.Alone})
	}
}

// Calibrations returns the calibration of all attributes together, then one for each by name; nil when there was no
// confidence.
func (k *Calibrator) Calibrations() []Calibration {
	if len(k.attributes) == 0 {
		return nil
	}
	unit := k.documents.unit()
	var every predictions
	var each []Calibration
	for _, name := range slices.Sorted(maps.Keys(k.attributes)) {
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
	c.measure(p.kept)
	c.Bins, _ = stats.Reliability(p.kept, calibrationBins)
	effective, _ := estimate.EffectiveDocuments(p.kept)
	for _, accuracy := range []float64{0.99, 0.98, 0.95} {
		s := StraightThrough{Accuracy: accuracy}
		s.Point, s.Reached = estimate.Assured(p.kept, accuracy, estimate.DefaultLevel)
		if needed, _ := estimate.AssuredLeast(accuracy, estimate.DefaultLevel); !s.Reached && effective < float64(needed) {
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

// measure sets the numbers of the calibration for which there are enough documents.
func (c *Calibration) measure(all []stats.Prediction) {
	set := func(to *report.Estimate, value float64, known bool, least float64) func(stats.Interval, float64, bool) {
		return func(interval stats.Interval, documents float64, ok bool) {
			if known && ok && documents >= least {
				to.Value = report.RatioOf(value, true)
				to.Low, to.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
				to.Approximate = documents < estimate.FewDocuments
			}
		}
	}
	over, documents, ok := estimate.Overconfidence(all, estimate.DefaultLevel)
	set(&c.Over, over.Value, ok, estimate.FewDocuments)(over.Interval, documents, ok)
	ece, ok := stats.ECE(all, calibrationBins)
	set(&c.ECE, ece, ok, estimate.FewDocuments)(estimate.ECEInterval(all, calibrationBins, estimate.DefaultLevel))
	brier, ok := stats.Brier(all)
	set(&c.Brier, brier, ok, estimate.FewDocuments)(estimate.BrierInterval(all, estimate.DefaultLevel))
	auroc, ok := stats.AUROC(all)
	set(&c.AUROC, auroc, ok, leastOfEach)(estimate.AUROCInterval(all, estimate.DefaultLevel))
}

// CalibrationTitles are the titles of [Calibration.Cells].
var CalibrationTitles = []string{"too sure by", "ECE", "Brier", "AUROC"}

// Cells returns the numbers as texts with their intervals, "0.042 (0.021–0.063)", and how much surer an extractor is
// than it should be, with a word, "+0.041 overconfident". In the place of a number that too few documents give stands
// the reason.
func (c *Calibration) Cells() []string {
	cell := func(e report.Estimate, reason string) string {
		if !e.Value.Defined {
			return reason
		}
		return e.Value.String() + " (" + e.Interval() + ")"
	}
	few := fmt.Sprintf("needs %d documents", estimate.FewDocuments)
	each := fmt.Sprintf("needs %d right, %d wrong", leastOfEach, leastOfEach)
	return []string{c.overText(few), cell(c.ECE, few), cell(c.Brier, few), cell(c.AUROC, each)}
}

// CalibrationNote explains the cells of calibrations.
func CalibrationNote(all []Calibration) string {
	note := fmt.Sprintf("mean confidence less the share that is right; ECE has %d bins of equal width; intervals at 95%% over documents", calibrationBins)
	if slices.ContainsFunc(all, func(c Calibration) bool { return strings.HasSuffix(c.overText(""), miscalibrated) }) {
		note += "; miscalibrated: too sure in some bins and not sure enough in others, by ECE, whose interval is above 0"
	}
	if slices.ContainsFunc(all, func(c Calibration) bool { return c.AUROC.Approximate }) {
		note += fmt.Sprintf("; ≈ approximate: fewer than %d documents have a wrong value, or a right one", estimate.FewDocuments)
	}
	return note
}

// miscalibrated is said where confidences are wrong beyond chance by ECE, and on average neither too high nor too
// low: "within chance" there would contradict the interval beside it.
const miscalibrated = "miscalibrated"

func (c *Calibration) overText(reason string) string {
	if !c.Over.Value.Defined {
		return reason
	}
	word := "within chance"
	switch {
	case c.Over.Low.Value > 0:
		word = "overconfident"
	case c.Over.High.Value < 0:
		word = "underconfident"
	case c.ECE.Low.Defined && c.ECE.Low.Value > 0:
		word = miscalibrated
	}
	return fmt.Sprintf("%+.3f %s", c.Over.Value.Value, word)
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
