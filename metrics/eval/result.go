package eval

import (
	"encoding/json"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
)

// Result is the outcome of one evaluation.
type Result struct {
	// Score is the score of the case, in [0,1], by [Spec].Aggregation.
	Score float64
	// NullScore is the score that an answer without any value would have.
	NullScore float64
	// Verdict is Pass iff the score reaches [Spec].Threshold, else Fail. Without a threshold it is Pass iff every scored
	// field hit, Fail iff no scored field hit and no scored leaf of a list matched, and Partial otherwise. With
	// AllOrNothing it is also Fail if a scored field missed. A void answer (see [Evaluator.Evaluate]) and a case without
	// a scored field are a Fail.
	Verdict Verdict
	// Hits are the paths of the values that agree with the truth, in spec order. A list is one hit as a whole.
	Hits []string
	// Misses are the values that differ, in spec order. The misses of a list are leaves and items: "lines[1].amount"
	// and "lines[2] (missing)" have the index in the truth, "lines[4] (unexpected item)" the index in got.
	Misses []Miss
	// Answer is got as it was read, the missing Value if it could not be read.
	Answer document.Value
	// Unreadable says why got could not be read, or that it is of another kind than the fields need. It is ""
	// otherwise.
	Unreadable string
	// Failure says why there is no answer: got is an error, or a method Value of [database/sql/driver.Valuer] in it
	// returned an error or panicked.
	Failure error
	// Reasoning is one line: "3/4 fields matched", or "no field was scored".
	Reasoning string
	// Fields has one entry per leaf, in spec order. Leaves of a list follow the items of the truth and then the
	// unmatched items of got. Fields lists at most 1,000 invented values; all of them count, and a warning says that
	// there are more.
	Fields []FieldResult
	// Table has the counts per attribute, in spec order.
	Table metrics.Table
	// Alignments has one entry per list or set that was aligned, in spec order, outer lists before the
	// lists of their items.
	Alignments []Alignment
	// Packets has one entry per field with [Sections], in spec order, except for packets that both sides lack.
	Packets []Packet
	// Invariants has one entry per invariant of the spec, in the order of the spec. It is empty if the extractor
	// failed. Invariants do not change counts and scores.
	Invariants []InvariantResult
	// Warnings are remarks on the spec, the truth or the answer that change no count.
	Warnings []string

	given given // for Kept
}

// Miss is one difference from the truth: a leaf, an item of a list, or a key. It is a whole list if none of the misses
// in the list is listed.
type Miss struct {
	// Path is the path of the difference, as in a [FieldResult].
	Path string
	// Tag is the short cause, such as "required, missing". It is empty for a plain value mismatch.
	Tag string
	// Note is the note of the leaf, possibly empty.
	Note string
}

// String returns the path, and the tag in brackets: "invoice.number (required, missing)".
func (m Miss) String() string {
	if m.Tag == "" {
		return m.Path
	}
	return m.Path + " (" + m.Tag + ")"
}

// FieldResult is the result of one leaf.
type FieldResult struct {
	Path      string // "lines[0].amount", with the index in want, or in got for invented items
	Attribute string // "lines[].amount"
	Outcome   metrics.Outcome
	// Score is the leaf's score and Similarity the similarity of its values, in [0,1].
	Score, Similarity float64
	// Weight is the weight of the leaf in the case's score, 0 when it is not scored: the weight of its
	// field or, in a list, its share of the list's weight. With WeightedAverage the case's score is the
	// mean of the scores by these weights, unless a list counts 1 because it has no scored leaf.
	Weight float64
	// Note explains a miss or a peculiarity.
	Note string
	// Tag is the short cause of a miss.
	Tag string
	// Origin says where a wrong or hallucinated value comes from, or why a value is missing; see
	// [source.Text.OriginOf]. It is "" for other outcomes, without the text of the document ([Document].Text), if the
	// text does not show the origin, and if the answer is void.
	Origin source.Origin
	// Got and Want are the JSON texts, nil where missing. They must not be changed.
	Got, Want json.RawMessage
	// GotIndex and WantIndex are the indices of the items of lists and maps on the way to the leaf, outermost first; nil
	// outside of lists and maps. The index of a member of a map is the place of its key in the GotKeys or WantKeys of its
	// [Alignment]. They must not be changed.
	GotIndex, WantIndex []int
	// GotKeys are the keys in got of the members of maps on the way to the leaf, outermost first. They are set if one
	// of them differs from the key in Path, see [Map].Fold.
	GotKeys []string
	// Details holds the details of the comparator.
	Details json.RawMessage
}

