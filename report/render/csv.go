package render

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/terminal"
)

// csvHeader is the first row.
var csvHeader = []string{
	"dataset", "case", "trial", "want index", "got index", "path", "outcome", "similarity", "want", "got", "note", "package", "origin",
}

// CSV writes one row per comparison, in the order of the records:
//
//	dataset,case,trial,want index,got index,path,outcome,similarity,want,got,note,package,origin
//
// The first row names the columns: find them by name, others may come behind them. Two
// packages may have data sets of one name: the package is empty for what is of none, as
// of evalreport score.
//
// Indices are those of list items, outermost first and joined by "."; they are
// empty outside of lists, and for the side that has no such item. Want and got are
// JSON texts, so that "5", 5, null and nothing at all stay four things; characters
// that are not seen are JSON escapes in them.
//
// Behind the comparisons of a case stands one row for each measure of the answer: its path is
// "measure " and the name, its outcome "measured", got and want are what it contributes and of
// how much, and similarity is got / want where that is at most 1. Then one for each invariant: its path is "rule "
// and the name, its outcome "holds", "broken", "not_applicable" or "errored", and the note has
// the operands; similarity, want and got are empty.
//
// No cell is a formula to a spreadsheet: JSON texts begin with none of the
// characters that start one (a minus is that of a number), and a name or note that
// begins with =, +, -, @, a tab or a line break, or a full-width form of these, has
// an apostrophe in front. A reader of data should drop it.
//
// Records are streamed. The last rows are of data sets that are not whole: one row for
// each problem, with the name of the data set, "broken" or "partial" as the outcome, and
// the problem as the note, so that what lacks rows does not look whole. All of these
// data sets are returned, too. The error is one of a source or of w.
func CSV(w io.Writer, sources ...artifact.Source) (notWhole []*artifact.Set, err error) {
	to := csv.NewWriter(w)
	to.Write(csvHeader)
	var joiner artifact.Joiner
	for _, source := range sources {
		if err := joiner.Read(source, artifact.Visitor{Case: newRows(to)}); err != nil {
			return nil, fmt.Errorf("render: %s: %w", source.Name, err)
		}
	}
	for _, set := range joiner.Sets() {
		if set.State() != artifact.Whole {
			notWhole = append(notWhole, set)
			writeState(to, set)
		}
	}
	to.Flush()
	if err := to.Error(); err != nil {
		return nil, fmt.Errorf("render: CSV: %w", err)
	}
	return notWhole, nil
}

// writeState writes why a data set is not whole.
func writeState(to *csv.Writer, set *artifact.Set) {
	row := make([]string, len(csvHeader))
	column := func(name string) *string { return &row[slices.Index(csvHeader, name)] }
	*column("dataset"), *column("outcome"), *column("package") = cell(set.Dataset.Name), set.State().String(), cell(set.Package)
	note := func(text string) {
		*column("note") = cell(text)
		to.Write(row)
	}
	for _, err := range set.Problems.First {
		note(err.Error())
	}
	switch {
	case set.Problems.More > 0:
		note(fmt.Sprintf("and %d more", set.Problems.More))
	case set.Problems.Len() == 0:
		note(set.Why())
	}
}

// newRows returns what writes the rows of a case.
func newRows(to *csv.Writer) func(*artifact.Section, *report.Case, artifact.Place) error {
	row := make([]string, len(csvHeader))
	return func(s *artifact.Section, c *report.Case, _ artifact.Place) error {
		for i := range c.Fields {
			f := &c.Fields[i]
			row = append(row[:0],
				cell(s.Dataset.Name), cell(c.ID), strconv.Itoa(c.Trial), indices(f.WantIndex), indices(f.GotIndex),
				cell(f.Path), f.Outcome.String(), strconv.FormatFloat(f.Similarity, 'g', -1, 64),
				jsonText(f.Want), jsonText(f.Got), cell(f.Note), cell(s.Run.Package), cell(f.Origin),
			)
			to.Write(row) // an error is there when it is flushed
		}
		for _, m := range c.Measures {
			number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
			share := ""
			if m.Weight > 0 && m.Sum <= m.Weight {
				share = number(m.Sum / m.Weight)
			}
			row = append(row[:0],
				cell(s.Dataset.Name), cell(c.ID), strconv.Itoa(c.Trial), "", "", cell("measure "+m.Name), "measured", share, number(m.Weight), number(m.Sum), "", cell(s.Run.Package),
			)
			to.Write(row)
		}
		for _, r := range c.Invariants {
			row = append(row[:0],
				cell(s.Dataset.Name), cell(c.ID), strconv.Itoa(c.Trial), "", "", cell(report.RuleMetric(r.Name)), string(r.State), "", "", "", cell(r.Note), cell(s.Run.Package), "",
			)
			to.Write(row)
		}
		return nil
	}
}

func indices(all []int) string {
	var b strings.Builder
	for i, n := range all {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// cell returns text of which a spreadsheet makes no formula.
func cell(text string) string {
	text = terminal.Visible(text)
	for _, start := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
		if strings.HasPrefix(text, start) {
			return "'" + text
		}
	}
	return text
}

// jsonText returns a JSON value in which every character is seen, and only what is
// not is escaped, in the manner of JSON. JSON has such characters in strings only.
func jsonText(value json.RawMessage) string {
	text := document.Unescape(string(value))
	if terminal.Visible(text) == text {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case terminal.Visible(string(r)) == string(r):
			b.WriteRune(r)
		case r == ' ' || r == '\n' || r == '\t' || r == '\r': // between tokens
			b.WriteByte(' ')
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
