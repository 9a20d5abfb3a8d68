package labels

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// LabelsOf returns the file that has the truth of a case.
func (a *Acceptance) LabelsOf(id string) (_ *accept.Labels, err error) {
	if a.Data, err = shell.DataSet(a.section, a.Data); err != nil {
		return nil, err
	}
	set, err := dataset.Find(a.Data)
	if err != nil {
		return nil, err
	}
	path := set.TruthOf(id)
	if l := a.labels[path]; l != nil {
		return l, nil
	}
	l, err := accept.Data{Place: set, Key: a.Key}.Read(id)
	if err == nil {
		arithmetic.Map(&a.labels)[path] = l
	}
	return l, err
}

// labelsBeside returns the file with the labels of a folder of pairs, nil if there is none.
func (a *Acceptance) labelsBeside() (*accept.Labels, error) {
	path := filepath.Join(a.Data, dataset.LabelsFile)
	if l := a.labels[path]; l != nil {
		return l, nil
	}
	set, err := dataset.Find(a.Data)
	if err != nil {
		return nil, err
	}
	l, err := accept.Data{Place: set}.Beside()
	if err == nil && l != nil {
		arithmetic.Map(&a.labels)[path] = l
	}
	return l, err
}

// changed returns the names of the files that have changes, in order.
func (a *Acceptance) changed() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(a.labels)), func(path string) bool { return !a.labels[path].Changed() })
}

// FileNames returns the name of the changed file, or the number of changed files and their folder.
func (a *Acceptance) FileNames() string {
	all := a.changed()
	if len(all) == 1 {
		return terminal.Visible(all[0])
	}
	return words.Plural(len(all), "file") + " in " + terminal.Visible(a.Data)
}

// Write writes the changed files, each as a whole. It does not write a file that somebody has modified meanwhile.
func (a *Acceptance) Write() error {
	for i, path := range a.changed() {
		err := a.labels[path].Write()
		switch {
		case err == nil:
		case i == 1:
			return fmt.Errorf("%w; before it 1 file was written", err)
		case i > 1:
			return fmt.Errorf("%w; written before it: %s", err, words.Plural(i, "file"))
		default:
			return err
		}
	}
	return nil
}

// mark says who has looked at the truth of a labelled case: at all of it, or at some of its fields.
type mark struct {
	id, hash string
	part     dataset.LabelPart
	fields   []string
	whole    bool
}

// markReviewed notes who decided on a case in review files. changed are the decisions on single values. refused are those
// that could not be carried out: nobody is noted for them, nor for the whole document where there are any.
func (a *Acceptance) markReviewed(c *report.Case, changed []accept.Decision, refused []accept.Refusal) {
	if part, ok := a.whole.partOf(c); ok && len(refused) == 0 {
		a.marks = append(a.marks, mark{id: c.ID, hash: a.hash(c), part: part, whole: true})
		return
	}
	for _, d := range changed {
		isRefused := slices.ContainsFunc(refused, func(r accept.Refusal) bool { return r.Path == d.Path })
		if max(d.Trial, 1) == max(c.Trial, 1) && !isRefused {
			reviewed := dataset.LabelPart{State: dataset.Reviewed, By: d.Reviewer, At: day(d.Time)}
			a.marks = append(a.marks, mark{id: c.ID, hash: a.hash(c), part: reviewed, fields: []string{d.Path}})
		}
	}
}

// partOf returns who has read the whole document of a case. ok is false if nobody has, or if the readers differ.
func (w *wholes) partOf(c *report.Case) (part dataset.LabelPart, ok bool) {
	readings := w.readings[c.ID]
	if len(readings) == 0 || w.rules == nil || c.Trial > 1 {
		return part, false
	}
	reading, ok := w.rules.Settle(readings)
	part = dataset.LabelPart{State: dataset.Adjudicated, By: reading.Reviewer, At: day(reading.Time)}
	if !reading.Adjudicated {
		names := arithmetic.Each(readings, func(r accept.Reading) string { return r.Reviewer })
		names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
		part.State, part.By = dataset.Reviewed, strings.Join(names, " and ")
	}
	return part, ok
}

