package eval

import (
	"strconv"

	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
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
	r.Verdict = Verdict(t.Verdict(r.Score, ev.spec.Threshold, ev.void, ev.spec.Aggregation == AllOrNothing))
	r.Reasoning = strconv.Itoa(t.Hits) + "/" + strconv.Itoa(fields) + " fields matched"
	switch {
	case fields == 0:
		r.Score, r.Reasoning = 0, "no field was scored"
	case ev.voidTag == reading.TagType:
		r.Reasoning += "; got is of another kind: " + r.Unreadable
	case r.Unreadable != "":
		r.Reasoning += "; got could not be read: " + r.Unreadable
	}
}

// excuse notes an optional value that got lacks.
func (ev *evaluation) excuse(row int) {
	if ev.excused == nil {
		ev.excused = make(map[int]int)
	}
	ev.excused[row]++
}
