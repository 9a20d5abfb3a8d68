package compare

import (
	"cmp"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/keep"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/runs"
)

const (
	maxMarks  = 4_000_000 // the marks of all documents of a data set
	maxValued = 2000      // the documents with values
	maxCells  = 500_000   // the values of all documents: documents times fields times runs
)

// Documents says how each compared case of a data set ended in each run.
type Documents struct {
	// Fields are the rows of the table with a mark in each case: fields, items of lists, and invariants.
	Fields []*Row
	// All begins with the cases on which the runs disagree most; of these, the cases with the most mistakes come first,
	// then the smaller ids. More counts the cases left out, and MoreDiffer the left-out cases on which the runs
	// disagree.
	All              []Document
	More, MoreDiffer int
	// Spent are the quantities of [Document].Spent.
	Spent []usage.Quantity
}

// Document is a case in all runs.
type Document struct {
	ID           string
	Disagreement int // see [Case]
	// Answers, Marks and Spent have one entry for each column of the report.
	Answers []Answer
	Marks   [][]Mark         // for each of the fields
	Spent   [][]report.Ratio // for each of the quantities, its mean over trials
	// Valued is set if the values were read; they are read for the first documents. Values has the only leaf of a
	// field; of a field with several leaves, at most 3 in which a run is wrong.
	Valued bool
	Values []CaseValues
}

// CaseValues are the values of one field of a case.
type CaseValues struct {
	Field int // its index in [Documents.Fields]
	Shown []CaseValue
	More  int // further leaves in which a run is wrong
}

// ranked is a document with the numbers by which documents are sorted.
type ranked struct {
	disputed
	mistakes int
}

func (d ranked) compare(o ranked) int {
	return cmp.Or(cmp.Compare(o.points, d.points), cmp.Compare(o.mistakes, d.mistakes), cmp.Compare(d.id, o.id))
}

// documents lists the compared cases of a set.
func (c *comparison) documents(s *Set, t *table) {
	if c.o.MaxDocuments < 1 || s.Why != "" {
		return
	}
	d := &Documents{}
	fieldOf := c.fieldsOf(s, d)
	for k, q := range runs.Quantities {
		if slices.ContainsFunc(s.Compared, func(i int) bool { _, ok := s.Runs[i].Spending.Amount(q.Quantity); return ok }) {
			d.Spent = append(d.Spent, runs.Quantities[k].Quantity)
		}
	}
	limit := min(c.o.MaxDocuments, max(maxMarks/(max(len(d.Fields), 1)*len(s.Compared)), 1))
	first, differ := keep.NewFirst(limit, ranked.compare), 0
	for _, number := range t.numbers {
		of := ranked{disputed: disputed{id: t.of[0].Name(number), number: number}}
		for n, cases := range t.of {
			c.outcome(&t.outcomes[n], cases.Entries(number))
			for _, m := range t.outcomes[n].marks {
				if m == Mistaken {
					of.mistakes++
				}
			}
			of.mistakes += t.outcomes[n].failed
		}
		if of.points = disagreement(t.outcomes); of.points > 0 {
			differ++
		}
		first.Add(of)
	}
	for _, of := range first.Sorted() {
		if of.points > 0 {
			differ--
		}
		d.All = append(d.All, c.document(s, t, d, of, fieldOf))
	}
	d.More, d.MoreDiffer = len(t.numbers)-len(d.All), differ
	c.readValues(s, t, d)
	s.Documents = d
}

// fieldsOf sets d.Fields, and returns the index of the field of each attribute, or -1.
func (c *comparison) fieldsOf(s *Set, d *Documents) []int {
	of := slices.Repeat([]int{-1}, len(c.ledger.Attributes))
	for k := range s.Rows {
		row := &s.Rows[k]
		if row.Kind != report.KindField && row.Kind != report.KindInvariant {
			continue
		}
		for i, a := range c.ledger.Attributes {
			if a.Name == row.Name && a.Kind == row.Kind {
				of[i] = len(d.Fields)
			}
		}
		d.Fields = append(d.Fields, row)
	}
	return of
}

