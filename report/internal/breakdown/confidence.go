package breakdown

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/estimate/onerun"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// Calibrator compares the confidences of an extractor with the outcomes. A leaf is right when it is a match or a
// correct absence. Leaves without a confidence, and leaves whose comparison failed, are left out. The zero value is
// ready to use. Of several trials it uses the first.
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
	// Documents is the number of documents, or of clusters, that the predictions come from.
	Documents int `json:"documents"`
	Correct   int `json:"correct"`
	// LeftOut is how many predictions came after the first 100,000 of their attribute.
	LeftOut int `json:"left_out,omitzero"`
	// Over is the mean confidence minus the share that is right, from -1 to 1: above 0 the extractor is surer than it
	// should be. ECE uses Bins, which are of equal width. Over, ECE and Brier are undefined if the effective number of
	// documents is below [estimate.FewDocuments].
	Over  report.Estimate `json:"over,omitzero"`
	ECE   report.Estimate `json:"ece,omitzero"`
	Brier report.Estimate `json:"brier,omitzero"`
	// AUROC is undefined if the effective number of documents with a wrong value, or with a right one, is below five.
	AUROC report.Estimate `json:"auroc,omitzero"`
	Bins  []stats.Bin     `json:"bins,omitzero"`
	// StraightThrough has the confidence from which review may be skipped, for 99, 98 and 95 % accuracy.
	StraightThrough []StraightThrough `json:"straight_through,omitzero"`
	// Curve is the risk at each coverage, thinned to at most 200 points.
	Curve []stats.RiskPoint `json:"curve,omitzero"`
}

// Accuracy is the share of the predictions that are right.
func (c *Calibration) Accuracy() report.Ratio {
	return report.RatioOf(float64(c.Correct)/float64(c.Predictions), c.Predictions > 0)
}

// StraightThrough is the largest share of values that may be accepted without review at an accuracy that also holds for
// other documents. Values of one document count as one: see [onerun.Assured].
type StraightThrough struct {
	Accuracy float64 `json:"accuracy"`
	// Reached says that, from some confidence on, the lower bound of the accuracy at a level of 95 % is at least
	// Accuracy. If it is false, Point is zero.
	Reached bool `json:"reached"`
	// Needed is the least number of documents that reach Accuracy if all their values are right; it is 0 if there are
	// enough documents. Effective is the effective number of documents if few documents have most of the values, else
	// 0.
	Needed    int             `json:"needed,omitzero"`
	Effective float64         `json:"effective,omitzero"`
	Point     stats.RiskPoint `json:"point,omitzero"`
}

const (
	calibrationBins = 10
	curvePoints     = 200
	maxPredictions  = 100_000 // kept of an attribute
	leastOfEach     = 5       // documents with a right value, and with a wrong one
)

// Add adds a case.
func (k *Calibrator) Add(c *report.Case) {
	if c.Trial > 1 {
		return
	}
	unit := k.documents.unitOf(c, k.Cluster)
	for i := range c.Fields {
		f := &c.Fields[i]
		confidence, ok := f.Confidence.Value, f.Confidence.Defined
		if !ok || confidence < 0 || confidence > 1 || f.Outcome == metrics.Errored {
			continue
		}
		own := arithmetic.Entry(&k.attributes, f.Attribute)
		if len(own.kept) == maxPredictions {
			own.leftOut++
			continue
		}
		own.kept = append(own.kept, stats.Prediction{Confidence: confidence, Correct: f.Outcome.Hit(), Document: unit.Alone})
	}
}

// Calibrations returns the calibration of all attributes together, then one for each by name. It returns nil if no
// value has a confidence.
func (k *Calibrator) Calibrations() []Calibration {
	if len(k.attributes) == 0 {
		return nil
	}
	unit := k.documents.joinedUnit()
	var every predictions
	var each []Calibration
	for _, name := range slices.Sorted(maps.Keys(k.attributes)) {
		own := &predictions{kept: slices.Clone(k.attributes[name].kept), leftOut: k.attributes[name].leftOut}
		for i := range own.kept {
			own.kept[i].Document = unit(own.kept[i].Document)
		}
		every.kept = append(every.kept, own.kept...)
		every.leftOut += own.leftOut
		each = append(each, own.calibration(name))
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
	effective, _ := onerun.EffectiveDocuments(p.kept)
	for _, accuracy := range []float64{0.99, 0.98, 0.95} {
		s := StraightThrough{Accuracy: accuracy}
		s.Point, s.Reached = onerun.Assured(p.kept, accuracy, estimate.DefaultLevel)
		if needed, _ := onerun.AssuredLeast(accuracy, estimate.DefaultLevel); !s.Reached && effective < float64(needed) {
			s.Needed = needed
			if effective < float64(c.Documents)-0.5 {
				s.Effective = effective
			}
		}
		c.StraightThrough = append(c.StraightThrough, s)
	}
	curve, _ := stats.RiskCoverage(p.kept)
	c.Curve = thinOut(curve, curvePoints)
	return c
}

// measure sets the numbers of the calibration for which there are enough documents.
func (c *Calibration) measure(all []stats.Prediction) {
	set := func(target *report.Estimate, value float64, defined bool, least float64) func(stats.Interval, float64, bool) {
		return func(interval stats.Interval, documents float64, ok bool) {
			if defined && ok && documents >= least {
				target.Value = report.RatioOf(value, true)
				target.Low, target.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
				target.Approximate = documents < estimate.FewDocuments
			}
		}
	}
	excess, documents, ok := onerun.Overconfidence(all, estimate.DefaultLevel)
	set(&c.Over, excess.Value, ok, estimate.FewDocuments)(excess.Interval, documents, ok)
	ece, ok := stats.ECE(all, calibrationBins)
	set(&c.ECE, ece, ok, estimate.FewDocuments)(onerun.ECEInterval(all, calibrationBins, estimate.DefaultLevel))
	brier, ok := stats.Brier(all)
	set(&c.Brier, brier, ok, estimate.FewDocuments)(onerun.BrierInterval(all, estimate.DefaultLevel))
	auroc, ok := stats.AUROC(all)
	set(&c.AUROC, auroc, ok, leastOfEach)(onerun.AUROCInterval(all, estimate.DefaultLevel))
}

// CalibrationTitles are the titles of [Calibration.Cells].
var CalibrationTitles = []string{"too sure by", "ECE", "Brier", "AUROC"}

// Cells returns the numbers as texts with their intervals, "0.042 (0.021–0.063)". The first cell says how much surer
// the extractor is than it should be, with a word: "+0.041 overconfident". A number for which there are too few
// documents is replaced by the reason.
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

// miscalibrated is the word for confidences that are wrong beyond chance by ECE, but on average neither too high nor
// too low: "within chance" would contradict the interval of ECE beside it.
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

// thinOut keeps at most n points, the first and the last among them.
func thinOut(curve []stats.RiskPoint, n int) []stats.RiskPoint {
	if len(curve) <= n {
		return curve
	}
	kept := make([]stats.RiskPoint, n)
	for i := range kept {
		kept[i] = curve[i*(len(curve)-1)/(n-1)]
	}
	return kept
}
