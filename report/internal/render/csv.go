package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// csvColumns are the cells of the first row.
var csvColumns = []string{
	"dataset", "case", "trial", "want_index", "got_index", "path", "outcome", "similarity", "want", "got", "note", "package", "origin",
	"attribute", "score", "weight", "confidence", "cause", "error_class", "status", "tags", "labels",
}

// CSV writes one row per comparison, in the order of the records:
//
//	dataset,case,trial,want_index,got_index,path,outcome,similarity,want,got,note,package,origin,
//	attribute,score,weight,confidence,cause,error_class,status,tags,labels
//
// The first row, one line, names the columns: find them by name, others may come behind
// them. All rows have as many cells. Two packages may have data sets of one name: the
// package is empty for data sets without one, as of evalreport score.
//
// Indices are the indices of list items, outermost first and joined by "."; they are
// empty outside of lists, and for the side that has no such item. The attribute is the
// path without them, as tables name it. Want and got are JSON texts, so that "5", 5, null
// and nothing at all stay four things; characters that are not seen are JSON escapes in
// them. Tags of the case, and labels of the run, are JSON objects, empty where there are
// none. Score, similarity, weight and confidence are numbers, the last one empty where
// the extractor gave none. Cause is [report.Field].Tag, status the status of the case.
//
// Behind the comparisons of a case stands one row for each measure of the answer: its path is
// "measure " and the name, its outcome "measured", got and want are its part and of
// how much, and similarity is got / want where that is at most 1. Then one for each invariant: its path is "rule "
// and the name, its outcome "holds", "broken", "not_applicable" or "errored", and the note has
// the operands. Columns without a value are empty.
//
// No cell is a formula to a spreadsheet: JSON texts begin with none of the
// characters that start one (a minus begins a number), and a name or note that
// begins with =, +, -, @, a tab or a line break, or a full-width form of these, has
// an apostrophe in front. A reader of data should drop it.
//
// Records are streamed. The last rows are of data sets that are not whole: one row for
// each problem, with the name of the data set, "broken" or "partial" as the outcome, and
// the problem as the note, so that an incomplete file does not look whole. All of these
// data sets are returned, too. The error is one of a source or of w.
func CSV(w io.Writer, sources ...artifact.Source) (notWhole []*artifact.Set, err error) {
	to := bufio.NewWriterSize(w, 64<<10)
	to.WriteString(strings.Join(csvColumns, ",") + "\n")
	var joiner artifact.Joiner
	for _, source := range sources {
		if err := joiner.Read(source, artifact.Visitor{Case: newRows(to)}); err != nil {
			return nil, fmt.Errorf("render: %s: %w", source.Name, err)
		}
	}
	for _, set := range joiner.Sets() {
		if set.State() != artifact.Whole {
			notWhole = append(notWhole, set)
			writeState(to, set)
		}
	}
	if err := to.Flush(); err != nil {
		return nil, fmt.Errorf("render: CSV: %w", err)
	}
	return notWhole, nil
}

// csvLeaf holds the columns in which the rows of one case differ.
type csvLeaf struct {
	wantIndex, gotIndex       []int
	path, outcome             string
	similarity                report.Ratio
	want, got                 json.RawMessage
	note, origin, attribute   string
	score, weight, confidence report.Ratio
	cause, errorClass         string
}

// csvHead holds the columns that they share. Its texts are cells.
type csvHead struct {
	first []byte // dataset, case, trial
	pack  string
	last  []byte // status, tags, labels
}

// appendRow appends a row.
func (h *csvHead) appendRow(b []byte, f *csvLeaf) []byte {
	b = append(b, h.first...)
	b = appendIndices(append(b, ','), f.wantIndex)
	b = appendIndices(append(b, ','), f.gotIndex)
	b = appendCell(append(b, ','), cell(f.path))
	b = appendCell(append(b, ','), cell(f.outcome))
	b = appendRatio(append(b, ','), f.similarity)
	b = appendCell(append(b, ','), jsonText(f.want))
	b = appendCell(append(b, ','), jsonText(f.got))
	b = appendCell(append(b, ','), cell(f.note))
	b = append(append(b, ','), h.pack...)
	b = appendCell(append(b, ','), cell(f.origin))
	b = appendCell(append(b, ','), cell(f.attribute))
	b = appendRatio(append(b, ','), f.score)
	b = appendRatio(append(b, ','), f.weight)
	b = appendRatio(append(b, ','), f.confidence)
	b = appendCell(append(b, ','), cell(f.cause))
	b = appendCell(append(b, ','), cell(f.errorClass))
	b = append(append(b, ','), h.last...)
	return append(b, '\n')
}

