package compare

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/runs"
)

// Options say how runs are compared. The zero value is the default.
type Options struct {
	// Level, in (0,1), is 1 minus the chance that a comparison of equal runs marks any run as best. It is also the
	// level of all intervals. Default 0.95.
	Level float64
	// MaxCases bounds the cases on which runs disagree that are listed for a data set. Default 10; none if negative.
	MaxCases int
	// MaxDocuments bounds the cases in [Set.Documents]. Default 0: none. There are fewer if they would have more than 4
	// million marks, one for each case, field and run.
	MaxDocuments int
	// By are names of labels. If there are any, the columns are the values of these labels: see the package comment.
	By []string
}

const defaultMaxCases = 10

// Input is one run.
type Input = runs.Input

// Read compares two or more runs. With Options.By one run is enough, as a run may have the data sets of several
// columns. The result does not depend on the order of sources or of the cases in them.
//
// The error says which option is out of range, that there are too few runs, or that nothing of any run could be read.
// If only some runs cannot be read, their columns say why.
func Read(inputs []Input, o Options) (Report, error) {
	o.MaxCases = max(cmp.Or(o.MaxCases, defaultMaxCases), 0)
	tests, err := diff.Options{Level: o.Level, MaxCases: -1}.WithDefaults()
	if err != nil {
		return Report{}, err
	}
	c := comparison{o: o, tests: tests, ledger: &runs.Ledger{}}
	c.tests.Resamples = -1 // only the decision has intervals
	c.report.Level = tests.Level
	c.report.By = o.By
	if len(o.By) > 0 {
		err = c.readBy(inputs)
	} else {
		err = c.readRuns(inputs)
	}
	if err != nil {
		return Report{}, err
	}
	for _, m := range runs.MatchSets(c.sets) {
		c.addSet(m)
	}
	c.judge()
	for i := range c.report.Sets {
		c.describe(&c.report.Sets[i], c.tables[i])
		c.documents(&c.report.Sets[i], c.tables[i])
	}
	return c.report, nil
}

// comparison is the state of one call of Read.
type comparison struct {
	o      Options
	tests  diff.Options
	ledger *runs.Ledger
	report Report
	sets   [][]*runs.Cases // by column
	tables []*table        // one for each set of the report
}

func (c *comparison) readRuns(inputs []Input) error {
	if len(inputs) < 2 {
		return fmt.Errorf("compare: got %s, want two or more", words.Plural(len(inputs), "run"))
	}
	var errs []error
	c.sets, errs = c.ledger.Read(inputs)
	for i, input := range inputs {
		column := Column{Name: input.Name, Source: input.Name}
		if errs[i] != nil {
			column.Unreadable = strings.TrimPrefix(errs[i].Error(), "diff: ")
		}
		for n, set := range c.sets[i] {
			labels := set.Set.Run.Labels
			if n == 0 {
				column.Labels = maps.Clone(labels)
			}
			maps.DeleteFunc(column.Labels, func(name, value string) bool { return labels[name] != value })
		}
		c.report.Columns = append(c.report.Columns, column)
	}
	if len(slices.Concat(c.sets...)) == 0 {
		return errors.Join(errs...)
	}
	nameColumns(c.report.Columns)
	return nil
}

// readBy makes a column for each value of the labels Options.By.
func (c *comparison) readBy(inputs []Input) error {
	c.ledger.DatasetName = func(s *artifact.Section) string { return withoutValues(s.Key.Dataset, c.valuesOf(s.Run)) }
	var parts []Input
	for _, input := range inputs {
		for _, part := range runs.ByLabels(input.Sources) {
			parts = append(parts, Input{Name: input.Name, Sources: part.Sources})
		}
	}
	byInput, errs := c.ledger.Read(parts)
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	sets := slices.Concat(byInput...)
	columns := map[string]Column{}
	for _, set := range sets {
		values := c.valuesOf(set.Set.Run)
		if name := columnName(values); name != "" {
			labels := map[string]string{}
			for i, v := range values {
				if v != "" {
					labels[c.o.By[i]] = v
				}
			}
			columns[name] = Column{Name: name, Labels: labels}
		}
	}
	names := slices.Sorted(maps.Keys(columns))
	for _, name := range names {
		c.report.Columns = append(c.report.Columns, columns[name])
	}
	if len(names) < 2 {
		return fmt.Errorf("compare: the data sets have %s of %s, want two or more: %s", words.Plural(len(names), "value"), strings.Join(c.o.By, ", "), labelsOf(sets))
	}
	c.sets = make([][]*runs.Cases, len(names))
	for _, set := range sets {
		own, name := set.Set.Key.Dataset, columnName(c.valuesOf(set.Set.Run))
		if name == "" {
			c.report.Warnings = append(c.report.Warnings, fmt.Sprintf("data set %q has no label %s: it is left out", own, strings.Join(c.o.By, ", ")))
			continue
		}
		column := &c.sets[slices.Index(names, name)]
		if first := slices.IndexFunc(*column, func(other *runs.Cases) bool { return other.Key == set.Key }); first >= 0 {
			c.report.Surplus = append(c.report.Surplus, c.describeSurplus(name, (*column)[first].Set, set.Set))
			continue
		}
		*column = append(*column, set)
	}
	return nil
}

