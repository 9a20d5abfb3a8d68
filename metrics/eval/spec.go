package eval

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// Spec says how one answer is compared with one truth. The zero Spec compares
// every leaf with [compare.Auto]: objects descend, arrays of objects are lists,
// arrays of texts are sets, other arrays are compared in order; see the package comment
// for the rules.
type Spec struct {
	// Fields are compared in this order, which is also the order of all output.
	// Two fields that overlap are an error.
	Fields []Field `json:"-"`
	// Invariants must hold of every answer, whatever the truth. They do not enter counts and scores: see
	// [Result].Invariants.
	Invariants []Invariant `json:"-"`
	// Aggregation combines the scores of the fields into one score. Default: WeightedAverage.
	Aggregation Aggregation `json:"aggregation,omitzero"`
	// Threshold is the least score, in (0,1], with which a case passes. Without it a case passes iff no scored field
	// missed.
	Threshold float64 `json:"threshold,omitzero"`
	// EmptyCollections takes [] and {} as empty where a whole value is compared. A List
	// or Set without items, and [] in a field that compare.Auto compares, are always empty.
	EmptyCollections bool `json:"empty_collections,omitzero"`
	// Strict counts a leaf of got as invented if neither the spec nor this document's truth has its key. Without Strict
	// such leaves do not count. A spec without fields is always strict, unless Unlabelled says that the truth may be
	// incomplete.
	Strict bool `json:"strict,omitzero"`
	// Lenient reads answers with code fences or prose around one JSON value; see
	// [document.ParseLenient]. It has no effect on answers that are Go values.
	Lenient bool `json:"lenient,omitzero"`
	// LenientPaths takes a field with an invalid path as missing, with a warning in
	// every result, instead of refusing the spec. Such a field never hits.
	LenientPaths bool `json:"lenient_paths,omitzero"`
	// Unlabelled is the treatment of keys that the truth of a document lacks.
	Unlabelled Unlabelled `json:"unlabelled,omitzero"`
	// NullTruths says that a null truth in a file belongs to a document without any value. Without it, readers of files
	// refuse a null truth, since its label is probably missing. It changes no comparison: for [Evaluator.Evaluate] null
	// is an empty truth.
	NullTruths bool `json:"null_truths,omitzero"`
	// AbsentWords are texts that stand for no value in truths and answers, such as "not found". They are in addition to
	// the texts that [document.Value.Empty] names, and to a single dash where numbers or dates are compared. Letter case
	// and white space make no difference. An empty list that is not nil also turns these off. A text that the comparator
	// of a field names as a value is one: a class, an alias, a text that a pattern matches.
	AbsentWords []string `json:"absent_words,omitzero"`
	// DateOrders maps an attribute ("date", "lines[].date", "dates[]") to the order of its dates in numbers, "dmy",
	// "mdy" or "ymd". It is the default order of a field whose comparator states none, see [compare.InOrder]. A run
	// that knows all truths before its first case finds the orders in them (package preflight) and records them here.
	// An entry without such a field has no effect.
	DateOrders map[string]string `json:"date_orders,omitempty"`
	// TruthClasses maps the attribute of a field of few values to its values in all truths of a data set: a field with
	// a [compare.Class] that names no classes, or a field that package preflight recognises. A run that knows all
	// truths before its first case sets it. It changes no comparison, and is not stored.
	TruthClasses map[string][]string `json:"-"`
	// Cluster is a tag whose values join cases that err together, such as documents of one vendor or one template. It
	// changes no comparison: reports take all documents with one value as one unit in every interval and test.
	Cluster string `json:"cluster,omitzero"`
	// ReadTruth reads a truth that is not in the form of the answers, and returns it in their form, or the mistake in
	// it. It must also read its own results, and return them unchanged. It changes no file and no hash of the data.
	// Default: [document.Of]. It is not stored.
	ReadTruth func(want any) (document.Value, error) `json:"-"`
	// OfType says that [SpecOf] or [SpecFromSchema] made the fields from a type, which may have fields that no document
	// of a data set has. It changes no comparison, and is not stored.
	OfType bool `json:"-"`
}

