package score

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// reading is how files are read where the user did not say it.
type reading struct {
	texts, flags []string
	rows         [2]string // the lists in truths and answers whose items are the lines
	proposal     string    // the flags of ids that would join some lines, see [proposal]
}

// add adds what was found, and flags with their keys, which state it.
func (r *reading) add(text string, flags ...string) {
	r.texts = append(r.texts, text)
	if len(flags) > 0 {
		r.flags = append(r.flags, words.Command(flags...))
	}
}

// String returns the line that says it, "" if all is as the user said.
func (r *reading) String() string {
	if len(r.texts) == 0 {
		return ""
	}
	text := "read: " + strings.Join(r.texts, ", ")
	if len(r.flags) > 0 {
		text += ": write " + strings.Join(r.flags, " ") + " to state it"
	}
	return text
}

// addDocuments adds the key under which the documents of truths (side 0) or answers stand.
func (r *reading) addDocuments(side int, key string) {
	names, flags := [2]string{"truths", "answers"}, [2]string{"-want", "-got"}
	key = inRows(r.rows[side], key)
	r.add(fmt.Sprintf("%s are under %q", names[side], key), flags[side], key)
}

// inRows returns the path of a key in the items of a list, "" for lines of their own.
func inRows(list, key string) string { return paths.Join(strings.TrimPrefix(list+".#", ".#"), key) }

// findIDs finds the keys of the ids of one file or of two, where no key of the format joins them, and adds them to the reading. spec is the
// JSON of a spec: a key that it names is a field. An error names several keys that are as good.
//
//   - A key has a text or a number in each line, nearly all different, and at least half of the ids of both files are the same.
//   - Its name is one of idNames or fileNames or ends as one of numbers, or it stands beside a document under one of truthKeys or answerNames.
//   - Ids that join nothing as they are may differ in case, or be names of files, which are joined without their folders and endings.
//   - In one file without documents under a key, a name that ends as one of numbers is that of the first key, and all values are different.
func (r *reading) findIDs(format Lines, spec []byte, files ...*dataset.File) (_ Lines, found bool, err error) {
	var all []ids
	var answers []idKey
	truths := idKeys(files[0], format.Key, spec)
	if len(files) == 1 {
		for _, k := range truths {
			if !k.field && (k.rows == "" || !k.flat) && (k.class < endsAsID || !k.flat || k.first && len(k.ids) == k.lines) {
				all = append(all, ids{truth: k, answer: k})
			}
		}
	} else {
		answers = idKeys(files[1], format.ofAnswers().Key, spec)
		all = joiningIDs(truths, answers)
	}
	switch all = choose(all); {
	case len(all) == 0:
		r.proposal = proposal(truths, answers)
		return format, false, nil
	case len(all) > 1:
		return format, false, r.ambiguous(all, files)
	}
	chosen := all[0]
	for side, k := range []idKey{chosen.truth, chosen.answer}[:len(files)] {
		if k.rows == "" {
			continue
		}
		r.rows[side] = k.rows
		if side == 1 && files[1] == files[0] {
			continue // its lines are the items
		}
		if err := files[side].TakeRows(k.rows); err != nil {
			return format, false, err
		}
	}
	switch truth, answer := chosen.truth.path(), chosen.answer.path(); {
	case truth != answer && (format.Key == "" || format.GotKey == ""):
		r.add(fmt.Sprintf("ids are %q and %q", truth, answer), "-want-id", truth, "-got-id", answer)
	case truth == answer && format.Key == "" && truth != "id":
		r.add(fmt.Sprintf("id is %q", truth), "-id", truth)
	}
	if chosen.fold {
		r.add("ids are joined in any case: they differ in upper and lower case")
	}
	if chosen.stems {
		r.add("ids are joined without folder and ending")
	}
	format.Key, format.GotKey, format.Fold, format.Stems = chosen.truth.key, chosen.answer.key, chosen.fold, chosen.stems
	return format.plain(), true, nil
}

// plain returns the format without the keys that are the default.
func (l Lines) plain() Lines {
	if l.GotKey == l.idKey() {
		l.GotKey = ""
	}
	if l.Key == "id" {
		l.Key = ""
	}
	return l
}

// ambiguous returns the error that several keys may have the ids.
func (r *reading) ambiguous(all []ids, files []*dataset.File) error {
	flag, names := "-id", []string{all[0].String(), all[1].String()}
	if all[0].truth.path() != all[0].answer.path() {
		flag = "-want-id and -got-id"
	}
	either := strings.Join(names, " or ")
	if len(files) == 1 {
		return fmt.Errorf("%s: the id may stand under %s: name the key by %s", files[0].Name(), either, flag)
	}
	return fmt.Errorf("%s and %s may be joined by %s: name the key by %s", files[0].Name(), files[1].Name(), either, flag)
}

// Cells are the keys of answers that have an object in place of each value: {"value": 12.5, "confidence": 0.93}. An object with the
// keys Value and Confidence, or with Value alone, is a cell, and its value is compared. The zero Cells has none.
type Cells struct{ Value, Confidence string }

