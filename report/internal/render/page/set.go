package page

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

// findingView is a finding on the page.
type findingView struct {
	Error bool
	Text  string
}

func findingViews(s *report.Summary) (views []findingView, more int) {
	first, more := terminal.Findings(s)
	for _, f := range first {
		views = append(views, findingView{f.Error, terminal.Excerpt(f.Text, terminal.MaxCharacters)})
	}
	return views, more
}

// bounds says the scores of an empty answer and of a perfect one.
func bounds(null report.Estimate, ceiling *report.Ceiling, of func(*report.Ceiling) report.Ratio) string {
	text := "an empty answer would have " + null.Value.String()
	if ceiling != nil {
		text += ", a perfect one " + of(ceiling).String()
	}
	return text
}

// isCount reports whether a check is of a metric that is a number of things.
func isCount(s *render.Set, name string) bool {
	return slices.ContainsFunc(s.Summary.Metrics, func(m report.Metric) bool { return m.Count && (m.Name == name || "measure "+m.Name == name) })
}

// fieldRows returns which attributes the table of fields has.
func fieldRows(s *render.Set) []int {
	return render.RowsOf(len(s.Summary.Attributes), func(i int) bool { return s.Summary.CountsOf(i).Mistakes() > 0 })
}

// setView is the data of the template of a data set.
type setView struct {
	Name, Short                string // Short is for where there is little room
	Key, Anchor, Verdict, Tone string
	Href                       template.URL
	Open                       bool
	Delta                      *deltaView // of the macro F1
	Compared, Worse            bool       // with an earlier run
	Reasons                    []string
	Meta                       []string
	Problems                   []string
	Cases                      int
	Pass                       string
	CaseLabel, CaseText        string
	RateOf                     string // cases, or trials of them
	CaseStack                  figures.Stack
	MicroF1, MacroF1           string
	WorstField                 string
	Tiles                      []tileView
	Checks                     []checkView
	MoreChecks                 string
	Level                      string
	Trials                     bool
	Fields                     []fieldView
	MoreFields                 string
	Averages                   []fieldView
	Legend                     []legendView
	Approximate                string
	WithoutValues              string
	Findings                   []findingView
	MoreFindings               int
	Warnings                   []string
	MoreWarnings               string
	NoTruth                    bool
	Invariants                 []render.Invariant
	MoreInvariants             string
	InvariantColumns           invariantColumns
	Metrics                    []render.Metric
	Usage                      *usage.Spending
	MoreMetrics                string
	MetricColumns              metricColumns
	Stability                  *stabilityView
	Slices                     *slicesView
	Mistakes                   *mistakesView
	Confidence                 *confidenceView
	History                    *historyView
}

type tileView struct {
	Label, Value, Sub string
	Bar               *figures.Bar
	Delta             *deltaView
}

type checkView struct {
	Metric, Value, Limit, Margin string
	Passed                       bool
	Chance                       string // the interval, where the limit was kept and lies within it
}

type fieldView struct {
	Name, Note, Tone               string
	Filter                         template.URL // its mistakes
	Items                          bool
	Delta                          *deltaView
	F1, Precision, Recall, Support string
	Range                          string
	Bar                            figures.Bar
	Stack                          figures.Stack
	Mistakes                       string
	Kinds                          []linkView
}

type linkView struct {
	Text   string
	Filter template.URL
}

type legendView struct{ Class, Label string }

