// Package diff compares two runs over the same documents: which fields got worse, which
// got better, and whether the change is more than chance.
//
//	r, err := diff.Compare(old, new, diff.Options{MaxDrop: 0.01})
//	for _, line := range r.Headline() {
//		fmt.Println(line)
//	}
//
// [Compare] reads the artifacts of both runs as streams and returns a [Report]. It has the change of F1 of every field
// and average with an interval and a test, the cases that changed with both values, and the warnings a reader of the
// numbers needs. Its JSON form is the output of evalreport diff -json. [WriteText] prints it for people.
//
// Data sets are matched by package and name, and cases by their id. Only cases that both runs asked for enter a number.
// Both runs are judged by the labels of the run that began last: where labels have changed, the answers that the other run
// has kept are judged again. They are also judged by the rules of this run. [Report] also says what got worse under the
// rules of the other run alone.
//
// All tests of a report are adjusted for each other. So where nothing changed, the chance of any mark is at most 1 -
// [Options].Level, for one data set or for twenty. The statistics are described in package report/internal/diff.
package diff

import (
	"io"

	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
)

func init() { rescore.Custom = edlib.Custom }

// Options say how runs are compared. The zero value is the default:
//
//	Level     float64 // 1 minus the chance of any false alarm, and the level of intervals; default 0.95
//	MaxDrop   float64 // a significant drop of F1 that is no regression; 0.01 is one point
//	Seed      uint64  // of the bootstrap
//	Resamples int     // of the bootstrap; default 10,000
//	MaxCases  int     // in each list of cases; default 10, none when negative
//
//	AllowChangedRules bool // what got worse under the old rules alone is no regression
type Options = diff.Options

// Report is a comparison of two runs. Sets has the data sets, Warnings the doubts that belong to none of them.
//
// Its method Headline returns one line for each data set that regressed, Regressed reports whether anything got worse
// beyond chance and [Options].MaxDrop or disappeared, and NotEvaluable whether nothing can be concluded for a data
// set.
type Report = diff.Report

// Set is one data set: Micro, Macro, Fields and PassRate are its rows; Broken, Regressed, Fixed and Improved the cases
// that changed; Disappeared and Appeared the cases that only one run asked for.
type Set = diff.Set

// Row is one number in two runs, such as F1 of the field Name: its methods Old and New return the values; Delta is the
// change, with its interval from Low to High; Verdict says which way it went, and Reason why a change is not significant.
// Its method P returns the adjusted p-value, and Drop how much a regressed row lost.
type Row = diff.Row

// CaseChange is a case that changed: how it ended in both runs, and the fields with other values.
type CaseChange = diff.CaseChange

// Warning tells a reader of the numbers about a doubt: its Kind, such as "few_cases", and a Message.
type Warning = diff.Warning

// Verdict says which way a row or a data set went.
type Verdict = diff.Verdict

// Verdicts of rows and data sets.
const (
	Same        = diff.Same        // no significant change: "~"
	Regressed   = diff.Regressed   // significantly worse
	Improved    = diff.Improved    // significantly better
	Disappeared = diff.Disappeared // in the old run only: a regression
	Appeared    = diff.Appeared    // in the new run only
)

// Compare compares the artifacts of two runs, each of one or several sources. The result does not depend on the order
// of sources or of the cases in them, except for the choice between several records of one case.
//
// The error says which option is out of range, which source cannot be opened or read, or that a run holds no data set.
// The warnings of the report have all other problems of the artifacts.
func Compare(old, new []artifact.Source, o Options) (Report, error) {
	return diff.Compare(old, new, o)
}

// WriteText prints a report for people, in the manner of benchstat: the headline, then for each data set a table of
// F1 with the changes, the cases that changed, and the warnings as footnotes. Text from documents is made visible, so
// that it cannot control a terminal.
func WriteText(w io.Writer, r Report) error {
	return diff.WriteText(w, r, view.Screen{})
}
