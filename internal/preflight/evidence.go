package preflight

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/internal/words"
)

// Evidence holds facts about a spec from the truths of a data set, or of a part of it. Its JSON is
// part of the artifact. The zero Evidence is empty.
type Evidence struct {
	// Truths is the number of truths that were examined. Answers is the number of answers that were searched for names
	// in invariants, 0 if the spec has all these names.
	Truths  int `json:"truths"`
	Answers int `json:"answers,omitzero"`
	// The evidence covers Parts of the Of shards of the data set. If Of is 0, the missing part is unknown, and the
	// evidence is never whole.
	Parts int `json:"parts,omitzero"`
	Of    int `json:"of,omitzero"`
	// OfType says that the fields come from a Go type, so that nobody wrote their paths by hand.
	OfType bool `json:"of_type,omitzero"`
	// Notation is the way in which the spec is written. Advice is given in the same way.
	Notation spectext.Notation `json:"notation,omitzero"`
	// Fields has the fields of the spec, in its order, and the match fields of its lists that are not
	// among them.
	Fields []Field `json:"fields,omitempty"`
	// Orders has the order of dates in numbers, by attribute.
	Orders []Order `json:"orders,omitempty"`
	// Compared has the agreement of answers with truths, by attribute. Attributes that the spec does not name are added
	// only up to 500 attributes in all.
	Compared []Compared `json:"compared,omitempty"`
	// Misnamed has attributes that answers lack, sorted: the first 100 that were met.
	Misnamed []Misnamed `json:"misnamed,omitempty"`
	// Unnamed are the attributes that truths have and the spec does not name, sorted: the first 100. MoreUnnamed says
	// that there are others.
	Unnamed     []Key `json:"unnamed,omitempty"`
	MoreUnnamed bool  `json:"more_unnamed,omitzero"`
	// Repeated counts the truths in which an object has a key more than once. Its attribute is the key in the first of them.
	Repeated Key `json:"repeated,omitzero"`
	// Invariants has the invariants of the spec that are not functions, in its order.
	Invariants []Invariant `json:"invariants,omitempty"`
	// Unjoined are the answers and truths of two files whose ids differ, nil if one of the files has none.
	Unjoined *Unjoined `json:"unjoined,omitempty"`
	// NearCopies are documents whose texts are nearly equal, nil for none.
	NearCopies *dataset.NearCopies `json:"near_copies,omitempty"`
	// Absences has the attributes whose truths say in words that there is no value, sorted.
	Absences []strictness.Absence `json:"absences,omitempty"`
	// Alike has the attributes whose comparator may take different truths as equal, sorted.
	Alike []strictness.Counts `json:"alike,omitempty"`
	// Forms counts the answers that are right in another form, nil for none.
	Forms *strictness.Forms `json:"forms,omitempty"`
	// Redacted says that the evidence leaves out names and values of truths.
	Redacted bool `json:"redacted,omitzero"`

	// Right, Leaves and Score are the results of the truths as their own answers: the right values, all values, and the
	// sum of the case scores in billionths.
	Right  int   `json:"right"`
	Leaves int   `json:"leaves"`
	Score  int64 `json:"score_nano"`
}

// Field holds the evidence about one field of a spec.
type Field struct {
	// Attribute names the field, "lines[].amount". Want is its place in the truth, "" if that is Attribute.
	Attribute string `json:"attribute"`
	Want      string `json:"want,omitzero"`
	// Kind is "leaf", "list", "set", "map", "sections", or "by" for a match field that is not compared.
	Kind string `json:"kind"`
	// Match is the name of the comparator of a leaf, or of the elements of a set or of a map of scalars.
	Match    string `json:"match,omitzero"`
	Optional bool   `json:"optional,omitzero"`
	Unscored bool   `json:"unscored,omitzero"`
	Absent   bool   `json:"absent,omitzero"`
	// By says that the field matches the items of its list.
	By bool `json:"by,omitzero"`

	// Places is the number of truths, or items of truths, that could have the field, Had the number that have its key,
	// and Filled the number with a value that is not empty.
	Places int `json:"places,omitzero"`
	Had    int `json:"had,omitzero"`
	Filled int `json:"filled,omitzero"`
	// Asked is the number of values that the comparator has to read, 0 in old records. Unread is the number of values
	// that it cannot read, with some Examples. Advice maps each option, and each other comparator as "match: date", to
	// the number of unread values that it would read.
	Asked    int            `json:"asked,omitzero"`
	Unread   int            `json:"unread,omitzero"`
	Examples []Example      `json:"examples,omitempty"`
	Advice   map[string]int `json:"advice,omitempty"`
	// Ambiguous is the number of values with a second reading. Other counts the options that give the second reading,
	// Default the options that give the reading used.
	Ambiguous int            `json:"ambiguous,omitzero"`
	Other     map[string]int `json:"other,omitempty"`
	Default   map[string]int `json:"default,omitempty"`
	// Clear is the number of values with only one reading, in a form that could have two. Fits has the number of these
	// values that each option reads.
	Clear int            `json:"clear,omitzero"`
	Fits  map[string]int `json:"fits,omitempty"`
	// Timed is the number of values with a time of day. Times says how the comparator takes a time of day, as one of
	// the constants of times.go. It is "" if an option of the comparator says it.
	Timed int    `json:"timed,omitzero"`
	Times string `json:"times,omitzero"`
	// Missed is the number of readable values that do not match themselves.
	Missed     int     `json:"missed,omitzero"`
	MissedNote string  `json:"missed_note,omitzero"`
	MissedAt   Example `json:"missed_at,omitzero"`
	// Omitted is the field in the Go type of answers whose json tag leaves out a zero, nil if no truth is zero there.
	// Zeros is the number of such truths.
	Omitted *spectext.Omission `json:"omitted,omitempty"`
	Zeros   int                `json:"zeros,omitzero"`
	// Pairing is set for a list with a stated By that is not inside another list.
	Pairing *Pairing `json:"pairing,omitempty"`
}

