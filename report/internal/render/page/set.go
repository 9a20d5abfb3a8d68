package page

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/internal/figures"
)

// bounds returns the score of an empty answer and, if it is below 1, the score of a perfect one.
func bounds(n report.Number) []subView {
	subs := []subView{{"an empty answer would have", n.Null.String()}}
	if n.Attainable.Defined && n.Attainable.String() != "1.000" {
		subs = append(subs, subView{"a perfect one", n.Attainable.String()})
	}
	return subs
}

// isCount reports whether the metric of a check is a number of things.
func isCount(s *render.Set, name string) bool {
	measure := func(n report.Number) bool { return n.Count && terminal.IsMeasure(n) }
	return measure(s.Number(name)) || measure(s.Number("measure "+name))
}

// fieldRows returns the indices of the attributes in the table of fields.
func fieldRows(s *render.Set) []int {
	return render.RowsOf(len(s.Summary.Attributes), func(i int) bool { return s.Summary.CountsOf(i).Mistakes() > 0 })
}

// setView is the data of the template of a data set.
type setView struct {
	Name, Short                string // Short is the name for narrow places
	Key, Anchor, Verdict, Tone string
	Href                       template.URL
	Open                       bool
	Alone                      bool       // it is the only data set: the head of the page has its verdict and its time
	Delta                      *deltaView // of the macro F1
	Worse                      bool       // than in an earlier run
	Reasons                    []string
	Meta                       []template.HTML
	Problems                   []view.Block
	Cases                      int
	Pass                       string
	CaseLabel, CaseText        string
	RateOf                     string // cases, or trials of them
	CaseStack                  figures.Stack
	MicroF1, MacroF1           string
	WorstField                 string
	Tiles                      []tileView
	Level                      string
	Trials                     bool
	Blocks                     []view.Block
}

type tileView struct {
	Label, Value string
	Bar          *figures.Bar
	Delta        *deltaView
	Subs         []subView
}

// subView is a remark in a tile: a number after its name.
type subView struct{ Text, Number string }

type linkView struct {
	Text, Remark string
	Filter       template.URL
}

type legendView struct{ Class, Label string }

