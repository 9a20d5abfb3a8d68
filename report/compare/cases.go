package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/internal/keep"
	"github.com/extracteval/extracteval/report/internal/words"
)

const (
	maxFields     = 10  // of a case that is listed
	maxLeaves     = 3   // of a field
	maxValueBytes = 200 // of a value
)

// disputed is a case on which runs disagree.
type disputed struct {
	number int32
	points int
	id     string
}

// cases lists the cases of each set on which runs disagree, and counts truths that differ.
func (c *comparison) cases() {
	for i := range c.report.Sets {
		if s := &c.report.Sets[i]; len(s.Compared) > 1 {
			c.dispute(s, c.tables[i])
		}
	}
}

func (c *comparison) dispute(s *Set, t *table) {
	var compared []*diff.Cases
	for _, i := range s.Compared {
		compared = append(compared, t.of[i])
	}
	first := keep.NewFirst(c.o.MaxCases, func(a, b disputed) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(a.id, b.id))
	})
	outcomes := make([]diff.Outcome, len(compared))
	all, otherTruth := 0, 0
	for _, n := range t.common {
		if diff.Alike(compared, n) {
			continue
		}
		for i, cases := range compared {
			c.runs.Outcome(&outcomes[i], cases, n)
		}
		if slices.ContainsFunc(outcomes, func(o diff.Outcome) bool { return o.Truth != outcomes[0].Truth }) {
			otherTruth++
		}
		if points := disagreement(outcomes); points > 0 {
			all++
			if v := (disputed{n, points, compared[0].Name(n)}); first.Takes(v) {
				first.Add(v)
			}
		}
	}
	if otherTruth > 0 {
		s.warn("the truth of %s is not the same in all runs: differences may come from the data", words.Plural(otherTruth, "case"))
	}
	shown := first.Sorted()
	s.More = all - len(shown)
	c.describe(s, t, shown)
}

// disagreement is that of a case: the pairs of runs of which one is right and the other not,
// over all fields, and of those of which one passes in a greater share of its trials.
func disagreement(of []diff.Outcome) (points int) {
	for a := range of[0].Marks {
		points += split(of, a)
	}
	for i := range of {
		for j := range i {
			if of[i].Passed*of[j].Trials != of[j].Passed*of[i].Trials {
				points++
			}
		}
	}
	return points
}

// split is the number of pairs of runs of which one is right in an attribute and the other
// not. Where one has no value it has no mistake.
func split(of []diff.Outcome, attribute int) int {
	right, mistaken := 0, 0
	for i := range of {
		switch of[i].Marks[attribute] {
		case diff.Mistaken:
			mistaken++
		case diff.Right, diff.NoValue:
			right++
		}
	}
	return right * mistaken
}

