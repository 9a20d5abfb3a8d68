package evaltest

import (
	"bufio"
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
)

// source is a data set that can be walked: its cases have ids and parsed truths.
type source[In any] struct {
	name  string // for records: the file or folder, "" when the cases are in the test
	count int    // how many cases there are, -1 when that is known only at the end
	cases iter.Seq2[Case[In], error]
}

// maxProblems is how many problems of a data set one error lists.
const maxProblems = 20

// problems collects what is wrong with a data set, so that its author sees all
// of it at once.
type problems struct {
	errs []error
	more int
}

func (p *problems) add(err error) {
	if len(p.errs) < maxProblems {
		p.errs = append(p.errs, err)
	} else {
		p.more++
	}
}

func (p *problems) err() error {
	if p.more > 0 {
		return errors.Join(append(slices.Clone(p.errs), fmt.Errorf("and %d more", p.more))...)
	}
	return errors.Join(p.errs...)
}

// reading says how cases are read.
type reading struct {
	check   func(document.Value) error // what is wrong with a truth, nil for nothing; may be nil
	private bool                       // values are redacted
}

// quoting returns an error that may quote a document, as it may be told.
func (r reading) quoting(err error) error {
	if r.private {
		return errWithheld
	}
	return err
}

// errWithheld stands for an error whose text may quote what is redacted.
var errWithheld = errors.New("the error is withheld, since values are redacted")

// openSource chooses among the three ways to give cases.
func openSource[In any](file string, cases []Case[In], seq iter.Seq2[Case[In], error], how reading) (source[In], error) {
	given := 0
	for _, is := range []bool{file != "", cases != nil, seq != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return source[In]{}, fmt.Errorf("a suite has one of File, Cases and Source, not %d", given)
	}
	switch {
	case file != "":
		info, err := os.Stat(file)
		if err != nil {
			return source[In]{}, fmt.Errorf("data set: %w", err)
		}
		s := source[In]{name: filepath.ToSlash(file), cases: lines[In](file, how)}
		if info.IsDir() {
			s.cases = pairs[In](file, how)
		}
		s.count, err = validate(s.cases)
		return s, err
	case cases != nil:
		s := source[In]{cases: slice(cases, how)}
		var err error
		s.count, err = validate(s.cases)
		return s, err
	}
	return source[In]{count: -1, cases: numbered(seq, how)}, nil
}

// validate walks a data set once before anything runs and returns the number of
// its cases, or everything that is wrong with it.
func validate[In any](cases iter.Seq2[Case[In], error]) (int, error) {
	var wrong problems
	n := 0
	ids := newIDs()
	for c, err := range cases {
		n++
		if err != nil {
			wrong.add(err)
			continue
		}
		if err := ids.add(c.ID, c.where); err != nil {
			wrong.add(err)
		}
	}
	return n, wrong.err()
}

// ids finds ids that occur twice. It keeps 64 bits of each.
type ids struct {
	seed maphash.Seed
	at   map[uint64]place
}

// place says where a case stands: a line of a file, an element of a slice.
type place struct {
	file string
	n    int // from 1
}

func (p place) String() string {
	switch {
	case p.file == "":
		return fmt.Sprintf("case %d", p.n)
	case p.n == 0:
		return p.file
	}
	return fmt.Sprintf("%s:%d", p.file, p.n)
}

func newIDs() *ids { return &ids{maphash.MakeSeed(), map[uint64]place{}} }

func (s *ids) add(id string, at place) error {
	h := maphash.String(s.seed, id)
	if first, ok := s.at[h]; ok {
		return fmt.Errorf("%v: duplicate id %q, first at %v", at, id, first)
	}
	s.at[h] = at
	return nil
}

// slice walks cases that the test has in memory.
func slice[In any](cases []Case[In], how reading) iter.Seq2[Case[In], error] {
	return func(yield func(Case[In], error) bool) {
		for i, c := range cases {
			c.where = place{n: i + 1}
			if !yield(c.ready(how)) {
				return
			}
		}
	}
}

// numbered walks an iterator of the test's.
func numbered[In any](seq iter.Seq2[Case[In], error], how reading) iter.Seq2[Case[In], error] {
	return func(yield func(Case[In], error) bool) {
		n := 0
		for c, err := range seq {
			n++
			c.where = place{n: n}
			if err != nil {
				if !yield(c, fmt.Errorf("%v: %w", c.where, how.quoting(err))) {
					return
				}
				continue
			}
			if !yield(c.ready(how)) {
				return
			}
		}
	}
}

