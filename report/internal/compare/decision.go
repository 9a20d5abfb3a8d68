package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

const (
	maxDecisions = 20 // data sets at the beginning of a report
	maxNamed     = 5  // runs in a part of a decision
)

// Decisions returns a sentence for each of the first 20 data sets: which run is best, or which are not told apart, and
// at which price; see the package comment. If there are several data sets, the sentence begins with the name of its
// data set. column returns the shown name of a column. text returns the shown form of the name of a data set, or of a
// reason that may name fields.
func (r *Report) Decisions(column func(int) string, text func(string) string) (lines []string) {
	for i := range r.Sets[:min(len(r.Sets), maxDecisions)] {
		s := &r.Sets[i]
		line := s.decision(column, text)
		if len(r.Sets) > 1 {
			line = text(s.Name()) + ": " + line
		}
		lines = append(lines, line)
	}
	if more := len(r.Sets) - len(lines); more > 0 {
		lines = append(lines, "… and "+words.Plural(more, "more data set")+", below")
	}
	return lines
}

// decision returns the sentence of a data set.
func (s *Set) decision(name func(int) string, text func(string) string) string {
	k := s.deciding()
	switch {
	case s.Why != "":
		return "not decided: " + text(s.Why)
	case k < 0:
		return "not decided: macro F1 and the pass rate are undefined in all runs"
	}
	d := decision{s: s, name: name, row: &s.Rows[k]}
	switch {
	case s.Rival < 0:
		d.addPart("not decided: %s alone has a value of %s", name(d.row.Top), d.row.Name)
	case d.row.Best:
		d.sayBest()
	default:
		d.sayTied()
	}
	d.sayExcluded()
	if s.apart {
		d.addPart("; each run is judged by its own rules")
	}
	return strings.Join(d.parts, "")
}

// deciding returns the index of the row that decides: macro F1 or, if no run has it (without truths, for example), the
// pass rate. It is -1 if no run has either.
func (s *Set) deciding() int {
	for _, name := range []string{macroF1, runs.PassRate} {
		index := slices.IndexFunc(s.Rows, func(r Row) bool {
			return r.Name == name && (r.Kind == report.KindAverage || r.Kind == runs.KindRate) && r.Top >= 0
		})
		if index >= 0 {
			return index
		}
	}
	return -1
}

// rival returns the run with which the highest run of the deciding row is compared, see [Set.Rival].
func (s *Set) rival(row *Row) int {
	open := s.openColumns(row)
	switch rivals := s.below(row); {
	case len(rivals) > 0 && row.Best:
		return rivals[0]
	case len(open) < 2:
		return -1
	}
	if priced := s.priced(open); len(priced) > 0 && priced[0] != row.Top {
		return priced[0]
	}
	return open[1]
}

// below returns the compared columns with a value except the highest column, from the highest value to the lowest.
func (s *Set) below(row *Row) []int {
	columns := slices.DeleteFunc(slices.Clone(s.Compared), func(i int) bool { return i == row.Top || !row.Value(i).Defined })
	slices.SortStableFunc(columns, func(a, b int) int {
		return cmp.Compare(row.Value(b).Value, row.Value(a).Value)
	})
	return columns
}

// openColumns returns the columns that may be the best, the highest first.
func (s *Set) openColumns(row *Row) []int {
	return append([]int{row.Top}, slices.DeleteFunc(s.below(row), func(i int) bool { return !row.Open(i) })...)
}

// priced returns those of the columns that have a price, the cheapest first.
func (s *Set) priced(columns []int) []int {
	priced := slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return !s.Runs[i].Price.Defined })
	slices.SortStableFunc(priced, func(a, b int) int { return cmp.Compare(s.Runs[a].Price.Value, s.Runs[b].Price.Value) })
	return priced
}

// decision builds the sentence of a data set.
type decision struct {
	s     *Set
	row   *Row
	name  func(int) string
	parts []string
}

func (d *decision) addPart(format string, args ...any) {
	d.parts = append(d.parts, fmt.Sprintf(format, args...))
}

// sayBest says by how much, and at which price, the best run is ahead of the next one.
func (d *decision) sayBest() {
	top, second := d.row.Top, d.s.Rival
	d.addPart("%s is best%s: %s over %s%s", d.name(top), d.common(), d.points(), d.name(second), d.interval())
	d.passes()
	if times := d.times(top, second); times != "" {
		d.addPart(", %s%s", times, d.coverage(top, second))
	}
}

// sayTied says which runs are not told apart, by how much the highest is ahead of its rival, and which is the cheapest.
func (d *decision) sayTied() {
	open := d.s.openColumns(d.row)
	d.addPart("not told apart%s: %s", d.common(), d.listNames(open))
	if d.s.Ahead.Value.Defined {
		d.addPart("; %s of %s over %s%s", d.points(), d.name(d.row.Top), d.name(d.s.Rival), d.interval())
		d.passes()
	}
	priced := d.s.priced(open)
	d.cheapest(priced, len(open) > len(priced))
	if worse := slices.DeleteFunc(d.s.below(d.row), d.row.Open); len(worse) > 0 {
		d.addPart("; worse: %s", d.listNames(worse))
	}
}

