package review

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// Options name the files of a review. Data, File and Reviewer are required.
type Options struct {
	Dataset report.Dataset
	Cases   []*report.Case       // in the order in which they are shown; each trial by itself
	Labels  []audit.SuspectLabel // suspect labels
	Data    string               // the file with the truths, or the folder of pairs
	Key     string               // of the id; default "id"
	File    string               // the review file; it is made with the first decision
	Others  []string             // review files of others, which are only read
	// Reviewer is who decides. Decisions under another name in File belong to others.
	Reviewer string
	Now      func() time.Time // default time.Now
	// InText returns the wrong or missing values whose labels stand in the text of the document, by their numbers in
	// the record. If InText is nil, no question says so.
	InText func(*report.Case) map[int]bool
}

// Session is a review of one data set of one run. It is safe for concurrent use.
type Session struct {
	// Refused are the places on which nothing can be decided, and why.
	Refused []accept.Refusal
	// Cut is the text that was cut off at the end of the review file: a part of a line, from a killed write that was
	// not acknowledged; "" for none.
	Cut string

	o      Options
	rules  accept.Rules
	hidden bool // values are redacted, hashes are keyed

	mu         sync.Mutex
	items      []*item
	byCase     map[string][]*item
	own        *journal
	others     []*journal
	truths     *truths
	decisions  map[*journal][]accept.Decision
	revision   int
	trouble    error   // with the own review file
	unread     []error // review files of others
	moved      int     // cases whose truth is not the evaluated one
	unreadable int     // cases whose truth cannot be read
	whyNot     error   // why the first of them cannot be read
	strange    int     // decisions on no question of this review
}

// Open begins a review. It returns an error if a file cannot be read. It does not change a review file with a line that
// is not a decision.
func Open(o Options) (*Session, error) {
	s := &Session{o: o, rules: accept.RulesOf(o.Dataset), hidden: o.Dataset.Redaction().Active(), byCase: map[string][]*item{}, decisions: map[*journal][]accept.Decision{}}
	if s.o.Now == nil {
		s.o.Now = time.Now
	}
	s.items, s.Refused = ask(o.Dataset, o.Cases)
	suspected(s.items, o.Labels)
	s.findLabels()
	for _, item := range s.items {
		s.byCase[item.Case] = append(s.byCase[item.Case], item)
	}
	set, err := dataset.Find(o.Data)
	if err != nil {
		return nil, err
	}
	s.truths = &truths{accept.Data{Place: set, Key: o.Key}, map[string]*truthFile{}}
	if s.own, err = newJournal(o.File, o.Data); err != nil {
		return nil, err
	}
	if s.Cut, err = s.own.repair(); err != nil {
		return nil, err
	}
	for _, path := range o.Others {
		other := &journal{path: path}
		if now, err := stampOf(path); err == nil && !now.present {
			return nil, fmt.Errorf("%s: there is no such file", path)
		}
		s.others = append(s.others, other)
	}
	for _, j := range append([]*journal{s.own}, s.others...) {
		if s.decisions[j], err = j.load(); err != nil {
			return nil, err
		}
	}
	s.sync()
	if f := s.truths.files[s.o.Data]; f != nil && f.err != nil {
		return nil, f.err
	}
	return s, nil
}

// findLabels sets InText of the questions about values. A row is not a single value that a text could have.
func (s *Session) findLabels() {
	if s.o.InText == nil {
		return
	}
	found := map[*report.Case]map[int]bool{}
	for _, item := range s.items {
		input, exists := found[item.record]
		if !exists {
			input = s.o.InText(item.record)
			found[item.record] = input
		}
		item.InText = !item.isRow() && input[item.Fields[0]]
	}
}

// sync takes in the changes of the files.
func (s *Session) sync() {
	changed := s.revision == 0
	s.trouble, s.unread = nil, nil
	for _, j := range append([]*journal{s.own}, s.others...) {
		if !j.changed() {
			continue
		}
		all, err := j.load()
		if err != nil {
			if j == s.own {
				s.trouble = err
			} else {
				s.unread = append(s.unread, err)
			}
			continue
		}
		s.decisions[j], changed = all, true
	}
	for id := range s.byCase {
		if s.truths.refresh(id) {
			changed = true
		}
		if !s.truths.Folder {
			break // all are in one file
		}
	}
	if changed {
		s.revision++
		s.match()
	}
}

