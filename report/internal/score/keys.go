package score

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// failureOf returns the error that a line of an answer states under error, "" for none. An error is a text that is not
// blank, true, a number other than 0, or the JSON of an object or a list that is not empty.
func failureOf(line []byte) string {
	failed := gjson.GetBytes(line, "error")
	switch {
	case failed.Type == gjson.String:
		return strings.TrimSpace(failed.Str)
	case failed.Type == gjson.True, failed.Type == gjson.Number && failed.Num != 0:
		return failed.Raw
	case failed.Type == gjson.JSON && strings.TrimSpace(failed.Raw[1:len(failed.Raw)-1]) != "":
		return gjson.Get(failed.Raw, "@ugly").Raw
	}
	return ""
}

// isBare reports whether a line of an answer has neither an answer nor an error: apart from its id, it has only keys in
// besides, and error without a value.
func (l Lines) isBare(line []byte) bool {
	bare := failureOf(line) == ""
	gjson.ParseBytes(line).ForEach(func(name, _ gjson.Result) bool {
		bare = bare && (l.holdsID(name.Str) || name.Str == "error" || slices.Contains(otherKeys, name.Str))
		return bare
	})
	return bare
}

// hintOf asks whether a key of a line means another.
func hintOf(line []byte, meant string) string {
	var names []string
	gjson.ParseBytes(line).ForEach(func(name, _ gjson.Result) bool {
		names = append(names, name.Str)
		return true
	})
	return words.Hint(meant, names)
}

// Mistyped returns a key that is probably mistyped, and the key that is meant; "" for none.
//
//   - In the line of a truth or an answer without want or got: an object under a key with the letters of it in another order or
//     case or, apart from the id and the keys in besides, the only key, if it differs in one letter. The only key may also be
//     a want in the line of an answer, which may come from a file of truths. The line is compared as a document.
//   - In the line of an answer: a value under Error, exception or the like.
//   - In the line of a truth: a label under Label, labels or the like.
func (l Lines) Mistyped(line []byte, answer bool) (key, meant string) {
	document, set, value := "want", l.Want, l.wantOf(line)
	if answer {
		document, set, value, l = "got", l.Got, l.gotOf(line), l.ofAnswers()
	}
	whole := set == "" && !value.Exists() // the line may be a document itself
	nearest, others := "", 0
	gjson.ParseBytes(line).ForEach(func(name, value gjson.Result) bool {
		lower := strings.ToLower(name.Str)
		switch {
		case l.holdsID(name.Str) || slices.Contains(otherKeys, name.Str) || slices.Contains([]string{"error", dataset.LabelKey, l.Want, l.Got, document}, name.Str):
		case answer && slices.Contains([]string{"error", "errors", "exception"}, lower) && value.Type != gjson.Null && value.Type != gjson.False:
			key, meant = name.Str, "error"
		case !answer && slices.Contains([]string{dataset.LabelKey, dataset.LabelKey + "s"}, lower) && (value.Get("state").Exists() || dataset.IsLabelState(value.String())):
			key, meant = name.Str, dataset.LabelKey
		case whole && value.IsObject() && sorted(lower) == sorted(document):
			key, meant = name.Str, document
		case whole && value.IsObject() && (answer && name.Str == "want" || similarity.OSADistance(lower, document) <= 1):
			nearest = name.Str
			others++
		default:
			others++
		}
		return key == ""
	})
	if key == "" && nearest != "" && others == 1 {
		return nearest, document
	}
	return key, meant
}

func sorted(text string) string { return string(slices.Sorted(slices.Values([]rune(text)))) }

// checkIDs returns an error if no line of a file has the key of the ids. want is nil if there are only answers. proposed names other keys
// that would join lines.
func checkIDs(format Lines, want, got *dataset.File, truths, answers *survey, proposed string) error {
	lacks := func(s *survey) bool { return s.lacksIDs() && !format.ByLine }
	s, other := truths, answers
	if want == nil || !lacks(truths) {
		if s, other = answers, truths; !lacks(answers) {
			return nil
		}
	}
	ids := [2]string{format.idKey(), format.ofAnswers().idKey()}
	id, use := ids[0], "which joins truths and answers"
	if s == answers {
		id = ids[1]
	}
	for side, survey := range []*survey{truths, answers} {
		if lacks(survey) {
			ids[side] = survey.keyLike(ids[side])
		}
	}
	names, hint := "-id names another key", cmp.Or(s.hintFor(id), s.listKeys())
	switch {
	case want != nil && other.objects == 0:
		return fmt.Errorf("%s: no line is a JSON object; %s", other.name, dataset.Want)
	case proposed != "":
		names, hint = proposed, ""
	case want != nil && ids[0] != ids[1]:
		names = words.Command("-want-id", cmp.Or(ids[0], "KEY"), "-got-id", cmp.Or(ids[1], "KEY")) + " names other keys"
	}
	if want != nil && !lacks(other) {
		use = "which " + other.name + " has"
	}
	return fmt.Errorf("%s: no line has the key %q, %s%s (%s, -by-line joins the lines in their order)", s.name, id, use, hint, names)
}

// keyLike returns the key of the lines that is most like a key of ids, "" for none.
func (s *survey) keyLike(id string) string {
	names := slices.Sorted(maps.Keys(s.keys))
	if name, ok := words.Nearest(id, names); ok {
		return name
	}
	slices.SortStableFunc(names, func(a, b string) int { return classOf(a) - classOf(b) })
	if len(names) > 0 && classOf(names[0]) < beside {
		return names[0]
	}
	return ""
}

// FindTruths finds the keys of the ids and of the truths in the lines of a file, if the format does not state them. It does so as
// [Prepare], but only by this file. note says which keys it found, "" for none. spec, which may be nil, names fields: a field is neither
// key. An error names several keys that may have the ids; the format is then as it was.
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

// sides returns the usual keys under which all lines have a truth and an answer, "" for none. A truth without an answer may stand only
// beside its id and the keys that a line may have; if its key is one of truthNames, also beside other texts and numbers. There is no file
// of answers that could tell more.
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
