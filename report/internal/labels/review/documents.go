package review

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// DocumentOptions name the files of a review of whole documents. Data, File and Reviewer are required.
type DocumentOptions struct {
	Dataset report.Dataset
	Cases   []*report.Case // each trial by itself; only the first of a case counts
	Data    string         // the file with the truths, or the folder of pairs: its permissions are those of a new review file
	File    string         // the review file; it is made with the first decision
	// Sample is how many documents are drawn, 0 for all, and Seed decides which, and their order.
	Sample   int
	Seed     uint64
	Reviewer string
	Now      func() time.Time // default time.Now
	// Adjudicate are the decisions of others. If it is not nil, the review has only the documents on which they differ.
	// For each value on which they differ, the reviewer sees what each of them says, and chooses.
	Adjudicate []accept.Decision
}

// Documents is a review in which a person types the values of whole documents. The person sees only the documents, and
// the decisions are blind; or the person sees what others say and decides where they differ, and the decisions are
// adjudicated. Documents is safe for concurrent use.
type Documents struct {
	// Cut is the text that was cut off at the end of the review file, as [Session] has it.
	Cut string

	o     DocumentOptions
	boxes []box
	rules *accept.ReadingRules
	all   []*whole

	mu        sync.Mutex
	own       *journal
	decisions []accept.Decision // the decisions in the review file
	revision  int
}

// whole is a document to be read.
type whole struct {
	record *report.Case
	own    *accept.Reading // of the reviewer
	seen   int             // the revision in which own last changed
	says   []accept.Reading
	differ []bool // on which boxes others differ
	cells  []cell // in which rows of lists they do
}

// ErrRedacted says that the values of the data set are redacted. A review would show them, and write them into its
// file.
var ErrRedacted = errors.New("its values are redacted, and a review of whole documents would show them and write them down")

// OpenDocuments begins a review of whole documents. The documents are in the random order of the seed: the order is the
// same for every reviewer, and does not change when cases are added.
func OpenDocuments(o DocumentOptions) (*Documents, error) {
	d := &Documents{o: o, boxes: formOf(o.Dataset, o.Cases)}
	if d.o.Now == nil {
		d.o.Now = time.Now
	}
	switch {
	case o.Dataset.Redaction().Active():
		return nil, fmt.Errorf("data set %q: %w", o.Dataset.Name, ErrRedacted)
	case len(d.boxes) == 0:
		return nil, fmt.Errorf("data set %q: the run has no fields to ask for: its spec names none, and no case has a value", o.Dataset.Name)
	}
	d.all = drawn(o)
	var err error
	if d.rules, err = accept.NewReadingRules(o.Dataset); err != nil {
		return nil, err
	}
	if o.Adjudicate != nil {
		if err = d.differing(); err != nil {
			return nil, err
		}
	}
	if d.own, err = newJournal(o.File, o.Data); err != nil {
		return nil, err
	}
	if d.Cut, err = d.own.repair(); err != nil {
		return nil, err
	}
	return d, d.sync()
}

// drawn returns the documents of the sample, in its order.
func drawn(o DocumentOptions) (all []*whole) {
	ranks, byCase := map[string]string{}, map[string]*whole{}
	for _, c := range o.Cases {
		item := byCase[c.ID]
		if item == nil {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", o.Seed, c.ID))
			ranks[c.ID], item = string(sum[:]), &whole{record: c}
			byCase[c.ID] = item
			all = append(all, item)
		}
		if c.Trial < item.record.Trial {
			item.record = c // the first trial, which data audit accepts
		}
	}
	slices.SortFunc(all, func(a, b *whole) int { return strings.Compare(ranks[a.record.ID], ranks[b.record.ID]) })
	if o.Sample > 0 && o.Sample < len(all) {
		all = all[:o.Sample]
	}
	return all
}

// differing keeps only the documents on which others differ, and notes the boxes and the cells of lists on which they do.
func (d *Documents) differing() error {
	others := slices.DeleteFunc(slices.Clone(d.o.Adjudicate), func(decision accept.Decision) bool { return decision.State == accept.Adjudicated })
	byCase, _ := arithmetic.Group(accept.ReadingsOf(d.o.Dataset.Name, others), func(r accept.Reading) string { return r.Case })
	for _, whole := range d.all {
		whole.says, whole.differ = byCase[whole.record.ID], make([]bool, len(d.boxes))
		if len(whole.says) < 2 {
			continue
		}
		disagreements, err := d.rules.Disagreements(whole.says)
		if err != nil {
			return err
		}
		for i := range disagreements {
			for j := range d.boxes {
				if d.boxes[j].has(disagreements[i].Attribute) {
					whole.differ[j] = true
					if d.boxes[j].Kind == "rows" {
						whole.cells = append(whole.cells, cellOf(&disagreements[i], d.boxes, j))
					}
				}
			}
		}
	}
	d.all = slices.DeleteFunc(d.all, func(item *whole) bool { return !slices.Contains(item.differ, true) })
	return nil
}