// Set reads VALUE or VALUE,CONFIDENCE. The default of CONFIDENCE is "confidence".
func (c *Cells) Set(text string) error {
	value, confidence, given := strings.Cut(text, ",")
	if !given {
		confidence = paths.ConfidenceKey
	}
	if value == "" || confidence == "" || value == confidence || strings.Contains(confidence, ",") {
		return fmt.Errorf("%q, want the key of the value, or both keys: value,confidence", text)
	}
	*c = Cells{value, confidence}
	return nil
}

// open returns the JSON of an answer with the value of each cell in its place, and adds the confidences of cells by path.
func (c Cells) open(v gjson.Result, path document.Path, sure map[string]float64) []byte {
	switch {
	case v.IsObject() && v.Get(gjson.Escape(c.Value)).Exists():
		confidence, members := v.Get(gjson.Escape(c.Confidence)), len(v.Map())
		if !confidence.Exists() && members > 1 {
			break
		}
		if confidence.Type == gjson.Number {
			sure[path.String()] = confidence.Num
		}
		return c.open(v.Get(gjson.Escape(c.Value)), path, sure)
	case !v.IsObject() && !v.IsArray():
		return []byte(v.Raw)
	}
	open, end := byte('{'), byte('}')
	if v.IsArray() {
		open, end = '[', ']'
	}
	text := []byte{open}
	n := 0
	v.ForEach(func(key, value gjson.Result) bool {
		if n++; n > 1 {
			text = append(text, ',')
		}
		step := document.Item(n - 1)
		if v.IsObject() {
			text = append(append(text, key.Raw...), ':')
			step = document.Key(key.Str)
		}
		text = append(text, c.open(value, append(path[:len(path):len(path)], step), sure)...)
		return true
	})
	return append(text, end)
}

// Confidences returns the confidences in the values of an answer by path, "" for the whole: of its cells, and those under confidence in
// a line with got or error, {"total": 0.93, "lines[0].amount": 0.7}, also as an object like the answer, or one number. For a value
// without a confidence, the confidence of the innermost value around it counts. Confidences returns nil if there is none.
func (l Lines) Confidences(got []byte) (map[string]float64, error) {
	sure := map[string]float64{}
	if l.Cells != (Cells{}) {
		l.Cells.open(dataset.Held(l.gotOf(got)), nil, sure)
	}
	stated := gjson.GetBytes(got, paths.ConfidenceKey)
	if stated.Exists() && stated.Type != gjson.Null && l.isLine(got) {
		if err := addConfidences(stated, nil, sure); err != nil {
			return nil, err
		}
	}
	if len(sure) == 0 {
		return nil, nil
	}
	return sure, nil
}

// isLine reports whether the line of an answer is not a document itself.
func (l Lines) isLine(got []byte) bool {
	return l.gotOf(got).Exists() || gjson.GetBytes(got, "error").Exists()
}

func addConfidences(v gjson.Result, path document.Path, sure map[string]float64) (err error) {
	switch {
	case v.Type == gjson.Number:
		sure[path.String()] = v.Num
	case v.IsObject() || v.IsArray():
		n := 0
		v.ForEach(func(key, value gjson.Result) bool {
			steps := document.Path{document.Item(n)}
			if v.IsObject() {
				if steps, err = document.ParsePath(key.Str); err != nil {
					steps, err = document.Path{document.Key(key.Str)}, nil
				}
			}
			n++
			err = addConfidences(value, append(path[:len(path):len(path)], steps...), sure)
			return err == nil
		})
	case v.Type != gjson.Null:
		return fmt.Errorf(`confidence is %s, want a number from 0 to 1, or numbers by path: {"total": 0.93, "lines[0].amount": 0.7}`, words.Excerpt(v.Raw, 40))
	}
	return err
}

// confidenceAt returns the confidence in the value at a path; see [Lines.Confidences].
func confidenceAt(sure map[string]float64) func(path string) (float64, bool) {
	if sure == nil {
		return nil
	}
	return func(path string) (float64, bool) {
		steps, err := document.ParsePath(path)
		if err != nil {
			steps = nil
		}
		for ; ; steps = steps[:len(steps)-1] {
			if c, ok := sure[steps.String()]; ok || len(steps) == 0 {
				return c, ok
			}
		}
	}
}

// astray returns a warning if an answer has confidences, and none of them is in a value that it has.
func astray(sure map[string]float64, answer document.Value) []string {
	if len(sure) == 0 || !answer.Exists() {
		return nil
	}
	for name := range sure {
		if path, err := document.ParsePath(name); name == "" || err == nil && answer.At(path).Exists() {
			return nil
		}
	}
	names := slices.Sorted(maps.Keys(sure))
	return []string{fmt.Sprintf("the answer has confidences, and no value where they are: %s", words.Quoted(names, 3, ""))}
}

// Latency returns how long an answer took, the number of milliseconds under latency_ms in a line with got or error, and
// whether it says so.
func (l Lines) Latency(got []byte) (latency time.Duration, stated bool, err error) {
	ms := gjson.GetBytes(got, latencyKey)
	switch {
	case !ms.Exists() || ms.Type == gjson.Null || !l.isLine(got):
		return 0, false, nil
	case ms.Type != gjson.Number || !(ms.Num >= 0 && ms.Num < 1e12):
		return 0, false, fmt.Errorf("latency_ms is %s, want milliseconds, a number from 0", words.Excerpt(ms.Raw, 40))
	}
	return time.Duration(ms.Num * float64(time.Millisecond)), true, nil
}

const latencyKey = usage.StatedLatency
