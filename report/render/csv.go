package render

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/terminal"
)

// csvHeader is the first row.
var csvHeader = []string{
	"dataset", "case", "trial", "want index", "got index", "path", "outcome", "similarity", "want", "got", "note",
}

// CSV writes one row per comparison, in the order of the records:
//
//	dataset,case,trial,want index,got index,path,outcome,similarity,want,got,note
//
// Indices are those of list items, outermost first and joined by "."; they are
// empty outside of lists, and for the side that has no such item. Want and got are
// JSON texts, so that "5", 5, null and nothing at all stay four things; characters
// that are not seen are JSON escapes in them.
//
// No cell is a formula to a spreadsheet: JSON texts begin with none of the
// characters that start one (a minus is that of a number), and a name or note that
// begins with =, +, -, @, a tab or a line break, or a full-width form of these, has
// an apostrophe in front. A reader of data should drop it.
//
// Records are streamed; damaged lines are passed over. The error is one of a source
// or of w.
func CSV(w io.Writer, sources ...artifact.Source) error {
	to := csv.NewWriter(w)
	to.Write(csvHeader)
	for _, source := range sources {
		if err := writeRows(to, source); err != nil {
			return fmt.Errorf("render: %s: %w", source.Name, err)
		}
	}
	to.Flush()
	if err := to.Error(); err != nil {
		return fmt.Errorf("render: CSV: %w", err)
	}
	return nil
}

func writeRows(to *csv.Writer, source artifact.Source) error {
	from, err := source.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	dataset := ""
	row := make([]string, len(csvHeader))
	r := artifact.NewReader(from, source.Name)
	for r.Scan() {
		switch rec := r.Record().(type) {
		case *report.Dataset:
			dataset = cell(rec.Name)
		case *report.Case:
			for i := range rec.Fields {
				f := &rec.Fields[i]
				row = append(row[:0],
					dataset, cell(rec.ID), strconv.Itoa(rec.Trial), indices(f.WantIndex), indices(f.GotIndex),
					cell(f.Path), f.Outcome.String(), strconv.FormatFloat(f.Similarity, 'g', -1, 64),
					jsonText(f.Want), jsonText(f.Got), cell(f.Note),
				)
				if err := to.Write(row); err != nil {
					return err
				}
			}
		}
	}
	return r.Err()
}

func indices(all []int) string {
	var b strings.Builder
	for i, n := range all {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// cell returns text of which a spreadsheet makes no formula.
func cell(text string) string {
	text = terminal.Visible(text)
	for _, start := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
		if strings.HasPrefix(text, start) {
			return "'" + text
		}
	}
	return text
}

// jsonText returns a JSON value in which every character is seen: what is not is
// escaped in the manner of JSON. JSON has such characters in strings only.
func jsonText(value json.RawMessage) string {
	text := string(value)
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
