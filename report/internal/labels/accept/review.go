package accept

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Say is a reviewer's decision on a place where truth and answer differ.
type Say string

const (
	Answer Say = "answer" // the answer is right: it becomes the truth
	Value  Say = "value"  // neither is right: Decision.Value becomes the truth, null for no value
	Wrong  Say = "wrong"  // the answer is wrong, and the truth stays
	Both   Say = "both"   // the truth is right, and the answer is as well
	Open   Say = "open"   // the reviewer withdraws an earlier decision

	// Document says that the reviewer has read the whole document. It has the values of Decision.Value, in the form of
	// an answer, whatever truth and answer say.
	Document Say = "document"
)

// Adjudicated is the State of a decision whose reviewer saw the decisions of several others.
const Adjudicated = "adjudicated"

// Decision is one line of a review file.
type Decision struct {
	// Dataset and Case name the case, Trial the answer that was seen; 0 is 1. Dataset may be "" when the artifact has
	// one data set.
	Dataset string `json:"dataset,omitzero"`
	Case    string `json:"case"`
	Trial   int    `json:"trial,omitzero"`
	// Path, Want and Got are copied from the [Change] as the reviewer saw it: JSON texts, nil for no value. WantHash
	// may replace Want, see [HashOf]. Only WantHash distinguishes a row of the truth from the row that has its place
	// after a change. For the decision document, WantHash is the hash of the truth that the document had when it was
	// read or, without a truth, of the answer: data audit counts no reading without it.
	Path     string          `json:"path"`
	Decision Say             `json:"decision"`
	Value    json.RawMessage `json:"value,omitzero"` // only for the decisions value and document
	Want     json.RawMessage `json:"want,omitzero"`
	WantHash string          `json:"want_hash,omitzero"`
	Got      json.RawMessage `json:"got,omitzero"`
	Note     string          `json:"note,omitzero"`
	Reviewer string          `json:"reviewer,omitzero"`
	Time     time.Time       `json:"time,omitzero"`
	// Blind says that the reviewer saw neither the answer nor the truth nor the decision of anybody else. State is ""
	// or [Adjudicated]. Only the decision document has them.
	Blind bool   `json:"blind,omitzero"`
	State string `json:"state,omitzero"`

	// Where is the line that the decision was read from, "review.jsonl:3".
	Where string `json:"-"`
}

// HashOf returns the first 8 bytes of the SHA-256 of a JSON text without blanks and with
// sorted keys, as hex digits, for Decision.WantHash.
func HashOf(text json.RawMessage) string {
	sum := sha256.Sum256(Canonical(text))
	return hex.EncodeToString(sum[:8])
}

