package score

import (
	"fmt"
	"os"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/specs"
)

// Inputs describes the inputs in the lines of a data set: whether all lines have an input, and the truth under want, as
// a suite needs it; whether all inputs are texts; and how many lines have an input but no truth.
type Inputs struct {
	All, Text  bool
	Unlabelled int
}

// Propose proposes a spec from the truths of a file, and from the texts of their documents. schema, if not nil, says
// how its fields are compared.
func Propose(f *dataset.File, data *Texts, schema *eval.Spec) (p specs.Proposal, inputs Inputs, bad Problem, err error) {
	if data.Dir != "" {
		if _, err := os.ReadDir(data.Dir); err != nil {
			return p, inputs, bad, fmt.Errorf("%s: %w", data.Dir, files.Cause(err))
		}
	}
	var failed error
	read := func(use func(location string, line, truth document.Value) error) {
		bad = Unusable()
		if inputs.Unlabelled, err = readTruths(f, data.Format, &bad, use); err != nil {
			failed = err
		}
	}
	withText := false
	p, err = specs.Propose(func(yield func(string, document.Value) bool) {
		inputs = Inputs{All: true, Text: true}
		more := true
		read(func(location string, line, truth document.Value) error {
			input := line.Member("input")
			inputs.All = inputs.All && input.Exists() && line.Member("want").Exists()
			inputs.Text = inputs.Text && input.Kind() == document.String
			withText = withText || data.Dir != "" || data.Format.Text(line.Raw(), nil) != ""
			more = more && yield(location, truth)
			return nil
		})
	}, schema)
	if err == nil && withText {
		err = p.InSource(func(yield func(specs.Document) bool) {
			more := true
			read(func(location string, line, truth document.Value) error {
				text, err := data.Of(line.Raw())
				if err != nil {
					return err
				}
				more = more && yield(specs.Document{Where: location, Truth: truth, Text: text})
				return nil
			})
		})
	}
	if failed != nil {
		err = failed
	}
	return p, inputs, bad, err
}
