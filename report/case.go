package report

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Case is one document in one trial. [NewCase] makes it of a result.
type Case struct {
	ID string `json:"id"`
	// Trial counts from 1.
	Trial  int    `json:"trial"`
	Status Status `json:"status"`
	// Error is the extractor's error, or, when skipped, the reason.
	Error string `json:"error,omitzero"`
	// Score and NullScore are in [0,1], undefined for a skipped case. NullScore is the score that an answer without
	// any value would have had.
	Score     Ratio        `json:"score,omitzero"`
	NullScore Ratio        `json:"null_score,omitzero"`
	Verdict   eval.Verdict `json:"verdict,omitzero"`
	// Unlabelled: the case has no truth, so it has no score, counts or fields. Its verdict follows from its
	// invariants: [eval.Fail] when one is broken or could not be judged or the extractor failed, [eval.Pass] when
	// those that apply hold, and "" when none applies: see [Case.Unjudged].
	Unlabelled bool `json:"unlabelled,omitzero"`
	// Unreadable: the answer could not be read, or is of another kind than the fields need; see [eval.Result].Unreadable.
	Unreadable bool   `json:"unreadable,omitzero"`
	Reasoning  string `json:"reasoning,omitzero"`
	// Misses are the paths that missed, with short causes, in spec order: the first
	// MaxExamples of them, and how many more there are.
	Misses     []string `json:"misses,omitzero"`
	MoreMisses int      `json:"more_misses,omitzero"`
	// DataHash identifies id and truth; see [Summary]. Like all hashes of a truth it is the same whatever the order of its
	// keys and its white space.
	DataHash string `json:"data_hash,omitzero"`
	// InputHash identifies the input of the extractor, "" where it is unknown, and TextHash the text of the document,
	// "" without one.
	InputHash string `json:"input_hash,omitzero"`
	TextHash  string `json:"text_hash,omitzero"`
	// TruthHash identifies the truth. It is set only if nothing else tells documents apart: the case has no text, and
	// its input is unknown or empty. It is "" if records leave out values ([redact.Omit]).
	TruthHash string `json:"truth_hash,omitzero"`
	// DocumentHash identifies text and truth, or input and truth if there is no text. Cases with equal hashes are
	// copies of one document. It is "" without a truth, and for a document without text whose input is empty or unknown.
	DocumentHash string `json:"document_hash,omitzero"`
	// ClusterHash identifies the value of the truth under the key [Dataset].Cluster, where the case has no such tag.
	ClusterHash string `json:"cluster_hash,omitzero"`
	// Counts has one row per attribute, in spec order. It is never cut.
	Counts []metrics.Row `json:"counts,omitzero"`
	// Origins counts the mistakes by origin, a row for each attribute whose origins the text of the document tells,
	// in the order of Fields. It is never cut.
	Origins []OriginRow `json:"origins,omitzero"`
	// Classes counts, for the fields that have classes (see [CaseOptions]), how often each pair of a truth's class and
	// an answer's class occurs in the case. It is never cut.
	Classes []ClassPair `json:"classes,omitzero"`
	// Shape describes the form of the document and of the answer.
	Shape Shape `json:"shape,omitzero"`
	// Invariants has one entry for each invariant of the spec, in its order, whatever the verdict. It is empty if the
	// extractor failed. Notes are cut, and only the first MaxExamples of the paths are kept.
	Invariants []eval.InvariantResult `json:"invariants,omitzero"`
	// Measures are the contributions of the answer to the measures of the data set.
	Measures []Measured `json:"measures,omitzero"`
	// Fields has one entry per leaf, in spec order: at most MaxFields, and how many
	// more there are. Where it is cut, hits are left out before others.
	Fields     []Field `json:"fields,omitzero"`
	MoreFields int     `json:"more_fields,omitzero"`
	// Alignments has one entry per list or set.
	Alignments []Alignment `json:"alignments,omitzero"`
	Warnings   []string    `json:"warnings,omitzero"`
	// Duration is the time of the last call of the extractor.
	Duration time.Duration `json:"duration_ns,omitzero"`
	// Retries is how many calls failed before the last one, with errors that may pass.
	Retries int `json:"retries,omitzero"`
	// TimedOut: status error, as there was no answer in time; Duration is that time.
	TimedOut bool `json:"timed_out,omitzero"`
	// Replayed: the answer, or a part of it, is from a recording, and so Duration is not
	// the time of a model.
	Replayed bool `json:"replayed,omitzero"`
	// Taken is the file of the earlier run whose answer the case reuses (EVALTEST_RESUME), with the Duration, Retries
	// and Cost of that run: the extractor was not called.
	Taken string            `json:"taken,omitzero"`
	Tags  map[string]string `json:"tags,omitzero"`
	// Label says where the truth comes from, nil if the data set does not say it. OwnDraft: the truth, or a field of
	// it, may be a draft of the system that is judged. This follows from the labels of the run that made the draft and
	// of this run: their label model is equal; or, if one run has no model, another label is equal, or they share no
	// name of a label. So may a draft that names neither a run nor a person.
	Label    *Label `json:"label,omitzero"`
	OwnDraft bool   `json:"own_draft,omitzero"`
	// Pages describe the pages of the document, the first 100 at most.
	Pages []Page `json:"pages,omitzero"`
	// Cost is the resources that the case used, by unit: {"usd": 0.0021, "input_tokens": 1830}. Summaries add up the
	// units of evaltest.Usage: usd, input_tokens, output_tokens, cached_tokens, calls and replayed_calls.
	Cost map[string]float64 `json:"cost,omitzero"`

	// Truth and Answer are JSON without the values that the spec ignores, so that they can be evaluated again.
	// AnswerText replaces Answer if the answer is not plain JSON, and is " " for a blank answer. [CaseOptions] say when
	// a record leaves them out; else they come last in a record. Truth is without an answer if the extractor failed, or
	// if the answer could not be read and is not kept.
	Truth      json.RawMessage `json:"truth,omitzero"`
	Answer     json.RawMessage `json:"answer,omitzero"`
	AnswerText string          `json:"answer_text,omitzero"`

	// Line is the JSON text of the case if its reader left out Fields, else "". Summaries look for the values of the
	// worst cases in it.
	Line string `json:"-"`
	// Unit is the unit of evidence that the case belongs to, if the maker of the record knows the units of all cases.
	// Default: by the hashes.
	Unit uint64 `json:"-"`
}

