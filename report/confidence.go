package report

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// confidences holds the confidences of the leaves of one case.
type confidences struct {
	lookup func(document.Path) (confidence float64, ok bool)
	// unusable are the attributes with a confidence outside [0,1], in the order met.
	unusable []string
}

// newConfidences uses a function of the extractor's, if there is one, or else the confidences in the answer. Where the spec
// compares a value called "confidence", that key is data and is not used.
func newConfidences(stated func(path string) (float64, bool), r *eval.Result) confidences {
	switch {
	case stated != nil:
		return confidences{lookup: func(p document.Path) (float64, bool) { return stated(p.String()) }}
	case !bytes.Contains(r.Answer.Raw(), []byte(`"`+paths.ConfidenceKey+`"`)):
		return confidences{}
	}
	for i := range r.Fields {
		path, err := document.ParseAttribute(r.Fields[i].Attribute)
		if err == nil && slices.ContainsFunc(path, func(s document.Step) bool { return s.Key == paths.ConfidenceKey }) {
			return confidences{}
		}
	}
	return confidences{lookup: paths.ConfidencesIn(r.Answer)}
}

// ratioOf returns the confidence of a leaf, undefined where there is none.
func (c *confidences) ratioOf(r *eval.FieldResult) Ratio {
	if c.lookup == nil {
		return Ratio{}
	}
	path, ok := r.GotPath()
	if !ok {
		return Ratio{}
	}
	value, ok := c.lookup(path)
	if ok && !(value >= 0 && value <= 1) {
		if !slices.Contains(c.unusable, r.Attribute) {
			c.unusable = append(c.unusable, r.Attribute)
		}
		return Ratio{}
	}
	return RatioOf(value, ok)
}

// warnings says which confidences were left out.
func (c *confidences) warnings() []string {
	warnings := make([]string, len(c.unusable))
	for i, attribute := range c.unusable {
		warnings[i] = fmt.Sprintf("a confidence of %s is not between 0 and 1 and is left out: scale it, in a suite by Confidence", attribute)
	}
	return warnings
}
