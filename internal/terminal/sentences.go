package terminal

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// Approximate reports whether an interval is approximate that reports show. They do not show the intervals of precision and
// recall, nor of classes that nothing confuses.
func Approximate(s report.Summary) bool {
	hidden := map[string]bool{}
	for i := range s.Classes {
		hidden[s.Classes[i].Attribute] = !HasClasses(&s.Classes[i])
	}
	return slices.ContainsFunc(s.Numbers, func(n report.Number) bool {
		if n.Kind == report.KindClass {
			measure, field, _ := strings.Cut(n.Name, " of ") // if the interval of a class is approximate, so is that of macro F1
			return n.Approximate && !hidden[field] && (measure == "macro F1" || strings.HasPrefix(measure, "top-"))
		}
		return n.Approximate && !n.Secondary
	})
}

// WithoutValues returns the attributes without a value in any truth or answer, such as attributes with a misspelt path: all
// their comparisons are correct absences. A list, set or map that has items in other documents is left out: without a spec, it
// is also a field where it is empty.
func WithoutValues(s report.Summary) []string {
	lists := map[string]bool{}
	for _, a := range s.Attributes {
		if list, ok := paths.Collection(a.Attribute); ok {
			lists[list] = true
		}
	}
	var names []string
	for i, a := range s.Attributes {
		c := s.CountsOf(i)
		c.CorrectAbsence = 0
		if c == (metrics.Counts{}) && (a.Items || !lists[a.Attribute]) {
			names = append(names, a.Attribute)
		}
	}
	return names
}

// Cases returns the counts of the verdicts, "7 pass, 2 fail", and further counts, each after a semicolon: "; 1 error
// in the extractor; labelled 3 of 9". location is the text after the number of errors.
func Cases(c report.CaseCount, location string) (judged, more string) {
	var parts []string
	for _, part := range []struct {
		n    int
		name string
	}{{c.Pass, "pass"}, {c.Partial, "partial"}, {c.Fail, "fail"}, {c.Unjudged, "not judged"}, {c.Skipped, "skipped"}} {
		if part.n > 0 {
			parts = append(parts, strconv.Itoa(part.n)+" "+part.name)
		}
	}
	if c.Error > 0 {
		more = "; " + words.Plural(c.Error, "error") + location
	}
	for _, text := range []string{Breaking(c), Labelled(c)} {
		if text != "" {
			more += "; " + text
		}
	}
	return strings.Join(parts, ", "), more
}

// PassRate returns the share of the judged cases that pass, in percent, over all trials if there are several.
func PassRate(c report.CaseCount) string {
	judged := c.Scored() - c.Unjudged
	return Percent(report.RatioOf(float64(c.Passing())/float64(judged), judged > 0))
}

// Labelled returns "labelled 10 of 30", "" if all cases are labelled.
func Labelled(c report.CaseCount) string {
	if c.Unlabelled == 0 {
		return ""
	}
	return fmt.Sprintf("labelled %d of %d", c.Labelled(), c.Scored())
}

// Breaking returns "3 that pass break an invariant", "" if no case does.
func Breaking(c report.CaseCount) string {
	switch c.Broken {
	case 0:
		return ""
	case 1:
		return "1 that passes breaks an invariant"
	}
	return fmt.Sprintf("%d that pass break an invariant", c.Broken)
}

// limitsOn returns the limits on a metric, over all cases or over a slice.
func limitsOn(g report.Gate, metric string) []report.Limit {
	return slices.DeleteFunc(slices.Clone(g.Limits), func(l report.Limit) bool { return l.Metric != metric })
}

// CheckRedaction returns an error that lists the redaction rules that match no attribute of a run, see
// [redact.Redaction.Check]. It returns nil if no case with a truth was scored.
func CheckRedaction(s *report.Summary, r redact.Redaction) error {
	if s.Cases().Labelled() == 0 {
		return nil
	}
	var names []string
	for _, a := range s.Attributes {
		names = append(names, a.Attribute)
	}
	return r.Check(names)
}

// Legend says what the origins of the mistakes of fields mean, "" without any: "made up: nowhere in the document".
func Legend(fields []report.Attribute) string {
	return source.Legend(func(o source.Origin) bool {
		return slices.ContainsFunc(fields, func(a report.Attribute) bool { return a.Origins.Of(o) > 0 })
	})
}

