package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/words"
)

// setView is what the template of a data set shows.
type setView struct {
	Name, Anchor, Verdict, Tone string
	Reasons                     []string
	Meta                        []string
	Problems                    []string
	Cases                       int
	Pass                        string
	CaseLabel, CaseText         string
	CaseStack                   stackView
	MicroF1, MacroF1            string
	WorstField                  string
	Tiles                       []tileView
	Checks                      []checkView
	MoreChecks                  string
	Level                       string
	Trials                      bool
	Fields                      []fieldView
	MoreFields                  string
	Averages                    []fieldView
	Legend                      []legendView
	Approximate                 string
	WithoutValues               string
	Findings                    []findingView
	MoreFindings                int
	Metrics                     []metricView
	MoreMetrics                 string
	MetricColumns               metricColumns
	Stability                   *stabilityView
	Slices                      *slicesView
	Mistakes                    *mistakesView
	Confidence                  *confidenceView
	History                     *historyView
}

type tileView struct {
	Label, Value, Sub string
	Bar               *barView
}

type checkView struct {
	Metric, Value, Limit, Margin string
	Passed                       bool
	Chance                       string // the interval, where the limit was kept within chance
}

type fieldView struct {
	Name, Note, Tone, Filter       string
	Items                          bool
	F1, Precision, Recall, Support string
	Range                          string
	Bar                            barView
	Stack                          stackView
	Mistakes                       string
	Kinds                          []linkView
}

type linkView struct{ Text, Filter string }

type legendView struct{ Class, Label string }

func newSetView(r *Report, at int, names filterNames) setView {
	set := r.Sets[at]
	sum := &set.Summary
	cases := sum.Cases()
	v := setView{
		Name: nameOf(r, set), Anchor: "set-" + strconv.Itoa(at),
		Verdict: string(set.Judgement.Verdict), Tone: toneOf(set.Judgement.Verdict),
		Cases: asked(set), Pass: strconv.Itoa(cases.Pass), CaseLabel: "cases", CaseText: caseText(cases), CaseStack: caseStack(cases),
		MicroF1: sum.MicroF1.Value.String(), MacroF1: sum.MacroF1.Value.String(),
		Level: strconv.FormatFloat(100*sum.Level, 'f', -1, 64) + "%", Trials: len(sum.Trials) > 1,
		Meta: meta(set), Problems: problems(set),
	}
	if v.Trials {
		v.CaseLabel += ", " + words.Plural(len(sum.Trials), "trial") + " each"
		v.Pass += fmt.Sprintf(" of %d trials", cases.Total())
	}
	reasons := reasons(set)
	for _, reason := range reasons[:min(len(reasons), maxSetReasons)] {
		v.Reasons = append(v.Reasons, cut(reason, maxCharacters))
	}
	if more := len(reasons) - len(v.Reasons); more > 0 {
		v.Reasons = append(v.Reasons, fmt.Sprintf("and %d more, below", more))
	}
	if a, counts, ok := worstField(set); ok {
		v.WorstField = cut(a.Attribute, maxName) + " " + strings.TrimPrefix(f1Words(a, counts), "F1 ")
	}
	v.tiles(set)
	v.checks(set)
	for _, i := range fieldRows(set) {
		v.Fields = append(v.Fields, newFieldView(r, at, i, sum.Attributes[i], names))
	}
	if v.MoreFields = moreRows(len(sum.Attributes), "field", "with mistakes"); v.MoreFields != "" {
		v.MoreFields += " The values of all are in what evalreport csv writes."
	}
	v.averages(set)
	v.legend(set)
	if sum.Approximate() {
		v.Approximate = report.ApproximateNote
	}
	v.WithoutValues = firstNames(sum.WithoutValues(), func(name string) string { return cut(name, maxName) })
	v.Findings, v.MoreFindings = findingViews(sum)
	v.metrics(set)
	v.Stability = newStabilityView(r, at)
	v.Slices = newSlicesView(r, at, names)
	v.Mistakes = newMistakesView(r, at, names)
	v.Confidence = newConfidenceView(set.Calibrations)
	v.History = newHistoryView(set)
	return v
}

// fieldRows returns which attributes the table of fields has.
func fieldRows(s *Set) []int {
	return rowsOf(len(s.Summary.Attributes), func(i int) bool { return s.Summary.CountsOf(i).Mistakes() > 0 })
}

