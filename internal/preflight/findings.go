package preflight

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Finding is one thing that evidence says about a spec and its truths.
type Finding struct {
	// Attribute is the field that it is about, Invariant the invariant.
	Attribute, Invariant string
	// Text names the problem and the remedy, in one line. It may quote a truth, in bounded length,
	// unless the evidence is redacted.
	Text string
	// Error: numbers under this spec would mean nothing. A data set with such a
	// finding must not be judged by them.
	Error bool
	// Unjoined says that it is about the ids of answers and truths.
	Unjoined bool
	// Path is the place in the truth that the field probably means, in the form of its Path, its WantPath or an entry
	// of By. Option is the option that would correct its comparator, as a spec file writes it: "order: dmy". Each is ""
	// without such a correction.
	Path, Option string
	// Rule is a rule of the spec that would match wrong values of Attribute; Text ends with it. Examined is the number of
	// wrong values that were examined, Explained the number of these that Rule would match. All three are zero without
	// such a rule.
	Explained, Examined int
	Rule                string
	// By is the field of a list's items that would match more of them than the stated ones, "" without
	// such a field.
	By string
}

// Findings returns the findings of the evidence, in the order of the spec:
//
//   - A field that no truth has. It is an error if the whole data set was examined, the path was written by hand (it is
//     not from a Go type), the field is scored, and the truths have other keys at its level that the spec does not
//     name; the text names the most similar key. A key with null counts as present. Optional and Absent fields are not
//     reported. For a match field of a list, keys that the spec names count, too.
//   - A field that truths have although it is Absent.
//   - A scored field that has only null, blank texts and empty arrays in all truths.
//   - Values that the comparator cannot read, with three examples and the option that would read the most of them. If
//     over a tenth of the values that are not empty cannot be read, however few they are (1 of 5), the finding may
//     propose another comparator that would read them; and it is an error if the whole data set was examined and the
//     field is scored. It is never an error for compare.Regex and compare.OneOf, which have rules of their own for
//     values that they cannot read.
//   - A truth that is not among the classes that compare.Class names. A single one is an error if the field is scored:
//     no answer to such a truth is right.
//   - Ambiguous values that are read in another way than the unambiguous ones of the same field. For dates in numbers:
//     the order that was found, the truths that it does not read, and unambiguous ones that do not agree. If the whole
//     data set was examined, a stated order is an error in two cases: if ten truths or more are dates only by another
//     order, at least twenty times as many as are dates only by the stated order; or if the field is scored, no truth
//     is a date only by the stated order, and over a tenth of all are dates only by another order, however few they
//     are.
//   - Values with a time of day that compare.Date leaves out without an option that says so, and a few such values
//     where truths decided that compare.Time compares days. Where truths decided for points in time, the finding says
//     so.
//   - Ambiguous answers to truths that show no order, such as 2018-12-31, if more of these answers match by another
//     order than by the default order.
//   - A list whose stated By pairs fewer items than equal values of another field would: fewer by a twentieth of the items or more.
//     Without answers, a list whose By identifies less than half of the items, if another field identifies more than half. Also a
//     list whose By is a number that is greater by the same amount in all answers, as where pages are counted from 0. See [Pairing].
//   - Truths of a number or a bool that are zero, where the json tag of the Go field leaves a zero out.
//   - Values that are wrong as their own answer for any other reason, such as items
//     without a key under by_key.
//   - Truths that say in words that there is no value: which words, how often, and the option for others.
//   - An attribute of which at most one answer in 20 matches, if nine of ten of the others (three or more) would match
//     by another comparator that ignores nothing but their form. For compare.Numeric, compare.Date and compare.Time, an
//     attribute of which one answer in 20 does not match, if half of these (three or more) differ from the truth only
//     in the format.
//   - An attribute whose comparator takes half of the pairs of different truths as equal: compare.Fuzzy may do so with
//     codes, a tolerance with near amounts. Also an attribute whose aliases make all truths equal, or whose comparator
//     takes codes as equal with another last digit.
//   - What many wrong values of an attribute have in common, in five documents or more: aliases or another form, with the
//     rule that would match them, or the pattern of a mistake, such as a moved decimal point; see package strictness. It
//     is a proposal for people.
//   - Answers that are right in another form: boxes that are fractions of the page beside truths in lengths, or the reverse; five
//     boxes or more, most of which match if one side is read as left, top, width, height and the other as left, top, right,
//     bottom; and documents that stand in one more object or in a list of one item.
//   - An attribute that no answer has, if most answers have its values under another attribute that their truths lack.
//     The other attribute must have a similar name, or three different values.
//   - An invariant that truths break, with three examples: their labels are suspect. Functions are
//     not called.
//   - A value that a rule or the paths of an invariant name, but that the spec, the type of the answers and all
//     examined truths (or, without truths, all answers) lack. It is an error if the whole data set was examined and the
//     invariant is not optional, and always if the type cannot have such a value. A field with match: ignore declares a
//     value that only answers have.
//   - Answers with an id that no truth has, beside truths without an answer, if both are more than a tenth of the truths.
//   - Truths in which an object has a key more than once: how many, the key and the place of the first.
//   - Documents whose texts are nearly equal, with how many pairs; see dataset.CopyFinder.
func (e Evidence) Findings() []Finding {
	var all []Finding
	attribute := "" // of the findings that are added
	add := func(f Finding, ok bool) {
		if ok {
			f.Attribute = cmp.Or(f.Attribute, attribute)
			all = append(all, f)
		}
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		if e.Truths == 0 || f.Places == 0 {
			continue
		}
		attribute = f.Attribute
		add(e.nowhere(f))
		add(Finding{Text: fmt.Sprintf("%q is marked absent, and %d of %s %s it", f.place(), f.Had, words.Plural(f.Places, f.nounOf()), haveForm(f.Had))}, f.Absent && f.Filled > 0)
		add(f.constantNothing(e))
		dates := e.dates(f)
		order, ordered := dates.finding(e, f)
		if !order.Error { // the finding about the order names the unread values
			add(f.unreadable(dates, e))
		}
		if contradicted, ok := f.contradicted(e); ok && !strings.HasPrefix(order.Option, orderOfSpec) {
			add(contradicted, true)
		} else {
			add(order, ordered)
		}
		add(e.timed(f))
		add(f.missed())
		add(f.omitted())
		add(e.unpaired(f))
	}
	for i := range e.Orders {
		o := &e.Orders[i]
		attribute = o.Attribute
		f, reported := o.finding(e, nil)
		add(f, reported && e.fieldOf(o.Attribute) == nil)
	}
	attribute = ""
	for i := range e.Compared {
		add(e.Compared[i].finding(e))
	}
	for _, c := range e.Alike {
		add(e.alike(c))
	}
	taken := strictness.Taken(e.Absences, e.Notation.Name)
	add(Finding{Text: taken}, taken != "")
	for _, c := range e.Absences {
		text, option := c.Suspects()
		add(Finding{Attribute: c.Attribute, Text: text + ", write " + e.Notation.Name(option)}, text != "")
	}
	for _, f := range e.Forms.Findings(e.Notation) {
		all = append(all, Finding{Attribute: f.Attribute, Text: f.Text})
	}
	all = append(all, e.misnamed()...)
	all = append(all, e.invariants()...)
	add(e.Unjoined.finding(e.Truths))
	add(e.Repeated.finding())
	copies := e.NearCopies.String()
	add(Finding{Text: copies}, copies != "")
	return all
}