// Origins returns "2 misread, 1 made up", "" for none. mean returns a number as text; nil means decimal digits.
func Origins(o report.Origins, mean func(int) string) string {
	if mean == nil {
		mean = strconv.Itoa
	}
	var parts []string
	for _, origin := range source.Origins() {
		if n := o.Of(origin); n > 0 {
			parts = append(parts, mean(n)+" "+origin.String())
		}
	}
	return strings.Join(parts, ", ")
}

// NearestTo returns the index of the item of the other side that is nearest to an item without partner, and a note that
// names it. The item without partner belongs to the truth or, if ofGot is set, to got. NearestTo returns -1 and "" if
// the nearest item is unknown.
func NearestTo(a *report.Alignment, index int, ofGot bool) (other int, note string) {
	for _, n := range a.NearestToGot {
		if ofGot && n.Got == index {
			return n.Want, n.Note(true)
		}
	}
	for _, n := range a.NearestToWant {
		if !ofGot && n.Want == index {
			return n.Got, n.Note(false)
		}
	}
	return -1, ""
}

// ApproximateNote explains "≈" before an interval.
const ApproximateNote = "≈ approximate: fewer than 20 documents, effectively, have a value"

// Between returns an interval of defined bounds as "0.716–0.898", "" for others.
func Between(low, high report.Ratio) string { return report.Estimate{Low: low, High: high}.Interval() }

// Percent returns a ratio in percent with at most one decimal, "61.3%"; "-" when it is undefined.
func Percent(r report.Ratio) string {
	if !r.Defined {
		return "-"
	}
	return strconv.FormatFloat(math.Round(r.Value*1000)/10, 'f', -1, 64) + "%"
}

// Amount writes a whole count without decimals.
func Amount(v report.Ratio, count bool) string {
	if count && v.Defined && v.Value == math.Trunc(v.Value) {
		return strconv.FormatFloat(v.Value, 'f', 0, 64)
	}
	return v.String()
}

const maxWithoutValues = 10

// FirstNames joins the first names, each in the form that show returns, and the number of the others.
func FirstNames(names []string, show func(string) string) string {
	var shown []string
	for _, name := range names {
		shown = append(shown, show(name))
	}
	return words.List(shown, maxWithoutValues, "and %d more")
}

func relation(l report.Limit) string {
	if l.Is == report.AtMost {
		return "at most "
	}
	return "at least "
}

// Limit returns a limit as a table prints it beside its metric: "at least 0.950", "lower end at least 0.900 where
// vendor=acme".
func Limit(l report.Limit) string {
	bound := map[report.Bound]string{report.BoundLow: "lower end ", report.BoundHigh: "upper end "}[l.Bound]
	text := bound + relation(l) + report.RatioOf(l.Value, true).String()
	if l.Slice != "" {
		text += " where " + l.Slice
	}
	return text
}

// Invariant returns the state and the note of an invariant for a list of failures: "adds_up is broken: total 119, net +
// tax 118".
func Invariant(r eval.InvariantResult) string {
	text := r.Name + " is broken"
	switch r.State {
	case invariant.Holds:
		text = r.Name + " holds"
	case invariant.NotApplicable:
		text = r.Name + " is not applicable"
	case invariant.Errored:
		text = r.Name + " could not be judged"
	}
	if r.Note != "" {
		text += ": " + r.Note
	}
	return text
}

// System returns the labels of a run and, if the run has labels or asked models, the provider. It adds "rescored" for a
// run whose answers were evaluated again, since no test produced its numbers.
func System(r report.Run) string {
	text := words.Labels(r.Labels)
	switch provider := "provider " + words.Visible(r.Provider); {
	case r.Provider == "":
	case text != "":
		text += ", " + provider
	case r.Provider != "replay":
		text = provider
	}
	switch {
	case r.Rescored == "":
		return text
	case text == "":
		return "rescored"
	}
	return text + ", rescored"
}

// SystemAndData returns [System] and the version of the data set: "model=x, data 2026-11".
func SystemAndData(r report.Run, ds report.Dataset) string {
	text := System(r)
	switch {
	case ds.Version == "":
		return text
	case text != "":
		text += ", "
	}
	return text + DataVersion(ds.Version)
}

// DataVersion returns the version of a data set for a line of text: "data 2026-11".
func DataVersion(version string) string { return "data " + words.Visible(version) }
