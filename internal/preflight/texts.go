package preflight

import (
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/document"
)

// Text examines the text of a document, empty if unknown, with its truth, which may be missing. It finds
// documents whose texts are nearly equal, and truths that break an InSource invariant, see [Check.Stands].
func (c *Check) Text(location string, truth document.Value, text string) {
	c.Stands(location, truth, text)
	if cause := source.New(text).Source(); cause != "" {
		c.texts.Add(location, cause, dataset.StatedValues(truth))
	}
}
