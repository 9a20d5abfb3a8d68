package estimate

import (
	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/metrics"
)

// Field is a field of a [Sample], with the influences of the documents on its F1.
type Field struct {
	Averaged bool // its values are in the micro average
	InMacro  bool // its F1 is in the macro average
	Evidence

	touched  bool // the present unit has values of it
	errored  bool // a comparison of the present unit errored
	hopeless bool // no value is right in any run, and both runs have values: F1 is 0 in both
}

// Sample holds the counts of the documents of one data set in two runs, side 0 the old one and side 1 the new one. See
// the package documentation for the order in which its methods are called.
type Sample struct {
	Fields []*Field
	Layout Layout
	Totals []int64 // a block for each field, and one for the micro average
	// SkipUndefined leaves a field without an F1 out of the macro average.
	SkipUndefined bool
	// Unequal is set by the caller before StartUnit if some document has more trials in one run than in the other.
	Unequal bool
	// Noise is set by the caller before StartUnit if it asks for the Spread of fields and averages.
	Noise bool
	// Micro and Macro are the influences of the documents on the averages.
	Micro, Macro Evidence

	macro   []int    // indices of the fields in the macro average
	inMacro int      // how many of them have values
	touched []*Field // by the present unit
	begun   bool     // the present unit has a document
	trials  [2]int   // of the present document
}

// NewSample returns a sample without documents. trials is how many trials each run has.
func NewSample(fields []*Field, trials [2]int) *Sample {
	s := &Sample{Fields: fields, Layout: Layout{Trials: trials}}
	s.Totals = make([]int64, (len(fields)+1)*s.Layout.Block())
	for i, f := range fields {
		if f.InMacro {
			s.macro = append(s.macro, i)
		}
	}
	return s
}

// Count adds the counts of a field in one trial of a document to counts, which has the length of Totals: the counts of
// a group of documents, for [Sample.Total].
func (s *Sample) Count(counts []int, field, side, trial int, c metrics.Confusion) {
	s.Layout.Add(counts, field, side, trial, c)
	if s.Fields[field].Averaged {
		s.Layout.Add(counts, len(s.Fields), side, trial, c)
	}
}

// Total adds counts to the totals.
func (s *Sample) Total(counts []int) {
	for k, n := range counts {
		s.Totals[k] += int64(n)
	}
}

// Block returns the totals of a field.
func (s *Sample) Block(field int) []int64 { return s.Layout.Of(s.Totals, field) }

// MicroBlock returns the totals of the micro average.
func (s *Sample) MicroBlock() []int64 { return s.Block(len(s.Fields)) }

// MacroScore returns the macro F1 of one run by sums, which are the Totals or a resample of them.
func (s *Sample) MacroScore(sums []int64, side int) (float64, bool) {
	each := F1(Counted)
	if s.SkipUndefined {
		each = metrics.Confusion.F1
	}
	return s.Layout.Macro(sums, side, s.macro, each)
}

// MacroDelta returns the new macro F1 less the old one, by sums as in [Sample.MacroScore].
func (s *Sample) MacroDelta(sums []int64) (float64, bool) {
	old, ok := s.MacroScore(sums, 0)
	new, alsoOK := s.MacroScore(sums, 1)
	return new - old, ok && alsoOK
}

// Sole returns the index of the field if the averages have only one field, the same one in both; else -1.
func (s *Sample) Sole() int {
	sole := -1
	for i, f := range s.Fields {
		switch {
		case !f.Averaged:
		case sole >= 0 || !f.InMacro:
			return -1
		default:
			sole = i
		}
	}
	return sole
}

// Weigh computes what a value weighs in each field and average, once all documents are in the totals.
func (s *Sample) Weigh() {
	value := 0.0 // the contribution of one value to F1 of its field, averaged over fields
	s.inMacro = 0
	for i, f := range s.Fields {
		block := s.Block(i)
		f.Weight = s.Layout.Weigh(block)
		_, both := s.Layout.Delta(block)
		f.hopeless = f.Weight.Never && both
		if f.InMacro && f.Weight != (Weight{}) {
			s.inMacro++
			value += f.Weight.Value()
		}
	}
	s.Macro.Weight = ValueWeight(value / float64(max(s.inMacro*s.inMacro, 1)))
	s.Micro.Weight = s.Layout.Weigh(s.MicroBlock())
}

// StartUnit begins a unit: a document, or documents that are copies of each other, whose values are summed.
func (s *Sample) StartUnit() { s.touched, s.begun = s.touched[:0], false }

// StartDocument begins a document of the unit that has so many trials in each run.
func (s *Sample) StartDocument(trials [2]int) {
	if !s.begun {
		s.Micro.Start(trials)
	}
	s.begun, s.trials = true, trials
	s.Micro.Extend(trials)
}

// Add adds the counts of a field in one trial of the document. errored says that a comparison errored, so that the unit
// is left out of the test of the field.
func (s *Sample) Add(field, side, trial int, c metrics.Confusion, errored bool) {
	f := s.Fields[field]
	if !f.touched {
		f.touched, f.errored = true, false
		f.Start(s.trials)
		s.touched = append(s.touched, f)
	}
	f.Extend(s.trials)
	f.Evidence.Add(side, trial, c)
	f.errored = f.errored || errored
	if f.Averaged {
		s.Micro.Add(side, trial, c)
	}
}

// EndUnit adds the influence of the unit on each field and average, and, with Noise, the difference between trials of one run.
func (s *Sample) EndUnit() {
	if s.Unequal {
		s.putTrials()
	} else {
		s.putChange()
	}
	if s.Noise && s.Several() {
		s.Micro.AddSpread(s.Micro.Scores())
		s.Macro.AddSpread(s.macroScores(func(f *Field, scores signflip.Trials) { f.AddSpread(scores) }))
	}
	for _, f := range s.touched {
		f.touched = false
	}
}

// Several reports whether a run has several trials.
func (s *Sample) Several() bool { return s.Layout.Trials[0]+s.Layout.Trials[1] > 2 }

// putChange adds the influence of a unit. Every document has the same number of trials in both runs.
func (s *Sample) putChange() {
	s.Micro.Put(s.Micro.Influence())
	macro := 0.0
	for _, f := range s.touched {
		change := f.Influence()
		if !f.errored {
			f.Put(change)
		}
		if f.InMacro && !f.hopeless {
			macro += change
		}
	}
	s.Macro.Put(macro / float64(max(s.inMacro, 1)))
}

// putTrials adds the contribution of each trial of a unit.
func (s *Sample) putTrials() {
	s.Micro.PutTrials(s.Micro.Scores())
	s.Macro.PutTrials(s.macroScores(func(f *Field, scores signflip.Trials) { f.PutTrials(scores) }))
}

// macroScores returns the contribution of each trial of a unit to the macro average. put gets the contributions to each
// field that could be compared.
func (s *Sample) macroScores(put func(*Field, signflip.Trials)) signflip.Trials {
	micro := s.Micro.Scores()
	macro := signflip.Trials{Old: make([]float64, len(micro.Old)), New: make([]float64, len(micro.New))}
	for _, f := range s.touched {
		scores := f.Scores()
		if !f.errored {
			put(f, scores)
		}
		if f.InMacro && !f.hopeless {
			for t, v := range scores.Old {
				macro.Old[t] += v / float64(max(s.inMacro, 1))
			}
			for t, v := range scores.New {
				macro.New[t] += v / float64(max(s.inMacro, 1))
			}
		}
	}
	return macro
}
