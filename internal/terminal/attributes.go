package terminal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
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
	further := FurtherMeasures(p.s)
	rows := [][]string{append(append(titles, "P", "R", "F1", p.level()+" interval", "people", "min–max"), further...)}
	for i, a := range p.s.Attributes {
		row := []string{LineStart(a.Attribute), mean(a.Support)}
		if a.Items {
			row[0] += items
		}
		for _, c := range counted {
			row = append(row, mean(p.count(i, c.outcome)))
		}
		for _, measure := range []string{"precision", "recall"} {
			row = append(row, p.number(measure+" of "+a.Attribute).Value.String())
		}
		row = append(row, f1(p.number("F1 of "+a.Attribute), blank(p.number(words.PeopleOn+a.Attribute).Value))...)
		for _, measure := range further {
			row = append(row, blank(p.number(measure+" of "+a.Attribute).Value))
		}
		rows = append(rows, row)
	}
	average := func(name, measure string) {
		row := append([]string{name}, make([]string, 1+len(counted))...)
		row = append(row, blank(p.number(measure+" precision").Value), blank(p.number(measure+" recall").Value))
		rows = append(rows, append(append(row, f1(p.number(measure+" F1"), "")...), make([]string, len(further))...))
	}
	rows = append(rows, nil)
	average("micro average: every value counts the same", "micro")
	average("macro average: every field counts the same", "macro")
	average("weighted average: every field by its support", "weighted")

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

func f1(n report.Number, people string) []string {
	return []string{n.Value.String(), n.Interval(), people, Between(n.Min, n.Max)}
}

// FurtherMeasures returns the measures of fields for which tables have no column of their own, as "F1" in "F1 of total", in
// the order of the numbers.
func FurtherMeasures(s report.Summary) (all []string) {
	own := []string{"F1", "precision", "recall"} // and people
	for _, n := range s.Numbers {
		measure, _, ok := strings.Cut(n.Name, " of ")
		if n.Kind == report.KindField && ok && !strings.HasPrefix(n.Name, words.PeopleOn) && !slices.Contains(own, measure) && !slices.Contains(all, measure) {
			all = append(all, measure)
		}
	}
	return all
}

// PeopleNote explains the column of the agreement of people.
const PeopleNote = "people: the F1 of one person judged by another, on documents that both read blind"

// HasPeople reports whether the agreement of people is known for any field.
func HasPeople(s report.Summary) bool {
	return slices.ContainsFunc(s.Numbers, func(n report.Number) bool {
		return n.Value.Defined && n.Kind == report.KindField && strings.HasPrefix(n.Name, words.PeopleOn)
	})
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
