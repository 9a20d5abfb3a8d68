package internal_test

import (
	"testing"
	"testing/quick"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/signflip"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
)

// changes is a test of as many documents that got better and worse by one value each.
func changes(t *testing.T, up, down int) *estimate.Test {
	t.Helper()
	e := &estimate.Evidence{Weight: estimate.ValueWeight(0.01)}
	for range up {
		e.Put(0.01)
	}
	for range down {
		e.Put(-0.01)
	}
	test, ok := estimate.NewTest(e, 0, false)
	require.True(t, ok)
	return &test
}

func TestNewTest(t *testing.T) {
	_, ok := estimate.NewTest(&estimate.Evidence{}, 0, true)
	assert.False(t, ok, "nothing changed")

	e := &estimate.Evidence{Weight: estimate.ValueWeight(0.01)}
	for range 10 {
		e.Put(-0.01)
	}
	for _, tt := range []struct {
		name            string
		delta           float64
		defined         bool
		wantDelta, want float64
	}{
		{"the change of F1", -0.12, true, -0.12, 2. / 1024},
		{"no F1", 0, false, -0.1, 2. / 1024},
		{"F1 went the other way", 0.01, true, 0.01, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			test, ok := estimate.NewTest(e, tt.delta, tt.defined)
			require.True(t, ok)
			assert.Equal(t, estimate.SignFlip, test.Method)
			assert.InDelta(t, tt.wantDelta, test.Delta, 1e-12)
			assert.InDelta(t, tt.want, test.P, 1e-12)
		})
	}
}

// The averages have half of alpha; a part that is significant passes its half on.
func TestAdjust(t *testing.T) {
	fallen, chance, few := changes(t, 0, 10), changes(t, 4, 6), changes(t, 0, 3)
	micro := changes(t, 0, 7) // p = 1/64
	f := &estimate.Family{Averages: []*estimate.Test{micro}, Fields: []*estimate.Test{fallen, chance, few}}
	estimate.Adjust([]*estimate.Family{f, {}}, 0.95)

	assert.True(t, f.Tested)
	assert.Equal(t, 3, f.Tests, "three changes cannot be significant at 0.05")
	assert.True(t, fallen.Significant)
	assert.Negative(t, fallen.Delta)
	assert.Empty(t, fallen.Reason)
	assert.False(t, chance.Significant)
	assert.Equal(t, "within chance", chance.Reason)
	assert.Equal(t, "too few changed cases to tell", few.Reason)
	assert.InDelta(t, 2./64, micro.Adjusted, 1e-12, "half of alpha, since a field is within chance")
	assert.InDelta(t, min(fallen.Adjusted, micro.Adjusted), f.P, 1e-12)

	alone := changes(t, 0, 7)
	estimate.Adjust([]*estimate.Family{{Averages: []*estimate.Test{alone}}}, 0.95)
	assert.InDelta(t, 1./64, alone.Adjusted, 1e-12, "no field changed: all of alpha")
}

// Each further data set with a test costs as much as a further test.
func TestAdjustOverDataSets(t *testing.T) {
	var families []*estimate.Family
	for range 4 {
		families = append(families, &estimate.Family{Fields: []*estimate.Test{changes(t, 0, 7)}})
	}
	estimate.Adjust(families, 0.95)
	for _, f := range families {
		assert.InDelta(t, 4./64, f.P, 1e-12)
		assert.False(t, f.Fields[0].Significant)
		assert.Equal(t, "within chance of 4 data sets", f.Fields[0].Reason)
	}
}

// A deciding test has all of alpha, and others wait for it.
func TestAdjustDeciding(t *testing.T) {
	deciding, other := changes(t, 0, 7), changes(t, 0, 20)
	estimate.Adjust([]*estimate.Family{{Deciding: true, Averages: []*estimate.Test{deciding}, Fields: []*estimate.Test{other}}}, 0.95)
	assert.InDelta(t, 1./64, deciding.Adjusted, 1e-12)
	assert.InDelta(t, 1./64, other.Adjusted, 1e-12)

	deciding, other = changes(t, 5, 5), changes(t, 0, 20)
	estimate.Adjust([]*estimate.Family{{Deciding: true, Averages: []*estimate.Test{deciding}, Fields: []*estimate.Test{other}}}, 0.95)
	assert.False(t, other.Significant)
}

