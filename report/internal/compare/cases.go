package compare

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

const (
	maxFields     = 10  // of a case that is listed
	maxLeaves     = 3   // of a field
	maxValueBytes = 200 // of a value
)

// disputed is a case on which runs disagree.
type disputed struct {
	id       string
	number   int32
	points   int
	outcomes []outcome
}

// compare orders cases by disagreement, the most first, then by id.
func (d disputed) compare(o disputed) int {
	return cmp.Or(cmp.Compare(o.points, d.points), cmp.Compare(d.id, o.id))
}

// dispute notes whether runs disagree on a case, and whether its data differ between them.
func (c *comparison) dispute(t *table, number int32) {
	for i, cases := range t.sides {
		t.entries[i] = cases.Entries(number)
	}
	if len(t.sides) < 2 || alike(t.entries) {
		return
	}
	for i, entries := range t.entries {
		c.outcome(&t.outcomes[i], entries)
	}
	t.data.Look(t.sides[0], number, t.entries...)
	d := disputed{id: t.sides[0].Name(number), number: number, points: disagreement(t.outcomes)}
	if d.points == 0 {
		return
	}
	t.disputes++
	if !t.disputed.Takes(d) {
		return
	}
	for _, o := range t.outcomes {
		o.marks = slices.Clone(o.marks)
		d.outcomes = append(d.outcomes, o)
	}
	t.disputed.Add(d)
}

// disagreement returns the disagreement on a case. It counts pairs of runs: for each field, the pairs of a right and a
// wrong run; and the pairs that pass in different shares of their trials.
func disagreement(outcomes []outcome) (points int) {
	for a := range outcomes[0].marks {
		points += split(outcomes, a)
	}
	for i := range outcomes {
		for j := range i {
			if outcomes[i].passed*outcomes[j].trials != outcomes[j].passed*outcomes[i].trials {
				points++
			}
		}
	}
	return points
}

// split returns the number of pairs of a run that is right in an attribute and a run that is wrong. A run without a
// value counts as right.
func split(outcomes []outcome, attribute int) int {
	right, mistaken := 0, 0
	for i := range outcomes {
		switch outcomes[i].marks[attribute] {
		case Mistaken:
			mistaken++
		case Right, NoValue:
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
		s.Disagreements = append(s.Disagreements, s.described(d, c.ledger.Attributes))
	}
	var numbers []int32
	for _, d := range shown {
		numbers = append(numbers, d.number)
	}
	for k, leaves := range c.readLeaves(s, t, numbers, func(k int) []Answer { return s.Disagreements[k].Answers }) {
		s.Disagreements[k].values(leaves, s.Compared)
	}
}

// readLeaves reads the records of the first trial of some cases again, and returns the leaves of each case. It sets the
// errors of the answers of the kth case, and warns once about each run that cannot be read.
func (c *comparison) readLeaves(s *Set, t *table, numbers []int32, answers func(k int) []Answer) []map[leafKey]*leafRow {
	leaves := make([]map[leafKey]*leafRow, len(numbers))
	var shown []runs.Shown
	for k, number := range numbers {
		leaves[k] = map[leafKey]*leafRow{}
		for n, i := range s.Compared {
			shown = append(shown, runs.Shown{Truth: t.truth, Run: n, Wanted: runs.Wanted{
				Of: t.sides[n], Number: number, Entry: &t.sides[n].Entries(number)[0], Take: func(record *report.Case) {
					answers(k)[i].Error = words.Cut(record.Error, maxValueBytes)
					collect(leaves[k], record, i, len(s.Runs))
				},
			}})
		}
	}
	failed := map[int]bool{}
	for n, err := range runs.ReadShown(len(s.Compared), shown) {
		if !failed[n] {
			s.addWarning("%s: %s", c.report.Columns[s.Compared[n]].Name, err)
		}
		failed[n] = true
	}
	return leaves
}

// described returns a case without its values.
func (s *Set) described(d disputed, all []runs.Attribute) Case {
	described := Case{ID: d.id, Disagreement: d.points, Answers: make([]Answer, len(s.Runs))}
	for n, i := range s.Compared {
		described.Answers[i] = d.outcomes[n].answer()
	}
	var attributes []int
	for a := range d.outcomes[0].marks {
		if split(d.outcomes, a) > 0 {
			attributes = append(attributes, a)
		}
	}
	slices.SortFunc(attributes, func(a, b int) int {
		return cmp.Or(cmp.Compare(split(d.outcomes, b), split(d.outcomes, a)), cmp.Compare(s.place(all[a].Name), s.place(all[b].Name)), cmp.Compare(all[a].Name, all[b].Name))
	})
	for _, a := range attributes[:min(len(attributes), maxFields)] {
		f := CaseField{Field: all[a].Name, Marks: make([]Mark, len(s.Runs))}
		for n, i := range s.Compared {
			f.Marks[i] = d.outcomes[n].marks[a]
		}
		described.Fields = append(described.Fields, f)
	}
	described.MoreFields = len(attributes) - len(described.Fields)
	return described
}

// place returns the index of the row of a field or invariant.
func (s *Set) place(name string) int {
	return slices.IndexFunc(s.Rows, func(r Row) bool {
		return r.Name == name && (r.Kind == report.KindField || r.Kind == report.KindInvariant)
	})
}

// leafKey identifies a leaf across several answers.
type leafKey struct {
	field string
	runs.LeafKey
}

func (k leafKey) compare(o leafKey) int {
	return cmp.Or(cmp.Compare(k.field, o.field), cmp.Compare(k.Path, o.Path), arithmetic.TrueFirst(!k.Invented, !o.Invented))
}

// leafRow is one leaf in all answers.
type leafRow struct {
	got   []diff.Value
	wants []string // the different truths, in the order of the columns: mostly one
}

// collect adds the leaves of a record.
func collect(rows map[leafKey]*leafRow, record *report.Case, column, columns int) {
	for leaf := range runs.Leaves(record) {
		key := leafKey{leaf.Field, leaf.LeafKey}
		row := rows[key]
		if row == nil {
			row = &leafRow{got: make([]diff.Value, columns)}
			rows[key] = row
		}
		row.got[column] = diff.Value{Outcome: leaf.Outcome, Got: leaf.Got}
		if leaf.Want != "" && !slices.Contains(row.wants, leaf.Want) {
			row.wants = append(row.wants, leaf.Want)
		}
	}
}

// values sets the Values of each field: the leaves in which answers differ.
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
			f.Values = append(f.Values, row.value(key.Path))
		}
	}
}