// Field is one entry of a [Spec]: a leaf, a list, a set, a map or a packet. At most one of
// Match, List, Set, Map and Sections is given.
type Field struct {
	// Path is the path of the value in got; see [document.ParsePath]. In a [List] or [Map] it starts at the item. The
	// empty path is the whole document or item, for a document or item that is one list, set or map.
	Path string
	// WantPath is the path of the value in the truth. Default: Path.
	WantPath string
	// Match judges a leaf. Default: compare.Auto, under which a field is a list if the truth has an array of objects, a
	// set if it has an array of texts, and empty if it has an array without items. A field with compare.Ignore is
	// neither compared nor counted.
	Match compare.Comparator
	// List makes the field a list of items that are matched before they are scored.
	List *List
	// Set makes the field an array of scalars whose order does not matter.
	Set *Set
	// Map makes the field an object whose keys are data.
	Map *Map
	// Sections makes the field a packet, the list of the documents in one file.
	Sections *Sections
	// Weight is the weight in a weighted average, from 1e-6 to 1e6, 1 when 0.
	// In a [List] it is the weight among the leaves of the list.
	Weight float64
	// Optional: if got lacks the value while want has it, the field has weight 0 and is neither hit nor miss. It still
	// counts as Missing. It is no mistake if no document has the field.
	Optional bool
	// Unscored fields are counted, but do not enter the score, the verdict, the hits and the misses of
	// a case.
	Unscored bool
	// ZeroIsEmpty takes a got of 0, "", false, or "0" as empty: a Go struct without pointers has zero values for values
	// that were not found, and numbers may be written as text. So is the zero of any other type in a struct, such as a
	// time.Time or uuid.UUID that was not set, if the field is no pointer; an answer in JSON does not show it. If the truth
	// is that zero, the two are compared.
	ZeroIsEmpty bool
	// Absent says that no truth of the data set is meant to have the field. It changes no comparison. Without it, a
	// suite, a table and an assertion take a path that no document has for a mistyped one.
	Absent bool
	// AbsentWords are the AbsentWords of the field, and of the fields below it. Default: those of the list, map or packet
	// around it, or of the spec.
	AbsentWords []string
	// Decides names the fields that mean something else, or nothing, if the class in the answer is wrong: "total", or
	// "lines" with all fields below it. The field itself has classes ([compare.Class]) and is outside of lists. Decides
	// changes no comparison: reports say how many mistakes of these fields are in documents with a wrong class.
	Decides []string
}

// List says how the items of an array are matched, and in which fields matched items are compared. See the package
// comment for the rules.
type List struct {
	// By names the match fields, by paths within an item. Default: the Fields that are leaves or sets, are not Unscored
	// themselves and occur in both lists. A field named description is among them only if every item of the truth and
	// some item of got has one. Each match field counts as much as its value distinguishes an item of the truth from
	// the others. With a stated Threshold, and under [ByKey], description is the only match field if there is one.
	By []string
	// Threshold is the least similarity, in (0,1], of two items that may be paired. Default: 0.8 with a stated By, else
	// 0.5; BENCHMARKS.md has the hits and mistakes of both. Without a stated Threshold, items that are left on both
	// sides may be paired below the default: see the comment of the package. [ByKey] and [InOrder] do not use it.
	Threshold float64
	// Assign says how pairs are chosen. Default Greedy.
	Assign Assign
	// Fields are the fields in which matched pairs are compared; they may be lists again. Default: all leaves of the
	// truth's items, with compare.Auto.
	Fields []Field
}

// Set says how the scalars of an array are matched, as a multiset. Two elements
// may be paired if Match says that they match, the more similar ones first.
type Set struct {
	// Match judges two elements. Default: compare.Auto.
	Match compare.Comparator
	// Assign says how pairs are chosen. Default Greedy. [ByKey] pairs elements with equal texts (case folded),
	// [InOrder] elements of one index, whatever Match says; such pairs may then be wrong.
	Assign Assign
}