func (Case) Type() string { return "case" }

// Field is the outcome of one leaf.
type Field struct {
	Path      string `json:"path"`      // "lines[0].amount"
	Attribute string `json:"attribute"` // "lines[].amount"
	// GotIndex and WantIndex are the indices of the items of lists and maps on the way, outermost first. GotKeys are the
	// keys of the members of maps on the way, if one of them is another than in Path.
	GotIndex  []int           `json:"got_index,omitzero"`
	GotKeys   []string        `json:"got_keys,omitzero"`
	WantIndex []int           `json:"want_index,omitzero"`
	Outcome   metrics.Outcome `json:"outcome"`
	// Score, Similarity and Weight are copied from [eval.FieldResult].
	Score      float64 `json:"score"`
	Similarity float64 `json:"similarity"`
	Weight     float64 `json:"weight"`
	Note       string  `json:"note,omitzero"`
	Tag        string  `json:"tag,omitzero"`
	// ErrorClass says in which way a wrong value is wrong, "transposed"; see source.Class. It
	// is "" where that cannot be told, and for other outcomes.
	ErrorClass string `json:"error_class,omitzero"`
	// Origin says where a wrong value comes from, "made_up", or why one is missing, as
	// package source has it. It is "" where the text of the document is not known, or does
	// not tell, and for other outcomes.
	Origin string `json:"origin,omitzero"`
	// Confidence is the extractor's own confidence, in [0,1], if it gave one; see [Observation].
	Confidence Ratio `json:"confidence,omitzero"`
	// Got and Want are JSON, absent where the document had no such value or the record leaves it out, see
	// [Field.Withheld]. Where one is longer than MaxValueBytes, both are strings that hold the text around their
	// first difference, and Cut is set.
	Got     json.RawMessage `json:"got,omitzero"`
	Want    json.RawMessage `json:"want,omitzero"`
	Cut     bool            `json:"cut,omitzero"`
	Details json.RawMessage `json:"details,omitzero"`
}