// A repeated test is no hypothesis: it has the adjusted p-value of the field.
func TestRepeat(t *testing.T) {
	field, micro := changes(t, 0, 6), changes(t, 0, 9)
	field.Method = estimate.McNemar
	micro.Repeat(*field)
	f := &estimate.Family{Fields: []*estimate.Test{field, changes(t, 4, 6)}, Repeated: []*estimate.Test{micro}}
	estimate.Adjust([]*estimate.Family{f}, 0.95)
	assert.Equal(t, 2, f.Tests)
	assert.Equal(t, estimate.McNemar, micro.Method)
	assert.InDelta(t, 2./64+22./1024, field.Adjusted, 1e-12, "ten changes have p = 22/1024, too, if one goes the other way")
	assert.Equal(t, field.Adjusted, micro.Adjusted)
}

func TestEvery(t *testing.T) {
	weak, strong := changes(t, 3, 7), changes(t, 0, 12)
	every := estimate.Every([]estimate.Test{*strong, *weak})
	assert.InDelta(t, weak.P, every.P, 1e-12)
	assert.InDelta(t, strong.Possible.Least, every.Possible.Least, 1e-12)
}

func TestAgree(t *testing.T) {
	sure, unsure := changes(t, 0, 10), changes(t, 0, 3)
	sure.Adjusted, unsure.Adjusted = 0.01, 0.25
	i := estimate.Agree(stats.Interval{Low: -0.2, High: 0.01}, -0.1, []estimate.Test{*sure}, 0.95)
	assert.Negative(t, i.High)
	i = estimate.Agree(stats.Interval{Low: -0.2, High: -0.01}, -0.1, []estimate.Test{*unsure}, 0.95)
	assert.GreaterOrEqual(t, i.High, 0.0)
	i = estimate.Agree(stats.Interval{Low: -0.2, High: -0.01}, -0.1, nil, 0.95)
	assert.GreaterOrEqual(t, i.High, 0.0, "nothing that could be tested")
}

func TestSole(t *testing.T) {
	both := estimate.Field{Averaged: true, InMacro: true}
	for _, tt := range []struct {
		name   string
		fields []estimate.Field
		want   int
	}{
		{"none", nil, -1},
		{"one, beside an invariant", []estimate.Field{{}, both}, 1},
		{"two", []estimate.Field{both, both}, -1},
		{"invented keys, which are in the micro average alone", []estimate.Field{both, {Averaged: true}}, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var fields []*estimate.Field
			for i := range tt.fields {
				fields = append(fields, &tt.fields[i])
			}
			assert.Equal(t, tt.want, estimate.NewSample(fields, [2]int{1, 1}).Sole())
		})
	}
}

// documents are answers of both runs in one field: the bits say which are right.
type documents []struct{ Old, New, Copy bool }

// sample returns a sample of one field. Copies are of one unit with the document before.
func (all documents) sample(exchanged bool) *estimate.Sample {
	s := estimate.NewSample([]*estimate.Field{{Averaged: true, InMacro: true}}, [2]int{1, 1})
	confusion := func(right bool) metrics.Confusion {
		if right {
			return metrics.Confusion{TP: 1}
		}
		return metrics.Confusion{FN: 1}
	}
	counts := make([]int, len(s.Totals))
	sides := func(i int) [2]bool {
		if exchanged {
			return [2]bool{all[i].New, all[i].Old}
		}
		return [2]bool{all[i].Old, all[i].New}
	}
	for i := range all {
		for side, right := range sides(i) {
			s.Count(counts, 0, side, 0, confusion(right))
		}
	}
	s.Total(counts)
	s.Weigh()
	for i, d := range all {
		if i == 0 || !d.Copy {
			s.StartUnit()
		}
		s.StartDocument([2]int{1, 1})
		for side, right := range sides(i) {
			s.Add(0, side, 0, confusion(right), false)
		}
		if i+1 == len(all) || !all[i+1].Copy {
			s.EndUnit()
		}
	}
	return s
}