// dates returns the evidence on the order of a field's dates, nil without any.
func (e Evidence) dates(f *Field) *Order {
	for i := range e.Orders {
		if e.Orders[i].Attribute == f.ordered() {
			return &e.Orders[i]
		}
	}
	return nil
}

// ordered returns the attribute of the field's values.
func (f *Field) ordered() string {
	switch {
	case f.Kind == "set":
		return f.Attribute + paths.Items
	case f.Kind == "map" && f.Match != "":
		return f.Attribute + paths.Members
	}
	return f.Attribute
}

// At returns the beginning of a message about the finding, "spec.yaml:7: ", or "" where the line is
// unknown; see [eval.SpecSource].
func (f Finding) At(source eval.SpecSource) string {
	if f.Invariant != "" {
		return source.AtRule(f.Invariant)
	}
	return source.At(f.Attribute)
}

// Errors returns the findings that are errors.
func Errors(findings []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return !f.Error })
}

func (e Evidence) nowhere(f *Field) (Finding, bool) {
	if f.Had > 0 || f.Absent || f.Optional && !f.By {
		return Finding{}, false
	}
	place := f.place()
	level, path := levelOf(place)
	candidates := e.beside(f, level)
	suggestion := words.NearestPath(path, candidates)
	if suggestion == "" && f.Kind == "map" {
		suggestion = words.NearestPath(path, above(candidates, len(parse(path))))
	}
	finding := Finding{Path: suggestion, Error: e.Whole() && !e.OfType && len(candidates) > 0 && (f.By || !f.Unscored)}
	subject := "no truth has"
	if level != "" {
		subject = "no item of the truths has"
	}
	finding.Text = fmt.Sprintf("%s %q", subject, place)
	switch {
	case f.Kind == "by":
		finding.Text += fmt.Sprintf(", by which the items of %q are matched", strings.TrimSuffix(level, paths.Items))
	case f.Want != "":
		finding.Text += fmt.Sprintf(", where field %q has its truth", f.Attribute)
	}
	switch {
	case suggestion != "":
		finding.Text += fmt.Sprintf("; did you mean %q?", suggestion) + words.UnicodeForm(path, suggestion)
		if first := e.first(level, suggestion); first != "" {
			finding.Text += " (" + first + ")"
		}
	case e.Redacted && len(candidates) > 0:
		finding.Text += "; they have other keys that the spec does not name"
	case len(candidates) > 0:
		finding.Text += "; not named by the spec: " + words.Quoted(candidates, 5, "")
	case f.Kind != "by":
		finding.Text += "; if that is right, say so with " + e.Notation.Write("absent: true")
	}
	if !e.Whole() {
		finding.Text += fmt.Sprintf(" (%s seen)", words.Plural(e.Truths, "truth"))
	}
	return finding, true
}