func meta(set *Set) []string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	add(cut(set.Run.Package, maxName))
	if set.Dataset.Test != "" {
		add(cut(set.Dataset.Test, maxName))
	}
	add(cut(set.Dataset.Source, maxName))
	add(when(set.Run.Start))
	if set.Duration > 0 {
		add(set.Duration.Round(10 * time.Millisecond).String())
	}
	if rev := revision(set.Run.VCS); rev != "" {
		add("revision " + rev)
	}
	add(strings.TrimSpace(cut(set.Run.Versions.Go, maxName) + withSpace(set.Run.Versions.Platform)))
	if n := len(set.Summary.Trials); n > 1 {
		add(fmt.Sprintf("%d trials, every number is their mean", n))
	}
	if redaction := set.Dataset.Redaction().String(); redaction != "" {
		add("values are redacted (" + cut(redaction, maxName) + ")")
	}
	if n := len(set.Files); n > 1 {
		add(fmt.Sprintf("%d files", n))
	}
	return parts
}

func problems(set *Set) []string {
	var all []string
	for _, p := range set.Problems.First {
		all = append(all, cut(p.Error(), maxCharacters))
	}
	if set.Problems.More > 0 {
		all = append(all, fmt.Sprintf("… and %d more", set.Problems.More))
	}
	return all
}

func caseText(c report.CaseCount) string {
	var parts []string
	for _, p := range []part{{"pass", c.Pass}, {"partial", c.Partial}, {"fail", c.Fail}, {"skipped", c.Skipped}} {
		if p.count > 0 {
			parts = append(parts, strconv.Itoa(p.count)+" "+p.name)
		}
	}
	text := strings.Join(parts, ", ")
	if c.Error > 0 {
		text += "; " + words.Plural(c.Error, "error")
	}
	return text
}

func (v *setView) tiles(set *Set) {
	s := &set.Summary
	var gate report.Gate
	if set.Dataset.Gate != nil {
		gate = *set.Dataset.Gate
	}
	add := func(label string, e report.Estimate, limit float64, sub string) {
		bar := newBar(e, limit, limit > 0)
		v.Tiles = append(v.Tiles, tileView{label, e.Value.String(), sub, &bar})
	}
	add("macro F1, the mean of fields", s.MacroF1, gate.MacroF1, intervalText(s.MacroF1, v.Level))
	add("micro F1, of all values", s.MicroF1, gate.MicroF1, intervalText(s.MicroF1, v.Level))
	add("accuracy", s.Accuracy, gate.Accuracy, bounds(s.NullAccuracy, s.Ceiling, func(c *report.Ceiling) report.Ratio { return c.Accuracy }))
	add("mean score of a case", s.MeanScore, gate.MeanScore, bounds(s.MeanNullScore, s.Ceiling, func(c *report.Ceiling) report.Ratio { return c.MeanScore }))
}

func intervalText(e report.Estimate, level string) string {
	text := e.Interval()
	if text == "" {
		return "no interval: too few cases"
	}
	return level + " interval " + text
}

func (v *setView) checks(set *Set) {
	if set.Judgement.Gate == nil {
		return
	}
	checks := set.Judgement.Gate.Checks
	for _, i := range rowsOf(len(checks), func(i int) bool { return !checks[i].Passed }) {
		c := checks[i]
		count := isCount(set, c.Metric)
		row := checkView{Metric: cut(c.Name(), maxName), Value: amount(c.Value, count), Limit: amount(report.RatioOf(c.Limit, true), count), Passed: c.Passed}
		switch {
		case c.Metric == "errors":
			row.Value, row.Limit = strconv.Itoa(int(c.Value.Value)), "at most "+strconv.Itoa(int(c.Limit))
		case c.Value.Defined:
			row.Margin = fmt.Sprintf("%+.3f", c.Value.Value-c.Limit)
		}
		if c.WithinChance() {
			row.Chance = report.Between(c.Low, c.High)
		}
		if c.AtMost {
			row.Limit = "at most " + row.Limit
		}
		v.Checks = append(v.Checks, row)
	}
	v.MoreChecks = moreRows(len(checks), "limit", "that are not kept")
}

