package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Result is an implementation's result for one row. In JSON it is a line
//
//	{"id": …, "outcomes": {…}, "counts": {…}, "score": …, "verdict": …, "misses": […], "measures": {…}, "invariants": {…}, "origins": {…}}
//
// without the keys that it does not know.
type Result struct {
	ID string `json:"id"`
	Expected
}

// ReadResults reads JSON Lines of results for some rows. name is the file name for
// messages. A byte order mark, CRLF and blank lines are skipped. A line that is not a
// result, an id that no row has and a second line of the same id are problems, each
// with file and line; the first line of an id counts. err is an error of r.
func ReadResults(r io.Reader, name string, rows []Row) (results []Result, problems []error, err error) {
	lines := make(map[string]int, len(rows)) // line number of each id, 0 before it was read
	for _, row := range rows {
		lines[row.ID] = 0
	}
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			result, problem := parseResult(line, number, lines)
			if problem != nil {
				problems = append(problems, fmt.Errorf("%s:%d: %w", name, number, problem))
			} else {
				results = append(results, result)
			}
		}
		if err == io.EOF {
			return results, problems, nil
		}
	}
}

// parseResult reads one line, and stores the line number of its id.
func parseResult(line []byte, number int, lines map[string]int) (result Result, problem error) {
	if err := json.Unmarshal(line, &result); err != nil {
		return Result{}, fmt.Errorf("not a result: %w", err)
	}
	first, known := lines[result.ID]
	switch {
	case result.ID == "":
		return Result{}, fmt.Errorf("the result has no id")
	case !known:
		return Result{}, fmt.Errorf("no row has the id %q", result.ID)
	case first > 0:
		return Result{}, fmt.Errorf("the id %q is on line %d, too", result.ID, first)
	}
	lines[result.ID] = number
	return result, nil
}

// OfRecord returns the result in a case's record of schema extracteval/v1. The
// result is complete, since rows are small enough for a whole record.
func OfRecord(line []byte) (Result, error) {
	var record struct {
		ID      string
		Score   *float64
		Verdict *string
		Misses  []string
		Counts  []struct {
			Attribute string
			Counts    map[string]int
		}
		Fields []struct {
			Path    string
			Outcome string
			Origin  string
		}
		Invariants []struct{ Name, State string }
	}
	if err := json.Unmarshal(line, &record); err != nil {
		return Result{}, fmt.Errorf("conformance: not the record of a case: %w", err)
	}
	result := Result{record.ID, Expected{
		Outcomes: make(map[string]Outcomes), Counts: make(map[string]map[string]int),
		Origins: make(map[string]string), Score: record.Score, Verdict: record.Verdict, Misses: append([]string{}, record.Misses...),
	}}
	for _, row := range record.Counts {
		result.Counts[row.Attribute] = row.Counts
	}
	for _, one := range record.Invariants {
		if result.Invariants == nil {
			result.Invariants = make(map[string]string)
		}
		result.Invariants[one.Name] = one.State
	}
	for _, f := range record.Fields {
		result.Outcomes[f.Path] = append(result.Outcomes[f.Path], f.Outcome)
		if f.Origin != "" {
			result.Origins[f.Path] = f.Origin
		}
	}
	return result, nil
}
