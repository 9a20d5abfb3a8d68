package internal_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tagged is a case of a tag with so many values right and wrong.
func tagged(id, vendor string, right, wrong int) *report.Case {
	c := &report.Case{ID: id, Trial: 1, Status: report.OK, Verdict: eval.Pass, Tags: map[string]string{"vendor": vendor}}
	if wrong > 0 {
		c.Verdict = eval.Partial
	}
	c.Counts = []metrics.Row{
		{Attribute: "a", Counts: metrics.Counts{Match: right, Wrong: wrong}},
		{Attribute: "a[]", Counts: metrics.Counts{Missing: 100}, Items: true}, // enters nothing
	}
	return c
}

func TestSlices(t *testing.T) {
	s := breakdown.Slicer{MinCases: 3}
	for i := range 20 {
		s.Add(tagged(fmt.Sprint("good", i), "acme", 10, 0), nil)
	}
	for i := range 3 {
		s.Add(tagged(fmt.Sprint("bad", i), "globex", 1, 1), nil)
	}
	s.Add(tagged("rare", "initech", 0, 1), nil)
	again := tagged("bad0", "globex", 0, 5)
	again.Trial = 2
	s.Add(again, nil)
	s.Add(&report.Case{ID: "skipped", Trial: 1, Status: report.Skipped, Tags: map[string]string{"vendor": "globex"}}, nil)

	got := s.Slices()
	assert.Equal(t, 1, got.Small, "initech has one case")
	require.Len(t, got.Slices, 2)
	worst := got.Slices[0]
	assert.Equal(t, "globex", worst.Value)
	assert.Equal(t, 3, worst.Cases, "a second trial is not a document, a skipped case no result")
	assert.Equal(t, metrics.Counts{Match: 3, Wrong: 3}, worst.Counts)
	assert.InDelta(t, 0.5, worst.F1.Value.Value, 1e-12)
	assert.True(t, worst.F1.Approximate)
	assert.False(t, worst.Below, "of three documents nothing is said")
	assert.Equal(t, "acme", got.Slices[1].Value)
	assert.False(t, got.Slices[1].Below)
	// Wilson's interval of 0 in 3 and of 20 in 20 at 95 %, z = 1.959964:
	// z²/(n+z²) = 0.5615 is the upper bound, and n/(n+z²) = 0.8389 the lower one.
	assert.InDelta(t, 0.5615, worst.PassRate.High.Value, 1e-4)
	assert.InDelta(t, 0.8389, got.Slices[1].PassRate.Low.Value, 1e-4)
}

// The mark of a slice agrees with its interval.
func TestSlicesBelowAllCases(t *testing.T) {
	slices := func(documents, wrongOf10 int) (all []breakdown.Slice) {
		var s breakdown.Slicer
		for i := range 60 {
			s.Add(tagged(fmt.Sprint("good", i), "acme", 9, 1), nil)
		}
		for i := range documents {
			s.Add(tagged(fmt.Sprint("bad", i), "globex", 10-wrongOf10, wrongOf10), nil)
		}
		return s.Slices().Slices
	}
	for _, tt := range []struct {
		name                 string
		documents, wrongOf10 int
		below                bool
	}{
		{"half are wrong", 25, 5, true},
		{"all are as elsewhere", 25, 1, false},
		{"none is right", 25, 10, true},
		{"of few documents", 15, 5, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := slices(tt.documents, tt.wrongOf10)
			assert.Equal(t, tt.wrongOf10 > 1, got[0].Value == "globex", "the lowest first")
			for _, slice := range got {
				assert.Equal(t, tt.below && slice.Value == "globex", slice.Below, slice.Value)
			}
		})
	}
	// Cases of one document are one document: forty bad ones are two.
	var s breakdown.Slicer
	for i := range 60 {
		s.Add(tagged(fmt.Sprint("good", i), "acme", 9, 1), nil)
	}
	for range 20 {
		s.Add(tagged("bad", "globex", 5, 5), nil)
		s.Add(tagged("worse", "globex", 4, 6), nil)
	}
	assert.False(t, s.Slices().Slices[0].Below)
}

func TestSlicesAreBounded(t *testing.T) {
	s := breakdown.Slicer{MinCases: 1}
	for i := range 590 {
		s.Add(tagged(fmt.Sprint(i), fmt.Sprint("vendor", i), 1, 0), nil)
	}
	got := s.Slices()
	assert.Len(t, got.Slices, 500)
	assert.Equal(t, 90, got.Uncounted)
}

func breakdownWrong(attribute, got, want string) report.Field {
	return report.Field{Path: attribute, Attribute: attribute, Outcome: metrics.Wrong, Got: json.RawMessage(got), Want: json.RawMessage(want)}
}