// Withheld reports which values the leaf had, by its outcome, that the record lacks because they were redacted with
// [redact.Omit].
func (f *Field) Withheld() (got, want bool) {
	switch f.Outcome {
	case metrics.Match, metrics.Wrong, metrics.Errored:
		got, want = true, true
	case metrics.Hallucinated, metrics.Invented:
		got = true
	case metrics.Missing:
		want = true
	}
	redacted := f.Note == "" // else the note says why there is no value
	return redacted && got && len(f.Got) == 0, redacted && want && len(f.Want) == 0
}

// Alignment says which items of one list were paired. Pairs and the unmatched
// indices are cut to MaxExamples rows each; Paired, OnlyGot and OnlyWant are
// the full numbers.
type Alignment struct {
	Path          string      `json:"path"`
	Paired        int         `json:"paired"`
	OnlyGot       int         `json:"only_got"`
	OnlyWant      int         `json:"only_want"`
	Pairs         []eval.Pair `json:"pairs,omitzero"`
	UnmatchedGot  []int       `json:"unmatched_got,omitzero"`
	UnmatchedWant []int       `json:"unmatched_want,omitzero"`
	// GotKeys and WantKeys are the keys of a map, by the indices above. They are left out where anything is redacted.
	GotKeys  map[int]string `json:"got_keys,omitzero"`
	WantKeys map[int]string `json:"want_keys,omitzero"`
	// Ambiguous: another assignment scores the same.
	Ambiguous bool `json:"ambiguous,omitzero"`
	// NearestToWant and NearestToGot name the nearest candidates of the first unmatched items.
	NearestToWant []eval.Nearest `json:"nearest_to_want,omitzero"`
	NearestToGot  []eval.Nearest `json:"nearest_to_got,omitzero"`
}

// Page describes a page of a document, for the boxes on it.
type Page struct {
	// Number is the page number in the boxes on this page, 0 if they have none.
	Number int `json:"number,omitzero"`
	// Image is the file of its picture, PNG, JPEG or GIF, with slashes, relative to the folder of the package.
	// Reports show pictures below that folder, and leave out a name that begins with "..". A record leaves the name
	// out where anything is redacted, or where it is longer than MaxValueBytes.
	Image string `json:"image,omitzero"`
	// Width and Height are its size in the units of absolute boxes. Default: the pixels
	// of the picture.
	Width  float64 `json:"width,omitzero"`
	Height float64 `json:"height,omitzero"`
}

// Broken returns the invariants of a case that are broken or could not be judged, in the
// order of the spec.
func (c *Case) Broken() []eval.InvariantResult {
	return slices.DeleteFunc(slices.Clone(c.Invariants), func(r eval.InvariantResult) bool { return !breaks(r) })
}

func breaks(r eval.InvariantResult) bool {
	return r.State == eval.Broken || r.State == invariant.Errored
}

// Passes reports whether the case is one that go test would pass without a gate: there was
// an answer, its verdict is [eval.Pass], and it breaks no invariant.
func (c *Case) Passes() bool {
	return c.Status == OK && c.Verdict == eval.Pass && !slices.ContainsFunc(c.Invariants, breaks) && !c.Unjudged()
}

