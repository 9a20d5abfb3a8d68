package eval

import (
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
)

// description is the field that matches items, if the items have it and the spec has no By; see List.By.
const description = "description"

func itemKey(f *field, i int) pairing.Key {
	return pairing.Key{Text: f.text, Field: i, Got: f.got, Want: f.want, Match: f.match, Pairing: f.pairing, Set: f.set != nil}
}

// matchKey returns the match field that an entry of By names: a field of the items, with its comparator, or any other path,
// with compare.Auto.
func (c *compiler) matchKey(attribute string, items *group, text string) pairing.Key {
	for i := range items.fields {
		f := &items.fields[i]
		if f.text != text {
			continue
		}
		if f.list != nil || f.keyed {
			kind := "list"
			if f.keyed {
				kind = "map"
			}
			c.errorf(inField(attribute), "By names %q, which is a %s; items are matched by leaves and sets", text, kind)
		}
		if !f.ignored {
			return itemKey(f, i)
		}
		// The field is not compared, but it can match items.
		return pairing.Key{Text: text, Field: -1, Got: f.got, Want: f.want, Match: compare.Auto{}, Pairing: compare.PairByKind}
	}
	path, problem := paths.Parse(text)
	if problem != "" {
		c.errorf(inField(attribute), "By names %q: %s", text, problem)
	}
	return pairing.Key{Text: text, Field: -1, Got: path, Want: path, Match: compare.Auto{}, Pairing: compare.PairByKind}
}
