package page

import (
	"fmt"
	"html/template"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report/internal/render"
)

const maxFlaky = 50 // cases that pass only in some trials

// metricColumns says which columns of the table of metrics have any text.
type metricColumns struct{ Attainable, Interval, Range, Limit bool }

func (v *setView) metrics(set *render.Set) {
	all := set.Metrics()
	for _, i := range render.RowsOf(len(all), func(i int) bool { return all[i].Missed }) {
		row := all[i]
		row.Name, row.Limit = terminal.Excerpt(row.Name, terminal.MaxName), terminal.Excerpt(row.Limit, terminal.MaxCharacters)
		v.Metrics = append(v.Metrics, row)
		v.MetricColumns.Attainable = v.MetricColumns.Attainable || row.Attainable != ""
		v.MetricColumns.Interval = v.MetricColumns.Interval || row.Interval != ""
		v.MetricColumns.Range = v.MetricColumns.Range || row.Range != ""
		v.MetricColumns.Limit = v.MetricColumns.Limit || row.Limit != ""
	}
	v.MoreMetrics = render.MoreRows(len(all), "metric", "that miss their limits")
}

// UsageColumns are the headings of the usage of the cases.
func (setView) UsageColumns() []string { return usage.Columns }

// stabilityView says how far several trials agree.
type stabilityView struct {
	Over, Flaky, More string
	Tiles             []tileView
	Fields            []fieldStabilityView
	MoreFields        string
	Jaccard           bool // one of the fields has it
	Cases             []flakyView
}

type fieldStabilityView struct{ Name, Agreement, FlipRate, Jaccard string }

type flakyView struct {
	ID, Rate string
	Filter   template.URL
}

// newStabilityView returns nil if there was one trial, which agrees with itself.
func newStabilityView(r *render.Report, at int, cases *packed) *stabilityView {
	set := r.Sets[at]
	s := set.Summary.Stability
	if s == nil || s.Trials < 2 {
		return nil
	}
	v := &stabilityView{Over: render.StabilityOver(s), Flaky: render.FlakyText(s)}
	value := func(name string) string { return set.Number(name).Value.String() }
	v.Tiles = []tileView{
		{Label: "agreement", Value: value("agreement"), Subs: []subView{{Text: "of two trials, mean of fields"}}},
		{Label: "flip rate", Value: value("flipRate"), Subs: []subView{{Text: "of values not always the same"}}},
		{Label: "drift rate", Value: value("driftRate"), Subs: []subView{{Text: "of answers not always the same"}}},
	}
	if every := set.Number(fmt.Sprintf("pass^%d", s.Trials)); every.Name != "" {
		v.Tiles = append(v.Tiles, tileView{Label: every.Name, Value: every.Value.String(), Subs: []subView{{Text: "of cases pass in every trial"}}})
	}
	fields := terminal.Stabilities(set.Summary)
	for _, i := range render.RowsOf(len(fields), func(i int) bool { return fields[i].FlipRate.Value > 0 }) {
		f := fields[i]
		row := fieldStabilityView{Name: terminal.Excerpt(f.Attribute, terminal.MaxName), Agreement: f.Agreement.String(), FlipRate: f.FlipRate.String()}
		if f.Jaccard.Defined {
			v.Jaccard, row.Jaccard = true, f.Jaccard.String()
		}
		v.Fields = append(v.Fields, row)
	}
	v.MoreFields = render.MoreRows(len(fields), "field", "that flip")
	for _, c := range s.Flaky[:min(len(s.Flaky), maxFlaky)] {
		v.Cases = append(v.Cases, flakyView{terminal.Excerpt(c.ID, terminal.MaxName), render.FailsIn(c), cases.link(at, c.ID)})
	}
	if more := s.FlakyCases - len(v.Cases); more > 0 && len(v.Cases) > 0 {
		v.More = fmt.Sprintf("%d more not shown.", more)
	}
	return v
}