// of makes h the head of the rows of a case.
func (h *csvHead) of(ds, pack string, c *report.Case, labels map[string]string) {
	h.first = appendCell(h.first[:0], cell(ds))
	h.first = appendCell(append(h.first, ','), cell(c.ID))
	h.first = append(h.first, ',')
	if c.Trial > 0 {
		h.first = strconv.AppendInt(h.first, int64(c.Trial), 10)
	}
	h.pack = string(appendCell(nil, cell(pack)))
	h.last = appendCell(h.last[:0], cell(string(c.Status)))
	h.last = appendObject(append(h.last, ','), c.Tags)
	h.last = appendObject(append(h.last, ','), labels)
}

// writeState writes why a data set is not whole.
func writeState(to *bufio.Writer, set *artifact.Set) {
	var head csvHead
	head.of(set.Dataset.Name, set.Package, &report.Case{}, set.Run.Labels)
	note := func(text string) {
		to.Write(head.appendRow(nil, &csvLeaf{outcome: set.State().String(), note: text}))
	}
	for _, err := range set.Problems.First {
		note(err.Error())
	}
	switch {
	case set.Problems.More > 0:
		note(fmt.Sprintf("and %d more", set.Problems.More))
	case set.Problems.Len() == 0:
		note(set.Why())
	}
}

// newRows returns the writer of the rows of a case. An error is there when to is flushed.
func newRows(to *bufio.Writer) func(*artifact.Section, *report.Case, artifact.Place) error {
	var (
		head  csvHead
		lines []byte
	)
	number := func(v float64) report.Ratio { return report.RatioOf(v, true) }
	return func(s *artifact.Section, c *report.Case, _ artifact.Place) error {
		head.of(s.Dataset.Name, s.Run.Package, c, s.Run.Labels)
		lines = lines[:0]
		for i := range c.Fields {
			f := &c.Fields[i]
			lines = head.appendRow(lines, &csvLeaf{
				wantIndex: f.WantIndex, gotIndex: f.GotIndex, path: f.Path, outcome: f.Outcome.String(),
				similarity: number(f.Similarity), want: f.Want, got: f.Got, note: f.Note, origin: f.Origin,
				attribute: f.Attribute, score: number(f.Score), weight: number(f.Weight), confidence: f.Confidence,
				cause: f.Tag, errorClass: f.ErrorClass,
			})
		}
		for _, m := range c.Measures {
			share := report.Ratio{}
			if m.Weight > 0 && m.Sum <= m.Weight {
				share = number(m.Sum / m.Weight)
			}
			lines = head.appendRow(lines, &csvLeaf{
				path: "measure " + m.Name, outcome: "measured", similarity: share,
				want: appendNumber(nil, m.Weight), got: appendNumber(nil, m.Sum),
			})
		}
		for _, r := range c.Invariants {
			lines = head.appendRow(lines, &csvLeaf{path: report.RuleMetric(r.Name), outcome: string(r.State), note: r.Note})
		}
		to.Write(lines)
		return nil
	}
}

func appendNumber(b []byte, v float64) []byte { return strconv.AppendFloat(b, v, 'g', -1, 64) }

func appendRatio(b []byte, r report.Ratio) []byte {
	switch {
	case !r.Defined:
		return b
	case r.Value == 0:
		return append(b, '0')
	case r.Value == 1:
		return append(b, '1')
	}
	return appendNumber(b, r.Value)
}

func appendIndices(b []byte, all []int) []byte {
	for i, n := range all {
		if i > 0 {
			b = append(b, '.')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return b
}

// appendObject appends a cell with a JSON object, an empty one for no entries.
func appendObject(b []byte, entries map[string]string) []byte {
	if len(entries) == 0 {
		return b
	}
	text, _ := json.Marshal(entries) // texts can always be written
	return appendCell(b, jsonText(text))
}

// appendCell appends text as encoding/csv writes it, which asks more of each cell
// than the row takes to make.
func appendCell(b []byte, text string) []byte {
	quote := strings.HasPrefix(text, " ") || text == `\.`
	for i := 0; i < len(text) && !quote; i++ {
		switch text[i] {
		case ',', '"', '\n', '\r':
			quote = true
		}
	}
	if !quote {
		return append(b, text...)
	}
	b = append(b, '"')
	for {
		at := strings.IndexByte(text, '"')
		if at < 0 {
			return append(append(b, text...), '"')
		}
		b = append(append(b, text[:at+1]...), '"')
		text = text[at+1:]
	}
}

// cell returns text of which a spreadsheet makes no formula.
func cell(text string) string {
	text = terminal.Visible(text)
	if text == "" {
		return ""
	}
	switch first, _ := utf8.DecodeRuneInString(text); first {
	case '=', '+', '-', '@', '＝', '＋', '－', '＠':
		return "'" + text
	}
	return text
}

// jsonText returns a JSON value in which every character is visible: invisible ones, and no others, are
// escaped in the manner of JSON. JSON has such characters in strings only.
func jsonText(value json.RawMessage) string {
	text := document.Unescape(string(value))
	if terminal.Visible(text) == text {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case terminal.Visible(string(r)) == string(r):
			b.WriteRune(r)
		case r == ' ' || r == '\n' || r == '\t' || r == '\r': // between tokens
			b.WriteByte(' ')
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