// describe fills in the cases that are shown, with values from their records.
func (c *comparison) describe(s *Set, t *table, shown []disputed) {
	names := c.runs.Attributes()
	at := map[int32]int{}
	var numbers []int32
	s.Disagreements = make([]Case, len(shown))
	attributes := make([][]int, len(shown))
	for k, d := range shown {
		at[d.number], numbers = k, append(numbers, d.number)
		to := &s.Disagreements[k]
		*to = Case{ID: d.id, Disagreement: d.points, Answers: make([]Answer, len(s.Runs))}
		outcomes := make([]diff.Outcome, len(s.Compared))
		for n, i := range s.Compared {
			c.runs.Outcome(&outcomes[n], t.of[i], d.number)
			to.Answers[i] = Answer{Compared: true, Passed: outcomes[n].Passed, Failed: outcomes[n].Failed, Trials: outcomes[n].Trials}
		}
		for a := range names {
			if split(outcomes, a) > 0 {
				attributes[k] = append(attributes[k], a)
			}
		}
		slices.SortStableFunc(attributes[k], func(a, b int) int {
			return cmp.Or(cmp.Compare(split(outcomes, b), split(outcomes, a)), cmp.Compare(s.place(names[a]), s.place(names[b])))
		})
		for _, a := range attributes[k] {
			f := CaseField{Field: names[a], Marks: make([]diff.Mark, len(s.Runs))}
			for n, i := range s.Compared {
				f.Marks[i] = outcomes[n].Marks[a]
			}
			to.Fields = append(to.Fields, f)
		}
		to.MoreFields = max(len(to.Fields)-maxFields, 0)
		to.Fields = to.Fields[:min(len(to.Fields), maxFields)]
	}
	leaves := make([]map[leafKey]*leafRow, len(shown))
	for _, i := range s.Compared {
		err := t.of[i].Fetch(numbers, func(number int32, record *report.Case) {
			k := at[number]
			s.Disagreements[k].Answers[i].Error = words.Cut(record.Error, maxValueBytes)
			if leaves[k] == nil {
				leaves[k] = map[leafKey]*leafRow{}
			}
			collect(leaves[k], record, i, len(s.Runs))
		})
		if err != nil {
			s.warn("%s: %s", c.report.Columns[i].Name, strings.TrimPrefix(fmt.Sprint(err), "diff: "))
		}
	}
	for k := range shown {
		s.Disagreements[k].values(leaves[k], s.Compared)
	}
}

// place is where a field stands in the table.
func (s *Set) place(name string) int {
	return slices.IndexFunc(s.Rows, func(r Row) bool { return r.Name == name && (r.Kind == Field || r.Kind == Invariant) })
}

// leafKey is what leaves of several answers are joined by, as in package diff: the path, in
// which a list item has its index in the truth.
type leafKey struct {
	field, path string
	invented    bool
}

func (k leafKey) compare(o leafKey) int {
	if c := cmp.Or(cmp.Compare(k.field, o.field), cmp.Compare(k.path, o.path)); c != 0 || k.invented == o.invented {
		return c
	}
	if o.invented {
		return -1
	}
	return 1
}

// leafRow is one leaf in all answers.
type leafRow struct {
	got   []diff.Value
	wants []string // the truths, in the order of the columns: mostly one
}

// collect adds the leaves of a record.
func collect(to map[leafKey]*leafRow, record *report.Case, column, columns int) {
	for leaf := range diff.Leaves(record) {
		key := leafKey{leaf.Field, leaf.Path, leaf.Invented}
		row := to[key]
		if row == nil {
			row = &leafRow{got: make([]diff.Value, columns)}
			to[key] = row
		}
		row.got[column] = diff.Value{Outcome: leaf.Outcome, Got: leaf.Got}
		if leaf.Want != "" && !slices.Contains(row.wants, leaf.Want) {
			row.wants = append(row.wants, leaf.Want)
		}
	}
}

// values shows of each field the leaves on which answers differ.
func (c *Case) values(leaves map[leafKey]*leafRow, compared []int) {
	for i := range c.Fields {
		f := &c.Fields[i]
		for _, key := range slices.SortedFunc(maps.Keys(leaves), leafKey.compare) {
			row := leaves[key]
			if key.field != f.Field || !row.differs(compared) {
				continue
			}
			if len(f.Values) == maxLeaves {
				f.MoreValues++
				continue
			}
			var texts []string
			for _, v := range row.got {
				texts = append(texts, v.Got)
			}
			texts = words.CutValues(maxValueBytes, append(texts, row.wants...)...)
			v := CaseValue{Path: key.path, Got: row.got, Want: strings.Join(texts[len(row.got):], " or ")}
			for n := range v.Got {
				v.Got[n].Got = texts[n]
			}
			f.Values = append(f.Values, v)
		}
	}
}

// differs reports whether some answers are right in the leaf, and others not. One without
// it has not made the mistake.
func (r *leafRow) differs(compared []int) bool {
	right, wrong := false, false
	for _, i := range compared {
		if o := r.got[i].Outcome; o == 0 || o.Hit() {
			right = true
		} else {
			wrong = true
		}
	}
	return right && wrong
}
