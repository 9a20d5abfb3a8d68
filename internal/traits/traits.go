package traits

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// Traits are the computed traits of one case. They lack what the record does not tell: traits of the truth if the case
// has none, and all traits if the case was skipped.
type Traits struct {
	Numbers []TraitNumber
	Kinds   []TraitKind
}

// TraitNumber is a trait that is a number: "rows of lines".
type TraitNumber struct {
	Name  string
	Value float64
}

// TraitKind is a trait that is a word: "presence of notes" is "yes".
type TraitKind struct{ Name, Value string }

// Of returns the traits of a case:
//
//   - "rows of PATH" is the number of items of a list, set, map or packet in the truth, in all outer items together; the path has no
//     "[]" at its end. If the truth lacks the list, the case has this trait, with 0 rows, only if a spec says that the
//     attribute is a list or the answer has it. Without the trait, the case is in slices with 0 rows by its "presence
//     of PATH": see [Condition.Holds].
//   - "presence of FIELD" is "yes" if the truth has a value of an attribute outside of lists, else "no".
//   - "class of FIELD" is the class in the truth, for fields outside of lists that have classes; a truth without a
//     value has none.
//   - "pages of document", "length of text", "size of input", "stop of answer", "script of text", "layout of numbers"
//     and "layout of dates" are recorded: see [report.Shape]. Older records have none of them.
//   - "latency of answer" is in seconds, for answers and timeouts of a model that was asked in this run.
//   - "retries of answer" is the number of retries; answers from recordings do not have it.
//
// Traits of attributes come first, in the order of the spec. No trait depends on the details that readers of summaries
// leave out.
func Of(c *report.Case) Traits {
	var t Traits
	if c.Status == report.Skipped {
		return t
	}
	for i := range c.Counts {
		row := &c.Counts[i]
		if path, ok := listPath(row); ok {
			t.Numbers = append(t.Numbers, TraitNumber{dataset.MeasureOf(dataset.Rows, path), rowCount(row)})
		}
		if value, ok := presence(c, row); ok {
			t.Kinds = append(t.Kinds, TraitKind{dataset.MeasureOf(dataset.Presence, row.Attribute), value})
		}
	}
	for i := range c.Classes {
		if p := &c.Classes[i]; hasClass(c, p) && (i == 0 || c.Classes[i-1].Attribute != p.Attribute) {
			t.Kinds = append(t.Kinds, TraitKind{dataset.MeasureOf(dataset.Class, p.Attribute), p.Want})
		}
	}
	for _, name := range []string{dataset.Pages, dataset.Length, dataset.Size, dataset.Latency, dataset.Retries} {
		if value, ok := number(c, name); ok {
			t.Numbers = append(t.Numbers, TraitNumber{name, value})
		}
	}
	for _, name := range []string{dataset.Stop, dataset.Script, dataset.Numbers, dataset.Dates} {
		if value := kindIn(c, name); value != "" {
			t.Kinds = append(t.Kinds, TraitKind{name, value})
		}
	}
	return t
}

// Text returns the traits as the slices that the case is in: "rows of lines=40 · script of text=Latin · presence of
// notes=no". It leaves out the presence of present fields, the latency, and 0 retries.
func (t Traits) Text() string {
	var all []string
	for _, n := range t.Numbers {
		if n.Name != dataset.Latency && (n.Name != dataset.Retries || n.Value > 0) {
			all = append(all, dataset.Condition{Name: n.Name, Computed: true, Op: dataset.Equal, Number: n.Value}.String())
		}
	}
	var absent []string
	for _, k := range t.Kinds {
		switch text := (dataset.Condition{Name: k.Name, Computed: true, Op: dataset.Equal, Text: k.Value}).String(); {
		case !strings.HasPrefix(k.Name, dataset.MeasureOf(dataset.Presence, "")):
			all = append(all, text)
		case k.Value == dataset.No:
			absent = append(absent, text)
		}
	}
	return strings.Join(append(all, absent...), " · ")
}

// listPath returns the path of the list whose items a row counts.
func listPath(row *metrics.Row) (path string, ok bool) {
	path, ok = paths.Collection(row.Attribute)
	return path, ok && path != ""
}

// rowCount returns how many of the counted items the truth has.
func rowCount(row *metrics.Row) float64 { return float64(row.Counts.Support() + row.Counts.Errored) }

