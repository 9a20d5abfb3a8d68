package score

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/eval"
)

// FindTruths finds the ids and the truths in the lines of a file as [Prepare] does, but by this file alone, where the format does not say
// it. It returns a note of it, "" for none. spec, which may be nil, names fields, which are neither. An error names several keys that
// may have the ids; the format is then as it was.
func (l *Lines) FindTruths(f *dataset.File, spec *eval.Spec) (note string, err error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return "", nil // compiling says so
	}
	var r reading
	withID := false
	for line := range objectsOf(f) {
		if withID = dataset.Lookup([]byte(line.Raw), l.idKey()).Exists(); withID {
			break
		}
	}
	if !withID {
		if *l, _, err = r.findIDs(*l, text, f); err != nil {
			return "", err
		}
	}
	if want, _ := l.sides(objectsOf(f)); l.Want == "" && want != "" && want != "want" && !hasWord(text, want) {
		l.Want = want
		r.addDocuments(0, want)
	}
	return r.String(), nil
}

var errNoTruths = errors.New("there is no file of truths, and the spec has no invariants: name the truths before the answers or, in a file that has both, their keys, -want KEY -got KEY (of the items of a list, -want LIST.#.KEY)")

// FindSides sets Want and Got to the keys under which each line of a file has its truth and its answer, such as expected and prediction,
// and returns a note of it. If the file is one object, the items of the one list in it that has both may be the lines.
// A key that the spec names is a field.
func (l *Lines) FindSides(f *dataset.File, spec eval.Spec) (note string, err error) {
	var r reading
	want, got := l.sides(objectsOf(f))
	if object, single := onlyObject(f); want == "" && single {
		for _, list := range dataset.ListsIn([]byte(object.Raw)) {
			items := slices.Values(dataset.Lookup([]byte(object.Raw), list).Array())
			if w, g := l.sides(items); w != "" && g != "" {
				if want != "" {
					return "", errNoTruths // two lists have both
				}
				want, got, r.rows = w, g, [2]string{list, list}
			}
		}
	}
	if text, err := json.Marshal(spec); err != nil || want == "" || got == "" || hasWord(text, want) || hasWord(text, got) {
		return "", errNoTruths
	}
	if list := r.rows[0]; list != "" {
		if err := f.TakeRows(list); err != nil {
			return "", err
		}
	}
	l.Want, l.Got = want, got
	r.addDocuments(0, want)
	r.addDocuments(1, got)
	return r.String(), nil
}

// hasWord reports whether the JSON of a spec has a word that is not a key of specs.
func hasWord(spec []byte, word string) bool {
	spec = bytes.ReplaceAll(spec, []byte(strconv.Quote(word)+":"), nil)
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).Match(spec)
}

// agentVTruth is where a test of AgentV has its truth, beside its assertions.
const agentVTruth = "vars.expected_output"

// sides returns the usual keys under which all lines have a truth and an answer, "" for none. Beside a truth without an answer
// stand only its id and the keys that a line may have or, if its key is one of truthNames, other texts and numbers: files of answers that
// could tell are not there.
func (l *Lines) sides(lines iter.Seq[gjson.Result]) (want, got string) {
	for line := range lines {
		var truths, answers []string
		others, objects := 0, 0
		line.ForEach(func(name, value gjson.Result) bool {
			key, object := letters(name.Str), dataset.Held(value).IsObject()
			switch {
			case object && (key == "want" || slices.Contains(truthKeys, key)):
				truths = append(truths, name.Str)
			case object && name.Str == "vars" && dataset.Held(value.Get("expected_output")).IsObject():
				truths = append(truths, agentVTruth)
			case object && (key == "got" || slices.Contains(answerNames, key)):
				answers = append(answers, name.Str)
			case l.holdsID(name.Str), name.Str == dataset.LabelKey, slices.Contains(otherKeys, name.Str):
			case object || value.IsArray():
				objects++
			default:
				others++
			}
			return true
		})
		if len(answers) == 0 && failureOf([]byte(line.Raw)) != "" {
			answers = append(answers, got)
		}
		switch {
		case len(truths) != 1 || len(answers) > 1 || want != "" && (truths[0] != want || len(answers) == 0 && got != ""):
			return "", ""
		case len(answers) == 0 && truths[0] != agentVTruth && (objects > 0 || others > 0 && !slices.Contains(truthNames, letters(truths[0]))):
			return "", ""
		case len(answers) == 1 && got != "" && answers[0] != got:
			return "", ""
		}
		want, got = truths[0], strings.Join(answers, "")
	}
	return want, got
}
