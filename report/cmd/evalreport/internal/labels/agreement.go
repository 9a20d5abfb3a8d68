package labels

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/score"
)

// agreeing holds the flags of agreement, and the data set and the documents of the run.
type agreeing struct {
	name      string // of the data set
	data      string // with the truths
	decisions []string
	asJSON    bool
	section   *artifact.Section
	units     map[string]uint64 // the document of each case of the run, by id
}

func (c *Call) agreement(fs *flag.FlagSet) shell.Task {
	var a agreeing
	shell.ListVar(fs, &a.decisions, "decisions", "the decisions of reviewers, a review `FILE`; repeatable")
	fs.StringVar(&a.name, "dataset", "", "the `NAME` of the data set, where there are several")
	fs.BoolVar(&a.asJSON, "json", false, "print the agreement as one JSON object")
	fs.StringVar(&a.data, "data", "", "with -write: the data set, a `FILE` or a folder of pairs; default the data set of the run, where it is found")
	var files truthFiles
	fs.StringVar(&files.spec, "spec", "", "with files of truths: the spec, a YAML or JSON `FILE`; without it every value is compared by its type")
	fs.StringVar(&files.key, "id", "id", "with files of truths: the `KEY` of the id")
	fs.StringVar(&files.out, "o", "", "with files of truths: write them as decisions into this review `FILE`, for review -adjudicate")
	write := fs.Bool("write", false, "write the agreement beside the data set: data.agreement.json, which reports show beside the F1 of each field")
	return func(args []string) error {
		var blind []accept.Reading
		err := shell.CheckEnding("o", files.out, ".jsonl", ".json")
		if err != nil {
			return err
		}
		switch ofTruths := len(a.decisions) == 0; {
		case ofTruths && len(args) < 2:
			return shell.Errorf("name two files of truths, or a run and the review files with -decisions")
		case ofTruths:
			a.data = cmp.Or(a.data, args[0])
			blind, err = c.readTruths(&a, files, args)
		default:
			for _, name := range []string{"spec", "id", "o"} {
				if shell.IsSet(fs, name) {
					return shell.Errorf("-%s is for files of truths, and -decisions names review files", name)
				}
			}
			if err = c.readAgreeing(&a, args); err == nil {
				blind, err = c.blind(&a)
			}
		}
		if err != nil {
			return err
		}
		rules, err := c.readingRules(a.section.Dataset)
		if err != nil {
			return err
		}
		compared, err := rules.Compare(blind, func(id string) uint64 { return a.units[id] }, a.section.Dataset.Attributes)
		if err != nil {
			return err
		}
		c.Found = c.Found || compared.Documents == 0
		if a.section.Dataset.Redaction().Active() {
			for _, d := range compared.Disagreements {
				for i := range d.Says {
					d.Says[i].Value = nil
				}
			}
		}
		if err := c.showAgreement(&a, &compared); err != nil || !*write || compared.Documents == 0 {
			return err
		}
		if a.data, err = shell.DataSet(a.section, a.data); err != nil {
			return err
		}
		if err := sidecar.WriteAgreement(a.data, compared.Agreement); err != nil {
			return err
		}
		c.Say("written: %s", terminal.Visible(filepath.ToSlash(sidecar.AgreementFile(a.data))))
		return nil
	}
}

// readingRules returns the rules of a data set, and prints which comparators are left out.
func (c *Call) readingRules(ds report.Dataset) (*accept.ReadingRules, error) {
	rules, err := accept.NewReadingRules(ds)
	if err != nil {
		return nil, err
	}
	for _, name := range rules.Exact {
		c.Say("the comparator %q is a function of Go, which is not here: values are compared exactly", name)
	}
	return rules, nil
}

// readAgreeing reads the run: its data set, and the document of each case.
func (c *Call) readAgreeing(a *agreeing, args []string) error {
	if len(args) == 0 {
		args = []string{shell.DefaultDir}
	}
	inputs, err := c.Artifacts(args...)
	if err != nil {
		return err
	}
	if a.section, err = shell.FirstSection(inputs, a.name); err != nil {
		return err
	}
	a.units = map[string]uint64{}
	sections, err := shell.WalkCases(inputs, a.section.Dataset.Name, func(_ *artifact.Section, record *report.Case) { a.addUnit(record) })
	c.SayLost(sections)
	return err
}

// addUnit notes the document of a case.
func (a *agreeing) addUnit(record *report.Case) {
	u := traits.UnitOf(record, a.section.Dataset.Cluster)
	a.units[record.ID] = u.Key
	if u.Kind == traits.ByTruth {
		a.units[record.ID] = u.Alone
	}
}