func newSetView(r *render.Report, index int, packed *packed, comparison *diff.Report) setView {
	set, names := r.Sets[index], &packed.names
	compared := render.Compared(comparison, set)
	sum := &set.Summary
	cases := sum.Cases()
	v := setView{
		Name: r.NameOf(set), Short: r.ShortNameOf(set), Key: names.sets[index], Href: names.addressOf(index).href(), Anchor: "set-" + strconv.Itoa(index),
		Verdict: string(set.Judgement.Verdict), Tone: toneOf(set.Judgement.Verdict),
		Cases: set.Asked(), Pass: render.PassRate(cases), CaseLabel: "cases", CaseText: render.CaseText(cases), CaseStack: figures.OfCases(cases),
		MicroF1: set.Number("micro F1").Value.String(), MacroF1: set.Number("macro F1").Value.String(),
		Level: terminal.Level(*sum), Trials: len(sum.Trials) > 1,
		Meta: meta(set, len(r.Sets) > 1), Problems: view.Filled(set.ProblemList()), Alone: len(r.Sets) == 1,
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
	if a, ok := worstField(set); ok {
		v.WorstField = terminal.Excerpt(a.Attribute.Attribute, terminal.MaxName) + " " + strings.TrimPrefix(set.F1Words(a.Attribute.Attribute), "F1 ")
		if others := set.OtherCauses(); len(others) > 0 && !a.Cause {
			v.WorstField = terminal.Excerpt(others[0].Name(), terminal.MaxName)
		}
	}
	v.Open = len(r.Sets) == 1 || rank(set, comparison) <= 2
	blocks := newSections(r, index, packed, compared)
	var micro *deltaView
	if compared != nil {
		v.Delta, micro = blocks.delta(&compared.Macro, ""), blocks.delta(&compared.Micro, "")
		v.Worse = compared.Verdict == diff.Regressed
	}
	v.tiles(set, micro)
	v.Blocks = blocks.all()
	return v
}

// meta returns the system and the run of a data set. With dated it also returns when the run began and its revision,
// which the head of the page shows if there is only one data set.
func meta(set *render.Set, dated bool) []template.HTML {
	var parts []template.HTML
	add := func(text string) {
		if text != "" { // a path may be broken after its slashes
			parts = append(parts, template.HTML(strings.ReplaceAll(template.HTMLEscapeString(text), "/", "/<wbr>")))
		}
	}
	add(terminal.Excerpt(set.Run.Package, terminal.MaxName))
	if set.Dataset.Test != "" {
		add(terminal.Excerpt(set.Dataset.Test, terminal.MaxName))
	}
	add(terminal.Excerpt(set.Dataset.Source, terminal.MaxName))
	add(terminal.Excerpt(terminal.SystemAndData(set.Run, set.Dataset), terminal.MaxName))
	if dated {
		add(when(set.Run.Start))
	}
	if set.Duration > 0 {
		add(set.Duration.Round(10 * time.Millisecond).String())
	}
	if rev := revision(set.Run.VCS); rev != "" && dated {
		add("revision " + rev)
	}
	add(strings.TrimSpace(terminal.Excerpt(set.Run.Versions.Go, terminal.MaxName) + withSpace(set.Run.Versions.Platform)))
	if n := len(set.Summary.Trials); n > 1 {
		add(fmt.Sprintf("%d trials, every number is their mean", n))
	}
	if redaction := set.Dataset.Redaction().String(); redaction != "" {
		add("values are redacted (" + terminal.Excerpt(redaction, terminal.MaxName) + "), so texts of documents are not shown")
	}
	if n := len(set.Files); n > 1 {
		add(fmt.Sprintf("%d files", n))
	}
	return parts
}

func (v *setView) tiles(set *render.Set, micro *deltaView) {
	var gate report.Gate
	if set.Dataset.Gate != nil {
		gate = *set.Dataset.Gate
	}
	add := func(label, name string, limit float64, subs ...subView) *tileView {
		e := set.Number(name)
		bar := figures.Whole.Bar(e.Estimate, limit, limit > 0)
		if e.Min.Defined && v.Trials {
			subs = append(subs, subView{"over trials", terminal.Between(e.Min, e.Max)})
		}
		v.Tiles = append(v.Tiles, tileView{Label: label, Value: e.Value.String(), Subs: subs, Bar: &bar})
		return &v.Tiles[len(v.Tiles)-1]
	}
	add("macro F1, the mean of fields", "macro F1", gate.MacroF1, v.interval(set.Number("macro F1")), subView{"weighted by support", set.Number("weighted F1").Value.String()}).Delta = v.Delta
	subs := []subView{v.interval(set.Number("micro F1"))}
	for _, measure := range []string{"precision", "recall"} {
		if value := set.Number("micro " + measure).Value; value.Defined {
			subs = append(subs, subView{measure, value.String()})
		}
	}
	add("micro F1, of all values", "micro F1", gate.MicroF1, subs...).Delta = micro
	add("accuracy", "accuracy", gate.Accuracy, bounds(set.Number("accuracy"))...)
	add("mean score of a case", "mean score", gate.MeanScore, bounds(set.Number("mean score"))...)
}

func (v *setView) interval(e report.Number) subView {
	if text := e.Interval(); text != "" {
		return subView{v.Level + " interval", text}
	}
	return subView{"no interval: too few cases", ""}
}

// fieldAxis returns the axis that shows the F1 of fields and their limits.
func fieldAxis(set *render.Set, rows []int) figures.Axis {
	var all []report.Estimate
	var limits []float64
	for _, i := range rows {
		a := &set.Summary.Attributes[i]
		all = append(all, set.F1(a.Attribute).Estimate)
		if limit, ok := set.LimitOn(a.Attribute); ok {
			limits = append(limits, limit)
		}
	}
	return figures.Zoom(all, limits)
}

// legend explains the colours that occur.
func legend(set *render.Set) (entries []legendView) {
	var all metrics.Counts
	limits := false
	for i, a := range set.Summary.Attributes {
		all = all.Plus(set.Summary.CountsOf(i))
		_, limited := set.LimitOn(a.Attribute)
		limits = limits || limited
	}
	for _, o := range metrics.Outcomes() {
		if all.Of(o) > 0 {
			entries = append(entries, legendView{"s-" + o.String(), strings.ReplaceAll(o.String(), "_", " ")})
		}
	}
	if limits {
		entries = append(entries, legendView{"l-limit", "limit of the gate"})
	}
	return entries
}
