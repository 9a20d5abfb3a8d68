package dataset

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

const inputMark, wantSuffix, tagsFile = ".input.", ".want.json", "tags.json"

// ErrLabelAlone is the error of a case that has a label, which says where a truth comes from, and no truth.
var ErrLabelAlone = errors.New("there is a label and no truth: remove the label, or give the truth")

// Pair is a case of a folder: the files NAME.input.EXT and NAME.want.json.
type Pair struct {
	ID                string
	Input, Want, Text string // paths, "" for none; Text is NAME.txt, the text of the document
	Tags              map[string]string
	Label             *Label
	Err               error // the case cannot be used
}

// Where names the file of the case in messages: the file of the truth or, without a truth, the file of the input.
func (p Pair) Where() string {
	if p.Want == "" {
		return filepath.ToSlash(p.Input)
	}
	return filepath.ToSlash(p.Want)
}

// ErrNoInput returns the error of a case without an input, where each case needs one.
func (p Pair) ErrNoInput() error {
	return fmt.Errorf("%s: a file %s%s* is missing beside it", p.Where(), p.ID, inputMark)
}

// ErrNoTruth returns the error of a case without a truth, where each case needs one.
func (p Pair) ErrNoTruth() error {
	return fmt.Errorf("%s: the file %s%s is missing beside it", p.Where(), p.ID, wantSuffix)
}

// Pairs returns the cases of a folder, sorted by name. tags.json has their tags by name, labels.json the labels of their
// truths. Other files and folders are ignored. Several inputs of a case, and an input with a truth of a similar name, are
// mistakes. So are the tags and labels of a case that does not exist, and a folder without pairs: these are in wrong.
func Pairs(dir string) (pairs []Pair, wrong []error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, []error{fmt.Errorf("%s: %w", dir, files.Cause(err))}
	}
	tags, err := byName(filepath.Join(dir, tagsFile), `{"language": "de"}`, Tags)
	if err != nil {
		wrong = append(wrong, err)
	}
	sources, err := byName(filepath.Join(dir, LabelsFile), LabelExample, ParseLabel)
	if err != nil {
		wrong = append(wrong, err)
	}
	inputs, wants := map[string][]string{}, map[string]bool{}
	var others []string
	for _, e := range entries {
		name := e.Name()
		if id, ok := strings.CutSuffix(name, wantSuffix); ok {
			wants[id] = true
		} else if i := strings.LastIndex(name, inputMark); i > 0 && !e.IsDir() {
			inputs[name[:i]] = append(inputs[name[:i]], name)
		} else {
			others = append(others, name)
		}
	}
	ids := slices.Collect(maps.Keys(inputs))
	for id := range wants {
		if inputs[id] == nil {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		text := fmt.Sprintf("the folder %s has neither pairs NAME%sEXT and NAME%s nor documents NAME.json", filepath.ToSlash(dir), inputMark, wantSuffix)
		if inner := InnerFolders(dir); inner != "" {
			text += "; " + inner
		}
		wrong = append(wrong, errors.New(text))
	}
	for _, id := range slices.Sorted(slices.Values(ids)) {
		p := Pair{ID: id, Tags: tags[id], Label: sources[id]}
		if wants[id] {
			p.Want = filepath.Join(dir, id+wantSuffix)
		}
		if slices.Contains(others, id+".txt") {
			p.Text = filepath.Join(dir, id+".txt")
		}
		switch names := inputs[id]; len(names) {
		case 0:
		case 1:
			p.Input = filepath.Join(dir, names[0])
			if !wants[id] {
				p.Err = mistyped(dir, id, others)
			}
		default:
			p.Input = filepath.Join(dir, names[0])
			p.Err = fmt.Errorf("%s: it has %d inputs: %s", p.Where(), len(names), strings.Join(names, ", "))
		}
		if p.Err == nil && p.Want == "" && p.Label != nil {
			p.Err = fmt.Errorf("%s: id %q: %w", p.Where(), id, ErrLabelAlone)
		}
		delete(tags, id)
		delete(sources, id)
		pairs = append(pairs, p)
	}
	wrong = append(wrong, withoutCase(dir, tagsFile, tags)...)
	return pairs, append(wrong, withoutCase(dir, LabelsFile, sources)...)
}

