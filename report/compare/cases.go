package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/diff"
	"github.com/extracteval/extracteval/report/internal/words"
)

const (
	maxFields     = 10  // of a case that is listed
	maxLeaves     = 3   // of a field
	maxValueBytes = 200 // of a value
)

// disputed is a case on which runs disagree.
type disputed struct {
	id       string
	points   int
	outcomes []diff.Outcome
	places   []diff.Place
}

// compare puts those with the most disagreement first.
func (d disputed) compare(o disputed) int {
	return cmp.Or(cmp.Compare(o.points, d.points), cmp.Compare(d.id, o.id))
}

// dispute notes whether runs disagree on a case, and on its truth.
func (c *comparison) dispute(t *table, number int32) {
	of := t.Of()
	if len(of) < 2 || diff.Alike(of, number) {
		return
	}
	for i, cases := range of {
		c.runs.Outcome(&t.outcomes[i], cases, number)
	}
	if slices.ContainsFunc(t.outcomes, func(o diff.Outcome) bool { return o.Truth != t.outcomes[0].Truth }) {
		t.otherTruth++
	}
	d := disputed{id: of[0].Name(number), points: disagreement(t.outcomes)}
	if d.points == 0 {
		return
	}
	t.disputes++
	if !t.disputed.Takes(d) {
		return
	}
	for i, cases := range of {
		o := t.outcomes[i]
		o.Marks = slices.Clone(o.Marks)
		d.outcomes, d.places = append(d.outcomes, o), append(d.places, cases.Place(number))
	}
	t.disputed.Add(d)
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

// describe lists the cases on which runs disagree, with values from their records.
func (c *comparison) describe(s *Set, t *table) {
	shown := t.disputed.Sorted()
	s.More = t.disputes - len(shown)
	for _, d := range shown {
		s.Disagreements = append(s.Disagreements, s.described(d, c.runs.Attributes()))
	}
	leaves := make([]map[leafKey]*leafRow, len(shown))
	for n, i := range s.Compared {
		var places []diff.Place
		for _, d := range shown {
			places = append(places, d.places[n])
		}
		err := t.Of()[n].Fetch(places, func(k int, record *report.Case) {
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

// described is a case without values; names are those of the attributes.
func (s *Set) described(d disputed, names []string) Case {
	to := Case{ID: d.id, Disagreement: d.points, Answers: make([]Answer, len(s.Runs))}
	for n, i := range s.Compared {
		o := &d.outcomes[n]
		to.Answers[i] = Answer{Compared: true, Passed: o.Passed, Failed: o.Failed, Trials: o.Trials}
	}
	var attributes []int
	for a := range d.outcomes[0].Marks {
		if split(d.outcomes, a) > 0 {
			attributes = append(attributes, a)
		}
	}
	slices.SortFunc(attributes, func(a, b int) int {
		return cmp.Or(cmp.Compare(split(d.outcomes, b), split(d.outcomes, a)), cmp.Compare(s.place(names[a]), s.place(names[b])), cmp.Compare(names[a], names[b]))
	})
	for _, a := range attributes[:min(len(attributes), maxFields)] {
		f := CaseField{Field: names[a], Marks: make([]diff.Mark, len(s.Runs))}
		for n, i := range s.Compared {
			f.Marks[i] = d.outcomes[n].Marks[a]
		}
		to.Fields = append(to.Fields, f)
	}
	to.MoreFields = len(attributes) - len(to.Fields)
	return to
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