// sync reads the review file if it has changed. On an error, everything stays as it was.
func (d *Documents) sync() error {
	if d.own.changed() {
		decisions, err := d.own.load()
		if err != nil {
			return err
		}
		d.decisions = decisions
	}
	own := map[string]*accept.Reading{}
	for _, r := range accept.ReadingsOf(d.o.Dataset.Name, slices.DeleteFunc(slices.Clone(d.decisions), func(decision accept.Decision) bool { return !d.counts(&decision) })) {
		if r.Reviewer == d.o.Reviewer {
			own[r.Case] = &r
		}
	}
	d.revision++
	for _, whole := range d.all {
		if reading := own[whole.record.ID]; !reflect.DeepEqual(whole.own, reading) {
			whole.own, whole.seen = reading, d.revision
		}
	}
	return nil
}

// counts reports whether a decision is of the kind that this review makes, blind or adjudicated, or takes one back.
func (d *Documents) counts(decision *accept.Decision) bool {
	return decision.Decision == accept.Open || decision.Blind && d.o.Adjudicate == nil || decision.State == accept.Adjudicated && d.o.Adjudicate != nil
}

// Len returns the number of documents.
func (d *Documents) Len() int { return len(d.all) }

// Records returns the records of the documents, in their order.
func (d *Documents) Records() []*report.Case {
	return arithmetic.Each(d.all, func(w *whole) *report.Case { return w.record })
}

// Progress counts documents: those that the reviewer has read, and all.
func (d *Documents) Progress() (read, all int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err = d.sync()
	for _, whole := range d.all {
		if whole.own != nil {
			read++
		}
	}
	return read, len(d.all), err
}

// Write records the values of document n, as they were typed into the boxes of the form. If it returns no error, they
// are on the disk. If a document is recorded several times, the last time counts. Errors wrap [ErrInvalid] or
// [ErrNotWritten].
func (d *Documents) Write(n int, typed []json.RawMessage) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n < 0 || n >= len(d.all) {
		return fmt.Errorf("%w: there is no document %d", ErrInvalid, n)
	}
	value, err := read(d.boxes, typed)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	decision := accept.Decision{
		Dataset: d.o.Dataset.Name, Case: d.all[n].record.ID, Path: paths.Document, Decision: accept.Document, Value: value,
		Reviewer: d.o.Reviewer, Blind: d.o.Adjudicate == nil,
	}
	decision.WantHash, _ = d.rules.Held(d.all[n].record)
	if !decision.Blind {
		decision.State = accept.Adjudicated
	}
	if err := accept.Write(io.Discard, decision); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	const tries = 100 // a try fails if another process wrote first
	for range tries {
		if err = d.sync(); err != nil {
			break
		}
		decision.Time = d.o.Now().UTC()
		if own := d.all[n].own; own != nil && decision.Time.Before(own.Time) {
			decision.Time = own.Time // the last line counts, whatever the clock says
		}
		if err = d.own.append(decision); !errors.Is(err, errMoved) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotWritten, err)
	}
	d.decisions = append(d.decisions, decision)
	return d.sync()
}

// write returns the values of a reading as they are typed.
func (d *Documents) write(r *accept.Reading) []any {
	v, _ := document.Parse(r.Value) // a review file has JSON
	return write(d.boxes, v)
}

// sheet is a document to be read, in the form that the page gets. If readings of others are to be adjudicated, it has these
// readings.
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
		s.Says = arithmetic.Each(whole.says, func(r accept.Reading) other { return d.otherOf(&r) })
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
	o.Shown = arithmetic.Each(d.boxes, func(b box) string { return cmp.Or(shown(string(v.At(b.path).Raw())), "nothing") })
	return o
}

// cell is a value in a row of a list on which others differ.
type cell struct {
	Box  int        `json:"box"` // of the list
	Path string     `json:"path"`
	Says []cellSays `json:"says"` // in the order of the others
}

// cellSays is the value that another reviewer gives a cell.
type cellSays struct {
	Shown string `json:"shown"`
	// Place leads from the list to the box of the value in this reviewer's reading: the number of a row, the number of a box in the row,
	// and so on. It is empty if the reviewer lacks the row.
	Place []int `json:"place"`
}

func cellOf(d *accept.Disagreement, boxes []box, list int) cell {
	return cell{Box: list, Path: shown(d.Path), Says: arithmetic.Each(d.Says, func(s accept.Said) cellSays {
		return cellSays{cmp.Or(shown(string(s.Value)), "nothing"), boxes[list].placeOf(d.Attribute, s.Index)}
	})}
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