// describeSurplus says that a column has two runs of a data set, of which only the first is compared, and what tells them apart.
func (c *comparison) describeSurplus(column string, first, second *artifact.Set) string {
	labels := map[string]string{}
	maps.Copy(labels, first.Run.Labels)
	maps.Copy(labels, second.Run.Labels)
	one, two := fmt.Sprintf("%q", first.Key.Dataset), fmt.Sprintf("%q", second.Key.Dataset)
	var apart []string
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		if first.Run.Labels[name] != second.Run.Labels[name] {
			apart = append(apart, name)
		}
	}
	remedy := "a further label tells them apart"
	switch {
	case len(apart) > 0:
		one, two = one+" of "+words.Labels(first.Run.Labels), two+" of "+words.Labels(second.Run.Labels)
		remedy = words.Command("-by", strings.Join(append(slices.Clone(c.o.By), apart...), ",")) + " tells them apart"
	case one == two:
		one, two = first.Files[0], second.Files[0]
	}
	return fmt.Sprintf("%s has several runs of one data set: %s is compared, and %s is not; %s", column, one, two, remedy)
}

// labelsOf says which labels data sets have, and where labels come from.
func labelsOf(sets []*runs.Cases) string {
	labels := map[string]bool{}
	for _, set := range sets {
		for name := range set.Set.Run.Labels {
			labels[name] = true
		}
	}
	text := "they have no labels; "
	if len(labels) > 0 {
		text = "their labels are " + words.Quoted(slices.Sorted(maps.Keys(labels)), 10, "") + "; "
	}
	return text + "a suite has labels by its field Labels or by EVALTEST_LABELS, two files by score -label name=value"
}

func (c *comparison) valuesOf(run report.Run) []string {
	values := make([]string, len(c.o.By))
	for i, name := range c.o.By {
		values[i] = run.Labels[name]
	}
	return values
}

// columnName joins the values of labels, with "-" for an empty value. It returns "" if all values are empty.
func columnName(values []string) string {
	if strings.Join(values, "") == "" {
		return ""
	}
	named := slices.Clone(values)
	for i, v := range named {
		named[i] = cmp.Or(v, "-")
	}
	return strings.Join(named, ", ")
}

// withoutValues returns the name of a data set without the elements, between slashes, that equal one of the values or
// the form of a value in the name of a test.
func withoutValues(dataset string, values []string) string {
	name := "/" + dataset + "/"
	for _, v := range values {
		for _, text := range []string{v, testName(v)} {
			if text != "" {
				name = strings.ReplaceAll(name, "/"+text+"/", "/")
			}
		}
	}
	return cmp.Or(strings.Trim(name, "/"), dataset)
}

// testName returns the name of a subtest as package testing prints it, for texts of printable characters.
func testName(text string) string { return strings.ReplaceAll(text, " ", "_") }

// nameColumns gives columns different names: the values of the fewest labels, at most 3, that make them differ; of
// equally many labels, those with the shortest values. Without such labels, nameByPaths names the columns.
func nameColumns(columns []Column) {
	keys := map[string]bool{}
	for _, c := range columns {
		for name := range c.Labels {
			keys[name] = true
		}
	}
	names := slices.Sorted(maps.Keys(keys))
	for size := 1; size <= min(len(names), 3); size++ {
		best, length := []string(nil), 0
		for chosen := range subsets(names, size) {
			values, distinct := valuesBy(columns, chosen)
			n := len(strings.Join(values, ""))
			if distinct && (best == nil || n < length) {
				best, length = values, n
			}
		}
		if best != nil {
			for i := range columns {
				columns[i].Name = best[i]
			}
			return
		}
	}
	nameByPaths(columns)
}

// subsets visits all subsets of a size, in order.
func subsets(all []string, size int) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		chosen := make([]string, 0, size)
		var choose func(start int) bool
		choose = func(start int) bool {
			if len(chosen) == size {
				return yield(chosen)
			}
			for i := start; i < len(all); i++ {
				chosen = append(chosen, all[i])
				if !choose(i + 1) {
					return false
				}
				chosen = chosen[:len(chosen)-1]
			}
			return true
		}
		choose(0)
	}
}

func valuesBy(columns []Column, labels []string) (names []string, distinct bool) {
	seen := map[string]bool{}
	for _, c := range columns {
		values := make([]string, len(labels))
		for i, label := range labels {
			values[i] = cmp.Or(c.Labels[label], "-")
		}
		name := strings.Join(values, ", ")
		if seen[name] {
			return nil, false
		}
		seen[name] = true
		names = append(names, name)
	}
	return names, true
}

// nameByPaths names each column by the last elements of its path, as few as make all names differ. If a path was given
// several times, a number follows its name from the second time on: "run (2)".
func nameByPaths(columns []Column) {
	paths := make([][]string, len(columns))
	most := 1
	for i, c := range columns {
		paths[i] = strings.Split(filepath.ToSlash(filepath.Clean(c.Source)), "/")
		most = max(most, len(paths[i]))
	}
	for n := 1; ; n++ {
		seen := map[string]int{}
		for i, path := range paths {
			columns[i].Name = strings.Join(path[max(0, len(path)-n):], "/")
			seen[columns[i].Name]++
		}
		if len(seen) == len(columns) {
			return
		}
		if n < most {
			continue
		}
		number := map[string]int{}
		for i := range columns {
			name := columns[i].Name
			if number[name]++; number[name] > 1 {
				columns[i].Name += fmt.Sprintf(" (%d)", number[name])
			}
		}
		return
	}
}