func TestMistakes(t *testing.T) {
	var m breakdown.Mistakes
	for _, id := range []string{"d", "b", "c", "a"} {
		c := &report.Case{ID: id, Trial: 1, Fields: []report.Field{breakdownWrong("total", `1898`, `1889`)}}
		c.Fields[0].Origin = map[string]string{"a": "picked", "b": "made_up", "c": "made_up", "d": "of a later version"}[id]
		if id == "a" {
			recorded := breakdownWrong("vendor", `"x"`, `"y"`)
			recorded.ErrorClass = "logo misread"
			c.Fields = append(c.Fields, recorded, report.Field{Attribute: "date", Outcome: metrics.Match})
		}
		m.Add(c, breakdown.Classes(c))
	}
	got := m.Mistakes()
	require.Len(t, got, 2)
	assert.Equal(t, "total", got[0].Attribute)
	assert.Equal(t, source.Class("transposed"), got[0].Class)
	assert.Equal(t, 4, got[0].Count)
	assert.Equal(t, []breakdown.OriginCount{{Origin: source.Picked, Count: 1}, {Origin: source.MadeUp, Count: 2}}, got[0].Origins)
	assert.Nil(t, got[1].Origins)
	var ids []string
	for _, e := range got[0].Examples {
		ids = append(ids, e.Case)
	}
	assert.Equal(t, []string{"a", "b", "c"}, ids, "the first by id, in whatever order they came")
	assert.Equal(t, source.Class("logo misread"), got[1].Class, "what was recorded stays")
}

func TestMistakesThatNoRecordListsAreCounted(t *testing.T) {
	evaluator, err := eval.Spec{Fields: []eval.Field{{Path: "total"}, {Path: "lines", List: &eval.List{Assign: eval.InOrder, Fields: []eval.Field{{Path: "n"}}}}}}.Compile()
	require.NoError(t, err)
	got, want := `{"total":1,"lines":[{"n":0}`, `{"total":1,"lines":[{"n":0}`
	for n := range 27 {
		got, want = got+`,{"n":0}`, want+fmt.Sprintf(`,{"n":%d}`, n+1)
	}
	result, err := evaluator.Evaluate(t.Context(), got+"]}", want+"]}")
	require.NoError(t, err)
	for most, unlisted := range map[int]string{
		20: "7 mistakes of 1 case have no kind here: records list the first mistakes of a case only.",
		27: "", // hits make room
		0:  "",
	} {
		var m breakdown.Mistakes
		c := report.NewCase(report.Observation{ID: "a", Result: &result}, report.CaseOptions{MaxFields: most})
		m.Add(&c, breakdown.Classes(&c))
		assert.Equal(t, unlisted, m.Unlisted(), "at most %d", most)
		n := 0
		for _, one := range m.Mistakes() {
			n += one.Count
		}
		assert.Equal(t, min(27, cmp.Or(most, 27)), n)
	}
}

func TestCalibrations(t *testing.T) {
	var k breakdown.Calibrator
	add := func(id int, attribute string, confidence float64, o metrics.Outcome) {
		k.Add(&report.Case{ID: fmt.Sprint(id), Trial: 1, Fields: []report.Field{
			{Attribute: attribute, Outcome: o, Confidence: report.RatioOf(confidence, true)},
			{Attribute: attribute, Outcome: metrics.Wrong}, // no confidence
		}})
	}
	assert.Nil(t, k.Calibrations())
	for id := range 20 {
		add(id, "total", 0.9, metrics.Match)
		add(id, "total", 0.8, metrics.Match)
		add(id, "total", 0.3, metrics.Wrong)
		add(id, "total", 0.5, metrics.Errored) // nothing is known
		if id < 19 {
			add(id, "date", 0.6, metrics.Hallucinated)
		}
	}

	got := k.Calibrations()
	require.Len(t, got, 3)
	assert.Equal(t, []string{"", "date", "total"}, []string{got[0].Attribute, got[1].Attribute, got[2].Attribute})
	assert.Equal(t, 79, got[0].Predictions)
	total := got[2]
	assert.Equal(t, 60, total.Predictions)
	assert.Equal(t, 20, total.Documents)
	assert.Equal(t, 40, total.Correct)
	// Brier: (0.01+0.04+0.09)/3; ECE with as many values in three bins: (0.1+0.2+0.3)/3; all right ones above the wrong
	// ones; and the mean confidence is 2/3, as is the share that is right. Each interval has its value within it.
	assert.InDelta(t, 0.14/3, total.Brier.Value.Value, 1e-12)
	assert.InDelta(t, 0.2, total.ECE.Value.Value, 1e-12)
	assert.InDelta(t, 1, total.AUROC.Value.Value, 1e-12)
	assert.InDelta(t, 0, total.Over.Value.Value, 1e-12)
	for _, e := range []report.Estimate{total.Over, total.ECE, total.Brier, total.AUROC} {
		assert.True(t, e.Low.Value <= e.Value.Value && e.Value.Value <= e.High.Value && e.Low.Value < e.High.Value, "%+v", e)
		assert.False(t, e.Approximate)
	}
	at99 := total.StraightThrough[0]
	assert.False(t, at99.Reached)
	assert.Equal(t, "needs 299 documents", at99.String(), "0.99^299 <= 0.05")
	assert.False(t, got[1].StraightThrough[2].Reached, "the only dates are wrong")
	assert.Equal(t, []string{"needs 20 documents", "needs 20 documents", "needs 20 documents", "needs 5 right, 5 wrong"}, got[1].Cells(), "nineteen documents have a date")
}

