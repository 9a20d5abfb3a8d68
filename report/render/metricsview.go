package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
)

// metricView is a number of a data set beside those of its fields.
type metricView struct {
	Name, Value, Range, Limit string
	Missed                    bool
}

// metricViews returns a row for each of Summary.Metrics, with the limit that the
// gate has for it.
func metricViews(s *Set) []metricView {
	var rows []metricView
	for _, m := range s.Summary.Metrics {
		row := metricView{Name: m.Name, Value: amount(m.Value, m.Count)}
		if m.Min != m.Max {
			row.Range = report.Between(m.Min, m.Max)
		}
		if s.Dataset.Gate != nil {
			var limits []string
			for _, limit := range s.Dataset.Gate.LimitsOn(m) {
				limits = append(limits, limitText(limit, m.Count))
				row.Missed = row.Missed || !limit.Kept(m.Value)
			}
			row.Limit = strings.Join(limits, ", ")
		}
		rows = append(rows, row)
	}
	return rows
}

// metricColumns says which columns of the table of metrics have anything.
type metricColumns struct{ Range, Limit bool }

func (v *setView) metrics(set *Set) {
	all := metricViews(set)
	for _, i := range rowsOf(len(all), func(i int) bool { return all[i].Missed }) {
		row := all[i]
		row.Name = cut(row.Name, maxName)
		v.Metrics = append(v.Metrics, row)
		v.MetricColumns.Range = v.MetricColumns.Range || row.Range != ""
		v.MetricColumns.Limit = v.MetricColumns.Limit || row.Limit != ""
	}
	v.MoreMetrics = moreRows(len(all), "metric", "that miss their limits")
}

// isCount reports whether a check is of a metric that is a number of things.
func isCount(s *Set, name string) bool {
	return slices.ContainsFunc(s.Summary.Metrics, func(m report.Metric) bool { return m.Count && (m.Name == name || "measure "+m.Name == name) })
}

// amount writes a whole count without decimals.
func amount(v report.Ratio, count bool) string {
	if count && v.Defined && v.Value == math.Trunc(v.Value) {
		return strconv.FormatFloat(v.Value, 'f', 0, 64)
	}
	return v.String()
}

func limitText(l report.Limit, count bool) string {
	relation := "at least "
	if l.Is == report.AtMost {
		relation = "at most "
	}
	return relation + amount(report.RatioOf(l.Value, true), count)
}

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

type flakyView struct{ ID, Rate, Filter string }

// newStabilityView returns nil where there was one trial: it agrees with itself.
func newStabilityView(r *Report, at int) *stabilityView {
	s := r.Sets[at].Summary.Stability
	if s == nil || s.Trials < 2 {
		return nil
	}
	v := &stabilityView{Over: stabilityOver(s), Flaky: flakyText(s)}
	v.Tiles = []tileView{
		{Label: "agreement", Value: s.Agreement.String(), Sub: "of two trials, mean of fields"},
		{Label: "flip rate", Value: s.FlipRate.String(), Sub: "of values not always the same"},
		{Label: "drift rate", Value: s.DriftRate.String(), Sub: "of answers not always the same"},
	}
	if n := len(s.PassHatK); n > 0 {
		v.Tiles = append(v.Tiles, tileView{Label: fmt.Sprintf("pass^%d", n), Value: s.PassHatK[n-1].String(), Sub: "of cases pass in every trial"})
	}
	for _, i := range rowsOf(len(s.Fields), func(i int) bool { return s.Fields[i].FlipRate.Value > 0 }) {
		f := s.Fields[i]
		row := fieldStabilityView{Name: cut(f.Attribute, maxName), Agreement: f.Agreement.String(), FlipRate: f.FlipRate.String()}
		if f.Jaccard.Defined {
			v.Jaccard, row.Jaccard = true, f.Jaccard.String()
		}
		v.Fields = append(v.Fields, row)
	}
	v.MoreFields = moreRows(len(s.Fields), "field", "that flip")
	for _, c := range s.Flaky[:min(len(s.Flaky), report.MaxFlaky)] {
		f := newFilter(r, at)
		f.text = cut(c.ID, maxName)
		v.Cases = append(v.Cases, flakyView{f.text, failsIn(c), f.String()})
	}
	if more := s.FlakyCases - len(v.Cases); more > 0 && len(v.Cases) > 0 {
		v.More = fmt.Sprintf("%d more not shown.", more)
	}
	return v
}

func stabilityOver(s *report.Stability) string {
	return fmt.Sprintf("%d trials of %s", s.Trials, words.Plural(s.Cases, "case"))
}

func flakyText(s *report.Stability) string {
	if s.FlakyCases == 0 {
		return "No case passes in some trials and not in others."
	}
	return fmt.Sprintf("%d of %s, in some trials a pass and in others not.", s.FlakyCases, words.Plural(s.Cases, "case"))
}

func failsIn(c report.FlakyCase) string {
	return fmt.Sprintf("fails in %d of %d trials", c.Failed, c.Trials)
}
