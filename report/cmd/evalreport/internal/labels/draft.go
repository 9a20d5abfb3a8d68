package labels

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/score"
)

// drafts holds the answers of a run that become drafts of truths.
type drafts struct {
	data, name, key string
	source          dataset.Label
	system          string
	drafts          map[string]draft // by id
	undrafted       []string         // ids of the cases without an answer that can be a draft
	nullTruths      bool             // a null want is a truth, by the spec of the run
	labelled        int              // cases of data that have a truth
	strange         []string         // ids of answers to cases that data does not have
	lost            bool             // records of the run are lost
}

type draft struct {
	want json.RawMessage
	tags map[string]string
}

func (c *Call) draft(fs *flag.FlagSet) shell.Task {
	d := drafts{drafts: map[string]draft{}}
	outName := fs.String("o", "", "write the data set to this `FILE`, JSON Lines")
	overwrite := fs.Bool("overwrite", false, "replace the file, if it is there")
	fs.StringVar(&d.data, "data", "", "write the cases of this data set, a `FILE` of JSON Lines, with drafts for those without a truth")
	fs.StringVar(&d.name, "dataset", "", "the `NAME` of the data set in the run, where there are several")
	fs.StringVar(&d.key, "id", "id", "the `KEY` of the id")
	var system map[string]string
	fs.Func("label", "with a file of answers: the system that gave them, `NAME=VALUE`; repeatable", func(text string) error {
		given, err := words.ParseLabels(text)
		maps.Copy(arithmetic.Map(&system), given)
		return err
	})
	return func(args []string) error {
		if len(args) == 0 || *outName == "" {
			return shell.Errorf("draft takes a run, or a file of answers, and writes the answers as drafts: evalreport data draft -o data.jsonl RUN")
		}
		if err := shell.CheckEnding("o", *outName, ".jsonl", ".json"); err != nil {
			return err
		}
		if _, err := os.Lstat(*outName); err == nil && !*overwrite {
			return shell.Errorf("%s already exists, and drafts would replace the truths in it: name another file, or say -overwrite", *outName)
		}
		err := c.readAnswers(&d, args, system)
		if err == errRun {
			if len(system) > 0 {
				return shell.Errorf("-label is for a file of answers: a run has its own labels")
			}
			err = c.readDrafts(&d, args)
		}
		if err != nil {
			return err
		}
		lines, n, err := d.lines(), len(d.drafts), error(nil)
		if d.data != "" {
			lines, n, err = c.completed(&d)
		}
		switch {
		case err != nil:
			return err
		case n == 0:
			return fmt.Errorf("no case has an answer that could be a draft%s; nothing was written", d.rest())
		}
		err = shell.WriteFile(*outName, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Join(lines, ""))
			return err
		})
		if err != nil {
			return err
		}
		c.Found = len(d.undrafted) > 0 || d.lost
		_, err = fmt.Fprintf(c.Stdout, "%s: %s%s%s\n", terminal.Visible(*outName), words.Plural(n, "draft"), d.system, d.rest())
		return err
	}
}

// rest says which cases got no draft.
func (d *drafts) rest() (text string) {
	if d.labelled > 0 {
		text += fmt.Sprintf("; %s had a truth already", words.Plural(d.labelled, "case"))
	}
	if n := len(d.undrafted); n > 0 {
		text += fmt.Sprintf("; %s without an answer that could be one: %s", words.Plural(n, "case"), words.Quoted(d.undrafted, 5, ""))
	}
	if n := len(d.strange); n > 0 {
		text += fmt.Sprintf("; %s to cases that %s does not have: %s", words.Plural(n, "answer"), filepath.ToSlash(d.data), words.Quoted(d.strange, 5, ""))
	}
	return text
}

