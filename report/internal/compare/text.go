package compare

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
)

const (
	defaultWidth = 100 // cells
	leastWidth   = 60
	narrow       = 80 // below it names are shorter
	nameWidth    = 28 // cells for the name of a field or a case
	narrowName   = 20 // the same on a narrow page
	columnWidth  = 20 // for the name of a run
	valueWidth   = 32 // for a value
)

// WriteText prints a report for people: first its [Report.Decisions], then the runs with their labels, and then for
// each data set
//
//   - a table with a column for each run and a row for each number with its interval. If the highest run is better than
//     every other run beyond chance, "*" follows it; else "~" follows the runs that are not told apart from the
//     highest;
//   - the spending of cases, and the dominated runs;
//   - the cases on which runs disagree, and the warnings.
//
// A line of the table of numbers has up to Width cells, by default 100 and at least 60;
// runs that do not fit are printed in further tables below. If Width is given, other lines are broken.
//
// No line can be mistaken for one that go test prints.
func WriteText(w io.Writer, r Report, screen view.Screen) error {
	var p view.Page
	names := r.Names()
	for i, name := range names {
		names[i] = terminal.LineStart(name)
	}
	names = words.FitAll(names, columnWidth) // short, and different
	for _, line := range r.Decisions(func(i int) string { return names[i] }, words.Visible) {
		p.Add(view.Sentence{Text: view.Plain(words.Visible(line)), Tone: view.Strong})
	}
	subject := "runs"
	if len(r.By) > 0 {
		subject = words.Visible("values of " + strings.Join(r.By, ", "))
	}
	p.Lines(fmt.Sprintf("%d %s", len(r.Columns), subject))
	width := max(cmp.Or(screen.Width, defaultWidth), leastWidth)
	screen.NameWidth = nameWidth
	if width < narrow {
		screen.NameWidth = narrowName
	}
	p.Add(r.Body(names, Surface{Width: width})...)
	return p.Write(w, screen)
}

// Name returns the name of the data set for people.
func (s *Set) Name() string {
	return terminal.LineStart(s.Dataset)
}

// Heading returns the number of compared cases and runs: "60 cases in 3 runs".
func (s *Set) Heading() string {
	if s.Why != "" {
		return "not compared: " + s.Why
	}
	return fmt.Sprintf("%s in %s", words.Plural(s.Cases, "case"), words.Plural(len(s.Compared), "run"))
}

// Approximate reports whether an interval is approximate.
func (s *Set) Approximate() bool {
	return slices.ContainsFunc(s.Rows, func(r Row) bool {
		return slices.ContainsFunc(r.Values, func(c report.Estimate) bool { return c.Approximate })
	})
}

const (
	nothing  = "nothing"
	withheld = "(not kept)"
)

// GotText returns the text of a run's value of a leaf.
func GotText(v diff.Value) string {
	switch v.Outcome {
	case 0, metrics.CorrectAbsence, metrics.Missing:
		return nothing
	}
	return cmp.Or(v.Got, withheld)
}

// WantText returns the truth of a leaf, "nothing" for none. It returns "(not kept)" if the outcome of a run shows that
// there is a truth, and the record leaves it out.
func (v CaseValue) WantText() string {
	if v.Want == "" && slices.ContainsFunc(v.Got, func(got diff.Value) bool {
		return got.Outcome == metrics.Match || got.Outcome == metrics.Wrong || got.Outcome == metrics.Missing
	}) {
		return withheld
	}
	return cmp.Or(v.Want, nothing)
}
