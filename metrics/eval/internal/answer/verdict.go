package answer

import "github.com/extracteval/extracteval/metrics/compare"

// The verdicts on a case; see eval.Result.
const (
	Pass    = "pass"
	Partial = "partial"
	Fail    = "fail"
)

// Verdict returns the verdict on a case with a score. The threshold is 0 for none. A void case earns nothing. strict says
// that one miss fails the case.
func (t *Tally) Verdict(score, threshold float64, void, strict bool) string {
	switch {
	case void || t.Hits+t.Misses == 0:
		return Fail
	case threshold > 0:
		if compare.Reaches(score, threshold) {
			return Pass
		}
		return Fail
	case t.Misses == 0:
		return Pass
	case t.Hits == 0 && t.Matches == 0, strict:
		return Fail
	}
	return Partial
}
