// Package conformance embeds what the numbers of extracteval mean as data: one
// row a rule, each with a spec, an answer, a truth, what comes of them, and why.
// README.md describes the format for whoever brings the rules to another language.
//
// [Rows] returns the rows. [Compare] holds one result against its row, and
// [Check] all results against all rows. [ReadResults] reads the results of another
// implementation, and [OfRecord] those that an artifact keeps.
//
// The package knows no rule itself and imports nothing of this module: whoever is
// held against the rows makes a [Result] of what it has found. The values in the rows
// are from the text of the rules, by hand or from the source that a row names,
// never from the output of this module.
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

// Row is one case with what must come of it.
type Row struct {
	ID string `json:"id"` // unique, and stable: results are joined by it
	// Why is the rule that the row shows, and for numbers how they come about.
	Why string `json:"why"`
	// Spec is the spec in JSON. In an empty object all values are compared by type.
	Spec json.RawMessage `json:"spec"`
	// Got is the answer in JSON, GotText the text of one that may be no JSON. A row has
	// one of the two.
	Got     json.RawMessage `json:"got,omitzero"`
	GotText *string         `json:"got_text,omitzero"`
	Want    json.RawMessage `json:"want"` // the truth, in JSON
	// Text is the text of the document, "" where none is known.
	Text string `json:"text,omitzero"`
	// Expected is what must come of the row. What it does not give is not compared.
	Expected
	// Pending says why the rule is not followed yet, "" for one that is.
	Pending string `json:"pending,omitzero"`
}

// Answer returns the text of the answer.
func (r Row) Answer() []byte {
	if r.GotText != nil {
		return []byte(*r.GotText)
	}
	return r.Got
}

// ScoreLines returns the row as evalreport score reads it, a line of a file of truths
// and one of a file of answers.
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
		if err != nil { // of a row that Rows did not make
			return nil
		}
		return append(text, '\n')
	}
	return line("want", r.Want), line("got", answer)
}

// Expected is what comes of a row. A nil field is not given.
type Expected struct {
	// Outcomes has the outcomes of all leaves by path: by the index in the truth, and in
	// the answer where the truth has no such item.
	Outcomes map[string]Outcomes `json:"outcomes,omitzero"`
	// Counts has how often each outcome occurred by attribute: "lines[].amount".
	// Zeros, and attributes that have nothing else, may be left out.
	Counts  map[string]map[string]int `json:"counts,omitzero"`
	Score   *float64                  `json:"score,omitzero"`
	Verdict *string                   `json:"verdict,omitzero"`
	Misses  []string                  `json:"misses,omitzero"` // in order
	// Measures has numbers by name; null is one that is undefined.
	Measures map[string]*float64 `json:"measures,omitzero"`
	// Invariants has the state of each invariant of the spec by its name: "holds",
	// "broken", "not_applicable" or "errored".
	Invariants map[string]string `json:"invariants,omitzero"`
	// Origins says by path where the mistakes come from, "made_up", those of which the text of
	// the document tells it.
	Origins map[string]string `json:"origins,omitzero"`
	// Error names what cannot be evaluated at all: "spec", or "truth". Nothing else is
	// expected of such a row.
	Error string `json:"error,omitzero"`
}

// Outcomes are the outcomes of the leaves of one path: in JSON a string, or an array
// where an item of the answer without partner has the index of one of the truth.
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

// MarshalJSON writes what UnmarshalJSON reads.
func (o Outcomes) MarshalJSON() ([]byte, error) {
	if len(o) == 1 {
		return json.Marshal(o[0])
	}
	return json.Marshal([]string(o))
}

//go:embed vectors/*.jsonl
var vectors embed.FS

// Rows returns all rows, by the names of their files and then in order. The error
// names the file and line of a row that is none.
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
		return Row{}, errors.New("there is text behind the object")
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
