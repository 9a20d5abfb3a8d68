package estimate

import (
	"github.com/extracteval/extracteval/metrics/stats"
)

// Interval is the interval of a change by itself, which [Agree] makes agree with its test.
type Interval struct {
	stats.Interval
	Defined     bool
	Approximate bool // it rests on fewer than [FewDocuments]
}

// Intervals returns the intervals of the changes of F1 of the fields, of the micro and of the macro average, by
// resamples of the Totals. The percentile interval is too narrow if few documents changed, and a point if none did: see
// [Change.Interval]. changed is the number of units that changed in each field, and averaged the number of
// those that changed in any field of the averages.
func (s *Sample) Intervals(resamples *stats.Accumulator, changed []int, averaged int, units Units) (fields []Interval, micro, macro Interval) {
	last, width := len(s.Fields), s.Layout.Block()
	all := make([]Interval, last+1)
	Abreast(last+1, func(i int) {
		n := averaged
		if i < last {
			n = changed[i]
		}
		columns := make([]int, width)
		for k := range columns {
			columns[k] = i*width + k
		}
		all[i] = interval(resamples.Select(columns), Change{Score: s.Layout.Delta, Values: s.Layout.Values, Changed: n, Units: units})
	})
	macro = interval(resamples, Change{
		Score:  s.MacroDelta,
		Values: func(sums []int64) int64 { return s.Layout.Values(s.Layout.Of(sums, last)) }, Changed: averaged, Units: units,
	})
	return all[:last], all[last], s.widen(macro, all[:last])
}

func interval(sums *stats.Accumulator, change Change) Interval {
	i, documents, ok := change.Interval(sums)
	return Interval{i, ok, ok && documents < FewDocuments}
}

// widen makes the change of the macro average as uncertain as the changes of its fields (see [MeanInterval]).
// The resamples of the average have a field only in its documents, which may be few.
func (s *Sample) widen(macro Interval, fields []Interval) Interval {
	if !macro.Defined {
		return macro
	}
	var each []Estimated
	for _, i := range s.macro {
		delta, ok := s.Layout.Delta(s.Block(i))
		if !ok { // the field has only absent values, and is not in the average
			continue
		}
		e := Estimated{Value: delta, Interval: stats.Interval{Low: -1, High: 1}}
		if fields[i].Defined {
			e.Interval = fields[i].Interval
		}
		each = append(each, e)
		macro.Approximate = macro.Approximate || fields[i].Approximate
	}
	if mean, ok := MeanInterval(each); ok {
		macro.Interval = Hull(mean, macro.Interval)
	}
	return macro
}