// The sign says in which direction confidences are wrong, where that is beyond chance.
func TestOverconfidence(t *testing.T) {
	// Half of the values are surer than they should be and half less sure: 0.95 where 0.75 are right, 0.55 where 0.75
	// are. The mean is right, and ECE, 0.2, is not within chance of 0.
	var both breakdown.Calibrator
	for id := range 200 {
		outcome, confidence := metrics.Match, 0.55
		if id%4 == 0 {
			outcome = metrics.Wrong
		}
		if id < 100 {
			confidence = 0.95
		}
		both.Add(&report.Case{ID: fmt.Sprint(id), Fields: []report.Field{{Attribute: "a", Outcome: outcome, Confidence: report.RatioOf(confidence, true)}}})
	}
	uneven := both.Calibrations()
	assert.Equal(t, "+0.000 miscalibrated", uneven[0].Cells()[0])
	assert.InDelta(t, 0.2, uneven[0].ECE.Value.Value, 1e-12)
	assert.Positive(t, uneven[0].ECE.Low.Value)
	assert.Contains(t, breakdown.CalibrationNote(uneven), "; miscalibrated: too sure in some bins and not sure enough in others, by ECE, whose interval is above 0")

	for _, tt := range []struct {
		name    string
		right   int // of 200
		confide float64
		want    string
	}{
		{"too sure", 120, 0.9, "+0.300 overconfident"},
		{"not sure enough", 190, 0.6, "-0.350 underconfident"},
		{"as sure as it should be", 176, 0.9, "+0.020 within chance"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var k breakdown.Calibrator
			for id := range 200 {
				outcome := metrics.Wrong
				if id < tt.right {
					outcome = metrics.Match
				}
				k.Add(&report.Case{ID: fmt.Sprint(id), Fields: []report.Field{{Attribute: "a", Outcome: outcome, Confidence: report.RatioOf(tt.confide, true)}}})
			}
			of := k.Calibrations()
			assert.Equal(t, tt.want, of[0].Cells()[0])
			assert.NotContains(t, breakdown.CalibrationNote(of), "miscalibrated")
		})
	}
}

// Values of one document are one: all 600 of 30 documents are right, and 0.95^30 is 21 %.
func TestStraightThroughCountsDocuments(t *testing.T) {
	fields := func(documents, each, first int) []breakdown.Calibration {
		var k breakdown.Calibrator
		for i := range documents {
			c := &report.Case{ID: fmt.Sprint(i), Trial: 1}
			n := each
			if i == 0 {
				n = first
			}
			for range n {
				c.Fields = append(c.Fields, report.Field{Attribute: "lines[].amount", Outcome: metrics.Match, Confidence: report.RatioOf(0.8, true)})
			}
			k.Add(c)
		}
		return k.Calibrations()
	}
	text := func(all []breakdown.Calibration) (cells [3]string) {
		for i, s := range all[0].StraightThrough {
			cells[i] = s.String()
		}
		return cells
	}
	rows := fields(30, 20, 20)
	assert.Equal(t, 600, rows[0].Predictions)
	assert.Equal(t, 30, rows[0].Documents)
	assert.Equal(t, [3]string{"needs 299 documents", "needs 149 documents", "needs 59 documents"}, text(rows))
	assert.Equal(t, [3]string{"needs 299 documents", "100% from 0.800", "100% from 0.800"}, text(fields(149, 20, 20)))
	// 400 documents, one with half of the values: 800²/(401² + 399) = 4.
	assert.Equal(t, [3]string{"needs 299 documents, effectively 4", "needs 149 documents, effectively 4", "needs 59 documents, effectively 4"}, text(fields(400, 1, 401)))
}

func Example_breakdownMistakes() {
	var m breakdown.Mistakes
	c := &report.Case{ID: "a", Trial: 1, Fields: []report.Field{
		breakdownWrong("total", `1898`, `1889`),
		breakdownWrong("date", `"2024-04-03"`, `"2024-03-04"`),
		breakdownWrong("due", `"2024-04-03"`, `"03/04/2024"`),
	}}
	m.Add(c, breakdown.Classes(c))
	for _, mistake := range m.Mistakes() {
		fmt.Printf("%s: %s, %d\n", mistake.Attribute, mistake.Class, mistake.Count)
	}
	// Output:
	// date: day and month exchanged, 1
	// due: date order ambiguous (option order: dmy or mdy), 1
	// total: digit transposed, 1
}
