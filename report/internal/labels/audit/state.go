package audit

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// State says what is assured by the documents that were looked at.
type State struct {
	// FirstSeen is how many of Plan.First were looked at, and FirstWrong how many of these were wrong.
	FirstSeen, FirstWrong int
	// Drawn is how many of Plan.Rest were looked at from its beginning without a gap, and DrawnWrong how many of these
	// were wrong. More is how many were looked at after a gap: they are seen, but prove nothing.
	Drawn, DrawnWrong, More int
	// Unseen is how many of Plan.Rest nobody has looked at.
	Unseen int
	// Kept is the first look that was reached with few enough wrong documents, nil if there is none. Behind is the
	// number of documents after it. At most AtMost of these are wrong, with the confidence Level; some of them may
	// have been looked at since.
	Kept           *Look
	Behind, AtMost int
	// Next is the next look that can still be reached with few enough wrong documents, nil if there is none. If Kept is
	// also nil, a person has to look at all of Plan.Rest. Next allows as many wrong documents as there are, since each look
	// allows one more than the look before it.
	Next *Look
	// Unsettled are the cases whose reviewers differ. They count as looked at and wrong until a decision is adjudicated.
	Unsettled []string
	// Changed are the cases whose truth or answer is no longer the one with which they were read, and the cases that
	// are gone. They count as looked at and wrong: a document that was wrong when it was drawn stays wrong in the
	// sample, although its truth was corrected since.
	Changed []string
	// Unheld are the cases whose readings cannot be compared with the record, which lacks the truth or the answer. They
	// count as not looked at.
	Unheld []string

	seen map[*Document]bool
}

// Assured reports whether the wish is assured: a look is kept, or no document of Plan.Rest is unseen.
func (s *State) Assured() bool { return s.Kept != nil || s.Unseen == 0 }

// Seen reports whether a document was looked at.
func (s *State) Seen(d *Document) bool { return s.seen[d] }

// State says what the readings of cases assure.
func (p *Plan) State(all []accept.Reading) State {
	s := State{seen: map[*Document]bool{}}
	byCase := byID(all)
	for _, d := range p.First {
		seen, wrong := s.look(p.rules, d, byCase)
		s.seen[d] = seen
		if seen {
			s.FirstSeen++
		}
		if wrong {
			s.FirstWrong++
		}
	}
	var found []int // found[n] is the number of wrong documents among the first n+1 of Rest
	for i, d := range p.Rest {
		seen, wrong := s.look(p.rules, d, byCase)
		s.seen[d] = seen
		switch {
		case !seen:
			s.Unseen++
		case s.Drawn < i:
			s.More++
		default:
			s.Drawn++
			if wrong {
				s.DrawnWrong++
			}
			found = append(found, s.DrawnWrong)
		}
	}
	for i := range p.Looks {
		l := &p.Looks[i]
		switch reached := l.Documents <= s.Drawn; {
		case reached && found[l.Documents-1] <= l.Wrong:
			s.Kept, s.Behind = l, len(p.Rest)-l.Documents
			s.AtMost = allowed(s.Behind, p.Right)
			return s
		case !reached && l.Wrong >= s.DrawnWrong:
			s.Next = l
			return s
		}
	}
	return s
}

// byID returns the readings of each case. A reading counts only if it says with which truth or answer the case was read.
func byID(all []accept.Reading) map[string][]accept.Reading {
	byCase := map[string][]accept.Reading{}
	for _, r := range all {
		if r.Held != "" {
			byCase[r.Case] = append(byCase[r.Case], r)
		}
	}
	return byCase
}

// changed reports whether the truth or answer of a document is not the one with which it was once read.
func (d *Document) changed(byCase map[string][]accept.Reading) bool {
	if len(d.records) == 0 {
		return true
	}
	for i, id := range d.Cases {
		for _, r := range byCase[id] {
			if d.Held[i] != "" && (r.Held != d.Held[i] || slices.ContainsFunc(r.HeldBefore, func(held string) bool { return held != d.Held[i] })) {
				return true
			}
		}
	}
	return false
}