// blind returns the blind readings of documents of the run, in which the reviewer saw only the document. It prints how
// many decisions it leaves out, and why.
func (c *Call) blind(a *agreeing) ([]accept.Reading, error) {
	all, err := Decisions(a.decisions)
	if err != nil {
		return nil, err
	}
	name := a.section.Dataset.Name
	var own []accept.Decision
	seen, single, foreign, strange := 0, 0, 0, 0
	for _, d := range all {
		_, found := a.units[d.Case]
		switch {
		case d.Dataset != "" && d.Dataset != name:
			foreign++
		case d.Decision == accept.Open || d.Blind && found:
			own = append(own, d)
		case d.Blind:
			strange++
		case d.Decision != accept.Document:
			single++
		case d.State == "":
			seen++
		}
	}
	if foreign == len(all) && foreign > 0 {
		return nil, fmt.Errorf("%s: the decisions are on data set %q, and the run has %q", all[0].Where, all[0].Dataset, name)
	}
	for _, t := range []struct {
		n       int
		subject string
	}{
		{foreign, "are on other data sets"}, {strange, "are on cases that the run does not have"},
		{single, "are on single values, which were shown"}, {seen, "are on whole documents and not blind: evalreport review -blind makes blind ones"},
	} {
		if t.n > 0 {
			c.Say("%d of %s %s, and do not count", t.n, words.Plural(len(all), "decision"), t.subject)
		}
	}
	return accept.ReadingsOf(name, own), nil
}

func (c *Call) showAgreement(a *agreeing, comparison *accept.Comparison) error {
	if a.asJSON {
		return shell.WriteJSON(c.Stdout, struct {
			Dataset string   `json:"dataset"`
			Names   []string `json:"names"`
			report.Agreement
			Disagreements []accept.Disagreement `json:"disagreements"`
		}{a.section.Dataset.Name, append([]string{}, comparison.Names...), comparison.Agreement, append([]accept.Disagreement{}, comparison.Disagreements...)})
	}
	var p view.Page
	alone := ""
	if comparison.Alone > 0 {
		alone = "; " + words.Plural(comparison.Alone, "document") + " read by one person alone"
	}
	if comparison.Documents == 0 {
		p.Line("no document was read blind by two people%s", alone)
		return p.Write(c.Stdout, view.Screen{})
	}
	names := arithmetic.Each(comparison.Names, person)
	p.Line("%s: %s read by %s%s", terminal.Visible(a.section.Dataset.Name), words.Plural(comparison.Documents, "document"), strings.Join(names, ", "), alone)
	chance := "κ"
	if comparison.Reviewers > 2 {
		chance = "α"
	}
	rows, few := [][]string{{"field", "documents", "agree", "95% interval", chance}}, false
	for i := range comparison.Fields {
		f := &comparison.Fields[i]
		beyond := f.Kappa
		if comparison.Reviewers > 2 {
			beyond = f.Alpha
		}
		interval := cmp.Or(terminal.Between(f.Low, f.High), "–")
		if f.Low.Defined && f.Documents < estimate.FewDocuments {
			interval, few = "≈"+interval, true
		}
		rows = append(rows, []string{terminal.Excerpt(f.Attribute, terminal.MaxName), strconv.Itoa(f.Documents), number(f.Share), interval, number(beyond)})
	}
	p.Line("")
	p.Add(view.TableOf(rows))
	p.Lines("agree: of the values that two people give, those on which they agree by the rules of the spec, the F1 of one by the other: no extractor can be expected to do better",
		map[string]string{"κ": "κ: agreement beyond chance, Cohen's kappa", "α": "α: agreement beyond chance, Krippendorff's alpha"}[chance])
	if few {
		p.Line("≈: approximate, fewer than %d documents have a value", estimate.FewDocuments)
	}
	addDisagreements(&p, comparison.Disagreements)
	return p.Write(c.Stdout, shell.PageOf(c.Stdout))
}

// person returns the name of a reviewer, "a reviewer" if it is empty.
func person(name string) string { return terminal.Visible(cmp.Or(name, "a reviewer")) }

// number returns a number with three decimals, "–" if it is undefined.
func number(r report.Ratio) string {
	if !r.Defined {
		return "–"
	}
	return r.String()
}

const maxDisagreements = 50 // printed; -json has all

