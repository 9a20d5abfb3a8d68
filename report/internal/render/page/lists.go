package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render"
)

// listView is a list of the truth beside the list of the answer. It has a row for each pair of items in which anything
// is wrong, and a row for each item without a partner, with the nearest item beside it. Two items that are nearest to
// each other share one row.
type listView struct {
	Path, Text string
	Columns    []string
	Rows       []itemView
	More       string
}

// itemView is a pair of items, or one without a partner.
type itemView struct {
	Place, Remark, Class string
	Nearest              string // the item that has the values of Near, "" for none
	Cells                []cellView
}

// cellView is a value of an item. There is false if the item does not have the value.
type cellView struct {
	leafView
	There bool
	Hit   bool
	Near  view.Span // the value of the nearest item, zero without one
}

// Bounds on the lists of a case.
const (
	maxItems   = 100 // of a list
	maxColumns = 30
	maxMoved   = 10 // pairs of items at different places
)

// lists are the lists of a case with the values of their items.
type lists struct {
	record  render.Record
	write   leafWriter
	all     []*list
	byPath  map[string]*list
	members map[int]bool // the values that lists show
}

// list is one of the lists. The number of its rows is not bounded.
type list struct {
	path      string
	alignment *report.Alignment
	columns   []string
	seen      map[string]bool // columns
	shown     map[int]bool    // missing items that have a row already, with the nearest item of the answer
	rows      []*row
	row       map[rowKey]*row
}

type rowKey struct{ got, want int } // -1 for none

type row struct {
	rowKey
	fields map[string]int // by column
	wrong  bool
}

// newLists finds the items of lists. A value belongs to the innermost list around it.
func newLists(c render.Record, w leafWriter) *lists {
	l := &lists{record: c, write: w, byPath: map[string]*list{}, members: map[int]bool{}}
	for i := range c.Alignments {
		l.at(c.Alignments[i].Path).alignment = &c.Alignments[i]
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		if path, column, ok := paths.ItemOf(f.Attribute, f.Path); ok && len(f.GotIndex)+len(f.WantIndex) > 0 {
			l.at(path).add(f, i, column)
		}
	}
	for _, list := range l.all {
		list.addUnmatched()
		for _, r := range list.rows {
			if r.wrong {
				for _, i := range r.fields {
					l.members[i] = true
				}
			}
		}
	}
	return l
}

func (l *lists) at(path string) *list {
	found, ok := l.byPath[path]
	if !ok {
		found = &list{path: path, seen: map[string]bool{}, shown: map[int]bool{}, row: map[rowKey]*row{}}
		l.byPath[path] = found
		l.all = append(l.all, found)
	}
	return found
}

// has reports whether a value is in a row that the table of a list shows.
func (l *lists) has(field int) bool { return l.members[field] }

func (l *list) add(f *report.Field, field int, column string) {
	if !l.seen[column] {
		l.seen[column] = true
		l.columns = append(l.columns, column)
	}
	key := rowKey{last(f.GotIndex), last(f.WantIndex)}
	r, found := l.row[key]
	if !found {
		r = &row{rowKey: key, fields: map[string]int{}}
		l.row[key] = r
		l.rows = append(l.rows, r)
	}
	r.fields[column] = field
	r.wrong = r.wrong || !f.Outcome.Hit()
}

// addUnmatched adds the items without partners that have no values in the record.
func (l *list) addUnmatched() {
	if l.alignment == nil {
		return
	}
	add := func(key rowKey) {
		if l.row[key] == nil {
			l.row[key] = &row{rowKey: key, wrong: true}
			l.rows = append(l.rows, l.row[key])
		}
	}
	for _, i := range l.alignment.UnmatchedWant {
		add(rowKey{-1, i})
	}
	for _, i := range l.alignment.UnmatchedGot {
		add(rowKey{i, -1})
	}
}

// last returns the index within the innermost list, -1 for none.
func last(indices []int) int {
	if len(indices) == 0 {
		return -1
	}
	return indices[len(indices)-1]
}

// views returns the lists in which anything is wrong, or items were paired in another order.
func (l *lists) views() (views []listView) {
	for _, list := range l.all {
		if v := l.view(list); len(v.Rows) > 0 || list.alignment != nil && !dull(list.alignment) {
			views = append(views, v)
		}
	}
	return views
}

func (l *lists) view(items *list) listView {
	v := listView{Path: terminal.Excerpt(items.path, terminal.MaxName)}
	if items.alignment != nil {
		v.Text = alignmentText(items.alignment)
	}
	for _, column := range items.columns[:min(len(items.columns), maxColumns)] {
		column = cmp.Or(column, "value")
		v.Columns = append(v.Columns, terminal.Excerpt(column, terminal.MaxName))
	}
	more := 0
	for _, r := range items.rows {
		switch {
		case !r.wrong:
		case len(v.Rows) == maxItems:
			more++
		default:
			v.Rows = append(v.Rows, l.item(items, r))
		}
	}
	if more > 0 {
		v.More = words.Plural(more, "more item") + " not shown"
	}
	return v
}