// value returns the leaf with its texts cut for display.
func (r *leafRow) value(path string) CaseValue {
	var texts []string
	for _, v := range r.got {
		texts = append(texts, v.Got)
	}
	texts = words.CutValues(maxValueBytes, append(texts, r.wants...)...)
	v := CaseValue{Path: path, Got: r.got, Want: strings.Join(texts[len(r.got):], " or ")}
	for n := range v.Got {
		v.Got[n].Got = texts[n]
	}
	return v
}

// wrong reports whether any compared answer is wrong in the leaf.
func (r *leafRow) wrong(compared []int) bool {
	return slices.ContainsFunc(compared, func(i int) bool { o := r.got[i].Outcome; return o != 0 && !o.Hit() })
}

// differs reports whether some answers are right in the leaf and others are not. An answer without the leaf counts as
// right.
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

// Mark says how a case did in one attribute or invariant, over its trials.
type Mark uint8

const (
	NoValue Mark = iota // nothing was compared there
	Right               // every value is right in every trial
	Mistaken
	Unknown // a comparison errored in a trial
)

// outcome is the outcome of a case in one run.
type outcome struct {
	// marks has a mark for each attribute. The mark is NoValue for items of lists, whose values have attributes of
	// their own, and for classes.
	marks []Mark
	// passed is the number of trials in which the case passed, failed the number in which the extractor failed.
	passed, failed, trials int
}

// outcome sets *to to the outcome of a case by its entries, one for each trial.
func (c *comparison) outcome(o *outcome, entries []runs.Entry) {
	*o = outcome{marks: append(o.marks[:0], make([]Mark, len(c.ledger.Attributes))...), trials: len(entries)}
	for _, e := range entries {
		if e.Passed {
			o.passed++
		}
		if e.Failed {
			o.failed++
		}
		for i, n := range c.ledger.Counts(e.Row) {
			if a := &c.ledger.Attributes[i]; a.Averaged() || a.Kind == report.KindInvariant {
				o.marks[i] = max(o.marks[i], markOf(n))
			}
		}
	}
}

// markOf returns the mark of an attribute in one trial. The greatest mark of several trials counts.
func markOf(n metrics.Counts) Mark {
	switch {
	case n.Errored > 0:
		return Unknown
	case n.Mistakes() > 0:
		return Mistaken
	}
	return Right
}

// answer returns the answer of a compared run, without its error.
func (o *outcome) answer() Answer {
	return Answer{Compared: true, Passed: o.passed, Failed: o.failed, Trials: o.trials}
}

// alike reports whether a case has the same counts, truth and input in all trials of several runs, and passes and fails
// alike: then the runs have the same outcome.
func alike(all [][]runs.Entry) bool {
	first := &all[0][0]
	for _, entries := range all {
		for i := range entries {
			if e := &entries[i]; e.Row != first.Row || e.Passed != first.Passed || e.Failed != first.Failed || e.Truth != first.Truth || e.Input != first.Input {
				return false
			}
		}
	}
	return true
}
