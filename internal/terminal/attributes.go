package terminal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// counted lists the outcomes that have a column.
var counted = []struct {
	title   string
	outcome metrics.Outcome
}{
	{"match", metrics.Match}, {"wrong", metrics.Wrong}, {"missing", metrics.Missing},
	{"halluc.", metrics.Hallucinated}, {"invented", metrics.Invented}, {"errored", metrics.Errored},
}

// table prints the attributes and their averages.
func (p *textPage) table() {
	if len(p.s.Attributes) == 0 {
		if c := p.s.Cases(); c.Unlabelled > 0 && c.Labelled() == 0 {
			p.line("  no case has a truth: the invariants are all that is known")
			return
		}
		p.line("  no field was scored")
		return
	}
	titles := []string{"field", "support"}
	for _, c := range counted {
		titles = append(titles, c.title)
	}
	rows := [][]string{append(titles, "P", "R", "F1", p.level()+" interval", "people", "min–max")}
	for i, a := range p.s.Attributes {
		row := []string{LineStart(a.Attribute), mean(a.Support)}
		if a.Items {
			row[0] += items
		}
		for _, c := range counted {
			row = append(row, mean(p.count(i, c.outcome)))
		}
		rows = append(rows, append(append(row, a.Precision.Value.String(), a.Recall.Value.String()), f1(a.F1, People(a))...))
	}
	average := func(name, precision, recall string, e report.Estimate) {
		row := append([]string{name}, make([]string, 1+len(counted))...)
		rows = append(rows, append(append(row, precision, recall), f1(e, "")...))
	}
	rows = append(rows, nil)
	average("micro average: every value counts the same", blank(p.s.MicroPrecision.Value), blank(p.s.MicroRecall.Value), p.s.MicroF1)
	average("macro average: every field counts the same", "", "", p.s.MacroF1)
	average("weighted average: every field by its support", "", "", p.s.WeightedF1)

	p.WriteByte('\n')
	t := Table{Rows: Filled(rows, "halluc.", "invented", "errored", "people", "min–max"), Spare: [][]string{{"P", "R"}, {"match"}, {"min–max"}, {"support"}, {"people"}}, averages: 3}
	l := t.fit(p.o)
	l.write(&p.Builder, p.o)
	p.leftOut = l.leftOut
	for i, a := range p.s.Attributes {
		p.names[a.Attribute] = strings.TrimSuffix(l.names[1+i], items)
	}
}

// items follows the name of a list in its row of items.
const items = " items"

func f1(e report.Estimate, people string) []string {
	return []string{e.Value.String(), e.Interval(), people, Between(e.Min, e.Max)}
}

// PeopleNote explains the column of [People].
const PeopleNote = "people: the F1 of one person judged by another, on documents that both read blind"

// People returns the agreement of people on a field, "" if unknown.
func People(a report.Attribute) string {
	if a.People == nil {
		return ""
	}
	return blank(a.People.Share)
}

// HasPeople reports whether the agreement of people is known for any field.
func HasPeople(s report.Summary) bool {
	return slices.ContainsFunc(s.Attributes, func(a report.Attribute) bool { return People(a) != "" })
}

// Filled returns rows, the titles first, without the columns in mayGo whose cells are all empty or zero.
func Filled(rows [][]string, mayGo ...string) [][]string {
	for k := len(rows[0]) - 1; k >= 0; k-- {
		if slices.Contains(mayGo, rows[0][k]) && !slices.ContainsFunc(rows[1:], func(row []string) bool { return len(row) > k && row[k] != "" && row[k] != "·" }) {
			for i, row := range rows {
				if len(row) > k {
					rows[i] = slices.Delete(row, k, k+1)
				}
			}
		}
	}
	return rows
}

// count returns the mean over trials of the number of times that an outcome occurred.
func (p *textPage) count(i int, o metrics.Outcome) float64 {
	n := 0
	for _, t := range p.s.Trials {
		if i < len(t.Counts) {
			n += t.Counts[i].Counts.Of(o)
		}
	}
	return float64(n) / float64(max(len(p.s.Trials), 1))
}

// mean returns a count as text, with one decimal if it is not whole, and "·" for 0.
func mean(n float64) string {
	switch {
	case n == 0:
		return "·"
	case n == float64(int64(n)):
		return strconv.FormatInt(int64(n), 10)
	}
	return strconv.FormatFloat(n, 'f', 1, 64)
}

func (p *textPage) level() string {
	return strconv.FormatFloat(100*p.s.Level, 'f', -1, 64) + "%"
}

// blank returns a ratio, "" where it is undefined.
func blank(r report.Ratio) string {
	if !r.Defined {
		return ""
	}
	return r.String()
}