// Map says how the members of an object are compared if its keys are data, such as the rates of a map[string]Rate:
//
//	{"rates": {"EUR": {"amount": 1}, "USD": {"amount": 1.08}}}
//
// A map is a [List] whose items are paired by their keys. The attribute of a field of its values is rates{}.amount,
// whatever the key; the row rates{} counts the values that are paired, missing or invented, and no average includes it.
// A key that got lacks is one missing item, and a key that only got has an invented item, whose note names the key that
// was perhaps meant. A member that is null or blank counts as no member. A map without members is empty.
//
// Results follow the keys of the truth, sorted, and then the keys that only got has. The Path of a value is its place,
// such as rates.EUR.amount. An [Alignment] has the keys.
type Map struct {
	// Match judges values that are scalars, each as a leaf with the attribute rates{}; there is no row of items then.
	// It may judge other values as a whole. At most one of Match and Fields is given.
	Match compare.Comparator
	// Fields are the fields of values that are objects. For values that are lists, sets or maps themselves, there is one
	// field with the empty path. Default: all leaves of the truth's values, with compare.Auto.
	Fields []Field
	// Fold pairs keys that differ in letter case or in white space only, see [compare.Fold]. Keys that are equal are
	// paired first.
	Fold bool
}

// Aggregation names how the score of a case is made.
type Aggregation string

const (
	WeightedAverage Aggregation = "weighted_average" // sum of score·weight / sum of weight
	AllOrNothing    Aggregation = "all_or_nothing"   // 1 if every scored field is a hit, else 0
	MacroF1         Aggregation = "macro_f1"         // mean of the case's attribute F1 values
)

// Assign names how list items are paired; see package assign.
type Assign string

const (
	Greedy  Assign = "greedy"   // best pair first
	Optimal Assign = "optimal"  // greatest total similarity
	ByKey   Assign = "by_key"   // equal keys
	InOrder Assign = "in_order" // same index
)

// Unlabelled is the treatment of keys that a truth lacks. By default, or with "empty", the document has no such value.
type Unlabelled string

const (
	unlabelledEmpty Unlabelled = "empty" // the document has no such value (default)
	// UnlabelledSkip leaves out the field: the truth does not say whether the document has the value. In items that
	// only got has, it leaves out the keys that every item of the truth lacks. An empty list in the truth is a label,
	// so all keys count.
	UnlabelledSkip Unlabelled = "skip"
)

// Verdict is the judgement on one case.
type Verdict string

const (
	Pass    Verdict = reading.Pass
	Partial Verdict = reading.Partial
	Fail    Verdict = reading.Fail
)

// eachField walks fields with their names; the fields of the items of a list or map follow it. path is inGot or inWant. It
// does not descend into Sections: plain turns them into lists.
func eachField(fields []Field, prefix string, path func(*Field) string) iter.Seq2[string, *Field] {
	return func(yield func(string, *Field) bool) {
		for i := range fields {
			f := &fields[i]
			name := paths.Join(prefix, path(f))
			if !yield(name, f) {
				return
			}
			items, mark := f.Items()
			for name, inner := range eachField(items, name+mark, path) {
				if !yield(name, inner) {
					return
				}
			}
		}
	}
}

// Items returns the fields of the items of a list or map, and the end of the names of its items: "[]" or "{}", or "" for
// other fields and for a map of scalars.
func (f *Field) Items() (fields []Field, mark string) {
	switch {
	case f.List != nil:
		return f.List.Fields, paths.Items
	case f.Map != nil && f.Map.Match == nil:
		return f.Map.Fields, paths.Members
	}
	return nil, ""
}

// Elements returns the comparator of the elements of a set or of a map of scalars, nil for the default, and the end of
// their name: "[]" or "{}", or "" for other fields.
func (f *Field) Elements() (match compare.Comparator, mark string) {
	switch {
	case f.Set != nil:
		return f.Set.Match, paths.Items
	case f.Map != nil && f.Map.Match != nil:
		return f.Map.Match, paths.Members
	}
	return nil, ""
}

