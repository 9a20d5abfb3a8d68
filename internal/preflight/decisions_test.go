package preflight_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// timedTruths returns truths, of which the first timed ones have a time of day; pattern has a place for the time.
func timedTruths(pattern string, n, timed int) (truths []document.Value) {
	for i := range n {
		clock := "00:00:00"
		if i < timed {
			clock = "08:00:00"
		}
		v, err := document.Parse(fmt.Appendf(nil, pattern, fmt.Sprintf("2026-03-%02dT%s+02:00", 1+i%28, clock)))
		if err != nil {
			panic(err)
		}
		truths = append(truths, v)
	}
	return truths
}

func TestTruthsDecideWhatTimesAre(t *testing.T) {
	open := []eval.Field{{Path: "depart", Match: compare.Time{}}}
	of := func(as string) []eval.Field {
		return []eval.Field{{Path: "depart", Match: compare.Time{As: as, Decided: true}}}
	}
	list := func(m compare.Comparator) []eval.Field {
		return []eval.Field{{Path: "legs", List: &eval.List{By: []string{"port"}, Fields: []eval.Field{{Path: "port"}, {Path: "depart", Match: m}}}}}
	}
	set := func(m compare.Comparator) []eval.Field {
		return []eval.Field{{Path: "stops", Set: &eval.Set{Match: m}}}
	}
	packet := func(m compare.Comparator) []eval.Field {
		return []eval.Field{{Path: "packet", Sections: &eval.Sections{Classes: map[string][]eval.Field{"bill": {{Path: "depart", Match: m}}, "note": nil}}}}
	}
	instant := compare.Time{As: "instant", Decided: true}
	const leaf = `{"depart":%q}`
	for _, tt := range []struct {
		reason   string
		pattern  string
		n, timed int
		fields   []eval.Field
		want     []eval.Field
	}{
		{"all have a time of day", leaf, 40, 40, open, of("instant")},
		{"a tenth", leaf, 40, 4, open, of("instant")},
		{"less than a tenth", leaf, 40, 3, open, of("day")},
		{"none: midnight in the zone of the truth is none", leaf, 40, 0, open, of("day")},
		{"one of one", leaf, 1, 1, open, of("instant")},
		{"no truth", leaf, 0, 0, open, open},
		{"no truth that can be read", `{"depart":"soon, not %s"}`, 3, 3, open, open},
		{"nothing but null", `{"depart":null,"x":%q}`, 3, 3, open, open},
		{"stated", leaf, 40, 0, []eval.Field{{Path: "depart", Match: compare.Time{As: "instant"}}}, []eval.Field{{Path: "depart", Match: compare.Time{As: "instant"}}}},
		{"an order stays", leaf, 40, 40, []eval.Field{{Path: "depart", Match: compare.Time{Order: "dmy"}}}, []eval.Field{{Path: "depart", Match: compare.Time{As: "instant", Decided: true, Order: "dmy"}}}},
		{"elsewhere in the truth", leaf, 40, 40, []eval.Field{{Path: "left", WantPath: "depart", Match: compare.Time{}}}, []eval.Field{{Path: "left", WantPath: "depart", Match: instant}}},
		{"dates are not decided", leaf, 40, 40, []eval.Field{{Path: "depart", Match: compare.Date{}}}, []eval.Field{{Path: "depart", Match: compare.Date{}}}},
		{"in a list", `{"legs":[{"port":"a","depart":%q}]}`, 40, 40, list(compare.Time{}), list(instant)},
		{"in a set", `{"stops":[%q]}`, 40, 40, set(compare.Time{}), set(instant)},
		{"in a section", `{"packet":[{"class":"bill","pages":[1],"depart":%q}]}`, 40, 40, packet(compare.Time{}), packet(instant)},
		{"a map", `{"depart":{"a":%q}}`, 40, 40, open, of("instant")},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			d := preflight.NewDecisions(eval.Spec{Fields: tt.fields})
			for i, truth := range timedTruths(tt.pattern, tt.n, tt.timed) {
				d.Add(fmt.Sprint(i), truth)
			}
			assert.Equal(t, tt.want, d.Spec().Fields)
		})
	}
}

