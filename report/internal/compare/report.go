package compare

import (
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Report is a comparison of several runs.
type Report struct {
	// Level is 1 minus the chance of any false mark, and the level of intervals.
	Level float64
	// By are the labels whose values are the columns, nil if the columns are runs.
	By []string
	// Columns are the runs in the order in which they were given, or the values of labels, sorted.
	Columns []Column
	// Sets are sorted by package and name.
	Sets []Set
	// Surplus says which runs are not compared since their column has another run of the data set. Columns are then values of labels.
	Surplus []string
	// Warnings are the warnings that belong to no data set.
	Warnings []string
}

// Column is one run, or one value of labels.
type Column struct {
	// Name differs from the names of the other columns: it has the values of the fewest labels that tell the columns
	// apart, else the shortest end of the path.
	Name string
	// Source is the name of the run as it was given, "" if columns are values of labels.
	Source string
	// Labels are the labels that all data sets of the column share.
	Labels map[string]string
	// Unreadable says why nothing of the run could be read, "" if something could.
	Unreadable string
}

// Set is one data set of all runs.
type Set struct {
	Package, Dataset string
	// Repetition is 1: repetitions of go test -count and -cpu are trials of their run.
	Repetition int
	// Cases is the number of cases that all comparable runs were asked for, without those that cannot be judged by one
	// truth.
	Cases int
	// Runs has one entry for each column, in their order.
	Runs []Run
	// Compared are the columns that can be compared. Why says why nothing is compared: there are fewer than two such
	// columns, there is no case, or too many cases cannot be judged by one truth.
	Compared []int
	Why      string
	// Rows are the averages, the pass rate, the fields, the classes, the invariants and the measures.
	Rows []Row
	// Rival is the run over which the highest run of the deciding row is ahead by Ahead in [Report.Decisions], -1 for
	// none. It is the next run or, if runs are not told apart and the highest is not the cheapest of them, the
	// cheapest. The interval of Ahead contains 0 if and only if the two are not told apart.
	Rival int
	Ahead report.Estimate
	// Cost is the quantity of [Run].Price, "" if fewer than two runs report their spending.
	Cost usage.Quantity
	// Disagreements are the cases on which the runs disagree, those with the most
	// disagreement first, and More how many more there are.
	Disagreements []Case
	More          int
	// Documents are the compared cases, nil unless [Options].MaxDocuments asks for them.
	Documents *Documents
	Warnings  []string

	copied bool // several cases are one document, or one cluster
	apart  bool // each run is judged by its own rules, since not all can be judged by those of one
}

// Run is one run in a data set.
type Run struct {
	// Here says that the run has the data set. NotEvaluable says why it is not compared, "" if it is.
	Here         bool
	NotEvaluable string
	// Version is the version that the data set states in the run, "" for none.
	Version string
	// Cases is the number of cases that the run was asked for, and Alone how many of them some compared run was not
	// asked for.
	Cases, Alone int
	// Relabelled is the effect of changed labels on the run, nil for no effect: all runs are judged by the truths of
	// the run that began last.
	Relabelled *runs.LabelChange
	// Summary is over the cases that are compared.
	Summary report.Summary
	// Spending is the spending of these cases. Replayed is how many of their answers, in all trials, are from
	// recordings, and Taken how many are from an earlier run: Spending leaves out the latency of both.
	Spending        *usage.Spending
	Replayed, Taken int
	// Price is the mean of [Set].Cost over the cases that report it. DominatedBy are the columns that cost no more, are
	// no worse in macro F1, and are better in one of the two. OnFront says that the run has both numbers and no other
	// dominates it.
	Price       report.Ratio
	DominatedBy []int
	OnFront     bool
}

// macroF1 is the name of the row that decides.
const macroF1 = "macro F1"

// Row is one number of each run, with its best run. [runs.Row].Values has one entry for each column; the value of a column
// that is not compared is undefined. No run is marked as the best in a row that is no hypothesis.
type Row struct {
	runs.Row
	// Top is the column with the highest value, -1 if no value is defined, and for a row that is not a hypothesis. Best says that Top is
	// better than every other column beyond chance.
	Top  int
	Best bool
	// P is the adjusted p-value of the weakest test of Top against another column, undefined if nothing could be
	// tested.
	P report.Ratio
	// Tied are the columns that are not told apart from Top, if it is not Best.
	Tied []int
}

// Open reports whether a column is one of several that may be the best.
func (r *Row) Open(column int) bool {
	return !r.Best && len(r.Tied) > 0 && r.Values[column].Value.Defined && (column == r.Top || slices.Contains(r.Tied, column))
}

// Mark returns "*" for the best column. If there is no best, it returns "~" for the highest column and the columns that
// are not told apart from it. Else it returns "".
func (r *Row) Mark(column int) string {
	switch {
	case r.Best && column == r.Top:
		return "*"
	case r.Open(column):
		return "~"
	}
	return ""
}

// Text returns the value of a column for people.
func (r *Row) Text(column int) string { return terminal.Amount(r.Value(column), r.Count) }

// Case is a case on which runs disagree.
type Case struct {
	ID string
	// Disagreement counts pairs of runs: for each field and invariant the pairs of a right and a wrong run, and the
	// pairs in which one run passes more often.
	Disagreement int
	// Answers has one entry for each column.
	Answers []Answer
	// Fields are the fields on which runs disagree, at most 10. MoreFields is how many more there are.
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
	// Values are at most 3 leaves of the first trial in which runs differ. MoreValues is how many more there are.
	Values     []CaseValue
	MoreValues int
}

// CaseValue is one leaf. Texts are JSON, cut to 200 bytes around their first difference.
type CaseValue struct {
	Path string
	// Got has one entry for each column. The zero Value says that the answer has no such leaf.
	Got []diff.Value
	// Want is the truth. If runs had different truths, it has all of them, joined by "or".
	Want string
}

// NotEvaluable reports whether a run of any data set could not be compared.
func (r *Report) NotEvaluable() bool {
	return len(r.Surplus) > 0 || slices.ContainsFunc(r.Columns, func(c Column) bool { return c.Unreadable != "" }) ||
		slices.ContainsFunc(r.Sets, func(s Set) bool {
			return s.Why != "" || slices.ContainsFunc(s.Runs, func(r Run) bool { return r.NotEvaluable != "" })
		})
}
