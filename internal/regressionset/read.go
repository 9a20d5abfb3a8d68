package regressionset

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/spans"
)

// Problem is one mistake in a regression set.
type Problem struct {
	File string
	Line int // from 1
	// Field is the member of the record, "record" for the line as a whole.
	Field   string
	Problem string
	Want    string
}

// Error returns "file:line: field: problem, want ...".
func (p *Problem) Error() string {
	return fmt.Sprintf("%s:%d: %s: %s, want %s", p.File, p.Line, p.Field, p.Problem, p.Want)
}

// Read returns the records of regression sets, in order. If there are mistakes, it returns no records, and the error
// joins a [*Problem] for each. caseIds must be unique across all files. Empty lines are skipped.
func Read(files ...string) ([]Record, error) {
	r := reader{places: map[string]place{}}
	for _, file := range files {
		if _, err := r.readFile(file); err != nil {
			return nil, err
		}
	}
	if len(r.problems) > 0 {
		return nil, errors.Join(r.problems...)
	}
	if len(r.records) == 0 {
		return nil, fmt.Errorf("regressionset: no records in %s", strings.Join(files, ", "))
	}
	return r.records, nil
}

type reader struct {
	records  []Record
	problems []error
	places   map[string]place // of caseIds
	place
}

type place struct {
	name string
	line int
}

// readFile reads the records of a file, and returns its bytes.
func (r *reader) readFile(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("regressionset: %w", err)
	}
	r.readText(filepath.ToSlash(path), text)
	return text, nil
}

func (r *reader) readText(name string, text []byte) {
	r.name, r.line = name, 0
	text = files.WithoutMark(text)
	for line := range bytes.Lines(text) {
		r.line++
		if len(bytes.TrimSpace(line)) > 0 {
			r.record(line)
		}
	}
}

func (r *reader) wrong(field, want, format string, args ...any) {
	r.problems = append(r.problems, &Problem{File: r.name, Line: r.line, Field: field, Problem: fmt.Sprintf(format, args...), Want: want})
}

// refuse reports a problem: v is missing, or of another form than field wants.
func (r *reader) refuse(field, want string, v document.Value) {
	if !v.Exists() {
		r.wrong(field, want, "is missing")
		return
	}
	r.wrong(field, want, "is %s", describe(v))
}

// fields are the members of a record, in the order of the documentation.
var fields = []string{"caseId", "category", "documentText", "instructions", "targetSchema", "providerResponseText", "expected", "sourceUrl", "packId"}

func (r *reader) record(line []byte) {
	v, err := document.Parse(line)
	if err == nil {
		err = words.CheckUTF8(line)
	}
	if err != nil {
		r.wrong("record", "one JSON object a line", "%s", strings.TrimPrefix(err.Error(), "document: "))
		return
	}
	count := len(r.problems)
	m := r.members("", v, fields)
	if m == nil {
		return
	}
	rec := Record{
		CaseID:               m.readText("caseId", notBlank),
		Category:             m.readText("category", notBlank),
		DocumentText:         m.readText("documentText", anyText),
		Instructions:         m.readText("instructions", notBlank),
		TargetSchema:         slices.Clone(v.Member("targetSchema").Raw()),
		ProviderResponseText: m.readText("providerResponseText", anyText),
		SourceURL:            m.readText("sourceUrl", anyText),
		PackID:               m.readText("packId", notBlank),
	}
	r.unique(rec.CaseID)
	rec.schema = r.schema(v.Member("targetSchema"))
	rec.Expected = r.expected(v.Member("expected"))
	if s := v.Member("sourceUrl"); s.Kind() == document.String {
		r.readURL(rec.SourceURL)
	}
	if len(r.problems) == count {
		r.records = append(r.records, rec)
	}
}

// members is an object whose members are being read.
type members struct {
	r      *reader
	prefix string
	v      document.Value
}

// members reports each member of v that appears twice or is in neither names nor optional. If v is not an object, it
// reports that and returns nil.
func (r *reader) members(prefix string, v document.Value, names []string, optional ...string) *members {
	if v.Kind() != document.Object {
		r.refuse(cmp.Or(strings.TrimSuffix(prefix, "."), "record"), "an object", v)
		return nil
	}
	seen := map[string]bool{}
	for name := range v.Members() {
		switch {
		case seen[name]:
			r.wrong(prefix+name, "it once", "appears twice")
		case !slices.Contains(names, name) && !slices.Contains(optional, name):
			r.wrong(prefix+words.Excerpt(name, maxQuoted), "one of "+strings.Join(append(slices.Clone(names), optional...), ", "), "unknown field")
		}
		seen[name] = true
	}
	return &members{r, prefix, v}
}

type textRule bool

const (
	anyText  textRule = false
	notBlank textRule = true
)

func (m *members) readText(name string, rule textRule) string {
	want := "a string"
	if rule == notBlank {
		want = "a string that is not blank"
	}
	v := m.v.Member(name)
	if v.Kind() != document.String || rule == notBlank && v.Empty() {
		m.r.refuse(m.prefix+name, want, v)
	}
	return v.Text()
}

// count returns the value of a member. If it is not a whole number from 0, count reports that and returns false.
func (m *members) count(name string) (int, bool) {
	v := m.v.Member(name)
	n, err := strconv.ParseInt(v.RawText(), 10, 32)
	if v.Kind() != document.Number || err != nil || n < 0 {
		m.r.refuse(m.prefix+name, "a whole number from 0", v)
		return 0, false
	}
	return int(n), true
}

func (r *reader) unique(id string) {
	if id == "" {
		return
	}
	if first, repeated := r.places[id]; repeated {
		r.wrong("caseId", "a unique one", "%q is the caseId of %s:%d, too", words.Excerpt(id, maxQuoted), first.name, first.line)
		return
	}
	r.places[id] = r.place
}