func newSetView(r *render.Report, at int, packed *packed, against *diff.Report) setView {
	set, names := r.Sets[at], &packed.names
	compared := render.Compared(against, set)
	sum := &set.Summary
	cases := sum.Cases()
	v := setView{
		Name: r.NameOf(set), Short: r.ShortNameOf(set), Key: names.sets[at], Href: names.of(at).href(), Anchor: "set-" + strconv.Itoa(at), Compared: compared != nil,
		Verdict: string(set.Judgement.Verdict), Tone: toneOf(set.Judgement.Verdict),
		Cases: set.Asked(), Pass: passRate(cases), CaseLabel: "cases", CaseText: render.CaseText(cases), CaseStack: figures.OfCases(cases),
		MicroF1: sum.MicroF1.Value.String(), MacroF1: sum.MacroF1.Value.String(),
		Level: strconv.FormatFloat(100*sum.Level, 'f', -1, 64) + "%", Trials: len(sum.Trials) > 1,
		Meta: meta(set), Problems: problems(set),
	}
	v.RateOf = "cases"
	if v.Trials {
		v.RateOf = "trials"
		v.CaseLabel += ", " + words.Plural(len(sum.Trials), "trial") + " each"
		v.CaseText = fmt.Sprintf("of %d trials: %s", cases.Total(), v.CaseText)
	}
	reasons := set.Reasons()
	for _, reason := range reasons[:min(len(reasons), maxSetReasons)] {
		v.Reasons = append(v.Reasons, terminal.Excerpt(reason, terminal.MaxCharacters))
	}
	if more := len(reasons) - len(v.Reasons); more > 0 {
		v.Reasons = append(v.Reasons, fmt.Sprintf("and %d more, below", more))
	}
	if a, _, ok := worstField(set); ok {
		v.WorstField = terminal.Excerpt(a.Attribute, terminal.MaxName) + " " + strings.TrimPrefix(f1Words(a), "F1 ")
	}
	v.Open = len(r.Sets) == 1 || rank(set, against) <= 2
	changes := newChanges(compared, at, packed)
	var micro *deltaView
	if compared != nil {
		v.Delta, micro = changes.delta(&compared.Macro, ""), changes.delta(&compared.Micro, "")
		v.Worse = compared.Verdict == diff.Regressed
	}
	v.tiles(set, micro)
	v.checks(set)
	for _, i := range fieldRows(set) {
		v.Fields = append(v.Fields, newFieldView(r, at, i, names, compared, changes))
	}
	if v.MoreFields = render.MoreRows(len(sum.Attributes), "field", "with mistakes"); v.MoreFields != "" {
		v.MoreFields += " The values of all are in what evalreport export -format csv writes."
	}
	v.averages(set, micro)
	v.legend(set)
	if terminal.Approximate(*sum) {
		v.Approximate = terminal.ApproximateNote
	}
	v.WithoutValues = terminal.FirstNames(terminal.WithoutValues(*sum), func(name string) string { return terminal.Excerpt(name, terminal.MaxName) })
	v.Findings, v.MoreFindings = findingViews(sum)
	v.Warnings, v.MoreWarnings = terminal.Warnings(sum)
	v.invariants(set)
	v.metrics(set)
	v.Usage = set.Summary.Usage
	v.Stability = newStabilityView(r, at, packed)
	v.Slices = newSlicesView(r, at, names)
	v.Mistakes = newMistakesView(r, at, packed)
	v.Confidence = newConfidenceView(set.Calibrations)
	v.History = newHistoryView(set)
	return v
}

// passRate is the share of the judged cases that pass, of all trials where there are several, in
// percent.
func passRate(c report.CaseCount) string {
	judged := c.Scored() - c.Unjudged
	if judged == 0 {
		return "-"
	}
	return render.Percent(float64(c.Passing()) / float64(judged))
}

func meta(set *render.Set) []string {
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	add(terminal.Excerpt(set.Run.Package, terminal.MaxName))
	if set.Dataset.Test != "" {
		add(terminal.Excerpt(set.Dataset.Test, terminal.MaxName))
	}
	add(terminal.Excerpt(set.Dataset.Source, terminal.MaxName))
	add(terminal.Excerpt(terminal.System(set.Run), terminal.MaxName))
	add(when(set.Run.Start))
	if set.Duration > 0 {
		add(set.Duration.Round(10 * time.Millisecond).String())
	}
	if rev := revision(set.Run.VCS); rev != "" {
		add("revision " + rev)
	}
	add(strings.TrimSpace(terminal.Excerpt(set.Run.Versions.Go, terminal.MaxName) + withSpace(set.Run.Versions.Platform)))
	if n := len(set.Summary.Trials); n > 1 {
		add(fmt.Sprintf("%d trials, every number is their mean", n))
	}
	if redaction := set.Dataset.Redaction().String(); redaction != "" {
		add("values are redacted (" + terminal.Excerpt(redaction, terminal.MaxName) + ")")
	}
	if n := len(set.Files); n > 1 {
		add(fmt.Sprintf("%d files", n))
	}
	return parts
}

func problems(set *render.Set) []string {
	var all []string
	for _, p := range set.Problems.First {
		all = append(all, terminal.Excerpt(p.Error(), terminal.MaxCharacters))
	}
	if set.Problems.More > 0 {
		all = append(all, fmt.Sprintf("… and %d more", set.Problems.More))
	}
	return all
}