// look reports whether a document was looked at, and whether it was wrong. A copy without a reading of its own has the
// reading of another.
func (s *State) look(rules *accept.ReadingRules, d *Document, byCase map[string][]accept.Reading) (seen, wrong bool) {
	if d.changed(byCase) {
		s.Changed = append(s.Changed, d.Cases[0])
		return true, true
	}
	var settled *accept.Reading
	for _, id := range d.Cases {
		readings := byCase[id]
		if len(readings) == 0 {
			continue
		}
		r, ok := rules.Settle(readings)
		if !ok {
			s.Unsettled = append(s.Unsettled, id)
			return true, true
		}
		if settled == nil {
			settled = &r
		}
	}
	if settled == nil {
		return false, false
	}
	for i, id := range d.Cases {
		reading := *settled
		if r, ok := rules.Settle(byCase[id]); ok {
			reading = r
		}
		c := d.records[i]
		if accepted, kept := rules.Accepted(c); kept && accepted == nil {
			wrong = true // the extractor failed, or its answer cannot be read
			continue
		}
		paths, ok := rules.Departs(reading.Value, c)
		if !ok {
			s.Unheld = append(s.Unheld, id)
			return false, false
		}
		wrong = wrong || len(paths) > 0
	}
	return true, wrong
}

const (
	maxListed  = 10  // of the documents to look at first, listed by WriteText
	maxReasons = 120 // cells of the reasons of each
)

// WriteText prints a plan for people and, unless state is nil, what is assured.
func (p *Plan) WriteText(w io.Writer, state *State, s view.Screen) error {
	var t text
	documents := len(p.First) + len(p.Rest) - len(p.Gone)
	line := words.Plural(documents, "document")
	if copies := p.Cases - p.Skipped - documents; copies > 0 {
		line += fmt.Sprintf(" in %s, %d of which %s", words.Plural(p.Cases-p.Skipped, "case"), copies, isCopy(copies))
	}
	if p.Skipped > 0 {
		line += fmt.Sprintf("; %s skipped, and not in the plan", words.Plural(p.Skipped, "case"))
	}
	t.Line("%s", line)
	t.first(p, state)
	t.rest(p)
	if state != nil {
		t.state(p, state)
	}
	return t.Write(w, s)
}

type text struct{ view.Page }

// first prints the documents to look at first that nobody has looked at yet.
func (t *text) first(p *Plan, state *State) {
	open := slices.DeleteFunc(slices.Clone(p.First), func(d *Document) bool { return state != nil && state.Seen(d) })
	if len(open) == 0 {
		if len(p.First) == 0 {
			t.Line("\nno document has a reason to be looked at first")
		}
		return
	}
	t.Line("\n%s to look at first", words.Plural(len(open), "document"))
	var rows [][]string
	for _, d := range open[:min(len(open), maxListed)] {
		reason := arithmetic.Each(d.Reasons, func(r Reason) string { return r.Text })
		rows = append(rows, []string{terminal.Excerpt(d.Cases[0], terminal.MaxName), words.Fit(terminal.Visible(strings.Join(reason, "; ")), maxReasons)})
	}
	t.Aligned(2, rows)
	if more := len(open) - maxListed; more > 0 {
		t.Line("  … and %d more: -o FILE lists them", more)
	}
}

// rest prints how many of the other documents a person has to look at.
func (t *text) rest(p *Plan) {
	n := len(p.Rest)
	if n == 0 {
		return
	}
	right := percent(p.Right)
	remark := ""
	if len(p.First) > 0 {
		remark = " beside them"
	}
	t.Line("\n%s%s, in the random order of seed %d", words.Plural(n, "document"), remark, p.Seed)
	if len(p.Looks) == 0 {
		t.Line("that %s of them are right cannot be assured with these documents: it needs %d or more in addition to those to look at first.", right, needed(p.Right))
		hint := "Look at all of them"
		if lower, look, ok := p.within(); ok {
			hint += fmt.Sprintf(", or wish for less: with -right %s it takes %d, all of them right", strconv.FormatFloat(lower, 'g', -1, 64), look.Documents)
		}
		t.Line("%s.", hint)
		return
	}
	t.Line("to assure that at least %s of the documents accepted unseen are right (%s), look at", right, percent(Level))
	for _, l := range p.Looks {
		promise := "all of them right"
		if l.Wrong > 0 {
			promise = fmt.Sprintf("at most %d of them wrong", l.Wrong)
		}
		t.Line("  the first %d, %s: %d are accepted unseen", l.Documents, promise, n-l.Documents)
	}
	t.Line("  or at all of them")
}

// within returns a lower wish that can be assured, and its first look.
func (p *Plan) within() (right float64, l Look, ok bool) {
	for _, right := range []float64{0.995, 0.99, 0.98, 0.95, 0.9, 0.8} {
		if all := looks(len(p.Rest), right); right < p.Right && len(all) > 0 {
			return right, all[0], true
		}
	}
	return 0, Look{}, false
}

