package eval

import (
	"cmp"
	"iter"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
)

// Spec says how one answer is compared with one truth. The zero Spec compares
// every leaf with [compare.Auto]: objects descend, arrays of objects are lists,
// arrays of texts are sets, other arrays are compared in order; see the package comment
// for the rules.
type Spec struct {
	// Fields are compared in this order, which is also the order of all output.
	// Two fields that overlap are an error.
	Fields []Field
	// Invariants must hold of every answer, whatever the truth. They are counted apart:
	// see [Result].Invariants.
	Invariants []Invariant
	// Aggregation makes one score of the fields' scores. Default WeightedAverage.
	Aggregation Aggregation
	// Threshold is the score in (0,1] from which a case passes. Without it a
	// case passes iff no scored field missed.
	Threshold float64
	// EmptyCollections takes [] and {} as empty where a whole value is compared. A List
	// or Set without items, and [] in a field that compare.Auto compares, are always empty.
	EmptyCollections bool
	// Strict counts a leaf of got that neither the spec nor this document's truth
	// knows as invented. Otherwise such leaves are not looked at. Where a spec names
	// no fields it is on, unless Unlabelled says that the truth is incomplete.
	Strict bool
	// Lenient reads answers with code fences or prose around one JSON value; see
	// [document.ParseLenient]. It has no effect on answers that are Go values.
	Lenient bool
	// LenientPaths takes a field with an invalid path as missing, with a warning in
	// every result, instead of refusing the spec. Such a field never hits.
	LenientPaths bool
	// Unlabelled decides how a key that the truth of a document lacks is treated.
	Unlabelled Unlabelled
	// NullTruths says that a null truth in a file belongs to a document without any
	// value. Without it, readers of files refuse such a truth: mostly the label is missing. It
	// changes no comparison: to [Evaluator.Evaluate] null is an empty truth.
	NullTruths bool
	// DateOrders holds the order of the dates in numbers of a data set, "dmy", "mdy" or "ymd", by
	// attribute ("date", "lines[].date", "dates[]"): the default of a field whose comparator states no
	// order, see [compare.InOrder]. A run that knows all truths before its first case finds it in them
	// (package preflight) and records it here. An entry without such a field has no effect.
	DateOrders map[string]string
	// TruthClasses holds the values that all truths of a data set have in fields of few values, by attribute: of each field that
	// [compare.Class] declares without names, and of fields that are recognised, see package preflight. A run that knows
	// all truths before its first case finds them. It changes no comparison, and is not stored.
	TruthClasses map[string][]string
	// Cluster is the tag of cases whose values join them: documents of one vendor or one template, say, which err together.
	// It changes no comparison: in reports, all documents with one value are one unit in every interval and test.
	Cluster string
	// OfType says that [SpecOf] or [SpecFromSchema] made the fields, of a type that may
	// have some which no document of a data set has. It changes no comparison, and is not
	// stored.
	OfType bool
}

// Field is one entry of a [Spec]: a leaf, a list, a set or a packet. At most one of
// Match, List, Set and Sections is given.
type Field struct {
	// Path says where got keeps the value; see [document.ParsePath]. In a [List] it
	// starts at the item. The empty path is the whole document, for a list or a set
	// that is all there is.
	Path string
	// WantPath says where the truth keeps it, when elsewhere.
	WantPath string
	// Match judges a leaf. Default: compare.Auto, under which a field is a list where
	// the truth has an array of objects, a set where it has one of texts, and empty where
	// it has one without items. A field with compare.Ignore is neither compared nor counted.
	Match compare.Comparator
	// List makes the field a list of items that are matched before they are scored.
	List *List
	// Set makes the field an array of scalars whose order does not matter.
	Set *Set
	// Sections makes the field a packet, the list of the documents in one file.
	Sections *Sections
	// Weight is the weight in a weighted average, from 1e-6 to 1e6, 1 when 0.
	// In a [List] it is the weight among the leaves of the list.
	Weight float64
	// Optional: when got lacks the value while want has it, the field has weight 0
	// and is neither hit nor miss. Its count is Missing all the same.
	Optional bool
	// Unscored fields are counted, but do not enter the score, the verdict, the hits and the misses of
	// a case.
	Unscored bool
	// ZeroIsEmpty takes a got of 0, "" or false as empty: a Go struct without pointers has them for
	// values that were not found. Where the truth itself is 0 or false, the two are compared.
	ZeroIsEmpty bool
	// Absent: no truth of the data set has the field, and that is right. It changes no
	// comparison; see package preflight.
	Absent bool
	// Decides names the fields that mean something else, or nothing, where the answer has another class than the truth: "total", or
	// "lines" with all that is below. The field itself has classes ([compare.Class]) and is outside of lists. It changes no
	// comparison: reports say how many mistakes of those fields are in the documents of which the class is wrong.
	Decides []string
}