// Example is a value of a truth, and why it is an example.
type Example struct {
	Where string `json:"where,omitzero"` // the argument of [Check.Add]
	Value string `json:"value,omitzero"` // JSON, cut to 80 characters
	Why   string `json:"why,omitzero"`
}

// Unjoined counts the answers with an id that no truth has, and the truths whose id no answer has.
type Unjoined struct {
	Answers int    `json:"answers"`
	Answer  string `json:"answer"` // the first, with its file and line
	Truths  int    `json:"truths"`
	Truth   string `json:"truth"`
	// Padded says that one of the two ids has blanks at its ends and the other has none.
	Padded bool `json:"padded,omitzero"`
}

// finding returns the finding that ids differ. The answers without a truth and the truths without an answer must each be
// more than a tenth of the truths.
func (u *Unjoined) finding(truths int) (Finding, bool) {
	if u == nil || min(u.Answers, u.Truths)*10 <= truths {
		return Finding{}, false
	}
	blanks := ""
	if u.Padded {
		blanks = " Take the blanks off its ends"
	}
	return Finding{Unjoined: true, Text: fmt.Sprintf("%s an id that no truth has, such as %s, and %s no answer, such as %s: is one id written in two ways?%s",
		words.Plural(u.Answers, "answer")+" "+haveForm(u.Answers), u.Answer, words.Plural(u.Truths, "truth")+" "+haveForm(u.Truths), u.Truth, blanks)}, true
}

// Key is an attribute of truths.
type Key struct {
	Attribute string `json:"attribute"`
	Truths    int    `json:"truths"`
	First     string `json:"first,omitzero"` // the place of the first truth that has it
}

// plus adds up the truths of two parts of a data set. It keeps the attribute and the place of the first truth.
func (k Key) plus(o Key) Key {
	first := k
	if k.Truths == 0 || o.Truths > 0 && before(o.First, k.First) {
		first = o
	}
	first.Truths = k.Truths + o.Truths
	return first
}

// finding says that objects have a key more than once.
func (k Key) finding() (Finding, bool) {
	text := fmt.Sprintf("%s %s a key more than once in one object, of which the last value counts", words.Plural(k.Truths, "truth"), haveForm(k.Truths))
	if k.First != "" {
		text += fmt.Sprintf(" (first %q in %s)", k.Attribute, k.First)
	}
	return Finding{Text: text}, k.Truths > 0
}

// describe returns a text with the place of the example after it.
func (x Example) describe(text string) string {
	if x.Where == "" {
		return text
	}
	return text + " (" + x.Where + ")"
}

const (
	maxExamples = 3
	maxUnnamed  = 100
	maxOptions  = 20
)

// Whole reports whether the evidence covers the whole data set.
func (e Evidence) Whole() bool { return e.Of > 0 && e.Parts == e.Of }

// Ceiling returns the accuracy and the mean score of a case for the truths as their own answers. ok is false without
// truths.
func (e Evidence) Ceiling() (accuracy, score float64, ok bool) {
	if e.Truths <= 0 || e.Leaves <= 0 {
		return 0, 0, false
	}
	share := func(v float64) float64 { return min(max(v, 0), 1) } // a file may say anything
	return share(float64(e.Right) / float64(e.Leaves)), share(float64(e.Score) / scoreUnit / float64(e.Truths)), true
}