// match finds the decisions on each question.
func (s *Session) match() {
	byItem := map[*item][]accept.Decision{}
	s.strange = 0
	for _, j := range append([]*journal{s.own}, s.others...) {
		for _, d := range s.decisions[j] {
			found := false
			for _, item := range s.byCase[d.Case] {
				if (d.Dataset == "" || d.Dataset == s.o.Dataset.Name) && item.about(&d) {
					byItem[item], found = append(byItem[item], d), true
				}
			}
			if !found && d.Decision != accept.Document {
				s.strange++
			}
		}
	}
	problems := map[string]string{}
	s.moved, s.unreadable, s.whyNot = 0, 0, nil
	for _, item := range s.items {
		var own *accept.Decision
		var others []accept.Decision
		for _, d := range accept.Latest(byItem[item]) {
			mine := d.Reviewer == s.o.Reviewer
			if mine {
				item.last = d.Time
			}
			switch {
			case d.Decision == accept.Open:
			case mine:
				own = &d
			default:
				others = append(others, d)
			}
		}
		blocked, found := problems[item.Case]
		if !found {
			var whyNot error
			blocked, whyNot = s.truths.problem(item.Case, s.hash(item))
			problems[item.Case] = blocked
			switch {
			case whyNot != nil:
				s.unreadable++
				s.whyNot = cmp.Or(s.whyNot, whyNot)
			case blocked != "":
				s.moved++
			}
		}
		repeated := !equal(item.own, own)
		if repeated {
			item.version++
		}
		if repeated || blocked != item.blocked || !slices.EqualFunc(item.others, others, func(a, b accept.Decision) bool { return equal(&a, &b) }) {
			item.seen = s.revision
		}
		item.own, item.others, item.blocked = own, others, blocked
		item.cannot = s.cannot(item)
	}
}

const unreadableFile = "The review file cannot be read, and nothing is written to it until it can: %v"

// notes returns remarks beside the questions.
func (s *Session) notes() (all []string) {
	if s.moved > 0 {
		all = append(all, fmt.Sprintf("%s changed underneath: the truth of %s is not the one that was evaluated. Its questions wait until the test has run again. Earlier decisions are kept.",
			filepath.ToSlash(s.o.Data), words.Plural(s.moved, "case")))
	}
	if s.unreadable > 0 {
		all = append(all, fmt.Sprintf("The truth of %s cannot be read, and nothing is decided on it until it can; earlier decisions are kept: %v", words.Plural(s.unreadable, "case"), s.whyNot))
	}
	if s.trouble != nil {
		all = append(all, fmt.Sprintf(unreadableFile, s.trouble))
	}
	for _, err := range s.unread {
		all = append(all, fmt.Sprintf("The file of another reviewer cannot be read: %v", err))
	}
	if s.strange > 0 {
		all = append(all, fmt.Sprintf("%s in the review files on values that this run does not have; kept, and not shown.", words.Plural(s.strange, "decision")))
	}
	return all
}

// hash returns the hash of the evaluated truth, or "" if there is no usable hash.
func (s *Session) hash(question *item) string {
	if s.hidden {
		return ""
	}
	return question.record.DataHash
}

// cannot says why the decision on a question cannot be made in the data, "" when it can.
func (s *Session) cannot(question *item) string {
	if question.own == nil || question.own.Decision == accept.Wrong {
		return ""
	}
	d := *question.own
	d.Trial = question.record.Trial
	if _, refused := s.rules.Decide(question.record, []accept.Decision{d}); len(refused) > 0 {
		return refused[0].Why
	}
	return ""
}

// Questions returns the places to look at.
func (s *Session) Questions() []Question {
	all := make([]Question, len(s.items))
	for i, item := range s.items {
		all[i] = item.Question
	}
	return all
}