func (l *lists) item(items *list, r *row) itemView {
	name := func(side string, i int) string { return side + " " + render.ItemName(items.alignment, side, i) }
	v := itemView{Place: name("want", r.want) + ", " + name("got", r.got)}
	var neighbours map[string]int // the fields of the nearest item of the other side
	nearPlace := ""
	switch {
	case r.want < 0:
		v.Place, v.Class = name("got", r.got), "invented"
		nearest, remark := items.nearest(r.got, true)
		if back, _ := items.nearest(nearest, false); items.shown[nearest] && back == r.got {
			v.Remark = "invented; " + name("want", nearest) + " has it beside it"
			break
		}
		v.Remark, neighbours, nearPlace = "invented"+remark, items.fieldsOf(nearest, func(r *row) int { return r.want }), name("want", nearest)
	case r.got < 0:
		v.Place, v.Class, items.shown[r.want] = name("want", r.want), "missing", true
		nearest, remark := items.nearest(r.want, false)
		v.Remark, neighbours, nearPlace = "missing"+remark, items.fieldsOf(nearest, func(r *row) int { return r.got }), name("got", nearest)
	default:
		v.Remark = items.similarity(r)
	}
	for _, column := range items.columns[:min(len(items.columns), maxColumns)] {
		i, present := r.fields[column]
		if !present {
			v.Cells = append(v.Cells, cellView{})
			continue
		}
		f := &l.record.Fields[i]
		cell := cellView{There: true, Hit: f.Outcome.Hit()}
		if cell.Hit {
			cell.leafView = l.write.hit(f, i)
		} else {
			cell.leafView = l.write.miss(f, l.record.Classes[i], i)
		}
		if r.got < 0 || r.want < 0 {
			cell.Note = "" // the remark of the item has it
		}
		if position, found := neighbours[column]; found {
			value := l.record.Fields[position].Got
			if r.want < 0 {
				value = l.record.Fields[position].Want
			}
			if len(value) > 0 {
				cell.Near, v.Nearest = terminal.ShowValue(value, terminal.MaxCharacters).Span(false), nearPlace
			}
		}
		v.Cells = append(v.Cells, cell)
	}
	return v
}

// nearest returns the item of the other side that is nearest to an item without a partner, -1 if that is not known.
// remark is the note about it, after a semicolon.
func (l *list) nearest(index int, ofGot bool) (other int, remark string) {
	if l.alignment == nil {
		return -1, ""
	}
	other, note := terminal.NearestTo(l.alignment, index, ofGot)
	if note != "" {
		remark = "; " + terminal.Excerpt(note, terminal.MaxCharacters)
	}
	return other, remark
}

// fieldsOf returns the fields of the item with an index, nil for -1. at returns the index of a row on one side.
func (l *list) fieldsOf(index int, position func(*row) int) map[string]int {
	for _, r := range l.rows {
		if index >= 0 && position(r) == index && r.fields != nil {
			return r.fields
		}
	}
	return nil
}

func (l *list) similarity(r *row) string {
	if l.alignment == nil {
		return ""
	}
	for _, p := range l.alignment.Pairs {
		if p.Got == r.got && p.Want == r.want && (p.Similarity < 1 || p.Agreeing != nil) {
			return "similarity " + render.Decimals(p.Similarity) + render.LeftOver(p)
		}
	}
	return ""
}

// dull reports whether every item has an equal partner at its own place, without ambiguity.
func dull(a *report.Alignment) bool {
	if a.OnlyGot+a.OnlyWant > 0 || a.Ambiguous || a.Paired == 0 {
		return a.OnlyGot+a.OnlyWant == 0 && !a.Ambiguous
	}
	return !slices.ContainsFunc(a.Pairs, func(p eval.Pair) bool { return a.WantKeys == nil && p.Got != p.Want || p.Similarity < 1 })
}

// alignmentText says how many items were paired, and which of these have different places.
func alignmentText(a *report.Alignment) string {
	text := fmt.Sprintf("%d paired, %d only in got, %d only in want", a.Paired, a.OnlyGot, a.OnlyWant)
	if a.Ambiguous {
		text += "; another assignment scores the same"
	}
	var moved []string
	for _, p := range a.Pairs {
		if render.ItemName(a, "got", p.Got) != render.ItemName(a, "want", p.Want) && len(moved) < maxMoved {
			moved = append(moved, "want "+render.ItemName(a, "want", p.Want)+" is got "+render.ItemName(a, "got", p.Got))
		}
	}
	if len(moved) > 0 {
		text += "; " + strings.Join(moved, ", ")
	}
	return text
}