// List says how the items of an array are matched and which of their fields are
// then scored. See the package comment for the rules.
type List struct {
	// By names the match fields, paths within an item. Default: all Fields that are leaves
	// or sets, not Unscored themselves, and known to both lists, and description when every
	// item of the truth has one and some item of got. Each counts as much as its value
	// tells an item of the truth from the others. Under a stated Threshold and [ByKey] a
	// description is the only one.
	By []string
	// Threshold is the similarity in (0,1] from which two items may be paired.
	// Default 0.8 for a stated By, else 0.5: BENCHMARKS.md has the hits and mistakes of both.
	// [ByKey] and [InOrder] do not use it.
	Threshold float64
	// Assign says how pairs are chosen. Default Greedy.
	Assign Assign
	// Fields are scored on matched pairs; they may be lists again. Default: all
	// leaves that the truth's items have, with compare.Auto.
	Fields []Field
}

// Set says how the scalars of an array are matched, as a multiset. Two elements
// may be paired if Match says that they match, the more similar ones first.
type Set struct {
	// Match judges two elements. Default: compare.Auto.
	Match compare.Comparator
	// Assign says how pairs are chosen. Default Greedy. With [ByKey] and [InOrder],
	// elements with equal texts (case folded) or of one index are paired whatever
	// Match says, and may then be wrong.
	Assign Assign
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

// Unlabelled is the treatment of a key that a truth lacks. By default, or as "empty", the document
// has no such value.
type Unlabelled string

const (
	unlabelledEmpty Unlabelled = "empty" // the document has no such value (default)
	// The key is unlabelled: the field is left out. In items that only got has, the keys that every
	// item of the truth lacks are left out; where the list of the truth is empty, it is labelled as
	// empty and all keys count.
	UnlabelledSkip Unlabelled = "skip"
)

// Verdict is the judgement on one case.
type Verdict string

const (
	Pass    Verdict = "pass"
	Partial Verdict = "partial"
	Fail    Verdict = "fail"
)

// each walks fields with their names, fields of list items behind their list. path is inGot or
// inWant. Of fields with Sections, it wants them as plain or placed says.
func each(fields []Field, prefix string, path func(*Field) string) iter.Seq2[string, *Field] {
	return func(yield func(string, *Field) bool) {
		for i := range fields {
			f := &fields[i]
			name := paths.Join(prefix, path(f))
			if !yield(name, f) {
				return
			}
			if f.List == nil {
				continue
			}
			for name, inner := range each(f.List.Fields, name+"[]", path) {
				if !yield(name, inner) {
					return
				}
			}
		}
	}
}

// leaves walks the attributes of leaves and of the elements of sets, with their comparators, nil for the default.
func leaves(fields []Field) iter.Seq2[string, compare.Comparator] {
	return func(yield func(string, compare.Comparator) bool) {
		for name, f := range each(plain(fields), "", inGot) {
			match := f.Match
			if f.Set != nil {
				name, match = name+"[]", f.Set.Match
			}
			if f.List == nil && !yield(name, match) {
				return
			}
		}
	}
}

func inGot(f *Field) string  { return f.Path }
func inWant(f *Field) string { return cmp.Or(f.WantPath, f.Path) }
