// Package conformance embeds the rules behind the numbers of extracteval as data:
// one row per rule, with a spec, an answer, a truth, the expected result, and the
// reason. README.md describes the format for implementations in other languages.
//
// [Rows] returns the rows. [Compare] compares one result with its row, and [Check]
// all results with all rows. [ReadResults] reads the results of another
// implementation, and [OfRecord] reads a result from an artifact.
//
// The package implements no rule and does not import this module: each implementation
// converts its output to a [Result]. The values in the rows come from the text of the
// rules, by hand or from the source that a row names, never from the output of this
// module.
package conformance

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
)

// Row is one case with its expected result.
type Row struct {
	ID string `json:"id"` // unique, and stable: results are joined by it
	// Why is the rule that the row shows, and the calculation of its numbers.
	Why string `json:"why"`
	// Spec is the spec in JSON. With an empty object all values are compared by
	// type.
	Spec json.RawMessage `json:"spec"`
	// Got is the answer in JSON, GotText the text of an answer that may be invalid
	// JSON. A row has one of the two.
	Got     json.RawMessage `json:"got,omitzero"`
	GotText *string         `json:"got_text,omitzero"`
	Want    json.RawMessage `json:"want"` // the truth, in JSON
	// Text is the text of the document, "" if unknown.
	Text string `json:"text,omitzero"`
	// Expected is the expected result. Keys that it does not give are not compared.
	Expected
	// Pending is the reason why the rule is not implemented yet, "" if it is.
	Pending string `json:"pending,omitzero"`
}

// Answer returns the text of the answer.
func (r Row) Answer() []byte {
	if r.GotText != nil {
		return []byte(*r.GotText)
	}
	return r.Got
}

// ScoreLines returns the row in the format of evalreport score: a line of a file of
// truths and a line of a file of answers.
func (r Row) ScoreLines() (want, got []byte) {
	answer := any(r.Got)
	if r.GotText != nil {
		answer = *r.GotText
	}
	line := func(key string, value any) []byte {
		members := map[string]any{"id": r.ID, key: value}
		if r.Text != "" && key == "want" {
			members["text"] = r.Text
		}
		text, err := json.Marshal(members)
		if err != nil { // in a row that is not from Rows
			return nil
		}
		return append(text, '\n')
	}
	return line("want", r.Want), line("got", answer)
}

// Expected is the result of a row. A nil field is not given.
type Expected struct {
	// Outcomes has the outcomes of all leaves by path: by the index in the truth, or the
	// index in the answer if the truth has no such item.
	Outcomes map[string]Outcomes `json:"outcomes,omitzero"`
	// Counts has the number of each outcome by attribute: "lines[].amount".
	// Zeros, and attributes with only zeros, may be left out.
	Counts  map[string]map[string]int `json:"counts,omitzero"`
	Score   *float64                  `json:"score,omitzero"`
	Verdict *string                   `json:"verdict,omitzero"`
	Misses  []string                  `json:"misses,omitzero"` // in order
	// Measures has numbers by name; null is undefined.
	Measures map[string]*float64 `json:"measures,omitzero"`
	// Invariants has the state of each invariant of the spec by its name: "holds",
	// "broken", "not_applicable" or "errored".
	Invariants map[string]string `json:"invariants,omitzero"`
	// Origins has the origin of mistakes by path, "made_up", for the mistakes whose origin the
	// text of the document shows.
	Origins map[string]string `json:"origins,omitzero"`
	// Error names the part that cannot be evaluated: "spec", or "truth". Such a row
	// has no other keys.
	Error string `json:"error,omitzero"`
}

// Outcomes are the outcomes of the leaves of one path: in JSON a string, or an array
// if an unpaired item of the answer has the same index as an item of the truth.
type Outcomes []string

// UnmarshalJSON reads a string or an array of strings.
func (o *Outcomes) UnmarshalJSON(text []byte) error {
	var one string
	if err := json.Unmarshal(text, &one); err == nil {
		*o = Outcomes{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(o))
}

// MarshalJSON writes a string or an array of strings.
func (o Outcomes) MarshalJSON() ([]byte, error) {
	if len(o) == 1 {
		return json.Marshal(o[0])
	}
	return json.Marshal([]string(o))
}

//go:embed vectors/*.jsonl
var vectors embed.FS

// Rows returns all rows, sorted by file name and then by line. The error names
// the file and line of an invalid row.
func Rows() ([]Row, error) {
	files, err := vectors.ReadDir("vectors")
	if err != nil {
		return nil, err
	}
	var rows []Row
	first := make(map[string]string)
	for _, f := range files {
		name := path.Join("vectors", f.Name())
		text, err := vectors.ReadFile(name)
		if err != nil {
			return nil, err
		}
		number := 0
		for line := range bytes.Lines(text) {
			number++
			place := fmt.Sprintf("%s:%d", name, number)
			row, err := parseRow(line)
			if err != nil {
				return nil, fmt.Errorf("conformance: %s: %w", place, err)
			}
			if before, ok := first[row.ID]; ok {
				return nil, fmt.Errorf("conformance: %s: the id %q is also at %s", place, row.ID, before)
			}
			first[row.ID] = place
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func parseRow(line []byte) (row Row, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&row); err != nil {
		return Row{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return Row{}, errors.New("there is text after the object")
	}
	switch {
	case row.ID == "":
		return Row{}, errors.New("the row has no id")
	case row.Why == "":
		return Row{}, fmt.Errorf("row %q does not say why", row.ID)
	case row.Spec == nil || row.Want == nil:
		return Row{}, fmt.Errorf("row %q has no spec or no want", row.ID)
	case (row.Got == nil) == (row.GotText == nil):
		return Row{}, fmt.Errorf("row %q has got and got_text, or neither; give one of them", row.ID)
	case len(row.given()) == 0:
		return Row{}, fmt.Errorf("row %q expects nothing", row.ID)
	}
	return row, nil
}
