package accept

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// Change is a change of the truth of a case, at one place, to the value of its answer.
type Change struct {
	Case  string
	Trial int
	// Path is the path of the leaf in the record, or of a row: an item of a list or a set without a partner. The path
	// of a row that the truth lacks has its index in the answer.
	Path string
	// Attribute is the attribute of the leaf; for a row the attribute of the list: "lines[]".
	Attribute string
	Outcome   metrics.Outcome
	// Class is the error class in the record, "transposed", or "".
	Class string
	// Want and Got are JSON texts, nil for no value. For a row of the truth Want is also nil: records have no rows.
	Want, Got json.RawMessage
	// WantHash distinguishes rows of the truth, whose Want is nil: it is [HashOf] the compared values, as an object or
	// value; "" for other changes.
	WantHash string
	// Note is the note of the leaf, "off by 4.5, allowed 0.01"; "" for a row.
	Note string
	// Fields are the indices in report.Case.Fields of the leaves that the change is made of.
	Fields []int

	kind  kind
	path  document.Path // in the truth
	oneOf bool          // the truth lists accepted values there
	both  bool          // the truth accepts its own values and the answer
}

// kind is the kind of a change.
type kind uint8

const (
	leaf    kind = iota // a value that both sides have a place for
	lacking             // a row that the answer lacks
	surplus             // a row that the truth lacks
)

// In reports whether a change is at a path or attribute, or below it: "lines" and "lines[]" select all rows of a list
// and all values in them, "lines[2]" selects all values of one row, and "lines[].amount" selects the values of this
// name in rows with a partner.
func (c *Change) In(name string) bool {
	return paths.Covers(name, c.Path) || paths.Covers(name, c.Attribute)
}

// Refusal is a place where nothing can be accepted, and why. Path is "" for a case.
type Refusal struct{ Case, Path, Why string }

func (r Refusal) String() string {
	if r.Path == "" {
		return fmt.Sprintf("case %q: %s", r.Case, r.Why)
	}
	return fmt.Sprintf("case %q: %s: %s", r.Case, r.Path, r.Why)
}

// Rules are the rules in the spec of a data set about places in truths.
type Rules struct {
	places   places
	redacted bool
}

// RulesOf returns the rules of a data set.
func RulesOf(ds report.Dataset) Rules {
	return Rules{placesOf(ds.Spec), ds.Redaction().Active()}
}

// Changes returns the changes that the record of a case offers, in its order, and the places that cannot be changed,
// with the reason. Matches are in neither.
func (r Rules) Changes(c *report.Case) (changes []Change, refused []Refusal) {
	return r.changes(c, false)
}

// changes is Changes, including matches if hits is set.
func (r Rules) changes(c *report.Case, hits bool) (changes []Change, refused []Refusal) {
	refuse := func(reason string) ([]Change, []Refusal) { return nil, []Refusal{{c.ID, "", reason}} }
	unreadable := func(f report.Field) bool {
		return f.Tag == "unreadable answer" || f.Tag == source.TagCutOff || f.Path == paths.Document && f.Attribute == metrics.InventedAttribute
	}
	switch {
	case c.Status == report.Skipped:
		return refuse("it was not asked for")
	case c.Status != report.OK:
		return refuse("there is no answer, the extractor failed")
	case c.Unlabelled:
		return refuse("it has no truth")
	case slices.ContainsFunc(c.Fields, unreadable):
		return refuse("the answer cannot be read, or is of another kind than the truth")
	}
	s := sorter{Rules: r, record: c, hits: hits, rows: map[string]*row{}, cut: isCut(c)}
	for i := range c.Fields {
		s.number = i
		s.field(&c.Fields[i])
	}
	if c.MoreFields > 0 {
		s.refuse("", fmt.Sprintf("%d of its values are not in the record", c.MoreFields))
	}
	return arithmetic.Each(s.changes, func(change *Change) Change { return *change }), s.refused
}

// isCut reports whether the record may lack values of the answer that differ from the truth. A record leaves out hits
// before other values.
func isCut(c *report.Case) bool {
	hits, invented := 0, 0
	for i := range c.Fields {
		if c.Fields[i].Outcome.Hit() {
			hits++
		}
		if c.Fields[i].Attribute == metrics.InventedAttribute {
			invented++
		}
	}
	return c.MoreFields > 0 && hits == 0 || invented >= paths.MaxInvented
}

// sorter turns the leaves of a case into changes.
type sorter struct {
	Rules
	record  *report.Case
	number  int  // of the leaf
	hits    bool // hits are changes, too
	cut     bool // rows of the answer may lack values
	changes []*Change
	rows    map[string]*row // of either side, and invented keys, by kind and place
	refused []Refusal
}

// row is a change that is made of several leaves.
type row struct {
	Change
	built   Node
	refused bool
}

func (s *sorter) refuse(path, reason string) {
	s.refused = append(s.refused, Refusal{s.record.ID, path, reason})
}

const noPath = "its path cannot be read"