const scoreUnit = 1e9

// Plus returns the evidence of two parts of one data set, made with the same spec. The result does not depend on the
// order of the parts.
func (e Evidence) Plus(o Evidence) Evidence {
	switch {
	case e.Truths == 0 && len(e.Fields) == 0 && e.Of == 0 && e.Parts == 0:
		return o
	case o.Truths == 0 && len(o.Fields) == 0 && o.Of == 0 && o.Parts == 0:
		return e
	}
	sum := e
	sum.Truths += o.Truths
	sum.Answers += o.Answers
	sum.Right += o.Right
	sum.Leaves += o.Leaves
	sum.Score += o.Score
	sum.Redacted = e.Redacted || o.Redacted
	sum.Parts += o.Parts
	if e.Of != o.Of {
		sum.Parts, sum.Of = 0, 0
	}
	if sum.Whole() {
		sum.Parts, sum.Of = 1, 1 // as of one run
	}
	sum.Fields = merged(e.Fields, o.Fields, Field.merge, func(f, g Field) bool { return f.Attribute == g.Attribute && f.Kind == g.Kind })
	sum.Invariants = merged(e.Invariants, o.Invariants, Invariant.merge, func(v, w Invariant) bool { return v.Name == w.Name })
	sum.Orders = inOrder(e.Orders, o.Orders, Order.merge, func(o Order) string { return o.Attribute })
	sum.Compared = inOrder(e.Compared, o.Compared, Compared.merge, func(c Compared) string { return c.Attribute })
	sum.Misnamed = inOrder(e.Misnamed, o.Misnamed, Misnamed.merge, func(m Misnamed) string { return m.Attribute })
	sum.Absences = inOrder(e.Absences, o.Absences, strictness.Absence.Plus, func(c strictness.Absence) string { return c.Attribute })
	sum.Alike = inOrder(e.Alike, o.Alike, strictness.Counts.Plus, func(c strictness.Counts) string { return c.Attribute })
	sum.Forms = e.Forms.Plus(o.Forms)
	sum.NearCopies = e.NearCopies.Plus(o.NearCopies)
	sum.Repeated = e.Repeated.plus(o.Repeated)
	sum.Unjoined = cmp.Or(e.Unjoined, o.Unjoined) // two files have no shards
	keys := map[string]Key{}
	for _, k := range slices.Concat(e.Unnamed, o.Unnamed) {
		keys[k.Attribute] = keys[k.Attribute].plus(k)
	}
	sum.setUnnamed(keys)
	sum.MoreUnnamed = sum.MoreUnnamed || e.MoreUnnamed || o.MoreUnnamed
	return sum
}

// merged adds up the evidence of two parts of a data set on each field, invariant or order.
func merged[T any](all, others []T, plus func(T, T) T, same func(T, T) bool) []T {
	sum := slices.Clone(all)
	for _, o := range others {
		if i := slices.IndexFunc(sum, func(s T) bool { return same(s, o) }); i >= 0 {
			sum[i] = plus(sum[i], o)
		} else {
			sum = append(sum, o)
		}
	}
	return sum
}

// inOrder is merged for evidence on attributes, sorted by their names.
func inOrder[T any](all, others []T, plus func(T, T) T, attribute func(T) string) []T {
	sum := merged(all, others, plus, func(a, b T) bool { return attribute(a) == attribute(b) })
	slices.SortFunc(sum, func(a, b T) int { return cmp.Compare(attribute(a), attribute(b)) })
	return sum
}

// setUnnamed sets Unnamed to the first keys, sorted.
func (e *Evidence) setUnnamed(keys map[string]Key) {
	e.Unnamed = arithmetic.Each(slices.Sorted(maps.Keys(keys)), func(attribute string) Key { return keys[attribute] })
	e.MoreUnnamed = len(e.Unnamed) > maxUnnamed
	e.Unnamed = e.Unnamed[:min(len(e.Unnamed), maxUnnamed)]
}

func (f Field) merge(o Field) Field {
	f.Places += o.Places
	f.Had += o.Had
	f.Filled += o.Filled
	f.Asked += o.Asked
	f.Unread += o.Unread
	f.Ambiguous += o.Ambiguous
	f.Clear += o.Clear
	f.Timed += o.Timed
	f.Omitted, f.Zeros = cmp.Or(f.Omitted, o.Omitted), f.Zeros+o.Zeros
	if f.Missed == 0 || o.Missed > 0 && before(o.MissedAt.Where, f.MissedAt.Where) {
		f.MissedNote, f.MissedAt = o.MissedNote, o.MissedAt
	}
	f.Missed += o.Missed
	f.Pairing = f.Pairing.merge(o.Pairing)
	f.Examples = firstOf(f.Examples, o.Examples...)
	f.Advice, f.Other, f.Default, f.Fits = added(f.Advice, o.Advice), added(f.Other, o.Other), added(f.Default, o.Default), added(f.Fits, o.Fits)
	return f
}