// GotPath returns the path of the leaf in got: the attribute with the indices and keys of got, and without the class of a
// section, such as lines[2].amount. Path may have the indices or keys of want instead. GotPath returns the empty path
// for the document itself. The answer need not have a value at the path. ok is false if got has no place for the leaf:
// the leaf is in an item that got lacks, is a list or map that is empty on both sides, is a page or a start of a packet
// (see [Sections]), or has an invalid path, which a spec with LenientPaths may have.
//
// For an invented key in an item, GotPath returns Path if the item has the same index and key on both sides; otherwise ok is
// false.
func (r *FieldResult) GotPath() (path document.Path, ok bool) {
	if r.Attribute == metrics.InventedAttribute {
		path, err := paths.ParseAttribute(r.Path)
		return path, err == nil && r.GotKeys == nil && (len(r.WantIndex) == 0 || slices.Equal(r.GotIndex, r.WantIndex))
	}
	return paths.InGot(r.Attribute, r.Path, r.GotIndex, r.GotKeys)
}

// Alignment says which items of one list or map were paired. Indices are indices of the arrays or, for a map, of GotKeys
// and WantKeys; items without any value appear nowhere.
type Alignment struct {
	Path                        string // "lines", "orders[2].lines"; "(document)" for a list at the top
	Attribute                   string // "lines", "orders[].lines"; "" for a list at the top
	Pairs                       []Pair // by the index in want
	UnmatchedWant, UnmatchedGot []int
	// GotKeys and WantKeys are the keys of the values of a map that are not null or blank, sorted. They are nil for a
	// list.
	GotKeys, WantKeys []string
	// Ambiguous says that another assignment has the same score.
	Ambiguous bool
	// NearestToWant and NearestToGot hold the nearest candidates of the first 10 unmatched items of either side of a list,
	// and of those that are in a merged or split row. Other items without a similar item have no entry.
	NearestToWant, NearestToGot []Nearest
}

// Nearest is an item without partner, and the most similar item of the other side.
type Nearest struct {
	Got        int      `json:"got"`
	Want       int      `json:"want"`
	Similarity float64  `json:"similarity"`       // in (0,1]
	Least      float64  `json:"least"`            // the threshold of the list
	Taken      bool     `json:"taken,omitzero"`   // the other item has a partner
	Differs    []string `json:"differs,omitzero"` // the match fields in which the two are not equal
	// GotKey and WantKey are the keys of the items of a map. Similarity is the similarity of the keys.
	GotKey  string `json:"got_key,omitzero"`
	WantKey string `json:"want_key,omitzero"`
	// Joined are the two items of the truth that the item of got is, Split the two items of got that are the item of the
	// truth: the extractor merged or split a row. Their texts are joined by a blank, their numbers are added, other values
	// are the same.
	Joined []int `json:"joined,omitzero"`
	Split  []int `json:"split,omitzero"`
}

// Note names the nearest candidate and its shortfall: "nearest is item 2 of got, similarity 0.43,
// want 0.5 (name, price)", with the match fields that differ in brackets. Of a merged row it says "item 4 of got is items 3
// and 4 of the truth", of a split one "items 3 and 4 of got are item 3 of the truth, split". The item without partner belongs
// to the truth or, if ofGot is set, to got.
func (n Nearest) Note(ofGot bool) string {
	candidate := pairing.Candidate(n)
	return candidate.Note(ofGot)
}

// Pair is one matched pair of items, by index.
type Pair struct {
	Got        int     `json:"got"`
	Want       int     `json:"want"`
	Similarity float64 `json:"similarity"` // in [0,1]
	// Agreeing names the fields for which two items are paired that were left over. Similarity is the share
	// of their telling values that agree. It is nil for other pairs.
	Agreeing []string `json:"agreeing,omitzero"`
}
