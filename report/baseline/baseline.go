// Package baseline keeps how a run ended in a file that is committed beside a test, and says whether a later run is worse.
// It does for other programs what report.Gate.NoWorseThan does for the gate of a test. report.Baseline states the rule.
//
//	r := baseline.New(run, dataset)
//	for _, c := range cases {
//		r.Add(&c)
//	}
//	judged := r.Judge("testdata/invoices.baseline.jsonl")
//
// The file is an artifact: every command of evalreport reads it. It is JSON Lines, so that a change reads well in a review.
// Its lines are: what the file is; the run with the versions and labels of the system; the data set with its spec and policy;
// each number as people read it; each case, sorted by id; the end. A case has its outcomes by attribute, the classes that the
// spec declares, and hashes of its truth and document, and no other value, unless the gate keeps answers. If values are
// redacted, the hashes have the key of the redaction. The first line has a hash of all others: a file that was edited is not
// a baseline.
package baseline

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// defaultMaxFall is the [report.Gate].MaxFall of a gate that has none.
const defaultMaxFall = 0.02

// Run is how the cases of one run of a data set ended. It keeps a short text for each case and trial. Its methods must not
// be called concurrently.
type Run struct {
	// Keyless says that values are redacted, and their hashes have a random key: the run may not be a baseline.
	Keyless bool
	// Folder is where the artifact of the run lies, for the command that shows more; "" without one.
	Folder string
	// Prefix stands before that command, such as "cd invoices && ".
	Prefix string
	// Renewal is the command that writes the file; default go test of the data set.
	Renewal string

	run     report.Run
	dataset report.Dataset
	gate    report.Gate
	lines   []caseLine
	census  traits.Census
}

// caseLine is how a case ended in one trial.
type caseLine struct {
	verdict.Outcomes
	trial int
	unit  traits.Unit
}

// New returns a run without cases. The gate of the data set says whether answers are kept, and how far numbers may fall.
func New(run report.Run, dataset report.Dataset) *Run {
	r := &Run{run: run, dataset: dataset}
	if dataset.Gate != nil {
		r.gate = *dataset.Gate
	}
	r.run.Repetition, r.run.PID, r.run.Selection, r.run.Cacheable = 1, 0, report.Selection{}, false
	r.dataset.Gate, r.dataset.Runner, r.dataset.Shard, r.dataset.Shards = nil, nil, 0, 0
	if !r.gate.KeepAnswers {
		r.dataset.Classes = slices.DeleteFunc(slices.Clone(r.dataset.Classes), func(l report.ClassList) bool { return !l.Declared })
	}
	return r
}

// Add adds a case in a trial. It keeps nothing of c. The error says which number JSON cannot hold.
func (r *Run) Add(c *report.Case) error {
	if c.Status == report.Skipped {
		return nil
	}
	ended := *c
	ended.Classes = nil
	for _, p := range c.Classes {
		if slices.ContainsFunc(r.dataset.Classes, func(l report.ClassList) bool { return l.Attribute == p.Attribute }) {
			ended.Classes = append(ended.Classes, p)
		}
	}
	outcomes, err := verdict.OutcomesOf(&ended, r.dataset.Cluster, r.gate.KeepAnswers)
	if err != nil {
		return fmt.Errorf("baseline: case %q: %w", c.ID, err)
	}
	unit, document := traits.Units(c, r.dataset.Cluster)
	r.census.Add(c, document)
	r.lines = append(r.lines, caseLine{outcomes, c.Trial, unit})
	return nil
}

// Path returns the path of a baseline by the NoWorseThan of a gate, with the values of labels in the place of their names in
// braces: "testdata/{model}.jsonl". Characters of a value that are not safe in a file name are written as %2F. The error
// names a label that is missing.
func Path(pattern string, labels map[string]string) (string, error) {
	var path strings.Builder
	for rest := pattern; ; {
		before, after, found := strings.Cut(rest, "{")
		path.WriteString(before)
		if !found {
			return path.String(), nil
		}
		name, after, closed := strings.Cut(after, "}")
		value := labels[name]
		switch {
		case !closed:
			return "", fmt.Errorf("NoWorseThan is %q: a { has no }", pattern)
		case value == "":
			return "", fmt.Errorf("NoWorseThan is %q, and the run has no label %q", pattern, name)
		}
		path.WriteString(safe(value))
		rest = after
	}
}

// safe returns a text that is the name of a file: no two texts give the same name.
func safe(text string) string {
	text = url.PathEscape(text)
	for _, special := range []string{":", "*"} {
		text = strings.ReplaceAll(text, special, url.QueryEscape(special))
	}
	if strings.Trim(text, ".") == "" {
		text = strings.ReplaceAll(text, ".", "%2E")
	}
	return text
}

// source returns the run as an artifact. Its lines have the units of evidence, which the values of the truths decide: so a
// comparison with this run has the intervals of one with its artifact.
func (r *Run) source(name string) artifact.Source {
	r.sort()
	return artifact.Source{Name: name, Open: func() (io.ReadCloser, error) {
		reader, pipe := io.Pipe()
		go func() { // it ends with the last line, or when the reader is closed
			w := bufio.NewWriterSize(pipe, 1<<16)
			err := r.write(w, nil, true)
			pipe.CloseWithError(cmp.Or(err, w.Flush()))
		}()
		return reader, nil
	}}
}

// write writes the lines of the file after the first, to a writer that keeps its error, with the units of the cases or without
// them. The lines of r are sorted.
func (r *Run) write(w io.Writer, numbers []report.Number, units bool) error {
	for _, record := range []report.Record{r.run, r.dataset} {
		line, err := artifact.AppendRecord(nil, record)
		if err != nil {
			return err
		}
		w.Write(line)
	}
	for _, n := range numbers {
		if n.Value.Defined && !n.Secondary {
			w.Write(numberLine(n))
		}
	}
	copied, leaders := r.census.Decide(), traits.Leaders{}
	for _, l := range r.lines {
		leaders.Add(l.unit.Decided(copied), l.unit.Name)
	}
	for some := range r.cases() {
		outcomes := some[0].Outcomes
		outcomes.Trials = slices.Concat(arithmetic.Each(some, func(l caseLine) []json.RawMessage { return l.Trials })...)
		if units {
			outcomes.Unit = leaders.Of(some[0].unit.Decided(copied))
		}
		line, err := outcomes.Line()
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return err
		}
	}
	line, err := artifact.AppendRecord(nil, report.End{Cases: len(r.lines)})
	w.Write(line)
	return err
}

func (r *Run) sort() {
	slices.SortStableFunc(r.lines, func(a, b caseLine) int { return cmp.Or(strings.Compare(a.ID, b.ID), cmp.Compare(a.trial, b.trial)) })
}

// cases visits the lines of each case.
func (r *Run) cases() func(yield func([]caseLine) bool) {
	return func(yield func([]caseLine) bool) {
		for rest := r.lines; len(rest) > 0; {
			n := slices.IndexFunc(rest, func(l caseLine) bool { return l.ID != rest[0].ID })
			if n < 0 {
				n = len(rest)
			}
			if !yield(rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}
