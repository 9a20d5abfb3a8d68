package compare

import (
	"cmp"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/usage"
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
	// Valued is set if the values were read; they are read for the first documents. For a field with one leaf, Values
	// has this leaf. For a field with several leaves, it has at most 3 in which a run is wrong.
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
	first, differ := arithmetic.NewFirst(limit, ranked.compare), 0
	for _, number := range t.numbers {
		document := ranked{disputed: disputed{id: t.sides[0].Name(number), number: number}}
		for n, cases := range t.sides {
			c.outcome(&t.outcomes[n], cases.Entries(number))
			for _, m := range t.outcomes[n].marks {
				if m == Mistaken {
					document.mistakes++
				}
			}
			document.mistakes += t.outcomes[n].failed
		}
		if document.points = disagreement(t.outcomes); document.points > 0 {
			differ++
		}
		first.Add(document)
	}
	var numbers []int32
	for _, document := range first.Sorted() {
		if document.points > 0 {
			differ--
		}
		numbers = append(numbers, document.number)
		d.All = append(d.All, c.document(s, t, d, document, fieldOf))
	}
	d.More, d.MoreDiffer = len(t.numbers)-len(d.All), differ
	valued := min(len(d.All), maxValued, max(maxCells/(max(len(d.Fields), 1)*len(s.Compared)), 1))
	for k, leaves := range c.readLeaves(s, t, numbers[:valued], func(k int) []Answer { return d.All[k].Answers }) {
		d.All[k].Valued = true
		d.All[k].values(leaves, d, s.Compared)
	}
	s.Documents = d
}

// fieldsOf sets d.Fields, and returns the index of the field of each attribute, or -1.
func (c *comparison) fieldsOf(s *Set, d *Documents) []int {
	fields := slices.Repeat([]int{-1}, len(c.ledger.Attributes))
	for k := range s.Rows {
		row := &s.Rows[k]
		if row.Kind != report.KindField && row.Kind != report.KindInvariant {
			continue
		}
		for i, a := range c.ledger.Attributes {
			if a.Name == row.Name && a.Kind == row.Kind {
				fields[i] = len(d.Fields)
			}
		}
		d.Fields = append(d.Fields, row)
	}
	return fields
}

// document returns a document without values.
func (c *comparison) document(s *Set, t *table, d *Documents, rank ranked, fieldOf []int) Document {
	document := Document{ID: rank.id, Disagreement: rank.points, Answers: make([]Answer, len(s.Runs)), Marks: make([][]Mark, len(s.Runs)), Spent: make([][]report.Ratio, len(s.Runs))}
	for n, i := range s.Compared {
		entries := t.sides[n].Entries(rank.number)
		c.outcome(&t.outcomes[n], entries)
		document.Answers[i], document.Marks[i] = t.outcomes[n].answer(), make([]Mark, len(d.Fields))
		for _, e := range entries {
			for a, counts := range c.ledger.Counts(e.Row) {
				if k := fieldOf[a]; k >= 0 {
					document.Marks[i][k] = max(document.Marks[i][k], markOf(counts))
				}
			}
		}
		document.Spent[i] = make([]report.Ratio, len(d.Spent))
		spent, _ := t.sides[n].Spent(rank.number)
		for k, q := range d.Spent {
			index := slices.IndexFunc(runs.Quantities[:], func(quantity runs.Quantity) bool { return quantity.Quantity == q })
			if v := spent[index]; v > 0 {
				document.Spent[i][k] = report.RatioOf(runs.Quantities[index].Amount(float64(v-1)), true)
			}
		}
	}
	return document
}

// values sets d.Values from the leaves of the records.
func (d *Document) values(leaves map[leafKey]*leafRow, documents *Documents, compared []int) {
	byField := map[string][]leafKey{}
	for _, key := range slices.SortedFunc(maps.Keys(leaves), leafKey.compare) {
		byField[key.field] = append(byField[key.field], key)
	}
	for k, field := range documents.Fields {
		keys := byField[field.Name]
		v := CaseValues{Field: k}
		// Leaves on which runs differ come first.
		slices.SortStableFunc(keys, func(a, b leafKey) int {
			return arithmetic.TrueFirst(leaves[a].differs(compared), leaves[b].differs(compared))
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
