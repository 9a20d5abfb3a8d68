package eval

import (
	"strconv"

	"github.com/extracteval/extracteval/metrics/compare"
)

// score sets the score, the verdict and the reasoning of the case.
func (ev *evaluation) score() {
	r, t := &ev.result, &ev.tally
	fields := t.Hits + t.Misses
	switch ev.spec.Aggregation {
	case AllOrNothing:
		r.Score, r.NullScore = t.All(), t.Null.All()
	case MacroF1:
		r.Score, r.NullScore = t.MacroF1(ev.rows, ev.plan.unscored, ev.excused), t.Null.All()
	default:
		r.Score, r.NullScore = t.Mean(), t.Null.Mean()
	}
	if ev.void {
		r.Score = 0
	}
	r.Verdict = ev.verdict()
	if fields == 0 {
		r.Score, r.Reasoning = 0, "no field was scored"
		return
	}
	r.Reasoning = strconv.Itoa(t.Hits) + "/" + strconv.Itoa(fields) + " fields matched"
	switch {
	case ev.voidTag == tagType:
		r.Reasoning += "; got is of another kind: " + r.Unreadable
	case r.Unreadable != "":
		r.Reasoning += "; got could not be read: " + r.Unreadable
	}
}

func (ev *evaluation) verdict() Verdict {
	t := &ev.tally
	switch {
	case ev.void || t.Hits+t.Misses == 0:
		return Fail
	case ev.spec.Threshold > 0:
		if compare.Reaches(ev.result.Score, ev.spec.Threshold) {
			return Pass
		}
		return Fail
	case t.Misses == 0:
		return Pass
	case t.Hits == 0 && t.Matches == 0, ev.spec.Aggregation == AllOrNothing:
		return Fail
	}
	return Partial
}

// excuse notes an optional value that got lacks.
func (ev *evaluation) excuse(row int) {
	if ev.excused == nil {
		ev.excused = make(map[int]int)
	}
	ev.excused[row]++
}