// presence says whether the truth has a value of an attribute outside of lists. A failed answer has a row without
// counts if the truth is empty.
func presence(c *report.Case, row *metrics.Row) (value string, ok bool) {
	switch n := &row.Counts; {
	case c.Unlabelled || row.Items || row.Attribute == metrics.InventedAttribute || paths.InItems(row.Attribute):
		return "", false
	case n.Support()+n.Errored > 0:
		return dataset.Yes, true
	case n.Total() > 0 || c.Status == report.Error:
		return dataset.No, true
	}
	return "", false
}

// hasClass reports whether a pair has the class of a field outside of lists whose truth has a value.
func hasClass(c *report.Case, p *report.ClassPair) bool {
	return p.Want != report.ClassEmpty && !paths.InItems(p.Attribute) &&
		!slices.ContainsFunc(c.Counts, func(row metrics.Row) bool { return row.Items && row.Attribute == p.Attribute }) // of single pages
}

// number returns a trait of a case that is a number and belongs to no attribute.
func number(c *report.Case, name string) (value float64, ok bool) {
	switch name {
	case dataset.Pages:
		return float64(c.Shape.Pages), c.Shape.Pages > 0
	case dataset.Length:
		return float64(c.Shape.TextLength), c.Shape.TextLength > 0
	case dataset.Size:
		return float64(c.Shape.InputSize), c.Shape.InputSize > 0
	case dataset.Latency:
		seconds, measured := LatencyOf(c)
		return seconds, measured && c.Taken == ""
	case dataset.Retries:
		return float64(c.Retries), c.Status != report.Skipped && !c.Replayed
	}
	return 0, false
}

// LatencyOf returns the seconds that the answer of a case took, if that was measured or the answer states it. ok is false for
// the answer of a recording, and for an error other than a timeout.
func LatencyOf(c *report.Case) (seconds float64, ok bool) {
	_, stated := c.Cost[usage.StatedLatency]
	return c.Duration.Seconds(), (c.Duration > 0 || stated) && !c.Replayed && (c.Status == report.OK || c.TimedOut)
}

// kindIn returns a trait of a case that is a word and belongs to no attribute, "" for none.
func kindIn(c *report.Case, name string) string {
	switch name {
	case dataset.Stop:
		return c.Shape.Stop
	case dataset.Script:
		return c.Shape.Script
	case dataset.Numbers:
		return c.Shape.Numbers
	case dataset.Dates:
		return c.Shape.Dates
	}
	return ""
}

// Condition is a slice of the cases, such as the slice of a limit.
type Condition struct{ dataset.Condition }

// Parse reads the text of a slice, as [report.Limit] has it: "vendor=acme", "rows of lines>=40".
func Parse(slice string) (Condition, error) {
	c, err := dataset.ParseCondition(slice)
	if err != nil {
		return Condition{}, fmt.Errorf("slice %q: %w", slice, err)
	}
	return Condition{c}, nil
}

// Holds reports whether a case is in the slice. A case without the tag or the trait is not in it. A list has 0 rows if
// the record has its attribute and the truth has no value of it, even if [Of] cannot tell that it is a list. A
// skipped case is in no computed slice, and no case is in the zero Condition.
func (c Condition) Holds(record *report.Case) bool {
	if !c.Computed {
		value, ok := record.Tags[c.Name]
		return ok && value == c.Text && c.Name != ""
	}
	if record.Status == report.Skipped {
		return false
	}
	if c.IsNumber() {
		value, ok := c.number(record)
		return ok && c.Takes(value)
	}
	value, ok := c.kindOf(record)
	return ok && value == c.Text
}

func (c Condition) number(record *report.Case) (float64, bool) {
	path, ok := strings.CutPrefix(c.Name, dataset.MeasureOf(dataset.Rows, ""))
	if !ok {
		return number(record, c.Name)
	}
	for i := range record.Counts {
		row := &record.Counts[i]
		if name, ok := listPath(row); ok && name == path {
			return rowCount(row), true
		}
		if row.Attribute == path {
			value, ok := presence(record, row)
			return 0, ok && value == dataset.No
		}
	}
	return 0, false
}

func (c Condition) kindOf(record *report.Case) (string, bool) {
	if field, ok := strings.CutPrefix(c.Name, dataset.MeasureOf(dataset.Presence, "")); ok {
		for i := range record.Counts {
			if row := &record.Counts[i]; row.Attribute == field {
				return presence(record, row)
			}
		}
		return "", false
	}
	if field, ok := strings.CutPrefix(c.Name, dataset.MeasureOf(dataset.Class, "")); ok {
		for i := range record.Classes {
			if p := &record.Classes[i]; p.Attribute == field && hasClass(record, p) {
				return p.Want, true
			}
		}
	}
	value := kindIn(record, c.Name)
	return value, value != ""
}