// Write writes decisions, a line for each. It returns an error of w, or for the first decision that [Read] would
// refuse; the decisions before it are written.
func Write(w io.Writer, all ...Decision) error {
	for _, d := range all {
		if err := d.validate(); err != nil {
			return fmt.Errorf("accept: case %q: %w", d.Case, err)
		}
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		if err := e.Encode(d); err != nil {
			return fmt.Errorf("accept: case %q: %w", d.Case, err)
		}
		if _, err := w.Write(text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// validate returns why a decision is invalid, nil if it is valid.
func (d *Decision) validate() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if d.Case == "" {
		fail(`no "case"`)
	}
	if d.Path == "" {
		fail(`no "path"; the document itself is %q`, paths.Document)
	}
	if d.Trial < 0 {
		fail("trial is %d, want 1 or more", d.Trial)
	}
	switch d.Decision {
	case Value:
		if d.Value == nil {
			fail(`the decision is "value", and it needs a "value"; null means no value`)
		}
	case Document:
		if d.Value == nil {
			fail(`the decision is "document", and there is no "value" with the values of the document`)
		}
		if d.Path != paths.Document || d.Want != nil || d.Got != nil {
			fail(`the decision is "document": the path is %q, and there is neither "want" nor "got"`, paths.Document)
		}
	case Answer, Wrong, Both, Open:
		if d.Value != nil {
			fail(`a "value" stands with the decisions "value" and "document" alone, and this one is %q`, string(d.Decision))
		}
	default:
		fail(`unknown decision %q, want answer, value, wrong, both, document or open`, string(d.Decision))
	}
	if d.Decision != Document && (d.Blind || d.State != "") {
		fail(`"blind" and "state" stand with the decision "document" alone, and this one is %q`, string(d.Decision))
	}
	if d.State != "" && d.State != Adjudicated {
		fail("state is %q, want %s or no key", words.Excerpt(d.State, 40), Adjudicated)
	}
	if d.Blind && d.State != "" {
		fail(`a decision with "state" is not "blind"`)
	}
	if d.Want != nil && d.WantHash != "" {
		fail(`"want" and "want_hash" exclude each other`)
	}
	if d.WantHash != "" {
		if sum, err := hex.DecodeString(d.WantHash); err != nil || len(sum) != 8 {
			fail("want_hash is %q, want 16 hex digits", words.Excerpt(d.WantHash, 40))
		}
	}
	return errors.Join(errs...)
}

// maxProblems is how many problems of a file an error lists.
const maxProblems = 20

// Read reads a review file: JSON Lines, with a decision a line. Blank lines are skipped. The error lists problems as
// "name:line: problem", and no decisions are returned with it. Problems are unknown, repeated and missing keys, and
// invalid values. A problem of several lines is listed once, with the number of further lines.
func Read(name string, data []byte) ([]Decision, error) {
	if err := check(name, data); err != nil {
		return nil, err
	}
	var all []Decision
	type problem struct {
		first, text string
		more        int // further lines
	}
	var problems []problem
	n := 0
	for text := range bytes.Lines(bytes.TrimPrefix(data, []byte(byteOrderMark))) {
		n++
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		d, err := decode(text)
		d.Where = fmt.Sprintf("%s:%d", name, n)
		if err == nil {
			all = append(all, d)
			continue
		}
		for _, text := range strings.Split(err.Error(), "\n") {
			if i := slices.IndexFunc(problems, func(p problem) bool { return p.text == text }); i >= 0 {
				problems[i].more++
			} else if len(problems) <= maxProblems {
				problems = append(problems, problem{first: d.Where, text: text})
			}
		}
	}
	var errs []error
	for i, p := range problems {
		switch {
		case i == maxProblems:
			p = problem{first: p.first, text: "and other problems from here on"}
		case p.more == 1:
			p.text += " (and in 1 more line)"
		case p.more > 1:
			p.text += fmt.Sprintf(" (and in %d more lines)", p.more)
		}
		errs = append(errs, errors.New(p.first+": "+p.text))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return all, nil
}

func decode(text []byte) (d Decision, err error) {
	v, err := document.Parse(text)
	if err != nil {
		return d, err
	}
	if v.Kind() != document.Object {
		return d, fmt.Errorf("it is a JSON %v, want an object with case, path and decision", v.Kind())
	}
	seen := map[string]bool{}
	var errs []error
	for key := range v.Members() {
		if seen[key] {
			errs = append(errs, fmt.Errorf("key %q appears twice", key))
		}
		seen[key] = true
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return d, errors.Join(append(errs, errors.New(strings.TrimPrefix(err.Error(), "json: ")))...)
	}
	for key := range seen { // encoding/json ignores the case of keys
		if key != strings.ToLower(key) {
			errs = append(errs, fmt.Errorf("unknown field %q", key))
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	if seen["trial"] && d.Trial == 0 {
		errs = append(errs, errors.New("trial is 0, want 1 or more"))
	}
	return d, errors.Join(append(errs, d.validate())...)
}

// Conflict is two decisions on one place that differ.
type Conflict struct{ First, Second Decision }

func (c Conflict) String() string {
	says := func(d Decision) string {
		text := cmp.Or(d.Reviewer, "a reviewer") + " says " + string(d.Decision)
		if d.Decision == Value {
			text += " " + brief(d.Value)
		}
		if d.Where != "" {
			text += " (" + d.Where + ")"
		}
		return text
	}
	return fmt.Sprintf("case %q: %s: %s, %s", c.First.Case, c.First.Path, says(c.First), says(c.Second))
}

// Agrees reports whether two decisions say the same.
func (d *Decision) Agrees(o *Decision) bool {
	return d.Decision == o.Decision && Same(d.Value, o.Value)
}

// Latest returns the last decision of each reviewer, by time and then by order in all. All decisions are on one place.
func Latest(all []Decision) (latest []Decision) {
	for _, d := range all {
		i := slices.IndexFunc(latest, func(o Decision) bool { return o.Reviewer == d.Reviewer })
		if i < 0 {
			latest = append(latest, d)
		} else if !d.Time.Before(latest[i].Time) {
			latest[i] = d
		}
	}
	return latest
}

// Merge joins review files. Of several decisions of one reviewer on one place the [Latest] counts, and none if the
// latest is [Open]. A place on which reviewers differ has conflicts and no decision. Decisions are in the order in
// which their places first occur in the files. Merge leaves out decisions on whole documents ([Document]): only the
// spec says whether two of them differ; see [ReadingRules].
func Merge(files ...[]Decision) (agreed []Decision, conflicts []Conflict) {
	places, order := arithmetic.Group(slices.Concat(files...), func(d Decision) string { return d.place() })
	for _, place := range order {
		decisions := slices.DeleteFunc(Latest(places[place]), func(d Decision) bool { return d.Decision == Open || d.Decision == Document })
		if len(decisions) == 0 {
			continue
		}
		count := len(conflicts)
		for _, d := range decisions[1:] {
			if !d.Agrees(&decisions[0]) {
				conflicts = append(conflicts, Conflict{decisions[0], d})
			}
		}
		if len(conflicts) == count {
			agreed = append(agreed, decisions[0])
		}
	}
	return agreed, conflicts
}

// place returns a key for the place of a decision. A row of the answer and a row of the truth may have the same path.
func (d *Decision) place() string {
	side := ""
	if Canonical(d.Want) == nil && d.WantHash == "" {
		side = "no want"
		if Canonical(d.Got) == nil {
			side = "neither"
		}
	}
	return strings.Join([]string{d.Dataset, d.Case, strconv.Itoa(max(d.Trial, 1)), d.Path, side}, "\x00")
}

// Decide returns the changes that decisions on a case ask for, and the decisions that cannot be carried out, with the
// reason. Wrong and Open ask for no change. Decide ignores decisions on another case or trial, and on whole documents.
func (r Rules) Decide(c *report.Case, decisions []Decision) (changes []Change, refused []Refusal) {
	decisions = slices.DeleteFunc(slices.Clone(decisions), func(d Decision) bool {
		return d.Case != c.ID || max(d.Trial, 1) != max(c.Trial, 1) || slices.Contains([]Say{Wrong, Open, Document}, d.Decision)
	})
	if len(decisions) == 0 {
		return nil, nil
	}
	all, refusals := r.changes(c, true)
	for i := range decisions {
		d := &decisions[i]
		change, reason := d.find(all, refusals)
		if reason == "" {
			reason = d.apply(&change)
		}
		if reason != "" {
			refused = append(refused, Refusal{c.ID, d.Path, reason})
			continue
		}
		changes = append(changes, change)
	}
	return changes, refused
}

// About reports whether a decision was made on a change: at its place, on the same truth and answer. About ignores the
// case and the trial.
func (d *Decision) About(c *Change) bool {
	got := d.Got == nil && c.kind != surplus || d.Got != nil && Same(d.Got, c.Got)
	want := Same(d.Want, c.Want)
	if d.WantHash != "" {
		want = c.WantHash == d.WantHash || c.Want != nil && HashOf(c.Want) == d.WantHash
	}
	return d.Path == c.Path && got && want
}

// find returns the change that a decision is about, or says why there is none.
func (d *Decision) find(all []Change, refusals []Refusal) (_ Change, reason string) {
	var found []Change
	close := false
	for i := range all {
		close = close || all[i].Path == d.Path
		if d.About(&all[i]) {
			found = append(found, all[i])
		}
	}
	switch {
	case len(found) == 1:
		return found[0], ""
	case len(found) > 1:
		return Change{}, "the record has several such places"
	case close:
		return Change{}, "the record has another truth or answer there than was reviewed"
	}
	for _, r := range refusals {
		if r.Path == "" || r.Path == d.Path {
			return Change{}, r.Why
		}
	}
	for _, c := range all {
		if c.kind != leaf && (&Change{Path: d.Path}).In(c.Path) {
			return Change{}, fmt.Sprintf("%s has no partner: decide on the row as a whole", c.Path)
		}
	}
	return Change{}, "the record has no such place"
}

// apply carries out the decision on the change, or says why it cannot.
func (d *Decision) apply(c *Change) (reason string) {
	switch {
	case d.Decision == Value:
		c.Got, c.oneOf = d.Value, false // if the truth lists accepted values, d.Value is the list
		if string(d.Value) == "null" {
			c.Got = nil
			if c.kind == surplus {
				return "only the answer has the row; to leave the truth as it is, use the decision \"wrong\""
			}
		}
	case d.Decision == Both && !c.oneOf:
		return "the data cannot say that both are right: compare the field with one_of, whose truth is an array of all values that are accepted"
	case d.Decision == Both:
		c.both = true
	}
	return ""
}