// Unjudged reports whether the answer could not be judged: the case has no truth, and the invariants do not apply to
// the answer. Such a case neither passes nor fails.
func (c *Case) Unjudged() bool {
	return c.Status == OK && c.Unlabelled && !slices.ContainsFunc(c.Invariants, decides)
}

func decides(r eval.InvariantResult) bool { return r.State != eval.NotApplicable }

// Shape describes the form of the document of a case and of its answer, for the slices that [Limit].Slice computes. It
// contains no value of the document: layouts are taken from values that the record keeps, and if anything is redacted,
// Stop is left out unless it is a known reason. A zero means unknown.
type Shape struct {
	// TextLength is the number of characters (code points) in the text of the document.
	TextLength int `json:"text_length,omitzero"`
	// InputSize is the number of bytes of the input: of its file or of its JSON. A file that the input names is not counted.
	InputSize int `json:"input_size,omitzero"`
	// Pages is the number of pages, also beyond those in Case.Pages.
	Pages int `json:"pages,omitzero"`
	// Script is the script that most letters of the text have: "Latin", "Cyrillic"; see [shape.Script].
	Script string `json:"script,omitzero"`
	// Numbers is how the texts of the truth print numbers, in fields that are compared as numbers or by what they are:
	// "1.889,00", or "mixed"; see [shape.Numbers]. A truth that has numbers of JSON, or texts in that form, shows no other.
	Numbers string `json:"numbers,omitzero"`
	// Dates is how they print dates, in fields that are compared as dates or by what they are: "dmy"; see [shape.Dates].
	Dates string `json:"dates,omitzero"`
	// Stop is the reason why the model stopped, as the extractor says it: "end_turn", "max_tokens".
	Stop string `json:"stop,omitzero"`
}

// maxStop bounds the text of a stop reason, in bytes.
const maxStop = 100

// shape returns the shape of a case whose leaves are recorded as kept.
func (o *CaseOptions) shape(seen *Observation, kept []eval.FieldResult) Shape {
	s := Shape{
		TextLength: utf8.RuneCountInString(seen.Text),
		InputSize:  max(seen.InputSize, 0),
		Pages:      len(seen.Pages),
		Script:     dataset.ScriptOf(seen.Text),
		Stop:       words.Cut(strings.TrimSpace(seen.Stop), maxStop),
	}
	if o.Redaction.Active() && !dataset.KnownStop(s.Stop) {
		s.Stop = ""
	}
	var numbers, dates []string
	compared := comparators(eval.Spec{Fields: o.Fields})
	for i := range kept {
		text := textWithDigits(kept[i].Want)
		if text == "" {
			continue
		}
		key, found := compared[kept[i].Attribute]
		if !found || key == auto || key == numeric {
			numbers = append(numbers, text)
		}
		if !found || key == auto || key == date || key == instant {
			dates = append(dates, text)
		}
	}
	s.Numbers, s.Dates = dataset.NumberLayout(numbers), dataset.DateLayout(dates)
	return s
}

// textWithDigits returns the text of a JSON string. It returns "" for other values, and for a text that cannot have a
// digit.
func textWithDigits(value json.RawMessage) string {
	digit := func(r rune) bool { return '0' <= r && r <= '9' || r >= utf8.RuneSelf || r == '\\' }
	if len(value) == 0 || value[0] != '"' || !bytes.ContainsFunc(value, digit) {
		return ""
	}
	v, err := document.Parse(value)
	if err != nil {
		return ""
	}
	return v.Text()
}

// The comparators, by their names in specs, under which a truth may be a number or a date.
const (
	auto    = "auto"
	numeric = "numeric"
	date    = "date"
	instant = "time"
)

// comparators returns the names of the comparators that a spec says, by attribute.
func comparators(spec eval.Spec) map[string]string {
	names := map[string]string{}
	for attribute, match := range spec.Leaves() {
		if match != nil {
			names[attribute] = compare.Name(match)
		}
	}
	return names
}