// ready gives a case an id when it has none, and parses its truth.
func (c Case[In]) ready(how reading) (Case[In], error) {
	if c.ID == "" {
		if c.where.file != "" {
			c.ID = fmt.Sprintf("line-%d", c.where.n)
		} else {
			c.ID = fmt.Sprintf("case-%d", c.where.n)
		}
	}
	if c.Want == nil {
		return c, fmt.Errorf("%v: id %q: no truth; for a document without any value, want is json.RawMessage(\"null\")", c.where, c.ID)
	}
	var err error
	if c.want, err = document.Of(c.Want); err != nil {
		return c, fmt.Errorf("%v: id %q: want: %w", c.where, c.ID, how.quoting(err))
	}
	if how.check != nil {
		if err := how.check(c.want); err != nil {
			at := fmt.Sprintf("%v: id %q: want: ", c.where, c.ID) // before each of its lines
			return c, errors.New(at + strings.ReplaceAll(strings.TrimPrefix(err.Error(), "eval: "), "\neval: ", "\n"+at))
		}
	}
	return c, nil
}

// lines walks a JSONL file, one case a line. Empty lines are skipped.
func lines[In any](file string, how reading) iter.Seq2[Case[In], error] {
	return func(yield func(Case[In], error) bool) {
		f, err := os.Open(file)
		if err != nil {
			yield(Case[In]{}, err)
			return
		}
		defer f.Close()
		r := bufio.NewReaderSize(f, 1<<16)
		for n := 1; ; n++ {
			line, err := r.ReadBytes('\n')
			if err != nil && err != io.EOF {
				yield(Case[In]{}, fmt.Errorf("%s:%d: %w", file, n, err))
				return
			}
			if len(bytes.TrimSpace(line)) > 0 && !yield(readLine[In](line, place{filepath.ToSlash(file), n}, how)) {
				return
			}
			if err == io.EOF {
				return
			}
		}
	}
}

func readLine[In any](line []byte, at place, how reading) (Case[In], error) {
	c := Case[In]{where: at}
	v, err := document.Parse(bytes.TrimPrefix(line, []byte("\uFEFF")))
	if err != nil {
		return c, fmt.Errorf("%v: %w", at, err)
	}
	if v.Kind() != document.Object {
		return c, fmt.Errorf("%v: it is a JSON %s, want an object with id, input, want, tags and pages", at, v.Kind())
	}
	var wrong problems
	fail := func(format string, args ...any) {
		wrong.add(fmt.Errorf("%v: "+format, append([]any{at}, args...)...))
	}
	seen := map[string]bool{}
	for key, m := range v.Members() {
		if seen[key] {
			fail("key %q stands there twice", key)
		}
		seen[key] = true
		switch key {
		case "id":
			if m.Kind() != document.String || m.Empty() {
				fail("id is %s, want a string that is not empty", briefly(m))
			}
			c.ID = m.Text()
		case "input":
			if err := strictly(m.Raw(), &c.Input); err != nil {
				fail("input: %w", how.quoting(err))
			}
		case "want":
			c.Want = m
		case "pages":
			if err := strictly(m.Raw(), &c.Pages); err != nil {
				fail("pages: %w", how.quoting(err))
			}
			for i := range c.Pages {
				if p := &c.Pages[i]; p.Image != "" {
					p.Image = path.Join(path.Dir(at.file), p.Image)
				}
			}
		case "tags":
			if err := json.Unmarshal(m.Raw(), &c.Tags); err != nil {
				fail("tags: %w", err)
			}
		default:
			fail("unknown key %q, want id, input, want, tags or pages", key)
		}
	}
	for _, key := range []string{"input", "want"} {
		if !seen[key] {
			fail("no %q", key)
		}
	}
	if err := wrong.err(); err != nil {
		return c, err
	}
	return c.ready(how)
}

// briefly returns the text of a scalar, and the kind of what holds others.
func briefly(v document.Value) string {
	if k := v.Kind(); k == document.Object || k == document.Array {
		return "an " + k.String()
	}
	return v.RawText()
}