func (v *setView) tiles(set *render.Set, micro *deltaView) {
	s := &set.Summary
	var gate report.Gate
	if set.Dataset.Gate != nil {
		gate = *set.Dataset.Gate
	}
	add := func(label string, e report.Estimate, limit float64, sub string) {
		bar := figures.NewBar(e, limit, limit > 0)
		v.Tiles = append(v.Tiles, tileView{Label: label, Value: e.Value.String(), Sub: sub, Bar: &bar})
	}
	add("macro F1, the mean of fields", s.MacroF1, gate.MacroF1, intervalText(s.MacroF1, v.Level))
	add("micro F1, of all values", s.MicroF1, gate.MicroF1, intervalText(s.MicroF1, v.Level))
	v.Tiles[0].Delta, v.Tiles[1].Delta = v.Delta, micro
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

func (v *setView) checks(set *render.Set) {
	if set.Judgement.Gate == nil {
		return
	}
	checks := set.Judgement.Gate.Checks
	for _, i := range render.RowsOf(len(checks), func(i int) bool { return !checks[i].Passed }) {
		c := checks[i]
		count := isCount(set, c.Metric)
		row := checkView{Metric: terminal.Excerpt(c.Name(), terminal.MaxName), Value: terminal.Amount(c.Value, count), Limit: terminal.Amount(report.RatioOf(c.Limit, true), count), Passed: c.Passed}
		switch {
		case c.Metric == "errors":
			row.Value, row.Limit = strconv.Itoa(int(c.Value.Value)), "at most "+strconv.Itoa(int(c.Limit))
		case usage.QuantityOf(c.Metric) != "":
			row.Limit = usage.QuantityOf(c.Metric).Text(c.Limit)
			if c.Value.Defined {
				row.Value, row.Margin = usage.QuantityOf(c.Metric).Text(c.Value.Value), usage.QuantityOf(c.Metric).Text(c.Value.Value-c.Limit)
			}
		case c.Value.Defined:
			row.Margin = fmt.Sprintf("%+.3f", c.Value.Value-c.Limit)
		}
		if c.WithinChance() {
			row.Chance = report.Estimate{Low: c.Low, High: c.High, Approximate: c.Approximate}.Interval()
		}
		if c.AtMost {
			row.Limit = "at most " + row.Limit
		}
		v.Checks = append(v.Checks, row)
	}
	v.MoreChecks = render.MoreRows(len(checks), "limit", "that are not kept")
}

func newFieldView(r *render.Report, at, i int, names *filterNames, compared *diff.Set, changes changes) fieldView {
	set := r.Sets[at]
	a := set.Summary.Attributes[i]
	counts := set.Summary.CountsOf(i)
	limit, hasLimit := set.LimitOn(a.Attribute)
	v := fieldView{
		Name: terminal.Excerpt(a.Attribute, terminal.MaxName), Items: a.Items,
		F1: a.F1.Value.String(), Precision: a.Precision.Value.String(), Recall: a.Recall.Value.String(),
		Support: strconv.FormatFloat(a.Support, 'f', -1, 64), Range: terminal.Between(a.F1.Min, a.F1.Max),
		Bar: figures.NewBar(a.F1, limit, hasLimit), Stack: figures.OfOutcomes(counts),
	}
	v.Tone = v.Bar.Tone
	v.Delta = changes.delta(rowOf(compared, a.Attribute, a.Items), a.Attribute)
	f := names.of(at)
	f.byField(a.Attribute, names)
	f.outcome = "mistake"
	v.Filter = f.href()
	mistakes := 0
	for _, o := range metrics.Outcomes() {
		n := counts.Of(o)
		if n == 0 || o.Hit() {
			continue
		}
		mistakes += n
		link := linkView{Text: set.MeanOf(n) + " " + o.String()}
		if !a.Items {
			f.outcome = o.String()
			link.Filter = f.href()
		}
		v.Kinds = append(v.Kinds, link)
	}
	v.Mistakes = set.MeanOf(mistakes)
	return v
}

func (v *setView) averages(set *render.Set, micro *deltaView) {
	s := &set.Summary
	row := func(name, note string, f1, precision, recall report.Estimate) {
		f := fieldView{Name: name, Note: note, F1: f1.Value.String(), Bar: figures.NewBar(f1, 0, false), Range: terminal.Between(f1.Min, f1.Max)}
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
	v.Averages[0].Delta, v.Averages[1].Delta = micro, v.Delta
}

// legend explains the colours that occur.
func (v *setView) legend(set *render.Set) {
	var all metrics.Counts
	limits := false
	for i, a := range set.Summary.Attributes {
		all = all.Plus(set.Summary.CountsOf(i))
		_, limited := set.LimitOn(a.Attribute)
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
