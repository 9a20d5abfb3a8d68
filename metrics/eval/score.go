package eval

import (
	"strconv"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
)

// tally adds up what fields earn in a case, or leaves in a list. Optional values
// that got lacks do not come here, nor does what is unscored.
type tally struct {
	list           bool // of a list: correct absences are left out
	earned, weight float64
	hits, misses   int
	matches        int // of leaves that the truth has
	absent         int // correct absences left out

	null nullTally
}

// nullTally is what an answer without any value would have had.
type nullTally struct {
	earned, weight float64
	hits, misses   int
}

func (n *nullTally) add(hit bool, weight float64) {
	n.weight += weight
	if hit {
		n.earned += weight
		n.hits++
	} else {
		n.misses++
	}
}

// add adds a leaf and returns the weight with which it entered.
func (t *tally) add(o metrics.Outcome, score, weight float64, expected, optional bool) float64 {
	switch {
	case expected && optional: // the null answer is excused
	case expected:
		t.null.add(false, weight)
	case o != metrics.Invented && !t.list:
		t.null.add(true, weight)
	}
	if o == metrics.CorrectAbsence && t.list {
		t.absent++
		return 0
	}
	t.weight += weight
	t.earned += weight * score
	switch {
	case o == metrics.Match:
		t.matches++
		t.hits++
	case o == metrics.CorrectAbsence:
		t.hits++
	default:
		t.misses++
	}
	return weight
}

// skip notes a value that the truth lacks and that is not counted, since the answer
// is void. An answer without any value would have been right.
func (t *tally) skip(weight float64) {
	if !t.list {
		t.null.add(true, weight)
	}
}

// addList adds a list as one field of the case: its score is what its leaves
// earned of what they could, 1 if there is none. The leaves' weights become
// their share of the field's.
// The null answer is excused for an optional list of which the truth has items.
func (t *tally) addList(items *tally, weight float64, excused bool, leaves []FieldResult) {
	if !excused {
		t.null.add(items.null.misses == 0, weight)
	}
	t.matches += items.matches
	t.weight += weight
	if items.misses == 0 {
		t.hits++
	} else {
		t.misses++
	}
	if items.weight == 0 {
		t.earned += weight
		for i := range leaves {
			if leaves[i].Outcome == metrics.CorrectAbsence && items.absent > 0 {
				leaves[i].Weight = weight / float64(items.absent)
			}
		}
		return
	}
	t.earned += weight * items.earned / items.weight
	for i := range leaves {
		leaves[i].Weight *= weight / items.weight
	}
}

// score makes the score, the verdict and the reasoning of the case.
func (ev *evaluation) score() {
	r, t := &ev.result, &ev.tally
	fields := t.hits + t.misses
	switch ev.spec.Aggregation {
	case AllOrNothing:
		r.Score = share(fields > 0 && t.misses == 0)
		r.NullScore = share(t.null.hits > 0 && t.null.misses == 0)
	case MacroF1:
		r.Score = ev.macroF1()
		r.NullScore = share(t.null.hits > 0 && t.null.misses == 0)
	default:
		r.Score = mean(t.earned, t.weight)
		r.NullScore = mean(t.null.earned, t.null.weight)
	}
	if ev.void {
		r.Score = 0
	}
	r.Verdict = ev.verdict()
	if fields == 0 {
		r.Score, r.Reasoning = 0, "no field was scored"
		return
	}
	r.Reasoning = strconv.Itoa(t.hits) + "/" + strconv.Itoa(fields) + " fields matched"
	if r.Unreadable != "" {
		r.Reasoning += "; got could not be read: " + r.Unreadable
	}
}

func (ev *evaluation) verdict() Verdict {
	t := &ev.tally
	switch {
	case ev.void || t.hits+t.misses == 0:
		return Fail
	case ev.spec.Threshold > 0:
		if compare.Reaches(ev.result.Score, ev.spec.Threshold) {
			return Pass
		}
		return Fail
	case t.misses == 0:
		return Pass
	case t.hits == 0 && t.matches == 0:
		return Fail
	}
	return Partial
}

// macroF1 is the macro F1 of the attributes that are scored, without the
// optional values that got lacks. Where it is undefined although something was
// scored there is nothing but correct absences, or a comparator failed.
func (ev *evaluation) macroF1() float64 {
	var scored []metrics.Row
	for i, r := range ev.rows {
		if i < len(ev.plan.unscored) && ev.plan.unscored[i] {
			continue
		}
		r.Counts.Missing -= ev.excused[i]
		scored = append(scored, r)
	}
	f1, ok := metrics.Table{Attributes: scored}.MacroF1()
	if !ok {
		return share(ev.tally.misses == 0)
	}
	return f1
}

// excuse notes an optional value that got lacks.
func (ev *evaluation) excuse(row int) {
	if ev.excused == nil {
		ev.excused = make(map[int]int)
	}
	ev.excused[row]++
}

func share(all bool) float64 {
	if all {
		return 1
	}
	return 0
}

func mean(sum, weight float64) float64 {
	if weight == 0 {
		return 0
	}
	return min(sum/weight, 1) // rounding may lift a sum of ones above its weight
}