// strictly decodes JSON and takes a key that the type does not have for the
// mistake that it is: the extractor would be asked about nothing.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

const inputMark, wantSuffix, tagsFile = ".input.", ".want.json", "tags.json"

// pairs walks a folder of NAME.input.EXT and NAME.want.json, by name; tags.json has
// their tags by name. Other files are not looked at; half a pair is an error.
func pairs[In any](dir string, how reading) iter.Seq2[Case[In], error] {
	return func(yield func(Case[In], error) bool) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			yield(Case[In]{}, err)
			return
		}
		tags, err := readTags(filepath.Join(dir, tagsFile))
		if err != nil && !yield(Case[In]{}, err) {
			return
		}
		inputs, wants := map[string][]string{}, map[string]bool{}
		for _, e := range entries {
			name := e.Name()
			if id, ok := strings.CutSuffix(name, wantSuffix); ok {
				wants[id] = true
			} else if i := strings.LastIndex(name, inputMark); i > 0 && !e.IsDir() {
				inputs[name[:i]] = append(inputs[name[:i]], name)
			}
		}
		names := make([]string, 0, len(inputs))
		for id := range inputs {
			names = append(names, id)
		}
		for id := range wants {
			if inputs[id] == nil {
				names = append(names, id)
			}
		}
		slices.Sort(names)
		for _, id := range names {
			c, err := readPair[In](dir, id, inputs[id], wants[id], how)
			c.Tags = tags[id]
			delete(tags, id)
			if !yield(c, err) {
				return
			}
		}
		for _, id := range slices.Sorted(maps.Keys(tags)) {
			if !yield(Case[In]{}, fmt.Errorf("%s: there is no %s%s beside it", filepath.ToSlash(filepath.Join(dir, tagsFile)), id, wantSuffix)) {
				return
			}
		}
	}
}

// readTags reads the tags of a folder, which need not be there.
func readTags(file string) (tags map[string]map[string]string, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &tags)
	}
	if err != nil {
		return nil, fmt.Errorf(`%s: %w; want {"NAME": {"language": "de"}}`, filepath.ToSlash(file), err)
	}
	return tags, nil
}

func readPair[In any](dir, id string, inputs []string, hasWant bool, how reading) (Case[In], error) {
	want := filepath.Join(dir, id+wantSuffix)
	c := Case[In]{ID: id, where: place{file: filepath.ToSlash(want)}}
	switch {
	case len(inputs) == 0:
		return c, fmt.Errorf("%v: there is no %s%s* beside it", c.where, id, inputMark)
	case !hasWant:
		return c, fmt.Errorf("%s: there is no %s%s beside it", filepath.ToSlash(filepath.Join(dir, inputs[0])), id, wantSuffix)
	case len(inputs) > 1:
		return c, fmt.Errorf("%v: it has %d inputs: %s", c.where, len(inputs), strings.Join(inputs, ", "))
	}
	truth, err := os.ReadFile(want)
	if err != nil {
		return c, err
	}
	c.Want = truth
	input := filepath.Join(dir, inputs[0])
	data, err := os.ReadFile(input)
	if err != nil {
		return c, err
	}
	switch strings.ToLower(filepath.Ext(input)) {
	case ".png", ".jpg", ".jpeg", ".gif":
		c.Pages = []report.Page{{Image: filepath.ToSlash(input)}}
	}
	if err := readInput(data, filepath.Ext(input), &c.Input); err != nil {
		return c, fmt.Errorf("%s: %w", filepath.ToSlash(input), how.quoting(err))
	}
	return c.ready(how)
}

// readInput makes the input of an extractor of the contents of a file.
func readInput(data []byte, ext string, in any) error {
	v := reflect.ValueOf(in).Elem()
	switch u := in.(type) {
	case encoding.TextUnmarshaler:
		return u.UnmarshalText(data)
	case encoding.BinaryUnmarshaler:
		return u.UnmarshalBinary(data)
	}
	switch {
	case v.Kind() == reflect.String:
		v.SetString(string(data))
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		v.SetBytes(data)
	case ext == ".json":
		return json.Unmarshal(data, in)
	default:
		return fmt.Errorf("a %s file does not fit the input type %v: want []byte, string, a type with UnmarshalText or UnmarshalBinary, or a .json file", ext, v.Type())
	}
	return nil
}