// document returns a document without values.
func (c *comparison) document(s *Set, t *table, d *Documents, of ranked, fieldOf []int) Document {
	to := Document{ID: of.id, Disagreement: of.points, Answers: make([]Answer, len(s.Runs)), Marks: make([][]Mark, len(s.Runs)), Spent: make([][]report.Ratio, len(s.Runs))}
	for n, i := range s.Compared {
		entries := t.of[n].Entries(of.number)
		c.outcome(&t.outcomes[n], entries)
		to.Answers[i], to.Marks[i] = t.outcomes[n].answer(), make([]Mark, len(d.Fields))
		for _, e := range entries {
			for a, counts := range c.ledger.Counts(e.Row) {
				if k := fieldOf[a]; k >= 0 {
					to.Marks[i][k] = max(to.Marks[i][k], markOf(counts))
				}
			}
		}
		to.Spent[i] = make([]report.Ratio, len(d.Spent))
		spent, _ := t.of[n].Spent(of.number)
		for k, q := range d.Spent {
			at := slices.IndexFunc(runs.Quantities[:], func(of runs.Quantity) bool { return of.Quantity == q })
			if v := spent[at]; v > 0 {
				to.Spent[i][k] = report.RatioOf(runs.Quantities[at].Amount(float64(v-1)), true)
			}
		}
	}
	return to
}

// readValues reads the values of the first documents.
func (c *comparison) readValues(s *Set, t *table, d *Documents) {
	valued := d.All[:min(len(d.All), maxValued, max(maxCells/(max(len(d.Fields), 1)*len(s.Compared)), 1))]
	leaves := make([]map[leafKey]*leafRow, len(valued))
	var wanted []runs.Shown
	numbers := map[string]int32{}
	for _, n := range t.numbers {
		numbers[t.of[0].Name(n)] = n
	}
	for k := range valued {
		valued[k].Valued, leaves[k] = true, map[leafKey]*leafRow{}
		number := numbers[valued[k].ID]
		for n, i := range s.Compared {
			wanted = append(wanted, runs.Shown{Truth: t.truth, Run: n, Wanted: runs.Wanted{
				Of: t.of[n], Number: number, Entry: &t.of[n].Entries(number)[0], Take: func(record *report.Case) {
					valued[k].Answers[i].Error = words.Cut(record.Error, maxValueBytes)
					collect(leaves[k], record, i, len(s.Runs))
				},
			}})
		}
	}
	c.readShown(s, wanted)
	for k := range valued {
		valued[k].values(leaves[k], d, s.Compared)
	}
}

// readShown reads the wanted records again. It warns once about each run that cannot be read.
func (c *comparison) readShown(s *Set, wanted []runs.Shown) {
	failed := map[int]bool{}
	for n, err := range runs.ReadShown(len(s.Compared), wanted) {
		if !failed[n] {
			s.warn("%s: %s", c.report.Columns[s.Compared[n]].Name, err)
		}
		failed[n] = true
	}
}

// values sets d.Values from the leaves of the records.
func (d *Document) values(leaves map[leafKey]*leafRow, of *Documents, compared []int) {
	byField := map[string][]leafKey{}
	for _, key := range slices.SortedFunc(maps.Keys(leaves), leafKey.compare) {
		byField[key.field] = append(byField[key.field], key)
	}
	for k, field := range of.Fields {
		keys := byField[field.Name]
		v := CaseValues{Field: k}
		// Leaves on which runs differ come first.
		slices.SortStableFunc(keys, func(a, b leafKey) int {
			rank := func(key leafKey) int {
				if leaves[key].differs(compared) {
					return 0
				}
				return 1
			}
			return cmp.Compare(rank(a), rank(b))
		})
		for _, key := range keys {
			row := leaves[key]
			if len(keys) > 1 && !row.wrong(compared) {
				continue
			}
			if len(v.Shown) == maxLeaves {
				v.More++
				continue
			}
			v.Shown = append(v.Shown, row.value(key.Path))
		}
		if len(v.Shown) > 0 {
			d.Values = append(d.Values, v)
		}
	}
}