func (s *sorter) field(f *report.Field) {
	if f.Outcome.Hit() && !s.hits {
		return
	}
	change := Change{Case: s.record.ID, Trial: max(s.record.Trial, 1), Path: f.Path, Attribute: f.Attribute, Outcome: f.Outcome, Class: f.ErrorClass, Want: f.Want, Got: f.Got, Note: f.Note}
	if f.Attribute == metrics.InventedAttribute {
		s.invented(f, change)
		return
	}
	attribute, ok := paths.Placed(f.Attribute, f.Path)
	if !ok {
		if len(attribute) == 0 { // else it is a single page of a packet, which follows from the pages of its section
			s.refuse(f.Path, noPath)
		}
		return
	}
	path, rest := fill(attribute, f.Path, f.WantIndex)
	switch {
	case len(f.WantIndex) > len(f.GotIndex) && len(rest) == 0:
		list, _ := fill(attribute, f.Path, f.WantIndex[:len(f.GotIndex)])
		s.lacking(f, change, path[:len(list)+1:len(list)+1], attribute)
	case len(f.GotIndex) > len(f.WantIndex) && len(rest) > 0:
		s.surplus(f, change, path, attribute)
	case len(rest) > 0:
		s.refuse(f.Path, noPath)
	default:
		if reason := s.unfit(f); reason != "" {
			s.refuse(f.Path, reason)
			return
		}
		change.path, change.oneOf = s.places.inTruth(path)
		if change.Outcome == metrics.Missing {
			change.Got = nil
		}
		change.Fields = []int{s.number}
		s.changes = append(s.changes, &change)
	}
}

// unfit says why the values of a leaf cannot be used, "" if they can.
func (s *sorter) unfit(f *report.Field) string {
	got, want := f.Withheld()
	switch {
	case s.redacted && (got || want || words.IsHash(f.Got) || words.IsHash(f.Want)):
		return "the value is redacted"
	case f.Cut:
		return "the value is too long for the record, which has a part of it"
	}
	return ""
}

// lacking adds a leaf to the change of its row: a row of the truth that the answer lacks. It adds the change at the
// first leaf of the row.
func (s *sorter) lacking(f *report.Field, change Change, item, attribute document.Path) {
	key := "want " + item.String()
	inside, _ := fill(attribute, f.Path, f.WantIndex)
	put := func(r *row) {
		r.Fields = append(r.Fields, s.number)
		if !f.Outcome.Hit() { // a hit: the truth has no value
			r.built.Put(inside[len(item):], f.Want)
			r.WantHash = HashOf(r.built.JSON())
		}
	}
	if r := s.rows[key]; r != nil {
		put(r)
		return
	}
	change.kind, change.Path, change.Attribute = lacking, item.String(), attribute[:len(item)].String()
	change.Want, change.Got, change.Class, change.Note = nil, nil, "", ""
	change.path, _ = s.places.inTruth(item)
	r := &row{Change: change}
	s.rows[key] = r
	put(r)
	if s.redacted || s.record.DataHash == "" {
		s.refuse(change.Path, "nothing in the record says whether this is the row that was evaluated")
		return
	}
	s.changes = append(s.changes, &r.Change)
}

// surplus adds a leaf to the change of its row: a row of the answer that the list of the truth lacks.
func (s *sorter) surplus(f *report.Field, change Change, list, attribute document.Path) {
	path, rest := fill(attribute, f.Path, append(slices.Clone(f.WantIndex), f.GotIndex[len(f.WantIndex):]...))
	if len(rest) > 0 {
		s.refuse(f.Path, noPath)
		return
	}
	item := path[: len(list)+1 : len(list)+1]
	change.kind, change.Attribute = surplus, attribute[:len(item)].String()
	change.path, _ = s.places.inTruth(list)
	place, oneOf := s.places.inTruth(path)
	inside := place[len(change.path)+1:]
	if attribute[len(list)].AllMembers() { // a member is set under its key
		change.kind, change.path = leaf, place[:len(change.path)+1]
	}
	if oneOf {
		own := *f
		own.Got = accepted(f.Got)
		f = &own
	}
	s.build("got ", f, change, item, inside)
}

// invented adds a leaf to the change of its key: a key of the answer for which the truth has no place.
func (s *sorter) invented(f *report.Field, change Change) {
	path, err := paths.ParseAttribute(f.Path)
	if err != nil || len(path) == 0 {
		s.refuse(f.Path, noPath)
		return
	}
	if f.Tag == "type mismatch" {
		s.refuse(f.Path, "the answer has another type here than the truth")
		return
	}
	if len(f.GotIndex) > len(f.WantIndex) {
		for i := range path {
			if r := s.rows["got "+path[:i+1].String()]; r != nil {
				s.build("got ", f, r.Change, path[:i+1], path[i+1:])
				return
			}
		}
		s.refuse(f.Path, "nothing else in its row is compared")
		return
	}
	end, items := 0, 0 // the key, which may hold an array
	for end < len(path) && (!path[end].Bracket || items < len(f.WantIndex)) {
		if path[end].Bracket {
			items++
		}
		end++
	}
	change.path, _ = s.places.inTruth(path[:end])
	s.build("key ", f, change, path[:end], path[end:])
}

// build puts the value of a leaf into the change of its row or key, which it adds at the first leaf.
func (s *sorter) build(kind string, f *report.Field, change Change, path, inside document.Path) {
	key := kind + path.String()
	r := s.rows[key]
	if r == nil {
		change.Path, change.Want, change.Class, change.Note, change.Fields = path.String(), nil, "", "", nil
		r = &row{Change: change}
		s.rows[key] = r
		s.changes = append(s.changes, &r.Change)
	}
	r.Fields = append(r.Fields, s.number)
	reason := s.unfit(f)
	if reason == "" && s.cut {
		reason = "the record may not have all values of it"
	}
	if reason == "" && !r.built.Put(inside, f.Got) {
		reason = "its values do not fit together"
	}
	if reason != "" && !r.refused {
		r.refused = true
		s.refuse(r.Path, reason)
		s.changes = slices.DeleteFunc(s.changes, func(c *Change) bool { return c == &r.Change })
	}
	r.Got = r.built.JSON()
}

// accepted returns a value as the truth of a field that lists accepted values: an array is wrapped, since it would be
// read as several values.
func accepted(value json.RawMessage) json.RawMessage {
	if len(value) == 0 || value[0] != '[' {
		return value
	}
	return slices.Concat(json.RawMessage("["), value, json.RawMessage("]"))
}