// By hand: of two fields of ten right values a value is a tenth of F1, and half of that in the mean of both. A field that is in no
// average and one without values have no part in it. A unit in which a comparison errored is no evidence of that field.
func TestSampleByHand(t *testing.T) {
	for _, unequal := range []bool{false, true} {
		both := estimate.Field{Averaged: true, InMacro: true}
		one, two, own, empty := both, both, estimate.Field{}, both
		s := estimate.NewSample([]*estimate.Field{&one, &two, &own, &empty}, [2]int{1, 1})
		counts := make([]int, len(s.Totals))
		for field := range 3 {
			for side := range 2 {
				s.Count(counts, field, side, 0, metrics.Confusion{TP: 10})
			}
		}
		s.Total(counts)
		s.Weigh()
		assert.InDelta(t, 0.1, one.Weight.Value(), 1e-12)
		assert.InDelta(t, 0.05, s.Micro.Weight.Value(), 1e-12)
		assert.InDelta(t, 0.05, s.Macro.Weight.Value(), 1e-12)
		s.Unequal = unequal
		s.StartUnit()
		s.StartDocument([2]int{1, 1})
		for side, c := range [2]metrics.Confusion{{TP: 1}, {FN: 1}} {
			s.Add(0, side, 0, c, false)
			s.Add(1, side, 0, c, side == 1)
			s.Add(3, side, 0, metrics.Confusion{TN: 1}, false)
		}
		s.EndUnit()
		assert.Equal(t, [5]int{1, 0, 0, 1, 1}, [5]int{one.Changes, two.Changes, empty.Changes, s.Micro.Changes, s.Macro.Changes})
		assert.InDelta(t, -0.05, s.Macro.Sum(), 1e-12) // of each field one value is missing: 2TP is 2 less, and 2TP+FN 1 less, of 20
	}
}

// Two trials of the old run and three of the new one, by hand.
func TestLayoutOfTrials(t *testing.T) {
	l := estimate.Layout{Trials: [2]int{2, 3}}
	counts := make([]int, l.Block())
	for side, trials := range [2][]metrics.Confusion{{{TP: 4, FN: 2, FP: 1}, {TP: 6, FP: 1}}, {{TP: 1}, {TP: 2}, {TP: 3}}} {
		for trial, c := range trials {
			l.Add(counts, 0, side, trial, c)
		}
	}
	block := make([]int64, len(counts))
	for i, n := range counts {
		block[i] = int64(n)
	}
	assert.Equal(t, 6.0, l.Truths(block))
	lost, gained := l.Changed(block)
	assert.Equal(t, [2]float64{3, 1}, [2]float64{lost, gained})
	// F1 is 8/11 and 12/13, then 1 each time.
	sum, free, ok := l.Variance(block)
	assert.True(t, ok)
	assert.Equal(t, 3, free)
	assert.InDelta(t, (12./13-8./11)*(12./13-8./11)/2, sum, 1e-12)

	var e estimate.Evidence
	e.AddSpread(signflip.Trials{Old: []float64{0, 1}, New: []float64{0, 0, 3}})
	e.AddSpread(signflip.Trials{Old: []float64{1}, New: []float64{3}})
	assert.InDelta(t, (0.5+6)/3*(1./2+1./3), e.Spread, 1e-12)
}

// By hand: with z = 1.95996 + 0.84162, the root of d = z·√(.01 + .01·d); six broken cases of .01; and no drop without a weight.
func TestDetectable(t *testing.T) {
	e := estimate.Evidence{Weight: estimate.ValueWeight(0.01)}
	drop, ok := e.Detectable(0.05)
	assert.True(t, ok)
	assert.InDelta(t, 2.80159*2.80159*0.01, drop, 1e-5, "nothing changed")
	for range 4 {
		e.Put(0.05)
	}
	drop, _ = e.Detectable(0.05)
	assert.InDelta(t, 0.32214, drop, 1e-5)
	e.Weight = estimate.ValueWeight(0)
	_, ok = e.Detectable(0.05)
	assert.False(t, ok)
}