// cheapest says which run is the cheapest of those that are not told apart. priced are those with a price, the cheapest
// first; some says that some of the runs have no price.
func (d *decision) cheapest(priced []int, some bool) {
	if len(priced) < 2 {
		return
	}
	first, last := priced[0], priced[len(priced)-1]
	subject, times := d.name(last)+" has", d.times(last, first)
	if len(priced) > 2 {
		subject = "the others have up to"
	}
	group := " of them"
	if some {
		group = " of them whose price is known"
	}
	switch {
	case times == samePrice && some:
		d.addPart("; those whose price is known have the same")
	case times == samePrice:
		d.addPart("; at %s", samePrice)
	case times != "":
		d.addPart("; %s is the cheapest%s, %s %s", d.name(first), group, subject, times)
	default:
		d.addPart("; %s costs nothing", d.name(first))
	}
	d.addPart("%s", d.coverage(priced...))
}

const samePrice = "the same price"

// times compares the price of a run with the price of another run: "2.1 times the price". It is "" if a price is
// unknown, or only the other run costs nothing.
func (d *decision) times(run, other int) string {
	a, b := d.s.Runs[run].Price, d.s.Runs[other].Price
	switch {
	case !a.Defined || !b.Defined || b.Value == 0 && a.Value > 0:
		return ""
	case a.Value == b.Value:
		return samePrice
	}
	text := usage.Calls.Digits(a.Value/b.Value, 2)
	if text == "1" { // 1.04 times the price is not the same price
		text = usage.Calls.Digits(a.Value/b.Value, 3)
	}
	switch {
	case text == "1":
		return samePrice
	case d.s.Cost == usage.Tokens:
		return text + " times the tokens"
	}
	return text + " times the price"
}

// coverage names those of the columns whose cost is known in a part of their cases alone: " (a: cost of 3 of 40 cases)".
func (d *decision) coverage(columns ...int) string {
	var parts []string
	for _, i := range columns {
		if cases := d.s.costCoverage(i); cases != "" {
			parts = append(parts, d.name(i)+": "+cases)
		}
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// points says by how much the highest run is ahead of its rival.
func (d *decision) points() string {
	return words.Points(d.s.Ahead.Value.Value) + " points " + d.row.Name
}

// interval returns the interval of the lead in points: " [+1.1, +3.9]". An end that is rounded to 0 keeps its sign.
func (d *decision) interval() string {
	e := &d.s.Ahead
	if !e.Low.Defined || !e.High.Defined {
		return ""
	}
	approximate := ""
	if e.Approximate {
		approximate = "≈ "
	}
	return fmt.Sprintf(" [%s%+.1f, %+.1f]", approximate, 100*e.Low.Value, 100*e.High.Value)
}

// passes says which share of the documents passes in the highest run and in its rival.
func (d *decision) passes() {
	rate := d.s.passRate()
	if rate < 0 || d.s.Rows[rate].Top < 0 {
		return
	}
	a, b := d.s.Rows[rate].Value(d.row.Top), d.s.Rows[rate].Value(d.s.Rival)
	if !a.Defined || !b.Defined {
		return
	}
	unit := "documents"
	if d.s.copied {
		unit = "cases"
	}
	decimals := 0
	if math.Round(100*a.Value) == math.Round(100*b.Value) && a.Value != b.Value {
		decimals = 1
	}
	percent := func(v report.Ratio) string { return strconv.FormatFloat(100*v.Value, 'f', decimals, 64) }
	d.addPart(", %s against %s %% of %s pass", percent(a), percent(b), unit)
}

// common says on how many cases the runs are compared, "" if they were asked for the same cases.
func (d *decision) common() string {
	if !slices.ContainsFunc(d.s.Compared, func(i int) bool { return d.s.Runs[i].Alone > 0 }) {
		return ""
	}
	return " on the " + words.Plural(d.s.Cases, "case") + " that all have"
}

// sayExcluded names the runs that are not compared.
func (d *decision) sayExcluded() {
	var excluded []int
	for i := range d.s.Runs {
		if !slices.Contains(d.s.Compared, i) {
			excluded = append(excluded, i)
		}
	}
	if len(excluded) > 0 {
		d.addPart("; not compared: %s", d.listNames(excluded))
	}
}

// listNames names columns, at most maxNamed of them.
func (d *decision) listNames(columns []int) string {
	var names []string
	for _, i := range columns {
		names = append(names, d.name(i))
	}
	return words.List(names, maxNamed, "%d more")
}
