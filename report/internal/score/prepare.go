package score

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Prepare looks through the file of truths, which may be nil, and the file of answers, before the first case is
// evaluated. It returns an error for a mistake that would score a whole file as wrong: the file has no line, or another
// form; the files are exchanged; a label of a truth cannot be read; no line has the key of the id, or the key Want or
// Got; no answer has the id of a truth; or ByLine joins files that do not go together. If the files only seem to be
// exchanged, because truths have what only answers have, Prepare returns a message.
//
// If every line of a file has its document under one other key, such as truth, prediction or output, the returned format has
// this key as Want or Got, and a message says so. A key that the spec mentions, or that a document in the other file has, is a
// field of the documents and is not taken.
//
// If no line has the key id, or no answer the id of a truth, the keys that join the lines are found, see findIDs, and the message
// says so. Truths from a suite of AgentV do not bring its evaluators along: without fields in the spec, a message says so.
func Prepare(format Lines, spec eval.Spec, want, got *dataset.File) (_ Lines, notes []string, err error) {
	var r reading
	format, notes, err = r.prepare(format, spec, want, got)
	if text := r.String(); text != "" {
		notes = append(notes, text)
	}
	if want != nil && len(spec.Fields) == 0 {
		if suite, err := eval.ParseSpec(want.Suite(), nil); err == nil && len(suite.Fields) > 0 {
			notes = append(notes, fmt.Sprintf("the evaluators of %s are not used: -spec %[1]s compares the fields by them", want.Name()))
		}
	}
	return format, notes, err
}

// prepare prepares the files, and finds what the format does not say.
func (r *reading) prepare(format Lines, spec eval.Spec, want, got *dataset.File) (_ Lines, notes []string, err error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return format, nil, err
	}
	truths, answers := newSurvey("-want", format.Want), newSurvey("-got", format.Got)
	if want != nil {
		if err := truths.inspect(want, format); err != nil {
			return format, nil, err
		}
	}
	answers.other = truths
	if err := answers.inspect(got, format.ofAnswers()); err != nil {
		return format, nil, err
	}
	if cells := format.Cells; cells != (Cells{}) && !answers.opened && answers.objects > 0 {
		return format, nil, fmt.Errorf("%s: no answer has a cell, an object with the keys %q and %q, or %[2]q alone, in place of a value: leave out -cells, or name the keys", got.Name(), cells.Value, cells.Confidence)
	}
	if err := checkServices(format, text, want, got, truths, answers); err != nil {
		return format, nil, err
	}
	if !format.ByLine && (answers.lacksIDs() || want != nil && (truths.lacksIDs() || truths.first != "" && !answers.joins)) {
		sides := []*dataset.File{got}
		if want != nil {
			sides = []*dataset.File{want, got}
		}
		other, found, err := r.findIDs(format, text, sides...)
		switch {
		case err != nil:
			return format, nil, err
		case found:
			return r.prepare(other, spec, want, got)
		}
	}
	if err := checkIDs(format, want, got, truths, answers, r.proposal); err != nil {
		return format, nil, err
	}
	if want != nil && want.Name() == got.Name() && answers.objects > 0 {
		if err := checkColumns(format, got.Name(), answers); err != nil {
			return format, nil, err
		}
	}
	if want != nil && truths.isFor("got", "want") && answers.isFor("want", "got") {
		return format, nil, fmt.Errorf("the files are exchanged: %s: evalreport score %s", AnswersFirst(want.Name()), words.Command(got.Name(), want.Name()))
	}
	if format.ByLine && want != nil {
		if err := checkByLine(format, want, got, answers.joins); err != nil {
			return format, nil, err
		}
		if warning := warnOfOrder(text, want, got); warning != "" {
			notes = append(notes, warning)
		}
	} else if want != nil && truths.first != "" && answers.first != "" && !answers.joins {
		return format, nil, fmt.Errorf("no answer has the id of a truth: %s has ids such as %q, and %s such as %q (%s, -by-line joins the lines in their order)",
			want.Name(), truths.first, got.Name(), answers.first, cmp.Or(r.proposal, "-id names another key"))
	}
	if want != nil && seemExchanged(truths, answers) {
		notes = append(notes, fmt.Sprintf("%s is read as the truths, and %s as the answers; if they are exchanged: evalreport score %[2]s %[1]s", want.Name(), got.Name()))
	}
	for _, s := range []*survey{truths, answers} {
		if s.shadowed != "" {
			notes = append(notes, fmt.Sprintf("%s: %q is the name of a key there, and is not read as a path", s.name, s.shadowed))
		}
	}
	fields := len(spec.Fields) > 0
	ofWant, ofGot := "", ""
	if want != nil {
		if ofWant, ofGot, err = locate(spec, truths, answers); err != nil {
			return format, nil, err
		}
	}
	if ofWant == "" && format.Want == "" {
		ofWant = truths.wrapper(answers, text, fields)
	}
	if ofGot == "" && format.Got == "" {
		ofGot = answers.wrapper(truths, text, fields)
	}
	for side, key := range []string{ofWant, ofGot} {
		if key != "" {
			r.addDocuments(side, key)
		}
	}
	format.Want, format.Got = cmp.Or(ofWant, format.Want), cmp.Or(ofGot, format.Got)
	format.Wrapped = format.Got != "" || answers.keys["got"] || answers.keys["error"]
	return format, notes, nil
}

