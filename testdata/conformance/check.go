package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Slack is the largest accepted difference between a number and its row.
const Slack = 1e-9

// Difference is one difference between a result and its row.
type Difference struct {
	Key       string // "score", "outcomes of total", "counts of lines[].amount"
	Got, Want string
}

// String returns the difference in one line.
func (d Difference) String() string {
	return fmt.Sprintf("%s: got %s, want %s", d.Key, d.Got, d.Want)
}

const none = "none"

// Compare returns the differences between a result and its row, and the keys of the row that the
// result does not give, each measure by its name. It ignores keys that the row does not give.
func Compare(row Row, result Result) (differences []Difference, notGiven []string) {
	differ := func(key, got, want string) {
		if got != want {
			differences = append(differences, Difference{key, got, want})
		}
	}
	if row.Error != "" || result.Error != "" {
		if result.Error == "" && len(result.given()) == 0 {
			return nil, []string{"error"}
		}
		differ("error", cmp.Or(result.Error, none), cmp.Or(row.Error, none))
		return differences, nil
	}
	given := result.given()
	for _, key := range row.given() {
		if key != "measures" && !slices.Contains(given, key) {
			notGiven = append(notGiven, key)
			continue
		}
		switch key {
		case "outcomes":
			for _, path := range keys(row.Outcomes, result.Outcomes) {
				differ("outcomes of "+path, outcomesText(result.Outcomes[path]), outcomesText(row.Outcomes[path]))
			}
		case "counts":
			for _, attribute := range keys(row.Counts, result.Counts) {
				differ("counts of "+attribute, countsText(result.Counts[attribute]), countsText(row.Counts[attribute]))
			}
		case "score":
			if !near(*result.Score, *row.Score) {
				differ(key, number(result.Score), number(row.Score))
			}
		case "verdict":
			differ(key, *result.Verdict, *row.Verdict)
		case "misses":
			differ(key, quoted(result.Misses), quoted(row.Misses))
		case "invariants":
			for _, name := range keys(row.Invariants, result.Invariants) {
				differ("invariant "+name, cmp.Or(result.Invariants[name], none), cmp.Or(row.Invariants[name], none))
			}
		case "origins":
			for _, path := range keys(row.Origins, result.Origins) {
				differ("origin of "+path, cmp.Or(result.Origins[path], none), cmp.Or(row.Origins[path], none))
			}
		case "measures":
			d, missing := compareMeasures(row.Measures, result.Measures)
			differences = append(differences, d...)
			notGiven = append(notGiven, missing...)
		}
	}
	return differences, notGiven
}

func compareMeasures(want, got map[string]*float64) (differences []Difference, notGiven []string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		w := want[name]
		switch g, ok := got[name]; {
		case !ok:
			notGiven = append(notGiven, name)
		case (w == nil) != (g == nil) || w != nil && !near(*g, *w):
			differences = append(differences, Difference{name, number(g), number(w)})
		}
	}
	return differences, notGiven
}

// given returns the names of the keys that e gives.
func (e Expected) given() (keys []string) {
	for _, k := range []struct {
		name string
		ok   bool
	}{
		{"outcomes", e.Outcomes != nil}, {"counts", e.Counts != nil}, {"score", e.Score != nil}, {"verdict", e.Verdict != nil},
		{"misses", e.Misses != nil}, {"measures", e.Measures != nil}, {"invariants", e.Invariants != nil}, {"origins", e.Origins != nil}, {"error", e.Error != ""},
	} {
		if k.ok {
			keys = append(keys, k.name)
		}
	}
	return keys
}

// keys returns the keys of two maps in order.
func keys[V any](a, b map[string]V) []string {
	all := make(map[string]V, len(a))
	maps.Copy(all, a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

func outcomesText(o Outcomes) string {
	return cmp.Or(strings.Join(slices.Sorted(slices.Values(o)), ", "), none)
}

func countsText(counts map[string]int) string {
	var parts []string
	for _, outcome := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[outcome]; n != 0 {
			parts = append(parts, strconv.Itoa(n)+" "+outcome)
		}
	}
	return cmp.Or(strings.Join(parts, ", "), none)
}

func quoted(texts []string) string {
	parts := make([]string, len(texts))
	for i, text := range texts {
		parts[i] = strconv.Quote(text)
	}
	return cmp.Or(strings.Join(parts, ", "), none)
}

func near(a, b float64) bool { return math.Abs(a-b) <= Slack }

func number(f *float64) string {
	if f == nil {
		return "undefined"
	}
	return strconv.FormatFloat(*f, 'g', -1, 64)
}

// Status is the outcome of a row.
type Status string

const (
	Passed   Status = "passed"    // every given value equals the row
	Failed   Status = "failed"    // some value differs
	Pending  Status = "pending"   // some value differs, and the row is marked pending
	Early    Status = "early"     // every given value equals the row, which is still marked pending
	NotGiven Status = "not given" // the result is missing, or gives none of the row's keys
)

// Finding is the outcome of one row.
type Finding struct {
	Row         Row
	Status      Status
	Differences []Difference
	NotGiven    []string // keys of the row that the result does not have
}

// Check compares results with rows, by their ids. It returns one finding per row,
// in the order of the rows. It ignores results of other rows.
func Check(rows []Row, results []Result) []Finding {
	byID := make(map[string]Result, len(results))
	for _, r := range results {
		byID[r.ID] = r
	}
	findings := make([]Finding, len(rows))
	for i, row := range rows {
		f := Finding{Row: row}
		f.Differences, f.NotGiven = Compare(row, byID[row.ID])
		switch {
		case len(f.Differences) > 0 && row.Pending != "":
			f.Status = Pending
		case len(f.Differences) > 0:
			f.Status = Failed
		case len(byID[row.ID].given()) == 0 || len(f.NotGiven) == wanted(row):
			f.Status = NotGiven
		case row.Pending != "":
			f.Status = Early
		default:
			f.Status = Passed
		}
		findings[i] = f
	}
	return findings
}

// wanted returns the number of keys that a row gives, where each measure is
// one.
func wanted(row Row) int {
	n := len(row.given())
	if row.Measures != nil {
		n += len(row.Measures) - 1
	}
	return n
}

// Tally counts findings by status.
func Tally(findings []Finding) map[Status]int {
	counts := make(map[Status]int)
	for _, f := range findings {
		counts[f.Status]++
	}
	return counts
}
