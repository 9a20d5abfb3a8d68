package review

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