func (r *reader) schema(v document.Value) *invariant.Schema {
	const want = "a JSON Schema of draft 2020-12"
	if v.Kind() != document.Object {
		r.refuse("targetSchema", want, v)
		return nil
	}
	compiled, err := invariant.CompileSchema(v.Raw())
	if err != nil {
		r.wrong("targetSchema", want, "%s", err)
	}
	return compiled
}

func (r *reader) expected(v document.Value) (e Expected) {
	m := r.members("expected.", v, []string{"emptyResultKind", "minExtractions", "maxExtractions"}, "extractions")
	if m == nil {
		return e
	}
	var minOK, maxOK bool
	kindOK := r.readKind(v.Member("emptyResultKind"), &e)
	e.MinExtractions, minOK = m.count("minExtractions")
	e.MaxExtractions, maxOK = m.count("maxExtractions")
	switch {
	case minOK && maxOK && e.MinExtractions > e.MaxExtractions:
		r.wrong("expected.minExtractions", "at most maxExtractions", "is %d, above the %d of maxExtractions", e.MinExtractions, e.MaxExtractions)
	case kindOK && maxOK && e.EmptyResultKind == NonEmpty && e.MaxExtractions == 0:
		r.wrong("expected.maxExtractions", "at least 1 with emptyResultKind non_empty", "is 0")
	case kindOK && minOK && e.EmptyResultKind != NonEmpty && e.MinExtractions > 0:
		r.wrong("expected.minExtractions", fmt.Sprintf("0 with emptyResultKind %s", e.EmptyResultKind), "is %d", e.MinExtractions)
	}
	if gold := v.Member("extractions"); gold.Exists() {
		r.readGold(gold)
		e.Extractions = slices.Clone(gold.Raw())
	}
	return e
}

func (r *reader) readKind(v document.Value, e *Expected) bool {
	e.EmptyResultKind = EmptyKind(v.Text())
	if v.Kind() == document.String && slices.Contains([]EmptyKind{NonEmpty, EmptyByEvidence, EmptyByFailure}, e.EmptyResultKind) {
		return true
	}
	r.refuse("expected.emptyResultKind", "non_empty, empty_by_evidence or empty_by_failure", v)
	return false
}

func (r *reader) readGold(v document.Value) {
	const want = "an array of {class, start, end, quote}"
	if v.Kind() != document.Array {
		r.refuse("expected.extractions", want, v)
		return
	}
	for i, e := range (spans.Layout{}).Extractions(v) {
		switch {
		case e.Problem != "":
			r.wrong("expected.extractions", want, "item %d: %s", i, e.Problem)
		case e.Start < 0 || e.End < e.Start:
			r.wrong("expected.extractions", want, "item %d: start is %d, end %d", i, e.Start, e.End)
		}
	}
}

func (r *reader) readURL(text string) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		r.wrong("sourceUrl", "an absolute http or https URL", "is %s", strconv.Quote(words.Excerpt(text, maxQuoted)))
	}
}

// maxQuoted is the most characters of a text that a problem shows.
const maxQuoted = 60

// describe returns a scalar as text, and the kind of an object or array.
func describe(v document.Value) string {
	switch v.Kind() {
	case document.Object, document.Array:
		return "an " + v.Kind().String()
	case document.String:
		return strconv.Quote(words.Excerpt(v.Text(), maxQuoted))
	}
	return words.Excerpt(v.RawText(), maxQuoted)
}

// Add appends the records of a pack to a regression set, byte for byte, and returns their number. It makes the set if
// there is none. If the pack or the set has a problem, or a caseId is in both, the error lists all problems, in the
// form of [Read], and the set does not change. Add replaces the file as a whole, and does not change the present lines
// of the set.
func Add(pack, set string) (added int, err error) {
	r := reader{places: map[string]place{}}
	old, err := r.readFile(set)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	count := len(r.records)
	text, err := r.readFile(pack)
	if err != nil {
		return 0, err
	}
	if len(r.problems) > 0 {
		return 0, errors.Join(r.problems...)
	}
	if added = len(r.records) - count; added == 0 {
		return 0, fmt.Errorf("regressionset: no records in %s", pack)
	}
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		old = append(old, '\n')
	}
	if err := files.Write(set, append(old, lines(text)...)); err != nil {
		return 0, fmt.Errorf("regressionset: %w", err)
	}
	return added, nil
}

// lines returns the lines of a set that hold records, each with a line feed.
func lines(text []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(files.WithoutMark(text)) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			kept = append(append(kept, line...), '\n')
		}
	}
	return kept
}

// SetResponses replaces the responses of the records of a set, by caseId. It does not change the lines of records with
// the same response, or without a new one. It replaces the file as a whole.
func SetResponses(set string, responses map[string]string) error {
	old, err := os.ReadFile(set)
	if err != nil {
		return fmt.Errorf("regressionset: %w", err)
	}
	records, err := Read(set)
	if err != nil {
		return err
	}
	var text []byte
	i := 0 // Read returns one record for each of the lines
	for line := range bytes.Lines(lines(old)) {
		r := records[i]
		i++
		if response, ok := responses[r.CaseID]; ok && response != r.ProviderResponseText {
			r.ProviderResponseText = response
			if line, err = gojson.Marshal(r); err != nil {
				return fmt.Errorf("regressionset: %w", err)
			}
			line = append(line, '\n')
		}
		text = append(text, line...)
	}
	if bytes.Equal(text, old) {
		return nil
	}
	if err := files.Write(set, text); err != nil {
		return fmt.Errorf("regressionset: %w", err)
	}
	return nil
}
