package eval

import (
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
	"github.com/extracteval/extracteval/metrics/eval/internal/reading"
)

// description is the field that matches items, if the items have it and the spec has no By; see List.By.
const description = "description"

// matchKey returns the match field that an entry of By names: a field of the items, with its comparator, or any other path,
// with compare.Auto.
func (c *compiler) matchKey(attribute string, items *group, text string) pairing.Field {
	other := pairing.Field{Text: text, Column: -1, Match: compare.Auto{}, Pairing: compare.PairByKind}
	for i := range items.fields {
		f := &items.fields[i]
		if f.Text != text {
			continue
		}
		if f.list != nil || f.keyed {
			kind := "list"
			if f.keyed {
				kind = "map"
			}
			c.errorf(inField(attribute), "By names %q, which is a %s; items are matched by leaves and sets", text, kind)
		}
		if !f.Ignored {
			return f.Field
		}
		// The field is not compared, but it can match items.
		other.Got, other.Want = f.Got, f.Want
		return other
	}
	path, problem := reading.ParsePath(text)
	if problem != "" {
		c.errorf(inField(attribute), "By names %q: %s", text, problem)
	}
	other.Got, other.Want = path, path
	return other
}
