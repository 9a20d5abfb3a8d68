package score

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Lines reads the lines of files of truths and of answers, JSON objects that
// are joined by id, as evalreport score and package report/beam compare them:
//
//	{"id": "inv-1", "want": {"total": 12.5}, "tags": {"vendor": "acme"}}
//	{"id": "inv-1", "got": {"total": 12.5}}
//	{"id": "inv-2", "error": "timeout"}
//	{"id": "inv-3", "got": {"total": 7}, "usage": {"usd": 0.0021, "input_tokens": 1830}, "stop": "end_turn"}
//
// A line of a truth without want, or of an answer without got and error, is a document itself; the comparison leaves
// out its id. A line with want or got may have the text of the document under text, and its pages under pages, see [Lines.Pages]. A line with want may have a label
// that says where the truth comes from, see package dataset. A line with got or error may have usage, see [Lines.Usage],
// under stop the reason why the model stopped, and the confidence and latency_ms of the answer, see [Lines.Confidences] and
// [Lines.Latency]. See [Lines.Tags] and [Lines.Input] for tags and input. Lines ignores
// other keys. If a key appears twice, the last one counts, and a warning says so. A null want is no truth, unless NullTruths is set.
type Lines struct {
	// Key is the key of the id, which must not be want, got or error. Default "id". GotKey is that of answers. Default Key.
	Key, GotKey string
	// Want and Got are the keys of truth and answer. Default "want" and "got", which a line may lack. A key that is set
	// here must be in every line, except lines without a label or with an error. It is looked for in the line, then in the
	// document under want or got.
	//
	// Every key may be a path, see [dataset.Lookup].
	Want, Got string
	// Stems joins ids that are names of files without their folders and endings: scans/a.pdf and a, a.truth and a_out.
	Stems bool
	// Fold joins ids that differ only in upper and lower case: INV-1 and inv-1.
	Fold bool
	// ByLine joins the lines of both files by their order. The id of a case is then line-N or item-N, see
	// [dataset.Line.Name], of its truth.
	ByLine bool
	// Wrapped says that some answers of the file stand under got, or have an error. A line with an id alone is then no answer;
	// else it is a document without a value.
	Wrapped bool
	// Cells are the keys of answers that have an object in place of each value.
	Cells Cells
	// NullTruths says that a null want is the truth of a document without any value; see [eval.Spec].
	NullTruths bool
}

func (l Lines) idKey() string { return cmp.Or(l.Key, "id") }

// holdsID reports whether the member of a line is its id, or has the id in it.
func (l Lines) holdsID(name string) bool {
	path, err := document.ParsePath(l.idKey())
	return name == l.idKey() || err == nil && name == path[0].Key
}

// besides are the keys that a line may have in addition to a document.
var otherKeys = []string{"input", "text", "tags", pagesKey, "usage", "stop", paths.ConfidenceKey, latencyKey}

// ofAnswers returns the format of the lines of answers.
func (l Lines) ofAnswers() Lines {
	l.Key = cmp.Or(l.GotKey, l.Key)
	return l
}

// wantOf returns the value under the key of the truth, got under the key of the answer.
func (l Lines) wantOf(line []byte) gjson.Result { return valueOf(line, l.Want, "want") }
func (l Lines) gotOf(line []byte) gjson.Result  { return valueOf(line, l.Got, "got") }

// valueOf returns the value under a key that the user gave, in the line or in the document under the usual key; without
// one the document.
func valueOf(line []byte, key, usual string) gjson.Result {
	document := gjson.GetBytes(line, usual)
	if key == "" {
		return document
	}
	if v := dataset.Lookup(line, key); v.Exists() || !document.Exists() {
		return v
	}
	return dataset.Lookup([]byte(dataset.Held(document).Raw), key)
}

// lacks returns an error for the line of a truth or an answer that has no key [Lines.Want] or [Lines.Got].
func (l Lines) lacks(line []byte, answer bool) error {
	switch {
	case !answer && l.Want != "" && !l.wantOf(line).Exists() && l.Labelled(line):
		return fmt.Errorf("it has no key %q%s", l.Want, hintOf(line, l.Want))
	case answer && l.Got != "" && !l.gotOf(line).Exists() && failureOf(line) == "" && !l.ofAnswers().isBare(line):
		return fmt.Errorf("it has no key %q%s", l.Got, hintOf(line, l.Got))
	}
	return nil
}

