package review

import (
	"cmp"
	"fmt"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// sheet is a document to be read, as the page gets it, with what others say of it if they are to be adjudicated.
type sheet struct {
	Case     string  `json:"case"`
	Key      string  `json:"key"` // the name of the case in addresses of the page
	Says     []other `json:"says,omitempty"`
	Disputed []bool  `json:"disputed,omitempty"` // by box
	Cells    []cell  `json:"cells,omitempty"`
}

func (d *Documents) ask(caseKey func(id string) string) inquiry {
	all := []sheet{}
	for _, whole := range d.all {
		s := sheet{Case: shown(whole.record.ID), Key: caseKey(whole.record.ID), Disputed: whole.differ, Cells: whole.cells}
		for i := range whole.says {
			s.Says = append(s.Says, d.otherOf(&whole.says[i]))
		}
		all = append(all, s)
	}
	return inquiry{all, d.boxes, shown(d.o.Reviewer)}
}

// other is what another reviewer says of a document.
type other struct {
	Reviewer string   `json:"reviewer"`
	Typed    []any    `json:"typed"`
	Shown    []string `json:"shown"` // of each box, for people
}

func (d *Documents) otherOf(r *accept.Reading) other {
	o := other{Reviewer: shown(cmp.Or(r.Reviewer, "another reviewer")), Typed: d.write(r)}
	v, _ := document.Parse(r.Value)
	for i := range d.boxes {
		o.Shown = append(o.Shown, cmp.Or(shown(string(v.At(d.boxes[i].path).Raw())), "nothing"))
	}
	return o
}

// cell is a value in a row of a list on which others differ.
type cell struct {
	Box  int        `json:"box"` // of the list
	Path string     `json:"path"`
	Says []cellSays `json:"says"` // in the order of the others
}

// cellSays is what one of the others says of a cell.
type cellSays struct {
	Shown string `json:"shown"`
	// Place leads from the list to the box of the value in what this reviewer says: the number of a row, that of a box in it, and so on.
	// It is empty if the reviewer lacks the row.
	Place []int `json:"place"`
}

func cellOf(d *accept.Disagreement, boxes []box, list int) cell {
	c := cell{Box: list, Path: shown(d.Path)}
	for _, s := range d.Says {
		c.Says = append(c.Says, cellSays{cmp.Or(shown(string(s.Value)), "nothing"), boxes[list].placeOf(d.Attribute, s.Index)})
	}
	return c
}

func (d *Documents) decide(posting decision) error {
	if posting.Decision != accept.Document {
		return fmt.Errorf("%w: %q, want %q", ErrInvalid, posting.Decision, accept.Document)
	}
	return d.Write(posting.Question, posting.Typed)
}

func (d *Documents) since(revision int) status {
	d.mu.Lock()
	defer d.mu.Unlock()
	st := status{Notes: []string{}, Changed: []stand{}}
	if err := d.sync(); err != nil {
		st.Notes = append(st.Notes, words.Visible(fmt.Sprintf(unreadableFile, err)))
	}
	st.Revision, st.Of = d.revision, len(d.all)
	for i, whole := range d.all {
		if whole.own != nil {
			st.Looked++
		}
		if whole.seen <= revision {
			continue
		}
		row := stand{Question: i}
		if whole.own != nil {
			row.Own = &said{Typed: d.write(whole.own)}
		}
		st.Changed = append(st.Changed, row)
	}
	return st
}