// markEdited notes that somebody accepted answers at some places of a truth.
func (a *Acceptance) markEdited(c ChosenCase, done []accept.Edit) {
	if len(done) == 0 || len(a.Reviews) > 0 {
		return
	}
	a.marks = append(a.marks, mark{
		id: c.ID, part: dataset.LabelPart{State: dataset.Reviewed, By: a.Reviewer, At: day(time.Now())},
		fields: arithmetic.Each(done, func(e accept.Edit) string { return e.Path }),
	})
}

// setMarks sets the marks of the cases that have a label, and returns how many cases it changes. It leaves out values
// in rows of lists: a reviewer who looked at one row has not looked at all rows.
func (a *Acceptance) setMarks() (n int, err error) {
	marked := map[string]bool{}
	for _, m := range a.marks {
		var fields []string
		for _, path := range m.fields {
			if name := paths.General(path); !paths.InItems(name) && !slices.Contains(fields, name) {
				fields = append(fields, name)
			}
		}
		if !m.whole && len(fields) == 0 {
			continue
		}
		l, err := a.LabelsOf(m.id)
		if err != nil {
			return 0, err
		}
		sideLabels, err := a.labelsBeside()
		if err != nil {
			return 0, err
		}
		if l.Mark(sideLabels, m.id, m.hash, m.part, fields) {
			marked[m.id] = true
		}
	}
	return len(marked), nil
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// wholes are decisions on whole documents.
type wholes struct {
	decisions []accept.Decision
	needed    int // how many readings of a document have to agree
	rules     *accept.ReadingRules
	readings  map[string][]accept.Reading
}

// changes returns the changes that make the truth of a case equal to the reading of its document, or why there are
// none. If reviewers differ, there are none until they agree or one adjudicates. Nor are there any while fewer have read
// the document than needed.
func (w *wholes) changes(rules accept.Rules, ds report.Dataset, c *report.Case) (changes []accept.Change, refused []accept.Refusal) {
	refuse := func(format string, args ...any) ([]accept.Change, []accept.Refusal) {
		return nil, []accept.Refusal{{Case: c.ID, Why: fmt.Sprintf(format, args...)}}
	}
	if w.readings == nil {
		w.readings, _ = arithmetic.Group(accept.ReadingsOf(ds.Name, w.decisions), func(r accept.Reading) string { return r.Case })
		arithmetic.Map(&w.readings) // there may be none
	}
	all := w.readings[c.ID]
	if len(all) == 0 || c.Trial > 1 {
		return nil, nil
	}
	if w.rules == nil {
		var err error
		if w.rules, err = accept.NewReadingRules(ds); err != nil {
			return refuse("%v", err)
		}
	}
	reading, ok := w.rules.Settle(all)
	switch {
	case !ok:
		return refuse("reviewers differ on the whole document: %s", strings.Join(w.differing(all), ", "))
	case c.Unlabelled:
		return refuse("it has no truth")
	case len(c.Truth) == 0:
		return refuse("its truth is not in the record")
	}
	result, err := w.rules.Against(reading.Value, c.Truth)
	if err != nil {
		return refuse("%s: %v", reading.Where, err)
	}
	const most = 1 << 20 // so large that it cuts nothing that a person types
	record := report.NewCase(report.Observation{ID: c.ID, Trial: 1, Result: &result, Want: c.Truth}, report.CaseOptions{MaxFields: most, MaxValueBytes: most})
	record.DataHash = c.DataHash
	changes, refused = rules.Changes(&record)
	if len(changes) > 0 && len(all) < w.needed && !reading.Adjudicated {
		return refuse("%s read the whole document (%s), and %d have to agree before its truth is changed: let another read it, or add -readings %d", words.Plural(len(all), "person"), reading.Where, w.needed, len(all))
	}
	return changes, refused
}

// differing returns the paths at which readings differ from the first.
func (w *wholes) differing(all []accept.Reading) (paths []string) {
	seen := map[string]bool{}
	for _, other := range all[1:] {
		result, err := w.rules.Between(other.Value, all[0].Value)
		if err != nil {
			return append(paths, err.Error())
		}
		for _, f := range accept.Differing(result) {
			if !seen[f.Path] {
				seen[f.Path], paths = true, append(paths, f.Path)
			}
		}
	}
	return paths
}