// InnerFolders says that folders in a folder have documents or truths, which are not read; "" if none has.
func InnerFolders(dir string) string {
	found, _ := fs.Glob(os.DirFS(dir), "[^._]*/*.json") // the pattern is valid
	if len(found) == 0 {
		return ""
	}
	return fmt.Sprintf("folders in it are not read, such as %s, which has %s", path.Dir(found[0]), path.Base(found[0]))
}

// withoutCase returns an error for each entry of a file, such as tags.json, that is left for no case.
func withoutCase[T any](dir, file string, left map[string]T) []error {
	return arithmetic.Each(slices.Sorted(maps.Keys(left)), func(id string) error {
		return fmt.Errorf("%s: the file %s%s is missing beside it", filepath.ToSlash(filepath.Join(dir, file)), id, wantSuffix)
	})
}

// mistyped returns an error if a file looks like the missing truth of a pair.
func mistyped(dir, id string, others []string) error {
	for _, name := range others {
		if strings.HasPrefix(name, id+".") && strings.HasSuffix(name, ".json") {
			return fmt.Errorf("%s: is it the truth of %q? That is called %s%s", filepath.ToSlash(filepath.Join(dir, name)), id, id, wantSuffix)
		}
	}
	return nil
}

// byName reads a file of the folder, such as tags.json: a JSON object whose keys are the names of pairs. A missing file
// has no entries.
func byName[T any](file, example string, parse func(document.Value) (T, error)) (all map[string]T, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		all, err = parseByName(files.WithoutMark(text), parse)
	}
	if err != nil {
		return nil, fmt.Errorf(`%s: %w; want {"NAME": %s}`, filepath.ToSlash(file), files.Cause(err), example)
	}
	return all, nil
}

func parseByName[T any](text []byte, parse func(document.Value) (T, error)) (map[string]T, error) {
	v, err := document.Parse(text)
	if err == nil && v.Kind() != document.Object && v.Kind() != document.Null {
		err = fmt.Errorf("it is %s", Brief(v))
	}
	if err != nil {
		return nil, err
	}
	all := make(map[string]T, v.Len())
	for name, m := range v.Members() {
		if _, twice := all[name]; twice {
			return nil, fmt.Errorf("%q appears twice", name)
		}
		if all[name], err = parse(m); err != nil {
			return nil, fmt.Errorf("%q: %w", name, err)
		}
	}
	return all, nil
}

// Tags reads tags. A tag that is null or appears twice is an error, since the case would be in the
// wrong slice.
func Tags(v document.Value) (map[string]string, error) {
	if v.Kind() == document.Null {
		return nil, nil
	}
	if v.Kind() != document.Object {
		return nil, fmt.Errorf(`it is %s, want an object of texts: {"language": "de"}`, Brief(v))
	}
	tags := make(map[string]string, v.Len())
	for key, value := range v.Members() {
		if _, twice := tags[key]; twice {
			return nil, fmt.Errorf("key %q appears twice", key)
		}
		if value.Kind() != document.String {
			return nil, fmt.Errorf("%q is %s, want a text", key, Brief(value))
		}
		if err := CheckTag(key); err != nil {
			return nil, err
		}
		tags[key] = value.Text()
	}
	return tags, nil
}

// Brief returns the text of a scalar, and the kind of an object or array.
func Brief(v document.Value) string {
	if k := v.Kind(); k == document.Object || k == document.Array {
		return "an " + k.String()
	}
	return v.RawText()
}

// usable returns the pairs of a folder, if all can be used.
func usable(dir string) ([]Pair, error) {
	pairs, wrong := Pairs(dir)
	var all Problems
	for _, err := range wrong {
		all.Add(err)
	}
	for _, p := range pairs {
		if p.Err != nil {
			all.Add(p.Err)
		}
	}
	return pairs, all.Err()
}