func newFieldView(r *Report, at, i int, a report.Attribute, names filterNames) fieldView {
	set := r.Sets[at]
	counts := set.Summary.CountsOf(i)
	limit, hasLimit := limitOn(set, a.Attribute)
	v := fieldView{
		Name: cut(a.Attribute, maxName), Items: a.Items,
		F1: a.F1.Value.String(), Precision: a.Precision.Value.String(), Recall: a.Recall.Value.String(),
		Support: strconv.FormatFloat(a.Support, 'f', -1, 64), Range: report.Between(a.F1.Min, a.F1.Max),
		Bar: newBar(a.F1, limit, hasLimit), Stack: outcomeStack(counts),
	}
	v.Tone = v.Bar.Tone
	f := newFilter(r, at)
	f.outcome = "mistake"
	f.byField(a.Attribute, names)
	v.Filter = f.String()
	mistakes := 0
	for _, o := range metrics.Outcomes() {
		n := counts.Of(o)
		if n == 0 || o.Hit() {
			continue
		}
		mistakes += n
		link := linkView{Text: meanOf(set, n) + " " + o.String()}
		if !a.Items {
			f.outcome = strconv.Itoa(int(o))
			link.Filter = f.String()
		}
		v.Kinds = append(v.Kinds, link)
	}
	v.Mistakes = meanOf(set, mistakes)
	return v
}

func (v *setView) averages(set *Set) {
	s := &set.Summary
	row := func(name, note string, f1, precision, recall report.Estimate) {
		f := fieldView{Name: name, Note: note, F1: f1.Value.String(), Bar: newBar(f1, 0, false), Range: report.Between(f1.Min, f1.Max)}
		if precision.Value.Defined {
			f.Precision = precision.Value.String()
		}
		if recall.Value.Defined {
			f.Recall = recall.Value.String()
		}
		v.Averages = append(v.Averages, f)
	}
	row("micro average", "of all values", s.MicroF1, s.MicroPrecision, s.MicroRecall)
	row("macro average", "of fields", s.MacroF1, report.Estimate{}, report.Estimate{})
	row("weighted average", "of fields by support", s.WeightedF1, report.Estimate{}, report.Estimate{})
}

// legend explains the colours that occur.
func (v *setView) legend(set *Set) {
	var all metrics.Counts
	limits := false
	for i, a := range set.Summary.Attributes {
		all = all.Plus(set.Summary.CountsOf(i))
		_, limited := limitOn(set, a.Attribute)
		limits = limits || limited
	}
	for _, o := range metrics.Outcomes() {
		if all.Of(o) > 0 {
			v.Legend = append(v.Legend, legendView{"s-" + o.String(), strings.ReplaceAll(o.String(), "_", " ")})
		}
	}
	if limits {
		v.Legend = append(v.Legend, legendView{"l-limit", "limit of the gate"})
	}
}

type historyView struct {
	Chart historyChart
	Rows  []historyRow
}

type historyRow struct {
	Start, Revision, Micro, Macro, Accuracy, Remark string
	Cases                                           int
	Current                                         bool

	micro, macro report.Estimate
}

func newHistoryView(set *Set) *historyView {
	if len(set.History) == 0 {
		return nil
	}
	v := &historyView{}
	for _, past := range set.History {
		row := newHistoryRow(past.Run, &past.Summary)
		var remarks []string
		if past.Partial {
			remarks = append(remarks, "not all cases")
		}
		if past.OtherSpec {
			remarks = append(remarks, "another spec")
		}
		if past.Summary.DataHash != set.Summary.DataHash {
			remarks = append(remarks, "other data")
		}
		row.Remark = strings.Join(remarks, ", ")
		v.Rows = append(v.Rows, row)
	}
	current := newHistoryRow(set.Run, &set.Summary)
	current.Current, current.Remark = true, "this run"
	v.Rows = append(v.Rows, current)
	v.Chart = newHistoryChart(v.Rows)
	return v
}

func newHistoryRow(run report.Run, s *report.Summary) historyRow {
	return historyRow{
		Start: when(run.Start), Revision: revision(run.VCS), Cases: s.Cases().Total(),
		Micro: s.MicroF1.Value.String(), Macro: s.MacroF1.Value.String(), Accuracy: s.Accuracy.Value.String(),
		micro: s.MicroF1, macro: s.MacroF1,
	}
}