// readDrafts reads the answers of the first trial of a run.
func (c *Call) readDrafts(d *drafts, args []string) error {
	inputs, err := c.Artifacts(args...)
	if err != nil {
		return err
	}
	first, err := shell.FirstSection(inputs, d.name)
	if err != nil {
		return err
	}
	if first.Dataset.Redaction().Active() {
		return fmt.Errorf("%s: values are redacted, and so records keep no answers", first.Source)
	}
	rules, err := accept.NewReadingRules(first.Dataset)
	if err != nil {
		return err
	}
	if path, want := elsewhere(gjson.GetBytes(first.Dataset.Spec, "fields")); want != "" {
		return fmt.Errorf("the spec has expected_path: truths keep %q under %q, where answers do not have it, so an answer cannot stand as a draft of a truth", path, want)
	}
	d.source, d.system = runLabel(first, args)
	d.nullTruths = rules.Spec.NullTruths
	var wrong dataset.Problems
	for _, source := range inputs {
		sections, err := artifact.Walk(source, artifact.Visitor{Case: func(s *artifact.Section, record *report.Case, place artifact.Place) error {
			switch {
			case s.Key.Dataset != first.Key.Dataset || max(s.Key.Repetition, 1) > 1 || record.Trial > 1:
			case words.Labels(s.Run.Labels) != words.Labels(first.Run.Labels):
				wrong.Add(fmt.Errorf("%s is a run with the labels %q, and %s one with %q: name one run", s.Source, words.Labels(s.Run.Labels), first.Source, words.Labels(first.Run.Labels)))
				return errors.New("another run")
			default:
				if _, twice := d.drafts[record.ID]; twice {
					wrong.Add(fmt.Errorf("%s:%d: case %q appears twice: name one run", s.Source, place.Line, record.ID))
				}
				if answer, _ := rules.Answer(record); answer != nil && (string(answer) != "null" || rules.Spec.NullTruths) {
					d.drafts[record.ID] = draft{answer, record.Tags}
				} else {
					d.undrafted = append(d.undrafted, record.ID)
				}
			}
			return nil
		}})
		if err != nil {
			return err
		}
		d.lost = c.SayLost(slices.DeleteFunc(sections, func(s *artifact.Section) bool { return s.Key.Dataset != first.Key.Dataset })) || d.lost
	}
	slices.Sort(d.undrafted)
	return wrong.Err()
}

// elsewhere looks for a field whose path in truths differs from its path in answers. It returns the path in answers,
// and as want the path in truths. want is "" if there is no such field.
func elsewhere(fields gjson.Result) (path, want string) {
	fields.ForEach(func(_, f gjson.Result) bool {
		if path, want = f.Get("path").Str, f.Get("expected_path").Str; want == "" || want == path {
			path, want = elsewhere(f.Get("fields"))
		}
		return want == ""
	})
	return path, want
}

// runLabel returns the label of drafts from a run, and the end of a message with the system of the run, "" if it is unknown.
func runLabel(s *artifact.Section, args []string) (dataset.Label, string) {
	name := s.Source
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
		name = filepath.Join(args[0], filepath.Base(s.Source))
	}
	l, system := labelOf(name, s.Run.Labels)
	if !s.Run.Start.IsZero() {
		l.At = s.Run.Start.UTC().Format(time.DateOnly)
	}
	return l, system
}

// labelOf returns the label of drafts from a file with the answers of a system, and the end of a message with the system.
func labelOf(file string, system map[string]string) (dataset.Label, string) {
	if file = filepath.ToSlash(file); filepath.IsAbs(file) || utf8.RuneCountInString(file) > 200 {
		file = filepath.Base(file)
	}
	l := dataset.Label{LabelPart: dataset.LabelPart{State: dataset.Draft, From: &dataset.LabelOrigin{Labels: system, Artifact: words.Visible(file)}}}
	if text := words.Labels(system); text != "" {
		return l, " of " + text
	}
	return l, ""
}