func addDisagreements(p *view.Page, all []accept.Disagreement) {
	if len(all) == 0 {
		p.Lines("no disagreement")
		return
	}
	p.Lines(words.Plural(len(all), "disagreement"))
	for i, d := range all {
		if i == maxDisagreements {
			p.Line("  and %d more: -json has all", len(all)-i)
			break
		}
		line := fmt.Sprintf("  %s  %s", terminal.Excerpt(d.Case, terminal.MaxName), terminal.Excerpt(d.Path, terminal.MaxName))
		for _, s := range d.Says {
			value := ""
			switch {
			case s.Value != nil:
				value = " " + terminal.ShowValue(s.Value, terminal.PathRunes).String()
			case !hidden(d):
				value = " –"
			}
			line += fmt.Sprintf("  %s%s", person(s.Reviewer), value)
		}
		p.Line("%s", line)
	}
}

// hidden reports whether redaction removed the values of a disagreement: no reviewer has a value then. Without
// redaction at least one has a value, since reviewers who all give no value agree.
func hidden(d accept.Disagreement) bool {
	return !slices.ContainsFunc(d.Says, func(s accept.Said) bool { return s.Value != nil })
}

// truthFiles are the flags for files of truths, each with the labels of one person.
type truthFiles struct {
	spec, key string
	out       string // a review file for the decisions, "" for none
}

// readTruths reads files of truths as blind readings of whole documents, by the name of each file. It sets the data set and the
// documents of a.
func (c *Call) readTruths(a *agreeing, t truthFiles, args []string) ([]accept.Reading, error) {
	spec, _, err := c.Spec(t.spec, nil)
	if err != nil {
		return nil, err
	}
	var all []*dataset.File
	for _, arg := range args {
		f, err := c.File(arg)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	format, ds := score.Lines{Key: t.key, NullTruths: spec.NullTruths}, report.Dataset{Name: shell.Stem(args[0])}
	if spec, err = score.Decide(spec, all, format); err != nil {
		return nil, err
	}
	evaluator, err := ds.SetSpec(spec)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.spec, err)
	}
	if path, want := elsewhere(gjson.GetBytes(ds.Spec, "fields")); want != "" {
		return nil, fmt.Errorf("the spec has expected_path: truths keep %q under %q, and people are compared by the paths of answers: leave -spec out, or expected_path out of it", path, want)
	}
	a.section, a.units = &artifact.Section{Dataset: ds}, map[string]uint64{}
	var decisions []accept.Decision
	for i, f := range all {
		seen := map[string]bool{}
		bad, err := score.Truths([]*dataset.File{f}, format, func(location string, line, truth document.Value) error {
			id, err := format.ID(line.Raw())
			switch {
			case err != nil:
				return err
			case seen[id]:
				return fmt.Errorf("id %q appears twice: the first one counts", id)
			}
			seen[id] = true
			decisions = append(decisions, accept.Decision{
				Case: id, Path: paths.Document, Decision: accept.Document, Value: slices.Clone(truth.Raw()), Reviewer: readerOf(args, i), Blind: true, Where: location,
			})
			if _, found := a.units[id]; found {
				return nil
			}
			evaluated, err := score.Evaluate(context.Background(), evaluator, format, score.Pair{ID: id, Want: line.Raw()})
			if err != nil {
				return err
			}
			record := report.NewCase(evaluated.Observation, report.CaseOptions{})
			a.addUnit(&record)
			return nil
		})
		if err != nil {
			return nil, err
		}
		c.Account(bad)
		c.Found = c.Found || bad.N > 0
	}
	if t.out != "" {
		if err := c.writeReview(t.out, decisions); err != nil {
			return nil, err
		}
	}
	return accept.ReadingsOf(ds.Name, decisions), nil
}

// readerOf returns the name of the person whose truths file i has: the name of the file, or its path if two files have one name.
func readerOf(files []string, i int) string {
	for k, other := range files {
		if k != i && shell.Stem(other) == shell.Stem(files[i]) {
			return filepath.ToSlash(files[i])
		}
	}
	return shell.Stem(files[i])
}

// writeReview writes decisions into a new review file.
func (c *Call) writeReview(name string, decisions []accept.Decision) error {
	if _, err := os.Lstat(name); err == nil {
		return shell.Errorf("%s already exists: name another file with -o", name)
	}
	err := shell.WriteFile(name, func(w io.Writer) error { return accept.Write(w, decisions...) })
	if err == nil {
		c.Say("written: %s, for review -adjudicate", terminal.Visible(name))
	}
	return err
}
