package shell

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/internal/score"
)

// Stem returns the name of a file without its folder and its endings, "stdin" for the standard input.
func Stem(path string) string {
	if path == "-" {
		return "stdin"
	}
	if whole, err := filepath.Abs(path); err == nil {
		path = whole // the folder "." has a name, too
	}
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name))
}

func init() { rescore.Custom = edlib.Custom }

// Account prints the problems of lines that were not used, with examples.
func (i *Inputs) Account(problems ...score.Problem) {
	for _, p := range problems {
		if p.N == 0 {
			continue
		}
		i.Say("%s", p)
		for _, example := range p.Examples {
			i.Say("  %s", example)
		}
		if more := p.N - len(p.Examples); more > 0 {
			i.Say("  … and %d more", more)
		}
	}
}

// Spec reads the file of a spec, and prints a warning if it ignores parts of the file. custom has the comparators that
// the spec may name, nil for go-edlib's. Without a path Spec returns the zero spec.
func (i *Inputs) Spec(path string, custom map[string]func(json.RawMessage) (compare.Comparator, error)) (eval.Spec, eval.SpecSource, error) {
	if path == "" {
		return eval.Spec{}, eval.SpecSource{}, nil
	}
	data, err := Text(path)
	if err != nil {
		return eval.Spec{}, eval.SpecSource{}, err
	}
	if custom == nil {
		custom = edlib.Custom()
	}
	spec, source, err := eval.ParseSpecFile(path, data, custom)
	if err != nil {
		if outline, _ := eval.SpecFromSchema(data); len(outline.Fields) > 0 {
			return eval.Spec{}, eval.SpecSource{}, fmt.Errorf("%s is a JSON Schema, not a spec; evalreport init -schema makes a spec by it and by truths", path)
		}
		return eval.Spec{}, eval.SpecSource{}, fmt.Errorf("%s:\n%w", path, err)
	}
	if warning := source.Warning(); warning != "" {
		i.Say("warning: %s", warning)
	}
	return spec, source, nil
}

// Schema reads the spec of a file that is a JSON Schema, nil for no file.
func Schema(path string) (*eval.Spec, error) {
	if path == "" {
		return nil, nil
	}
	text, err := Text(path)
	if err != nil {
		return nil, err
	}
	spec, err := eval.SpecFromSchema(files.WithoutMark(text))
	if err != nil {
		return nil, fmt.Errorf("%s:\n%w", path, err)
	}
	if len(spec.Fields) == 0 {
		return nil, fmt.Errorf("%s: the schema has no property; to name a part of OpenAPI: jq '. + {\"$ref\": \"#/components/schemas/NAME\"}' %s > schema.json", path, path)
	}
	return &spec, nil
}

// WatchMoved sets [artifact.Section].Moved while artifacts are read: the truths that have changed since the run, for
// each section whose data set [DataSet] finds. If aloud is set, it also prints them, once for each section. It leaves
// out data sets with redacted values, whose hashes are keyed, and files that [accept.Data.Read] cannot read. It prints
// once for each data set that a look at a held-out part is not counted, see [Uncounted].
func (i *Inputs) WatchMoved(artifacts []artifact.Source, aloud bool) {
	for n := range artifacts {
		index := map[int]dataset.Moved{} // by the number of the section
		var data accept.Data
		var read map[string]*accept.Labels // by file, nil for one that cannot be read
		artifacts[n].Watch = &artifact.Visitor{
			Begin: func(s *artifact.Section) {
				data, read = accept.Data{}, nil
				if _, twice := index[s.Number]; twice {
					return
				}
				path, err := DataSet(s, "")
				if err == nil {
					i.sayLook(s, path)
				}
				if err == nil && !s.Dataset.Redaction().Active() {
					if data.Place, err = dataset.Find(path); err == nil {
						read, s.Moved.Path = map[string]*accept.Labels{}, filepath.ToSlash(data.Path)
					}
				}
			},
			Case: func(s *artifact.Section, record *report.Case, _ artifact.Place) error {
				if read == nil || record.Unlabelled || record.Trial > 1 {
					return nil
				}
				s.Moved.Truths++
				file := data.TruthOf(record.ID)
				labels, seen := read[file]
				if !seen {
					labels, _ = data.Read(record.ID)
					read[file] = labels
				}
				if labels != nil && labels.Moved(record.ID, record.DataHash) {
					s.Moved.IDs = append(s.Moved.IDs, record.ID)
				}
				return nil
			},
			End: func(s *artifact.Section) {
				if moved, twice := index[s.Number]; twice {
					s.Moved = moved
					return
				}
				index[s.Number] = s.Moved
				if text := s.Moved.String(); text != "" && aloud {
					i.Say("%s: %s", terminal.Visible(s.Dataset.Name), terminal.Visible(text))
				}
			},
		}
	}
}

// sayLook prints that a look at the part of a data set is not counted, unless the command counts it.
func (i *Inputs) sayLook(s *artifact.Section, path string) {
	if s.Dataset.Part == i.Counted || i.looked[s.Dataset.Name] {
		return
	}
	if text := Uncounted(path, s.Dataset.Part); text != "" {
		arithmetic.Map(&i.looked)[s.Dataset.Name] = true
		i.Say("%s: %s", terminal.Visible(s.Dataset.Name), terminal.Visible(text))
	}
}