// A field of one document, right in both runs, is right in every resample. The average is as uncertain as that field all the same.
func TestMacroIntervalOfARareField(t *testing.T) {
	both := estimate.Field{Averaged: true, InMacro: true}
	rare := both
	s := estimate.NewSample([]*estimate.Field{&both, &rare}, [2]int{1, 1})
	resamples, err := stats.Bootstrap{Level: 0.95, Resamples: 200}.Accumulator(len(s.Totals))
	require.NoError(t, err)
	for i := range 60 {
		counts := make([]int, len(s.Totals))
		for side := range 2 {
			for field := range 1 + max(1-i, 0) {
				s.Count(counts, field, side, 0, metrics.Confusion{TP: 1})
			}
		}
		s.Total(counts)
		require.NoError(t, resamples.Add(uint64(i), counts))
	}
	s.Weigh()
	_, _, macro := s.Intervals(resamples, []int{0, 0}, 0, estimate.Units{})
	assert.Less(t, macro.Low, -0.3)
	assert.Greater(t, macro.High, 0.3)
}

// Exchanging the runs changes the sign of a change and of its test, and nothing else. The sum of the influences has the
// sign of the change.
func TestRunsMayBeExchanged(t *testing.T) {
	assert.NoError(t, quick.Check(func(all documents) bool {
		s, exchanged := all.sample(false), all.sample(true)
		delta, ok := s.MacroDelta(s.Totals)
		back, alsoOK := exchanged.MacroDelta(exchanged.Totals)
		test, tested := estimate.NewTest(&s.Macro, delta, ok)
		other, alsoTested := estimate.NewTest(&exchanged.Macro, back, alsoOK)
		micro, _ := estimate.NewTest(&s.Micro, delta, ok)
		near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
		return ok == alsoOK && tested == alsoTested && near(delta, -back) && near(test.P, other.P) && near(test.Delta, -other.Delta) &&
			near(micro.P, test.P) && s.Macro.Sum()*delta >= 0
	}, nil))
}

// Copies of a document are one change.
func TestCopiesAreOneUnit(t *testing.T) {
	var all documents
	for range 10 {
		all = append(all, struct{ Old, New, Copy bool }{true, false, false}, struct{ Old, New, Copy bool }{true, false, true})
	}
	s := all.sample(false)
	test, ok := estimate.NewTest(&s.Macro, -1, true)
	require.True(t, ok)
	assert.Equal(t, 10, s.Macro.Changes)
	assert.InDelta(t, 2./1024, test.P, 1e-12)
}

// Of 60 documents four lost their only value: no interval is a point, the interval of the macro average is no narrower than
// its field's, and a data set without a change has intervals, too.
func TestIntervals(t *testing.T) {
	var all documents
	for i := range 60 {
		all = append(all, struct{ Old, New, Copy bool }{true, i >= 4, false})
	}
	for _, tt := range []struct {
		name    string
		all     documents
		changed int
	}{{"four lost", all, 4}, {"nothing changed", all[4:], 0}} {
		t.Run(tt.name, func(t *testing.T) {
			s := tt.all.sample(false)
			resamples, err := stats.Bootstrap{Level: 0.95, Resamples: 1000}.Accumulator(len(s.Totals))
			require.NoError(t, err)
			for i, d := range tt.all {
				counts := make([]int, len(s.Totals))
				for side, right := range [2]bool{d.Old, d.New} {
					s.Count(counts, 0, side, 0, map[bool]metrics.Confusion{true: {TP: 1}, false: {FN: 1}}[right])
				}
				require.NoError(t, resamples.Add(uint64(i), counts))
			}
			fields, micro, macro := s.Intervals(resamples, []int{tt.changed}, tt.changed, estimate.Units{})
			delta, _ := s.MacroDelta(s.Totals)
			for _, i := range []estimate.Interval{fields[0], micro, macro} {
				assert.True(t, i.Defined)
				assert.LessOrEqual(t, i.Low, delta)
				assert.GreaterOrEqual(t, i.High, delta)
				assert.Less(t, i.Low, i.High)
			}
			assert.LessOrEqual(t, macro.Low, fields[0].Low)
			assert.GreaterOrEqual(t, macro.High, fields[0].High)
		})
	}
}