// fromPairs writes a line for each pair, with the keys that a data set of JSON Lines has. The input is the JSON or the text
// in its file; for another input, or one that is longer than longestInput, it is an object with the hash of the file.
func fromPairs(pairs []Pair, w io.Writer) error {
	output := bufio.NewWriter(w)
	var wrong Problems
	for _, p := range pairs {
		if line, err := p.line(); err != nil {
			wrong.Add(err)
		} else {
			output.WriteString(line + "\n") // Flush returns the same error
		}
	}
	return errors.Join(wrong.Err(), output.Flush())
}

const longestInput = 8 << 20 // in bytes

// line returns the line of a pair.
func (p Pair) line() (string, error) {
	line := `{"id":` + quote(p.ID)
	var input []byte
	if p.Input != "" {
		var err error
		if input, err = read(p.Input); err != nil {
			return "", err
		}
	}
	switch text := bytes.TrimSpace(input); {
	case p.Input == "":
	case len(input) > longestInput || !utf8.Valid(input):
		line += fmt.Sprintf(`,"input":{"sha256":"%x"}`, sha256.Sum256(input))
	case filepath.Ext(p.Input) == ".json" && json.Valid(text):
		line += `,"input":` + OneLine(text)
	default:
		line += `,"input":` + quote(string(input))
	}
	if p.Want != "" {
		want, err := read(p.Want)
		if err == nil {
			err = words.CheckUTF8(want)
		}
		if err == nil {
			_, err = document.Parse(want)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.Where(), err)
		}
		line += `,"want":` + OneLine(want)
	}
	if p.Text != "" {
		text, err := read(p.Text)
		if err != nil {
			return "", err
		}
		line += `,"text":` + quote(string(text))
	}
	if len(p.Tags) > 0 {
		tags, _ := json.Marshal(p.Tags) // texts have a JSON form
		line += `,"tags":` + string(tags)
	}
	line += "}"
	if p.Label != nil {
		line = SetLabel(line, *p.Label)
	}
	return line, nil
}

// OneLine returns a JSON text on one line.
func OneLine(text []byte) string {
	return strings.NewReplacer("\n", " ", "\r", " ").Replace(string(bytes.TrimSpace(text)))
}

func read(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(path), files.Cause(err))
	}
	return files.WithoutMark(data), nil
}

// documents returns the files NAME.json of a folder that has no pairs, sorted by name, as cases without an input.
func documents(dir string) (cases []Pair, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, files.Cause(err))
	}
	var wrong Problems
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		switch {
		case strings.HasSuffix(e.Name(), wantSuffix) || strings.Contains(e.Name(), inputMark):
			return nil, nil
		case ok && name != "" && !e.IsDir() && e.Name() != tagsFile && e.Name() != LabelsFile:
			cases = append(cases, Pair{ID: name, Want: filepath.Join(dir, e.Name())})
		case !ok && strings.EqualFold(filepath.Ext(name), ".json"):
			wrong.Add(fmt.Errorf("%s: its name has to end in .json, in small letters", filepath.ToSlash(filepath.Join(dir, name))))
		}
	}
	return cases, wrong.Err()
}

// fromDocuments writes a line for each document of a folder; its id is the name of the file without .json. The document of an
// answer need not be JSON.
func fromDocuments(cases []Pair, answers bool, w io.Writer) error {
	var wrong Problems
	texts := make([]string, len(cases))
	for i, c := range cases {
		text, err := read(c.Want)
		if err == nil {
			err = words.CheckUTF8(text)
		}
		if err == nil {
			_, noJSON := document.Parse(text)
			texts[i] = string(text)
			if noJSON != nil && answers {
				texts[i] = quote(string(text))
			} else if noJSON != nil {
				err = noJSON
			}
		}
		if err != nil {
			wrong.Add(fmt.Errorf("%s: %w", c.Where(), err))
		}
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	output := bufio.NewWriter(w)
	for i, c := range cases {
		output.WriteString(lineOf(c.ID, texts[i], answers) + "\n")
	}
	return output.Flush()
}
