package review

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

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
	for _, e := range q.Evidence {
		a.Evidence = append(a.Evidence, shown(e))
	}
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
	for _, note := range s.notes() {
		st.Notes = append(st.Notes, words.Visible(note))
	}
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