// checkColumns returns an error if one file is given as truths and as answers, and its lines would be compared with themselves.
func checkColumns(format Lines, name string, s *survey) error {
	want, got := format.Want != "" || s.keys["want"], format.Got != "" || s.keys["got"]
	if want && got && cmp.Or(format.Want, "want") != cmp.Or(format.Got, "got") {
		return nil
	}
	if want && format.Got == "" && format.Want == "" {
		return fmt.Errorf("%s is given as truths and as answers, and its lines have no answer (the key \"got\"): evalreport score %s ANSWERS", name, words.Command(name))
	}
	return fmt.Errorf("%s is given as truths and as answers, and each line would be compared with itself: evalreport score %[2]s ANSWERS, or, where a line has both, evalreport score -want KEY -got KEY %[2]s (its keys are %[3]s)",
		name, words.Command(name), words.Quoted(slices.Sorted(maps.Keys(s.keys)), shownKeys, "none"))
}

// shownKeys is the number of keys that a message names.
const shownKeys = 10

// seemExchanged reports whether files of truths and answers seem to be given in the wrong order: the answers alone have the
// key want, or no line has the key want or got, and truths but no answer have the key error, usage, latency_ms or confidence.
func seemExchanged(truths, answers *survey) bool {
	ofTruths := func(key string) bool { return truths.keys[key] && !answers.keys[key] }
	if answers.keys["want"] && !answers.keys["got"] && !truths.keys["want"] && !truths.keys["got"] {
		return true
	}
	named := truths.keys["want"] || truths.keys["got"] || answers.keys["want"] || answers.keys["got"]
	return !named && slices.ContainsFunc([]string{"error", "usage", "latency_ms", "confidence"}, ofTruths)
}

// AnswersFirst says that a file given as truths has answers.
func AnswersFirst(name string) string {
	return name + ` has answers (the key "got"), and truths come first (the key "want", or the documents themselves)`
}

