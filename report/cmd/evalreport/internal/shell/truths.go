package shell

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/rescore"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/edlib"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/score"
)

// Stem returns the name of a file without its folder and its endings, "stdin" for the standard input.
func Stem(path string) string {
	if path == "-" {
		return "stdin"
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
	spec, err := eval.SpecFromSchema(text)
	if err != nil {
		return nil, fmt.Errorf("%s:\n%w", path, err)
	}
	return &spec, nil
}
