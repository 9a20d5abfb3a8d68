package review

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
)

// Question is a place where truth and answer differ.
type Question struct {
	accept.Change // of the first trial with this answer
	// Values are the values of the leaves of a row, "sku: \"x\"".
	Values []string
	// Leaves say where the record has the place: an element for each trial with this answer, in order.
	Leaves []Leaves
	// Evidence says why the label is suspect, the strongest reason first; none for most.
	Evidence []string
	// InText says that the label stands in the text of the document.
	InText bool
}

// Leaves are values of one trial, by their numbers in report.Case.Fields.
type Leaves struct {
	Trial  int   `json:"trial"`
	Fields []int `json:"fields"`
}

// isRow reports whether the question is about a row and not a value.
func (q *Question) isRow() bool { return len(q.Values) > 0 }

// item is a question with its decision.
type item struct {
	Question
	record  *report.Case // of the first trial
	own     *accept.Decision
	others  []accept.Decision // of other reviewers, the last of each
	version int               // of own
	last    time.Time         // when the reviewer last decided
	cannot  string            // why own cannot be made in the data, "" when it can
	blocked string            // why nothing can be decided
	seen    int               // the revision in which it last changed
}

// ask returns the questions, in the order of the cases, and the places that cannot be decided.
func ask(ds report.Dataset, cases []*report.Case) (all []*item, refused []accept.Refusal) {
	rules := accept.RulesOf(ds)
	index := map[string]*item{}
	for _, c := range cases {
		if c.Status != report.OK || c.Unlabelled {
			continue // there is no answer, or no label, to decide on
		}
		changes, refusals := rules.Changes(c)
		refused = append(refused, refusals...)
		for i := range changes {
			change := &changes[i]
			q := questionOf(c, change)
			key := fmt.Sprintf("%q %q %v %s %s %s", q.Case, q.Path, q.isRow(), q.WantHash, accept.Canonical(q.Want), accept.Canonical(q.Got))
			if same := index[key]; same != nil {
				same.Leaves = append(same.Leaves, q.Leaves...)
				continue
			}
			question := &item{Question: q, record: c}
			index[key] = question
			all = append(all, question)
		}
	}
	for _, item := range all {
		slices.SortFunc(item.Leaves, func(a, b Leaves) int { return a.Trial - b.Trial })
	}
	return all, refused
}

func questionOf(c *report.Case, change *accept.Change) Question {
	q := Question{Change: *change, Leaves: []Leaves{{Trial: max(change.Trial, 1), Fields: change.Fields}}}
	if len(change.Fields) == 1 && c.Fields[change.Fields[0]].Path == change.Path {
		return q
	}
	for _, i := range change.Fields {
		f := &c.Fields[i]
		value := f.Want
		if len(value) == 0 {
			value = f.Got
		}
		if len(value) == 0 {
			continue
		}
		name := strings.TrimPrefix(strings.TrimPrefix(f.Path, change.Path), ".")
		if name != "" {
			name += ": "
		}
		q.Values = append(q.Values, name+string(value))
	}
	if q.Values == nil {
		q.Values = []string{"(empty)"}
	}
	return q
}

// suspected sets the Evidence of questions, and puts the questions with evidence first, in the order of labels.
func suspected(all []*item, labels []audit.SuspectLabel) {
	type place struct{ id, path string }
	ranks := map[place]int{}
	evidence := map[place][]string{}
	for rank, l := range labels {
		for _, path := range strings.Split(l.Path, ", ") { // one of them is wrong
			key := place{l.ID, path}
			if _, found := ranks[key]; !found {
				ranks[key] = rank
			}
			for _, e := range l.Evidence {
				evidence[key] = append(evidence[key], words.Unescape(e.Text))
			}
		}
	}
	rank := func(question *item) int {
		if r, ok := ranks[place{question.Case, question.Path}]; ok {
			return r
		}
		return len(labels)
	}
	for _, item := range all {
		item.Evidence = evidence[place{item.Case, item.Path}]
	}
	slices.SortStableFunc(all, func(a, b *item) int { return rank(a) - rank(b) })
}