// survey collects the keys of the lines of one file.
type survey struct {
	name      string            // of the file
	flag, key string            // -want or -got, and the key that the user gave by it
	objects   int               // lines that are JSON objects
	withID    bool              // a line has the key of the id
	withKey   bool              // a line has the key that was given, or error in its place
	first     string            // an id
	ids       map[string]bool   // all ids of truths
	other     *survey           // of answers: of the truths
	joins     bool              // a truth has the id of an answer
	keys      map[string]bool   // the keys of lines
	inner     map[string]bool   // the keys of objects in lines
	listed    map[string]string // the keys of the objects in lists, and their paths
	sole      string            // the only other key of the lines, without the id, error and the keys in besides
	solid     bool              // sole has an object or a list in a line
	shadowed  string            // a key that is also a path to another value
	opened    bool              // an answer has a cell
	sites     sites             // where the documents may stand
	wraps     bool              // sole has an object, a list or null in all lines
	response  response          // of a service
}

func newSurvey(flag, key string) *survey {
	return &survey{flag: flag, key: key, ids: map[string]bool{}, keys: map[string]bool{}, inner: map[string]bool{}, listed: map[string]string{}, wraps: true}
}

// inspect reads the lines of a file.
func (s *survey) inspect(f *dataset.File, format Lines) error {
	s.name = f.Name()
	l := f.Lines()
	var wrong dataset.Problems
	for e, err := range l.All() {
		if err != nil {
			return err
		}
		if _, err := format.Label(e.Text); err != nil && s.other == nil {
			wrong.Add(fmt.Errorf("%s: %w", l.Where(e), err))
		}
		if err := dataset.CheckUTF8(e.Text); err != nil && json.Valid(e.Text) {
			wrong.Add(fmt.Errorf("%s: %w", l.Where(e), err))
		}
		if checkObject(e.Text) == nil {
			text, _ := dataset.LastKeys(e.Text, "")
			line := gjson.ParseBytes(text)
			if s.response.service == nil && s.objects < maxLooked {
				s.response.line = e
				s.response.find(line, "", 3)
			}
			s.addLine(line, format)
		}
		if id, err := format.ID(e.Text); err == nil {
			s.addID(format.joint(id))
		}
	}
	switch err := cmp.Or(l.Nothing(), wrong.Err()); {
	case err != nil:
		return err
	case s.objects == 0:
		return nil // each line is reported by itself
	case s.key != "" && !s.withKey:
		return fmt.Errorf("%s: no line has the key %q of %s%s", f.Name(), s.key, s.flag, cmp.Or(s.hintFor(s.key), s.listKeys()))
	}
	return nil
}

func (s *survey) addID(id string) {
	s.first = cmp.Or(s.first, id)
	if s.other == nil {
		s.ids[id] = true
	} else {
		s.joins = s.joins || s.other.ids[id]
	}
}

// lacksIDs reports whether no line has the key of the ids.
func (s *survey) lacksIDs() bool { return s.objects > 0 && !s.withID }

// isFor reports whether any line has key, no line has other, and no key was given.
func (s *survey) isFor(key, other string) bool { return s.key == "" && s.keys[key] && !s.keys[other] }

// hintFor returns the end of a message about a key that no line has.
func (s *survey) hintFor(key string) string {
	names := slices.Sorted(maps.Keys(s.keys))
	if path := s.listed[key]; path != "" {
		return fmt.Sprintf("; did you mean %q?", path)
	}
	if hint := words.Hint(key, names); hint != "" {
		return hint
	}
	for _, name := range names {
		if strings.HasSuffix(strings.ToLower(name), strings.ToLower(key)) { // doc_id for id
			return fmt.Sprintf("; did you mean %q?", name)
		}
	}
	return ""
}

// listKeys returns the end of such a message if no key seems to be meant.
func (s *survey) listKeys() string {
	return "; its lines have the keys " + words.Quoted(slices.Sorted(maps.Keys(s.keys)), 5, "of no object")
}

// maxKeys bounds the names of keys that a survey holds.
const maxKeys = 10_000