// A part of a run has fewer truths than those that decided.
func TestKeepTakesRecordedTimes(t *testing.T) {
	field := func(m compare.Comparator) eval.Spec {
		return eval.Spec{Fields: []eval.Field{{Path: "depart", Match: m}}}
	}
	for _, tt := range []struct {
		reason         string
		spec, recorded compare.Comparator
		want           compare.Comparator
	}{
		{"decided", compare.Time{}, compare.Time{As: "day", Decided: true}, compare.Time{As: "day", Decided: true}},
		{"stated by the old spec", compare.Time{}, compare.Time{As: "day"}, compare.Time{As: "instant", Decided: true}},
		{"stated by the new spec", compare.Time{As: "instant"}, compare.Time{As: "day", Decided: true}, compare.Time{As: "instant"}},
		{"another comparator before", compare.Time{}, compare.Date{}, compare.Time{As: "instant", Decided: true}},
		{"another comparator now", compare.Date{}, compare.Time{As: "day", Decided: true}, compare.Date{}},
	} {
		d := preflight.NewDecisions(field(tt.spec))
		d.Keep(field(tt.recorded))
		for i, truth := range timedTruths(`{"depart":%q}`, 3, 3) {
			d.Add(fmt.Sprint(i), truth)
		}
		assert.Equal(t, field(tt.want), d.Spec(), tt.reason)
	}
}

func TestFindingsAboutTimes(t *testing.T) {
	day := compare.Time{As: "day", Decided: true}
	for _, tt := range []struct {
		reason     string
		match      compare.Comparator
		timed      int // of 40 truths
		want       string
		option     string
		undecided  bool // the truths of the check decide nothing
		afterwards bool // the repaired spec still has a finding
	}{
		{reason: "date", match: compare.Date{}, timed: 40, option: "instant: true",
			want: `"depart": 40 of 40 truths have a time of day, which date ignores; write instant: true, or precision: day if only the day counts`},
		{reason: "a pointer", match: &compare.Date{}, timed: 40, option: "instant: true",
			want: `"depart": 40 of 40 truths have a time of day, which date ignores; write instant: true, or precision: day if only the day counts`},
		{reason: "one of several", match: compare.OneOf{Each: compare.Date{}}, timed: 40, option: "instant: true", afterwards: true,
			want: `"depart": 40 of 40 truths have a time of day, which date ignores; write each: {match: date, instant: true}, or each: {match: date, precision: day} if only the day counts`},
		{reason: "date, and a few", match: compare.Date{}, timed: 1, option: "precision: day",
			want: `"depart": 1 of 40 truths has a time of day, which date ignores; write instant: true, or precision: day if only the day counts`},
		{reason: "days by few truths", match: day, timed: 3, option: "as: day",
			want: `"depart": 3 of 40 truths have a time of day, fewer than a tenth: days are compared; write as: instant, or as: day if only the day counts`},
		{reason: "days by few truths of the check", match: compare.Time{}, timed: 3, option: "as: day",
			want: `"depart": 3 of 40 truths have a time of day, fewer than a tenth: days are compared; write as: instant, or as: day if only the day counts`},
		{reason: "each truth decides", match: compare.Time{}, timed: 3, undecided: true},
		{reason: "points in time", match: compare.Time{As: "instant", Decided: true}, timed: 4,
			want: `"depart": points in time are compared, as 4 of 40 truths have a time of day`},
		{reason: "points in time by the truths of the check", match: compare.Time{}, timed: 40},
		{reason: "days", match: day},
		{reason: "dates", match: compare.Date{}},
		{reason: "instants", match: compare.Date{Instant: true}, timed: 40},
		{reason: "days that are stated", match: compare.Date{Precision: "day"}, timed: 40},
		{reason: "a tolerance of days", match: compare.Date{Tolerance: 2}, timed: 40},
		{reason: "as day, stated", match: compare.Time{As: "day"}, timed: 40},
		{reason: "as instant, stated", match: compare.Time{As: "instant"}, timed: 1},
		{reason: "auto", match: compare.Auto{}, timed: 40},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			spec := eval.Spec{Fields: []eval.Field{{Path: "depart", Match: tt.match}}}
			found := findingsOfTimes(t, spec, tt.timed, !tt.undecided)
			if tt.want == "" {
				assert.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			assert.Equal(t, preflight.Finding{Attribute: "depart", Text: tt.want, Option: tt.option}, found[0])
			if tt.option != "" && !tt.afterwards {
				assert.Empty(t, findingsOfTimes(t, preflight.Repair(spec, found), tt.timed, true))
			}
		})
	}
}

func findingsOfTimes(t *testing.T, spec eval.Spec, timed int, decides bool) []preflight.Finding {
	t.Helper()
	e, err := spec.Compile()
	require.NoError(t, err)
	check, err := preflight.New(e, preflight.Options{Decides: decides})
	require.NoError(t, err)
	check.Part(1)
	for i, truth := range timedTruths(`{"depart":%q}`, 40, timed) {
		require.NoError(t, check.Add(fmt.Sprint(i), truth))
	}
	return check.Evidence().Findings()
}