// trial reports whether trial n gave this answer.
func (q *Question) trial(n int) bool {
	return slices.ContainsFunc(q.Leaves, func(l Leaves) bool { return l.Trial == max(n, 1) })
}

// about reports whether a decision of any reviewer is on the question: on the same truth and answer.
func (q *Question) about(d *accept.Decision) bool {
	return d.Case == q.Case && q.trial(d.Trial) && d.About(&q.Change)
}

func equal(a, b *accept.Decision) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Agrees(b) && a.Note == b.Note && a.Reviewer == b.Reviewer && a.Time.Equal(b.Time)
}

// says puts a decision into words.
func says(d *accept.Decision) string {
	if d == nil {
		return "the decision is gone"
	}
	switch d.Decision {
	case accept.Answer:
		return "the label is wrong, and the answer is taken"
	case accept.Value:
		return "the label is to be " + words.Excerpt(string(d.Value), 60)
	case accept.Both:
		return "both are acceptable"
	case accept.Open:
		return "the decision was taken back"
	}
	return "the answer is wrong"
}

// differ reports whether reviewers disagree.
func (i *item) differ() bool {
	decisions := slices.Clone(i.others)
	if i.own != nil {
		decisions = append(decisions, *i.own)
	}
	for i := 1; i < len(decisions); i++ {
		if !decisions[0].Agrees(&decisions[i]) {
			return true
		}
	}
	return false
}

// truths are the files of the data set. They are never written.
type truths struct {
	accept.Data
	files map[string]*truthFile
}

type truthFile struct {
	stamp  stamp
	labels *accept.Labels
	err    error
}

// refresh reads the file with the truth of a case again if it has changed, and reports whether it did.
func (t *truths) refresh(id string) (changed bool) {
	path := t.TruthOf(id)
	now, err := stampOf(path)
	f := t.files[path]
	if f != nil && err == nil && f.stamp == now {
		return false
	}
	f = &truthFile{stamp: now, err: err}
	t.files[path] = f
	if err == nil {
		f.labels, f.err = t.Read(id)
	}
	return true
}

// problem says why nothing can be decided on the truth of a case, "" if the truth is the evaluated one. The error says
// why the truth cannot be read, nil if it can.
func (t *truths) problem(id, hash string) (string, error) {
	f := t.files[t.TruthOf(id)]
	switch {
	case f == nil:
		return "its truth was not read", errors.New("it was not read")
	case f.err != nil:
		return fmt.Sprintf("its truth cannot be read: %v", f.err), f.err
	}
	current, err := f.labels.Current(id, hash)
	switch {
	case err != nil:
		return fmt.Sprintf("its truth cannot be read: %v", err), err
	case !current:
		return fmt.Sprintf("its truth in %s is not the one that was evaluated", filepath.ToSlash(t.Path)), nil
	}
	return "", nil
}

// asked is a question as the page gets it. Its texts can be shown as they are. Its values are JSON texts, so that
// numbers stay as they are written.
type asked struct {
	Case     string    `json:"case"`
	Key      string    `json:"key"` // the name of the case in addresses of the page
	Path     string    `json:"path"`
	Outcome  string    `json:"outcome"`
	Want     *string   `json:"want"` // nil also if the value is too long to be edited
	Got      *string   `json:"got"`
	Shown    [2]string `json:"shown"` // got and want, for people
	Leaves   []Leaves  `json:"leaves"`
	Evidence []string  `json:"evidence,omitempty"`
	InText   bool      `json:"inText,omitempty"`
}

// maxShown is how many characters of a text a panel has room for.
const maxShown = 400

// shown returns a text for people: shortened, and with visible forms of characters that are invisible or change how
// their neighbours are shown.
func shown(text string) string {
	return words.Visible(words.Excerpt(words.Unescape(text), maxShown))
}