// addLine adds a line.
func (s *survey) addLine(line gjson.Result, format Lines) {
	s.objects++
	sole, others, failed := "", 0, false
	s.withID = s.withID || dataset.Lookup([]byte(line.Raw), format.idKey()).Exists()
	s.withKey = s.withKey || s.key != "" && valueOf([]byte(line.Raw), s.key, strings.TrimPrefix(s.flag, "-")).Exists()
	for _, key := range []string{format.idKey(), s.key} {
		if dataset.Shadowed([]byte(line.Raw), key) {
			s.shadowed = key
		}
	}
	line.ForEach(func(name, value gjson.Result) bool {
		if len(s.keys) < maxKeys {
			s.keys[name.Str] = true
		}
		if item := value.Get("0"); item.IsObject() && len(s.listed) < maxKeys {
			item.ForEach(func(key, _ gjson.Result) bool {
				s.listed[key.Str] = name.Str + ".#." + key.Str
				return true
			})
		}
		document := dataset.Held(value)
		document.ForEach(func(name, _ gjson.Result) bool {
			if document.IsObject() && len(s.inner) < maxKeys {
				s.inner[name.Str] = true
			}
			return document.IsObject()
		})
		switch key := name.Str; {
		case format.holdsID(key):
			return true
		case key == "error":
			failed = true
			return true
		case slices.Contains(otherKeys, key):
			return true
		}
		others++
		sole = name.Str
		solid := document.IsObject() || document.IsArray()
		s.solid = s.solid || solid
		s.wraps = s.wraps && (solid || value.Type == gjson.Null)
		return true
	})
	if held := dataset.Held(format.gotOf([]byte(line.Raw))); format.Cells != (Cells{}) && !s.opened {
		if !held.Exists() {
			held = line
		}
		s.opened = string(format.Cells.open(held, nil, map[string]float64{})) != dataset.Compact([]byte(held.Raw))
	}
	s.sites.look(line, s.key, strings.TrimPrefix(s.flag, "-"), format)
	s.withKey = s.withKey || failed // an answer with an error needs no document
	switch {
	case others == 0 && (failed || line.Get("input").Exists()): // a line without a document
	case others != 1 || s.sole != "" && s.sole != sole:
		s.wraps = false
	default:
		s.sole = sole
	}
}

// wrapper returns the key under which every line has its document, or ""; see [Prepare]. spec is the JSON of the spec, and
// fields reports whether the spec has fields.
func (s *survey) wrapper(other *survey, spec []byte, fields bool) string {
	switch {
	case !s.wraps || !s.solid || s.sole == "want" || s.sole == "got" || hasWord(spec, s.sole):
		return ""
	case other.keys[s.sole] || other.inner[s.sole]:
		if !fields || !other.wraps || other.sole != s.sole {
			return ""
		}
	}
	return s.sole
}

// checkByLine returns an error if -by-line would join the wrong lines: one file has more lines, or two lines that it joins have
// different ids although ids join other lines.
func checkByLine(format Lines, want, got *dataset.File, joins bool) error {
	w, g := want.Lines(), got.Lines()
	for {
		truth, noTruth := w.Next()
		answer, noAnswer := g.Next()
		if noTruth == io.EOF && noAnswer == io.EOF {
			return nil
		}
		if noTruth != nil || noAnswer != nil {
			n, m := count(w, noTruth), count(g, noAnswer)
			return fmt.Errorf("%s has %s and %s has %d, without blank ones: -by-line needs as many", want.Name(), words.Plural(n, "line"), got.Name(), m)
		}
		first, err := format.ID(truth.Text)
		second, wrong := format.ofAnswers().ID(answer.Text)
		if joins && err == nil && wrong == nil && format.joint(first) != format.joint(second) {
			return fmt.Errorf("%s: its %s is %q, and in %s %q: join them by it, without -by-line", g.Where(answer), format.ofAnswers().idKey(), second, w.Where(truth), first)
		}
	}
}

// count reads the remaining lines and returns the number of all lines. err is the error of the last call of Next.
func count(lines *dataset.Reader, err error) int {
	for err == nil {
		_, err = lines.Next()
	}
	return lines.Count()
}
