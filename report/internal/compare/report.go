package compare

import (
	"math"
	"slices"
	"strconv"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/rescore"
)

// Report is a comparison of several runs.
type Report struct {
	// Level is 1 minus the chance of any false mark, and the level of intervals.
	Level float64
	// By are the labels whose values the columns are, nil where these are the runs.
	By []string
	// Columns are the runs in the order in which they were given, or the values of labels
	// in their order.
	Columns []Column
	// Sets come by package and name.
	Sets []Set
	// Warnings are those that belong to no data set.
	Warnings []string
}

// Column is one run, or one value of labels.
type Column struct {
	// Name tells it from the others: the values of the fewest labels that do, else the
	// shortest end of its path.
	Name string
	// Source is the name of the run as it was given, "" where columns are values of labels.
	Source string
	// Labels are those that all of its data sets share.
	Labels map[string]string
	// Unreadable says why nothing of it could be read, "" where something could.
	Unreadable string
}

// Set is one data set of all runs.
type Set struct {
	Package, Dataset string
	// Repetition is 1: repetitions of go test -count and -cpu are trials of their run.
	Repetition int
	// Cases is the number of cases that were asked for in all runs that can be compared, without those that
	// cannot be judged by one truth.
	Cases int
	// Runs has one entry for each column, in their order.
	Runs []Run
	// Compared are the columns that can be compared; Why says why there are fewer than two
	// of them, or no cases, or that too many cannot be judged by one truth.
	Compared []int
	Why      string
	// Rows are the averages, the pass rate, the fields, the invariants and the measures.
	Rows []Row
	// Rival is the run over which the highest of the row that decides is ahead by Ahead in [Report.Decisions], -1 for none: the next
	// run; where runs are not told apart, the cheapest of them. The interval of Ahead contains 0 iff the two are not told apart.
	Rival int
	Ahead report.Estimate
	// Cost is the quantity of [Run.Price], "" where fewer than two runs say their spending.
	Cost usage.Quantity
	// Disagreements are the cases on which the runs disagree, those with the most
	// disagreement first, and More how many more there are.
	Disagreements []Case
	More          int
	// Documents are the compared cases, nil unless [Options].MaxDocuments asks for them.
	Documents *Documents
	Warnings  []string

	copied bool // several cases are one document, or one cluster
}

// Run is one run in a data set.
type Run struct {
	// Here says that the run has the data set. NotEvaluable says why it is not compared,
	// "" where it is.
	Here         bool
	NotEvaluable string
	// Version is the version that the data set names itself by in the run, "" for none.
	Version string
	// Cases were asked for, and Alone of them not in all runs that are compared.
	Cases, Alone int
	// Relabelled is the effect of changed labels on the run, nil for no effect: all runs are judged by the truths of
	// the run that began last.
	Relabelled *rescore.LabelChange
	// Summary is over the cases that are compared.
	Summary report.Summary
	// Spending is the spending of these cases. Replayed is how many of them, each trial counted, were answered from
	// recordings, and Taken how many from an earlier run: the latency of either is left out.
	Spending        *usage.Spending
	Replayed, Taken int
	// Price is the mean of [Set.Cost] over the cases that say it. DominatedBy are the
	// columns that cost no more and are no worse in macro F1, and better in one of them.
	// OnFront: it has both numbers, and there is no such column.
	Price       report.Ratio
	DominatedBy []int
	OnFront     bool
}

// macroF1 is the name of the row that decides.
const macroF1 = "macro F1"

// Kind is the kind of a [Row].
type Kind string

const (
	Average   Kind = "average"
	Rate      Kind = "pass rate"
	Field     Kind = "field"
	Class     Kind = "class" // a declared class of a field, "type=invoice"
	Invariant Kind = "invariant"
	Measure   Kind = "measure" // a number beside the fields: not a hypothesis, so no run is marked as the best
)

// Row is one number of each run.
type Row struct {
	// Name is "micro F1", "macro F1", "pass rate", an attribute, "rule " and the name of an
	// invariant, whose number is the rate at which it holds, or the name of a measure.
	Name  string
	Kind  Kind
	Items bool // whole items of a list, which enter no average
	// People is how far people agree on the field, by the run whose truths judge all; nil where that is unknown.
	People *report.FieldAgreement
	Count  bool // a measure that is a number of things, not a ratio in [0,1]
	// Cells has one entry for each column; the value of one that is not compared is
	// undefined.
	Cells []report.Estimate
	// Top is the column with the highest value, -1 where no value is defined, and of a measure. Best says that
	// it is better than every other beyond chance.
	Top  int
	Best bool
	// P is the p-value of the weakest of the tests of Top against the others, adjusted; it
	// is undefined where nothing could be tested.
	P report.Ratio
	// Tied are the columns that are not told apart from Top where it is not Best.
	Tied []int
}

// Open reports whether a column may be the best for all that is known, as others may.
func (r *Row) Open(column int) bool {
	return !r.Best && len(r.Tied) > 0 && r.Cells[column].Value.Defined && (column == r.Top || slices.Contains(r.Tied, column))
}

// Mark is "*" for the column that is best, "~" for those that are not told apart from the highest, which is one of
// them, and else "".
func (r *Row) Mark(column int) string {
	switch {
	case r.Best && column == r.Top:
		return "*"
	case r.Open(column):
		return "~"
	}
	return ""
}

// Text is the value of a column for people.
func (r *Row) Text(column int) string {
	v := r.Cells[column].Value
	if r.Count && v.Defined && v.Value == math.Trunc(v.Value) {
		return strconv.FormatFloat(v.Value, 'f', 0, 64)
	}
	return v.String()
}

// Case is a case on which runs disagree.
type Case struct {
	ID string
	// Disagreement is the number of pairs of runs with one right and the other wrong, added up over the fields and
	// invariants, and of pairs with one passing more often.
	Disagreement int
	// Answers has one entry for each column.
	Answers []Answer
	// Fields are those on which runs disagree, at most 10, and how many more there are.
	Fields     []CaseField
	MoreFields int
}

// Answer is the answer of one run to a case.
type Answer struct {
	Compared               bool
	Passed, Failed, Trials int
	Error                  string // of the first trial, cut to 200 bytes
}

// CaseField is one field of a case on which runs disagree.
type CaseField struct {
	Field string
	// Marks has one entry for each column.
	Marks []Mark
	// Values are of the first trial, at most 3 leaves, and how many more.
	Values     []CaseValue
	MoreValues int
}

// CaseValue is one leaf. Texts are JSON, cut to 200 bytes around their first difference.
type CaseValue struct {
	Path string
	// Got has one entry for each column. The zero Value says that there is no such leaf.
	Got []diff.Value
	// Want is the truth; where runs had different ones, all of them with "or" between.
	Want string
}

// NotEvaluable reports whether a run of any data set could not be compared.
func (r *Report) NotEvaluable() bool {
	return slices.ContainsFunc(r.Columns, func(c Column) bool { return c.Unreadable != "" }) ||
		slices.ContainsFunc(r.Sets, func(s Set) bool {
			return s.Why != "" || slices.ContainsFunc(s.Runs, func(r Run) bool { return r.NotEvaluable != "" })
		})
}