// Leaves walks the attributes of leaves and of the elements of sets and of maps of scalars, with their comparators; nil
// is the default. It walks [Sections] as Plain does.
func (s Spec) Leaves() iter.Seq2[string, compare.Comparator] {
	return func(yield func(string, compare.Comparator) bool) {
		for name, f := range eachField(plain(s.Fields), "", inGot) {
			match, mark := f.Elements()
			if _, items := f.Items(); items != "" {
				continue
			} else if mark == "" {
				match = f.Match
			}
			if !yield(name+mark, match) {
				return
			}
		}
	}
}

// Replaced returns a copy of the spec that shares no lists with it. replace returns the new comparator of each leaf, and
// of the elements of each set and map, given the attribute and the present comparator. nil is the default comparator.
func (s Spec) Replaced(replace func(attribute string, m compare.Comparator) compare.Comparator) Spec {
	s.Fields = replaced(s.Fields, "", replace)
	return s
}

func replaced(fields []Field, prefix string, replace func(string, compare.Comparator) compare.Comparator) []Field {
	fields = slices.Clone(fields)
	for i := range fields {
		f := &fields[i]
		switch name := paths.Join(prefix, f.Path); {
		case f.Sections != nil:
			sections := *f.Sections
			sections.Classes = maps.Clone(sections.Classes)
			for _, class := range slices.Sorted(maps.Keys(sections.Classes)) {
				sections.Classes[class] = replaced(sections.Classes[class], "", func(attribute string, m compare.Comparator) compare.Comparator {
					return replace(paths.Join(name+paths.Items, sections.Attribute(class, attribute)), m)
				})
			}
			f.Sections = &sections
		case f.List != nil:
			list := *f.List
			list.Fields = replaced(list.Fields, name+paths.Items, replace)
			f.List = &list
		case f.Map != nil:
			inner := *f.Map
			if len(inner.Fields) == 0 {
				inner.Match = replace(name+paths.Members, inner.Match)
			}
			inner.Fields = replaced(inner.Fields, name+paths.Members, replace)
			f.Map = &inner
		case f.Set != nil:
			set := *f.Set
			set.Match = replace(name+paths.Items, set.Match)
			f.Set = &set
		default:
			f.Match = replace(name, f.Match)
		}
	}
	return fields
}

func inGot(f *Field) string  { return f.Path }
func inWant(f *Field) string { return cmp.Or(f.WantPath, f.Path) }

// decides checks the names of [Field].Decides.
func (c *compiler) decides(all []Field) {
	var names []string
	for name := range eachField(plain(all), "", inGot) {
		names = append(names, name)
	}
	for name, f := range eachField(plain(all), "", inGot) {
		if _, classes := compare.AsClass(f.Match); len(f.Decides) > 0 && (!classes || paths.InItems(name)) {
			c.errorf(inField(name), "decides is for fields with classes outside of lists; give it match: class")
		}
		for _, decided := range f.Decides {
			others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
			if !slices.ContainsFunc(others, func(n string) bool { return paths.Covers(decided, n) }) {
				c.errorf(inField(name), "decides names %q, and no other field has this path%s", decided, words.Hint(decided, others))
			}
		}
	}
}

// With returns a copy of s in which attribute path is judged by m: "total", "lines[].sku" in a list,
// "orders[].lines[].sku" in a list of lists, "rates{}.amount" in a map, "tags[]" for the elements of a set. s itself does
// not change. It is an error if the spec has no leaf or set of that attribute; the error lists the attributes that it
// has.
func (s Spec) With(path string, m compare.Comparator) (Spec, error) {
	found := false
	changed := s.Replaced(func(attribute string, old compare.Comparator) compare.Comparator {
		if attribute != path {
			return old
		}
		found = true
		return m
	})
	if !found {
		return Spec{}, fmt.Errorf("eval: field %q: With found no such attribute%s", path, knownAttributes(s))
	}
	return changed, nil
}

// knownAttributes lists the attributes that With can set, for its error: leaves and the elements of sets.
func knownAttributes(s Spec) string {
	var names []string
	s.Replaced(func(attribute string, m compare.Comparator) compare.Comparator {
		names = append(names, attribute)
		return m
	})
	if len(names) == 0 {
		return "; the spec names none"
	}
	return "; the spec has " + words.Quoted(names, 20, "")
}