// lines returns a line for each draft, in the order of the ids.
func (d *drafts) lines() (lines []string) {
	for _, id := range slices.Sorted(maps.Keys(d.drafts)) {
		text, _ := gojson.Marshal(id) // texts can always be written
		line := dataset.SetKey("{}", d.key, string(text))
		if tags := d.drafts[id].tags; len(tags) > 0 {
			text, _ = gojson.Marshal(tags)
			line = dataset.SetKey(line, "tags", string(text))
		}
		lines = append(lines, d.line(line, id))
	}
	return lines
}

// line returns the line of a case with its draft.
func (d *drafts) line(line, id string) string {
	return dataset.SetLabel(dataset.SetKey(line, "want", dataset.Compact(d.drafts[id].want)), d.source) + "\n"
}

// completed returns the lines of the data set, with drafts for the cases without a truth, and the number of drafts.
func (c *Call) completed(d *drafts) (lines []string, n int, err error) {
	f, err := c.File(d.data)
	if err != nil {
		return nil, 0, err
	}
	format := score.Lines{Key: d.key}
	left := maps.Clone(d.drafts)
	var wrong dataset.Problems
	reader := f.Lines()
	for line, err := range reader.All() {
		if err != nil {
			return nil, 0, err
		}
		text := string(line.Text)
		id, err := format.ID(line.Text)
		if err != nil {
			wrong.Add(fmt.Errorf("%s: %w", reader.Where(line), err))
			continue
		}
		want := gjson.Get(text, "want")
		_, drafted := left[id]
		delete(left, id)
		switch {
		case want.Exists() && (want.Type != gjson.Null || d.nullTruths):
			d.labelled++
			fallthrough
		case !drafted:
			lines = append(lines, text+"\n")
		default:
			n++
			lines = append(lines, d.line(text, id))
		}
	}
	if err := reader.Nothing(); err != nil {
		wrong.Add(err)
	}
	d.strange = slices.Sorted(maps.Keys(left))
	return lines, n, wrong.Err()
}

// errRun says that arguments name a run, not a file of answers.
var errRun = errors.New("it is a run")

// readAnswers reads drafts from a file of answers, as score reads it without truths. system has the labels of the system that gave them.
// The error is errRun if the arguments are not one file, or if it is an artifact.
func (c *Call) readAnswers(d *drafts, args []string, system map[string]string) error {
	if info, err := os.Stat(args[0]); len(args) > 1 || args[0] == "-" || err != nil || info.IsDir() {
		return errRun
	}
	f, err := c.File(args[0])
	if errors.Is(err, dataset.ErrArtifact) {
		return errRun
	} else if err != nil {
		return err
	}
	format, notes, err := score.Prepare(score.Lines{Key: d.key}, eval.Spec{}, nil, f)
	if err != nil {
		return err
	}
	for _, note := range notes {
		c.Say("%s", note)
	}
	d.source, d.system = labelOf(args[0], system)
	var wrong dataset.Problems
	lines := f.Lines()
	for line, err := range lines.All() {
		if err != nil {
			return err
		}
		id, err := format.ID(line.Text)
		if _, twice := d.drafts[id]; twice {
			err = fmt.Errorf("id %q appears twice", id)
		}
		if err != nil {
			wrong.Add(fmt.Errorf("%s: %w", lines.Where(line), err))
			continue
		}
		if answer := answerIn(format, line.Text); answer != nil {
			d.drafts[id] = draft{answer, format.Tags(line.Text)}
		} else {
			d.undrafted = append(d.undrafted, id)
		}
	}
	slices.Sort(d.undrafted)
	return wrong.Err()
}

// answerIn returns the answer in a line as JSON, nil if it is null, no JSON, or an error of the extractor.
func answerIn(format score.Lines, line []byte) json.RawMessage {
	_, answer, failure := format.Values(nil, line)
	text, _ := answer.([]byte)
	if quoted, ok := answer.(string); ok {
		text = []byte(dataset.Held(gjson.Result{Type: gjson.String, Str: quoted}).Raw) // "" if it is no JSON
	}
	if v, err := document.Parse(text); failure != nil || err != nil || v.Kind() == document.Null {
		return nil
	}
	return text
}