// firstOf returns the first of examples and others by their places, in a new slice.
func firstOf(examples []Example, others ...Example) []Example {
	all := slices.Concat(examples, others)
	sort.SliceStable(all, func(i, j int) bool { return before(all[i].Where, all[j].Where) })
	return all[:min(len(all), maxExamples)]
}

// before orders places: line 9 of a file is before line 10. So results do not depend on the order of the truths.
func before(a, b string) bool { return dataset.CompareNames(a, b) < 0 }

func added(a, b map[string]int) map[string]int { return arithmetic.Sum(a, b, maxOptions) }

func count(counts *map[string]int, option string, n int) {
	arithmetic.Count(counts, option, n, maxOptions)
}

// unreadable returns the finding about values that the comparator cannot read. It is an error if they are more than a
// tenth.
func (f *Field) unreadable(dates *Order, e Evidence) (Finding, bool) {
	if f.Unread == 0 {
		return Finding{}, false
	}
	total := f.asked()
	if f.Match == "class" {
		return f.noClass(total), true
	}
	most := f.Unread*unreadShare > total
	text := fmt.Sprintf("%q: %s cannot read %d of %s", f.place(), f.Match, f.Unread, words.Plural(total, "truth"))
	var examples []string
	for _, x := range f.Examples {
		example := x.describe(x.Value)
		if x.Why != "" && len(f.Examples) == 1 {
			example += ": " + x.Why
		}
		examples = append(examples, example)
	}
	if len(examples) > 0 {
		text += ", such as " + strings.Join(examples, ", ")
	}
	option, n := f.remedy(dates, most)
	switch {
	case strings.HasPrefix(option, otherMatch):
		text += fmt.Sprintf("; %s reads %d of %d", e.write(f, option), n, f.Unread)
		if n <= total-f.Unread { // the comparator reads more than that
			option = ""
		}
	case option != "":
		text += fmt.Sprintf("; %s would read %d of them", e.write(f, option), n)
	case most:
		text += "; correct the truths, or write " + e.write(f, "match: auto") + ", which compares each as it is"
	}
	own := f.Match == "regex" || f.Match == "one_of"
	return Finding{Text: text, Option: option, Error: most && e.Whole() && !f.Unscored && !own}, true
}

// noClass returns the finding about truths that are not of a declared class. No answer to such a truth can be right.
func (f *Field) noClass(total int) Finding {
	verb := "are not among"
	if f.Unread == 1 {
		verb = "is not among"
	}
	text := fmt.Sprintf("%q: %d of %s %s its classes", f.place(), f.Unread, words.Plural(total, "truth"), verb)
	for i, x := range f.Examples {
		text += [...]string{", such as ", ", "}[min(i, 1)] + x.describe(x.Value)
		if x.Why != "" {
			text += " (" + x.Why + ")"
		}
	}
	return Finding{Text: text + "; correct the truths, or add the class", Error: !f.Unscored}
}

// otherMatch is the prefix of the name of another comparator in [Field.Advice].
const otherMatch = "match: "

// unreadShare is the inverse of the share of unreadable values above which a field is an error.
const unreadShare = 10

// remedy returns the option that would read the most unread values, and their number. If most is set, it may return
// another comparator.
func (f *Field) remedy(dates *Order, most bool) (option string, n int) {
	for _, o := range slices.Sorted(maps.Keys(f.Advice)) { // sorted, so that "format" and "order" win over "match"
		switch {
		case strings.HasPrefix(o, "order: ") && dates != nil && dates.countOf(dates.Order).Only > dates.countOf(dates.Order).Not: // it would not read the others
		case strings.HasPrefix(o, otherMatch) && (!most || strings.TrimPrefix(o, otherMatch) == f.Match):
		case f.Advice[o] > n:
			option, n = o, f.Advice[o]
		}
	}
	return option, n
}

// asked returns the number of values that the comparator has to read. For old records, which lack the number, it is
// estimated from the values that were read and not read.
func (f *Field) asked() int {
	return cmp.Or(f.Asked, f.Unread+max(f.Filled-f.Unread, f.Ambiguous+f.Clear))
}