// ID returns the id of a line: a text that is not empty, or a number as it is
// written, so that 1 and 1.0 are two ids. The error says what is wrong with a line
// that is not a JSON object with an id.
func (l Lines) ID(line []byte) (string, error) {
	if err := checkObject(line); err != nil {
		return "", err
	}
	line, _ = dataset.LastKeys(line, "")
	id := dataset.Lookup(line, l.idKey())
	switch {
	case id.Type == gjson.String && id.Str != "":
		return id.Str, nil
	case id.Type == gjson.Number:
		return id.Raw, nil
	case !id.Exists():
		return "", errors.New("it has no id")
	}
	text := id.Raw
	switch { // the error quotes nothing of a document
	case id.IsObject():
		text = "an object"
	case id.IsArray():
		text = "an array"
	}
	return "", fmt.Errorf("its id is %s, want a text that is not empty, or a number", text)
}

// joint returns the part of an id that joins it, in the Unicode form NFC: an é may be one character or, as in names of files of macOS, two.
func (l Lines) joint(id string) string {
	id = norm.NFC.String(id)
	if l.Fold {
		id = strings.ToLower(id)
	}
	if l.Stems {
		return stemOf(id)
	}
	return id
}

// checkObject returns an error for a line that is not a JSON object.
func checkObject(line []byte) error {
	line = bytes.TrimSpace(line)
	if json.Valid(line) && line[0] == '{' {
		return nil
	}
	v, err := dataset.Parse(line)
	return cmp.Or(err, fmt.Errorf("it is a JSON %s, want one JSON object per line", v.Kind()))
}

// Labelled reports whether a line has a truth. A line without a truth, of a partly labelled suite, has an input and no
// other keys but id, text, tags and pages.
func (l Lines) Labelled(line []byte) bool {
	if !gjson.GetBytes(line, "input").Exists() {
		return true
	}
	labelled := false
	gjson.ParseBytes(line).ForEach(func(name, _ gjson.Result) bool {
		labelled = !l.holdsID(name.Str) && !slices.Contains([]string{"input", "text", "tags", pagesKey}, name.Str)
		return !labelled
	})
	return labelled
}

// isUnlabelled reports whether a line is a case without a label, see [Lines.Labelled]. If the spec has no invariants and
// compares an input or a text, the line is a document itself.
func (l Lines) isUnlabelled(line []byte, spec eval.Spec) bool {
	return !l.Labelled(line) && (len(spec.Invariants) > 0 || !slices.ContainsFunc(spec.Fields, func(f eval.Field) bool {
		path := cmp.Or(f.WantPath, f.Path)
		return path == "input" || path == "text"
	}))
}

// ErrNullTruth is the error of the line of a truth whose want is null.
var ErrNullTruth = errors.New("want is null, as where a label is missing; where the document has no value, say so with null_truths: true in the spec, else leave the line out")

// NullTruth reports whether the line of a truth has no truth because its want is null. It is always false with
// NullTruths.
func (l Lines) NullTruth(line []byte) bool {
	want := l.wantOf(line)
	return !l.NullTruths && want.Exists() && want.Type == gjson.Null
}

// errNoAnswer is the failure of a case without the line of an answer.
var errNoAnswer = errors.New("there is no answer")

// Values returns the truth and the answer of two lines with ids, for [eval.Evaluator.Evaluate]. The truth is JSON text. A
// truth that is the text of a JSON object or list, also in a code fence, is this object or list.
// If got is a text and the truth is not, the text is read as JSON. If got is nil there is no answer.
//
// The failure is the error of the extractor, for [report.Observation].Err: the value under error if it is not empty, or an
// error that there is no answer. The answer is then a missing value, even if the line has got.
func (l Lines) Values(want, got []byte) (truth []byte, answer any, failure error) {
	if v := l.wantOf(want); v.Exists() {
		truth = []byte(dataset.Held(v).Raw)
	} else {
		truth = l.withoutID(want)
	}
	if got == nil {
		return truth, document.Value{}, errNoAnswer
	}
	value := l.gotOf(got)
	if l.Cells != (Cells{}) {
		if !value.Exists() {
			value = gjson.ParseBytes(l.ofAnswers().withoutID(got))
		}
		if held := dataset.Held(value); held.IsObject() || held.IsArray() {
			value = gjson.ParseBytes(l.Cells.open(held, nil, map[string]float64{}))
		}
	}
	switch failed := failureOf(got); {
	case failed != "":
		return truth, document.Value{}, errors.New(failed)
	case value.Type == gjson.String && !bytes.HasPrefix(truth, []byte{'"'}):
		return truth, value.Str, nil
	case value.Exists():
		return truth, []byte(value.Raw), nil
	case l.Wrapped && l.ofAnswers().isBare(got):
		return truth, document.Value{}, errNoAnswer
	}
	return truth, l.ofAnswers().withoutID(got), nil
}

