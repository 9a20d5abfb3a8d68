package score

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Prepare looks through the files of truths, nil for none, and of answers before the first case is evaluated. An error says
// why all of a file would be scored as wrong: it has no line, or another form; the files are exchanged; no line has the key that joins it, or the key
// Want or Got; or ByLine joins files that do not go together.
//
// If every line of a file has its document under one other key, such as truth, prediction or output, the format that is
// returned has this key as Want or Got, and a message says so. A field of the documents is no such key: the spec
// mentions it, or a document in the other file has it.
func Prepare(format Lines, spec eval.Spec, want, got *File) (_ Lines, said []string, err error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return format, nil, err
	}
	truths, answers := newSurvey("-want", format.Want), newSurvey("-got", format.Got)
	if want != nil {
		if err := truths.look(want, format); err != nil {
			return format, nil, err
		}
	}
	if err := answers.look(got, format); err != nil {
		return format, nil, err
	}
	if want != nil && truths.isFor("got", "want") && answers.isFor("want", "got") {
		return format, nil, fmt.Errorf("the files are exchanged: %s has answers (the key \"got\"), and %s has truths (the key \"want\"), which come first: evalreport score %[2]s %[1]s", want.name, got.name)
	}
	if format.ByLine && want != nil {
		if err := together(format, want, got); err != nil {
			return format, nil, err
		}
	}
	fields := len(spec.Fields) > 0
	ofWant, ofGot := truths.wrapper(answers, text, fields), answers.wrapper(truths, text, fields)
	say := func(f *File, key, flag string) string {
		if key != "" {
			said = append(said, fmt.Sprintf("%s: every line has its document under %q, which is compared, as with %s %[2]s", f.name, key, flag))
		}
		return key
	}
	if format.Want == "" {
		format.Want = say(want, ofWant, "-want")
	}
	if format.Got == "" {
		format.Got = say(got, ofGot, "-got")
	}
	return format, said, nil
}

// survey is what the lines of one file have in common.
type survey struct {
	flag, key string // -want or -got, and the key that was given by it
	objects   int
	withID    bool            // a line has the key of the id
	withKey   bool            // a line has the key, or error in its place
	keys      map[string]bool // of lines
	inner     map[string]bool // of objects in lines
	sole      string          // the only key of a line beside its id and the keys besides
	solid     bool            // it has an object or a list in a line
	wraps     bool            // and that or null in the others
}

func newSurvey(flag, key string) *survey {
	return &survey{flag: flag, key: key, keys: map[string]bool{}, inner: map[string]bool{}, wraps: true}
}

// look reads the lines of a file.
func (s *survey) look(f *File, format Lines) error {
	l := f.lines()
	for {
		e, err := l.next()
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if checkObject(e.text) == nil {
			s.add(gjson.ParseBytes(e.text), format)
		}
	}
	id := format.id()
	switch err := l.in.Nothing(); {
	case err != nil:
		return err
	case s.objects == 0:
		return nil // which the lines' own mistakes say
	case !s.withID && !format.ByLine:
		return fmt.Errorf("%s: no line has the key %q, which joins truths and answers%s (-id names another key, -by-line joins the lines in their order)", f.name, id, s.hint(id))
	case s.key != "" && !s.withKey:
		return fmt.Errorf("%s: no line has the key %q of %s%s", f.name, s.key, s.flag, s.hint(s.key))
	}
	return nil
}

// isFor reports whether lines have one key and not the other, and no key was given.
func (s *survey) isFor(key, other string) bool { return s.key == "" && s.keys[key] && !s.keys[other] }

// hint returns the end of a message about a key that no line has.
func (s *survey) hint(key string) string {
	names := slices.Sorted(maps.Keys(s.keys))
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

// maxKeys bounds the names of keys that a survey holds.
const maxKeys = 10_000

// add adds a line.
func (s *survey) add(line gjson.Result, format Lines) {
	s.objects++
	sole, others, failed := "", 0, false
	line.ForEach(func(name, value gjson.Result) bool {
		if len(s.keys) < maxKeys {
			s.keys[name.Str] = true
		}
		document := value
		if s.flag == "-got" {
			document = documentOf(value)
		}
		document.ForEach(func(name, _ gjson.Result) bool {
			if document.IsObject() && len(s.inner) < maxKeys {
				s.inner[name.Str] = true
			}
			return document.IsObject()
		})
		switch key := name.Str; {
		case key == format.id():
			s.withID = true
			return true
		case key == s.key:
			s.withKey = true
		case key == "error":
			failed = true
			return true
		case slices.Contains(besides, key):
			return true
		}
		others++
		sole = name.Str
		solid := document.IsObject() || document.IsArray()
		s.solid = s.solid || solid
		s.wraps = s.wraps && (solid || value.Type == gjson.Null)
		return true
	})
	s.withKey = s.withKey || failed // by which an answer may lack it
	switch {
	case others == 0 && (failed || line.Get("input").Exists()): // it has no document
	case others != 1 || s.sole != "" && s.sole != sole:
		s.wraps = false
	default:
		s.sole = sole
	}
}

// documentOf returns a value, or the JSON object or array that a text holds, with a code fence around it or without.
func documentOf(value gjson.Result) gjson.Result {
	if value.Type != gjson.String {
		return value
	}
	text := strings.TrimSpace(value.Str)
	if fenced, ok := strings.CutPrefix(text, "```"); ok {
		text = strings.TrimSpace(strings.TrimPrefix(fenced, "json"))
	}
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return value
	}
	return gjson.Parse(text)
}

// wrapper returns the key that has the document of every line, "" for none; see [Prepare]. spec is the JSON of the spec, and
// fields reports whether it has fields.
func (s *survey) wrapper(other *survey, spec []byte, fields bool) string {
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(s.sole) + `\b`)
	switch {
	case !s.wraps || !s.solid || s.sole == "want" || s.sole == "got" || word.Match(spec):
		return ""
	case other.keys[s.sole] || other.inner[s.sole]:
		if !fields || !other.wraps || other.sole != s.sole {
			return ""
		}
	}
	return s.sole
}

// together returns an error for files whose lines do not belong together: there are more of one, or two lines have
// different ids.
func together(format Lines, want, got *File) error {
	w, g := want.lines(), got.lines()
	for {
		truth, noTruth := w.next()
		answer, noAnswer := g.next()
		if noTruth == io.EOF && noAnswer == io.EOF {
			return nil
		}
		if noTruth != nil || noAnswer != nil {
			n, m := w.count(noTruth), g.count(noAnswer)
			return fmt.Errorf("%s has %s and %s has %d, without blank ones: -by-line needs as many", want.name, words.Plural(n, "line"), got.name, m)
		}
		first, err := format.ID(truth.text)
		second, wrong := format.ID(answer.text)
		if err == nil && wrong == nil && first != second {
			return fmt.Errorf("%s: its %s is %q, and in %s %q: join them by it, without -by-line", g.at(answer), format.id(), second, w.at(truth), first)
		}
	}
}

// count returns the number of lines of a file of which the last one that was read came with err.
func (l *fileLines) count(err error) int {
	for err == nil {
		_, err = l.next()
	}
	return l.n - 1
}