// levelOf splits an attribute after the last list or map that it is in.
func levelOf(attribute string) (level, path string) {
	i := max(strings.LastIndex(attribute, paths.Items), strings.LastIndex(attribute, paths.Members))
	if i < 0 {
		return "", attribute
	}
	return attribute[:i+2], strings.TrimPrefix(attribute[i+2:], ".")
}

// beside returns the paths below a level that a field may mean: the paths that the spec does not name. For a match
// field it also returns the paths that the spec compares.
func (e Evidence) beside(f *Field, level string) (candidates []string) {
	for _, k := range e.Unnamed {
		if place, path := levelOf(k.Attribute); place == level {
			candidates = append(candidates, path)
		}
	}
	if f.By {
		for i := range e.Fields {
			g := &e.Fields[i]
			if place, path := levelOf(g.place()); place == level && g.Had > 0 && g.Kind == "leaf" {
				candidates = append(candidates, path)
			}
		}
	}
	slices.Sort(candidates)
	return slices.Compact(candidates)
}

// above returns the first steps of each path that has more steps: the objects on the way to a value. These may be maps.
func above(all []string, steps int) (objects []string) {
	for _, text := range all {
		if path := parse(text); len(path) > steps {
			objects = append(objects, path[:steps].String())
		}
	}
	return slices.Compact(objects)
}

// first says where a truth has an attribute that the spec does not name, or a value in it.
func (e Evidence) first(level, path string) string {
	for _, k := range e.Unnamed {
		if place, p := levelOf(k.Attribute); place == level && paths.Covers(path, p) {
			return k.First
		}
	}
	return ""
}

func (f *Field) nounOf() string {
	if paths.InItems(f.place()) {
		return "item"
	}
	return "truth"
}

func (f *Field) constantNothing(e Evidence) (Finding, bool) {
	if f.Had == 0 || f.Filled > 0 || f.Absent || f.Optional || f.Unscored || f.Kind == "by" || !e.Whole() {
		return Finding{}, false
	}
	return Finding{Text: fmt.Sprintf("%q has no value in any of %s: an extractor that returns nothing is always right there", f.place(), words.Plural(f.Places, f.nounOf()))}, true
}

// contradicted says that ambiguous values are read by an option that the unambiguous values rule out, while another
// option reads all unambiguous values.
func (f *Field) contradicted(e Evidence) (Finding, bool) {
	if f.Ambiguous == 0 || f.Clear == 0 {
		return Finding{}, false
	}
	others := slices.Sorted(maps.Keys(f.Other))
	sort.SliceStable(others, func(i, j int) bool { return f.Other[others[i]] > f.Other[others[j]] })
	for _, option := range others {
		if f.Fits[option] < f.Clear {
			continue
		}
		for _, byDefault := range slices.Sorted(maps.Keys(f.Default)) {
			if f.Fits[byDefault] < f.Clear && f.Default[byDefault] > 0 {
				return Finding{
					Text: fmt.Sprintf("%q: %s ambiguous and not read by %s, as %d of %d unambiguous ones %s to be; write %s",
						f.place(), countAre(f.Ambiguous, "truth"), e.Notation.Name(option), f.Fits[option], f.Clear, haveForm(f.Fits[option]), e.write(f, option)),
					Option: option,
				}, true
			}
		}
	}
	return Finding{}, false
}

func countAre(n int, noun string) string {
	if n == 1 {
		return words.Plural(n, noun) + " is"
	}
	return words.Plural(n, noun) + " are"
}

func haveForm(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// omitted says that the json tag of a field leaves out a value that truths have.
func (f *Field) omitted() (Finding, bool) {
	o := f.Omitted
	if o == nil || f.Zeros == 0 {
		return Finding{}, false
	}
	zero := "0"
	if o.Type == "bool" {
		zero = "false"
	}
	verb := "are"
	if f.Zeros == 1 {
		verb = "is"
	}
	return Finding{Text: fmt.Sprintf("%s of %s %s %s, and %s has %s: a %s and nothing look the same; *%s tells them apart", words.Plural(f.Zeros, "truth"), f.place(), verb, zero, o.Field, o.Option, zero, o.Type)}, true
}

func (f *Field) missed() (Finding, bool) {
	if f.Missed == 0 {
		return Finding{}, false
	}
	text := fmt.Sprintf("%q: %s wrong as their own answers", f.place(), countAre(f.Missed, "truth"))
	if f.Missed == 1 {
		text = fmt.Sprintf("%q: 1 truth is wrong as its own answer", f.place())
	}
	if x := f.MissedAt; x.Value != "" || x.Where != "" {
		text += ", such as " + x.describe(strings.TrimSpace(x.Value))
	}
	if f.MissedNote != "" {
		text += ": " + f.MissedNote
	}
	return Finding{Text: text}, true
}