// withoutID returns a line without its id.
func (l Lines) withoutID(line []byte) []byte {
	id := l.idKey()
	if dataset.IsPath(id) && !gjson.GetBytes(line, gjson.Escape(id)).Exists() {
		whole, err := document.Parse(line)
		if path, noPath := document.ParsePath(id); err == nil && noPath == nil {
			return paths.Without(whole, []document.Path{path})
		}
	}
	return dataset.Members(line, func(key string) bool { return key != id })
}

// Text returns the text of the document, for [eval.Document]: the text in the line of the truth, else in the line of
// the answer, "" for none. A line that is a document itself has no text. A line without a truth, see [Lines.Labelled],
// has its own text.
func (l Lines) Text(want, got []byte) string {
	if l.Key == "text" {
		return ""
	}
	if text := gjson.GetBytes(want, "text").Str; text != "" && (l.wantOf(want).Exists() || !l.Labelled(want)) {
		return text
	}
	if l.gotOf(got).Exists() {
		return gjson.GetBytes(got, "text").Str
	}
	return ""
}

// Input returns the hash of the input in the line of a truth, as suites compute it, and the size of its JSON in bytes.
// It returns nil if the input is empty or missing, and if the line is a document itself.
func (l Lines) Input(want []byte) (hash []byte, size int) {
	input := gjson.GetBytes(want, "input")
	if source.IsEmpty([]byte(input.Raw)) || l.Key == "input" || !l.wantOf(want).Exists() && l.Labelled(want) {
		return nil, 0
	}
	sum := sha256.Sum256([]byte(input.Raw))
	return sum[:], len(input.Raw)
}

// Tags returns the tags of the line of a truth that are texts, nil when it has none.
func (Lines) Tags(want []byte) map[string]string {
	var tags map[string]string
	gjson.GetBytes(want, "tags").ForEach(func(key, value gjson.Result) bool {
		if key.Type == gjson.String && value.Type == gjson.String {
			arithmetic.Map(&tags)[key.Str] = value.Str
		}
		return true
	})
	return tags
}

// Label returns where the truth of a line comes from, nil if the line does not say it. The label is an object in a line
// that has the key of the truth. Label ignores a label that is not an object, since it is the user's own, unless it
// names a state. The error says why the label is invalid.
func (l Lines) Label(want []byte) (*dataset.Label, error) {
	label := gjson.GetBytes(want, dataset.LabelKey)
	if !label.Exists() || !l.wantOf(want).Exists() || slices.Contains([]string{l.idKey(), l.Want}, dataset.LabelKey) || !label.IsObject() && !dataset.IsLabelState(label.String()) {
		return nil, nil
	}
	v, err := document.Parse([]byte(label.Raw))
	if err != nil {
		return nil, fmt.Errorf("label: %w", err)
	}
	return dataset.ParseLabel(v)
}

// Usage returns the spending in the line of an answer, in the form of [report.Case].Cost. It is read from
// the key usage of a line with got or error; Usage returns its error. A line without got and error is a document, and
// has no usage.
func (l Lines) Usage(got []byte) (map[string]float64, error) {
	spent := gjson.GetBytes(got, "usage")
	if !spent.Exists() || !l.isLine(got) {
		return nil, nil
	}
	object, err := document.Parse([]byte(spent.Raw))
	if err != nil {
		return nil, fmt.Errorf("usage: %w", err)
	}
	return readUsage(object)
}

// Stop returns the reason why the model stopped, "" for none: the text under stop in the line of an answer that has got
// or error. A value that is neither a text nor null is an error.
func (l Lines) Stop(got []byte) (string, error) {
	stop := gjson.GetBytes(got, "stop")
	switch {
	case !stop.Exists() || stop.Type == gjson.Null || !l.isLine(got):
		return "", nil
	case stop.Type != gjson.String:
		return "", fmt.Errorf("stop is %s, want the reason as a text, %q", words.Excerpt(stop.Raw, 40), "max_tokens")
	}
	return stop.Str, nil
}