func askedOf(q *Question, key string) asked {
	a := asked{Case: shown(q.Case), Key: key, Path: shown(q.Path), Outcome: strings.ReplaceAll(q.Outcome.String(), "_", " "), Want: textOf(q.Want), Got: textOf(q.Got), Leaves: q.Leaves, InText: q.InText}
	a.Shown = [2]string{shown(string(q.Got)), shown(string(q.Want))}
	none := ""
	if q.isRow() {
		none = "no such row"
		if row := shown(strings.Join(q.Values, ", ")); q.Got == nil {
			a.Shown[1] = row
		}
	}
	for i := range a.Shown {
		a.Shown[i] = cmp.Or(a.Shown[i], none)
	}
	a.Evidence = append(a.Evidence, arithmetic.Each(q.Evidence, shown)...)
	return a
}

// maxEdited is the greatest length of a value that can be edited, in bytes.
const maxEdited = 64 << 10

func textOf(value json.RawMessage) *string {
	if value == nil || len(value) > maxEdited {
		return nil
	}
	text := string(value)
	return &text
}

// inquiry is what a page asks.
type inquiry struct {
	Questions any    `json:"questions"`
	Boxes     []box  `json:"boxes,omitempty"` // of each document
	Reviewer  string `json:"reviewer"`
}

func (s *Session) ask(caseKey func(id string) string) inquiry {
	all := []asked{}
	for _, q := range s.Questions() {
		all = append(all, askedOf(&q, caseKey(q.Case)))
	}
	return inquiry{Questions: all, Reviewer: shown(s.o.Reviewer)}
}

// status is the news for a tab since it last asked.
type status struct {
	Revision  int      `json:"revision"`
	Looked    int      `json:"looked"`
	Of        int      `json:"of"`
	Conflicts int      `json:"conflicts"`
	Notes     []string `json:"notes"`
	Changed   []stand  `json:"changed"`
}

// stand is the state of a question.
type stand struct {
	Question int    `json:"question"`
	Version  int    `json:"version"`
	Own      *said  `json:"own,omitempty"`
	Others   []said `json:"others,omitempty"`
	Differ   bool   `json:"differ,omitempty"`
	Cannot   string `json:"cannot,omitempty"`  // why the decision cannot be made in the data
	Blocked  string `json:"blocked,omitempty"` // why nothing can be decided
}

type said struct {
	Reviewer string     `json:"reviewer,omitempty"`
	Decision accept.Say `json:"decision,omitempty"` // of the reviewer's own decision, which can be edited
	Value    *string    `json:"value,omitempty"`
	Note     string     `json:"note,omitempty"`
	Text     string     `json:"text,omitempty"`  // for people
	Typed    []any      `json:"typed,omitempty"` // of a whole document
}

func saidOf(d *accept.Decision) said {
	text := says(d)
	if d.Note != "" {
		text += fmt.Sprintf(" (%s)", d.Note)
	}
	return said{Reviewer: shown(cmp.Or(d.Reviewer, "another reviewer")), Decision: d.Decision, Value: textOf(d.Value), Note: d.Note, Text: shown(text)}
}

func (s *Session) since(revision int) status {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sync()
	st := status{Revision: s.revision, Notes: []string{}, Changed: []stand{}}
	st.Notes = append(st.Notes, arithmetic.Each(s.notes(), words.Visible)...)
	st.Looked, st.Of, st.Conflicts = s.progress()
	for i, item := range s.items {
		if item.seen <= revision {
			continue
		}
		row := stand{Question: i, Version: item.version, Differ: item.differ(), Cannot: shown(item.cannot), Blocked: shown(item.blocked)}
		if item.own != nil {
			own := saidOf(item.own)
			row.Own = &own
		}
		for j := range item.others {
			other := saidOf(&item.others[j])
			row.Others = append(row.Others, said{Reviewer: other.Reviewer, Text: other.Text})
		}
		st.Changed = append(st.Changed, row)
	}
	return st
}

// decision is the request with which the page sends a decision. Without a decision it only asks for news.
type decision struct {
	Question int             `json:"question"`
	Version  int             `json:"version"`
	Decision accept.Say      `json:"decision"`
	Value    json.RawMessage `json:"value"`
	Note     string          `json:"note"`
	Since    int             `json:"since"`
	// Typed are the values of a whole document, as they were typed into the boxes.
	Typed []json.RawMessage `json:"typed"`
}

func (s *Session) decide(d decision) error {
	return s.Mark(Mark{d.Question, d.Version, d.Decision, d.Value, d.Note})
}