// state prints what is assured.
func (t *text) state(p *Plan, s *State) {
	seen := fmt.Sprintf("\nlooked at: %d of %d to look at first, %s; the first %d of the random order, %s", s.FirstSeen, len(p.First), wrong(s.FirstWrong), s.Drawn, wrong(s.DrawnWrong))
	if s.More > 0 {
		seen += fmt.Sprintf("; %d after them, which prove nothing", s.More)
	}
	t.Line("%s", seen)
	switch right := percent(p.Right); {
	case s.Unseen == 0:
		t.Line("no document is accepted unseen")
	case s.Kept != nil:
		start := ""
		if looked := s.Behind - s.Unseen; looked > 0 {
			start = fmt.Sprintf(", %d of which were looked at since,", looked)
		}
		t.Line("at least %s of the %s accepted unseen%s are right (%s): at most %d wrong", right, words.Plural(s.Behind, "document"), start, percent(Level), s.AtMost)
	case s.Next == nil:
		t.Line("that at least %s are right cannot be assured with what there is: look at all others, too, which are %d", right, s.Unseen)
	default:
		t.Line("that at least %s are right is not assured yet: look at %d more in the random order, of which none may be wrong", right, s.Next.Documents-s.Drawn)
	}
	if s.Kept != nil && s.Unseen > 0 {
		t.Line("this holds for the truths and answers as they were read, if the readings are right, and if nobody chose the seed by what was found")
	}
	if n := len(s.Changed); n > 0 {
		t.Line("%s changed or left the run after being read, which counts as wrong: correcting what was read makes no other document right; the run that was read says what it assures: %s", words.Plural(n, "document"), terminal.FirstNames(s.Changed, terminal.Visible))
	}
	if open := len(p.First) - s.FirstSeen; open > 0 {
		t.Line("%d of those to look at first were not looked at, and are no part of what is assured", open)
	}
	if n := len(s.Unsettled); n > 0 {
		t.Line("reviewers differ on %s, which counts as wrong until it is adjudicated: %s", words.Plural(n, "case"), terminal.FirstNames(s.Unsettled, terminal.Visible))
	}
	if n := len(s.Unheld); n > 0 {
		t.Line("the run does not have the truth or the answer of %s, which count as not looked at: %s", words.Plural(n, "case"), terminal.FirstNames(s.Unheld, terminal.Visible))
	}
}

func isCopy(n int) string {
	if n == 1 {
		return "is a copy"
	}
	return "are copies"
}

func wrong(n int) string {
	if n == 0 {
		return "none wrong"
	}
	return fmt.Sprintf("%d wrong", n)
}

// percent returns a share in percent, with at most 6 digits.
func percent(v float64) string {
	return strconv.FormatFloat(v*100, 'g', 6, 64) + "%"
}

// WriteList writes the documents to look at next, as JSON Lines. The first line has the plan. Each other line has the
// id of a case, the ids of its copies, the reasons to look at it or its place in the random order, and the want_hash
// that a decision on the case needs. WriteList writes the documents to look at first, then the others up to the next
// look, without those that were looked at.
func (p *Plan) WriteList(w io.Writer, state *State) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	end := len(p.Rest)
	switch {
	case state == nil && len(p.Looks) > 0:
		end = p.Looks[0].Documents
	case state != nil && state.Assured():
		end = 0
	case state != nil && state.Next != nil:
		end = state.Next.Documents
	}
	type look struct {
		Documents int `json:"documents"`
		Wrong     int `json:"wrong"`
	}
	head := struct {
		Right float64 `json:"right"`
		Level float64 `json:"level"`
		Seed  uint64  `json:"seed"`
		First int     `json:"first"`
		Rest  int     `json:"rest"`
		Looks []look  `json:"looks"`
	}{p.Right, Level, p.Seed, len(p.First), len(p.Rest), []look{}}
	for _, l := range p.Looks {
		head.Looks = append(head.Looks, look(l))
	}
	if err := e.Encode(head); err != nil {
		return err
	}
	type entry struct {
		Case   string   `json:"case"`
		Copies []string `json:"copies,omitzero"`
		Why    []string `json:"why,omitzero"`
		Drawn  int      `json:"drawn,omitzero"`
		Held   string   `json:"want_hash,omitzero"`
	}
	write := func(d *Document, drawn int) error {
		if state != nil && state.Seen(d) {
			return nil
		}
		item := entry{Case: d.Cases[0], Drawn: drawn, Held: d.Held[0]}
		if len(d.Cases) > 1 {
			item.Copies = d.Cases[1:]
		}
		item.Why = arithmetic.Each(d.Reasons, func(r Reason) string { return r.Text })
		return e.Encode(item)
	}
	for _, d := range p.First {
		if err := write(d, 0); err != nil {
			return err
		}
	}
	for i, d := range p.Rest[:end] {
		if err := write(d, i+1); err != nil {
			return err
		}
	}
	return nil
}