// Mark is a person's decision on a question, by its number in Questions.
type Mark struct {
	Question int
	// Version is the version of the question as the person saw it.
	Version  int
	Decision accept.Say
	Value    json.RawMessage // only with the decision "value"
	Note     string
}

// Errors that [Session.Mark] wraps. Nothing was written.
var (
	// ErrStale says that somebody has decided on the question meanwhile, for example in another tab.
	ErrStale = errors.New("it was decided meanwhile")
	// ErrChanged says that the truth in the data file is not the evaluated one.
	ErrChanged = errors.New("the data have changed")
	// ErrInvalid says that the mark is not a valid decision.
	ErrInvalid = errors.New("it is not a decision")
	// ErrNotWritten says that the review file cannot be read or written.
	ErrNotWritten = errors.New("nothing was written")
)

// maxNote is how long a note may be, in bytes.
const maxNote = 10_000

// Mark records a decision. If it returns no error, the decision is on the disk. It is not an error to repeat the
// current decision, as a tab may do that did not get the answer to its request.
func (s *Session) Mark(m Mark) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	const tries = 100 // one fails if another process was faster
	var err error
	for range tries {
		s.sync()
		if err = s.mark(m); !errors.Is(err, errMoved) {
			break
		}
	}
	return err
}

// mark records a decision, unless the review file has changed since it was last read.
func (s *Session) mark(m Mark) error {
	if m.Question < 0 || m.Question >= len(s.items) {
		return fmt.Errorf("%w: there is no question %d", ErrInvalid, m.Question)
	}
	item := s.items[m.Question]
	d := accept.Decision{
		Dataset: s.o.Dataset.Name, Case: item.Case, Trial: item.Leaves[0].Trial, Path: item.Path, Want: item.Want, Got: item.Got, WantHash: item.WantHash,
		Decision: m.Decision, Value: m.Value, Note: m.Note, Reviewer: s.o.Reviewer, Time: s.o.Now().UTC(),
	}
	if d.Trial == 1 {
		d.Trial = 0
	}
	if d.Time.Before(item.last) {
		d.Time = item.last // the last line counts, whatever the clock says
	}
	switch {
	case m.Version != item.version && item.own != nil && item.own.Agrees(&d) && item.own.Note == d.Note, item.own == nil && d.Decision == accept.Open:
		return nil
	case item.blocked != "":
		return fmt.Errorf("%w: %s", ErrChanged, item.blocked)
	case m.Version != item.version:
		return fmt.Errorf("%w: %s", ErrStale, says(item.own))
	case s.trouble != nil:
		return fmt.Errorf("%w: %w", ErrNotWritten, s.trouble)
	case len(m.Note) > maxNote:
		return fmt.Errorf("%w: the note has %d bytes, at most %d are taken", ErrInvalid, len(m.Note), maxNote)
	}
	if len(m.Value) > 0 {
		_, err := document.Parse(m.Value)
		if err = cmp.Or(err, words.CheckUTF8(m.Value)); err != nil {
			return fmt.Errorf("%w: the value: %w", ErrInvalid, err)
		}
	}
	if err := accept.Write(io.Discard, d); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if err := s.own.append(d); err != nil {
		return fmt.Errorf("%w: %w", ErrNotWritten, err)
	}
	s.decisions[s.own] = append(s.decisions[s.own], d)
	s.revision++
	item.own, item.seen, item.last = &d, s.revision, d.Time
	if d.Decision == accept.Open {
		item.own = nil
	}
	item.version++
	item.cannot = s.cannot(item)
	return nil
}

// Progress counts questions: those on which the reviewer has decided, all, and those on which reviewers differ.
func (s *Session) Progress() (looked, all, conflicts int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sync()
	return s.progress()
}

func (s *Session) progress() (looked, all, conflicts int) {
	for _, item := range s.items {
		if item.own != nil {
			looked++
		}
		if item.differ() {
			conflicts++
		}
	}
	return looked, len(s.items), conflicts
}
