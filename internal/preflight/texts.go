package preflight

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/near"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// NearCopies are pairs of documents whose texts are nearly equal: of the different 3-word runs of
// both, at least nine in ten are equal, and of the different values of both truths at least half. Of
// documents of different shards it is not known.
type NearCopies struct {
	Pairs int         `json:"pairs"`
	First []near.Pair `json:"first"`         // the three most alike, by the names given to [Check.Text]; Equal is 0.9 to 1
	More  bool        `json:"more,omitzero"` // there may be others: of so many texts not all pairs were looked at
}

// Text examines the text of a document, empty if unknown, with its truth, which may be missing. It finds
// documents whose texts are nearly equal.
func (c *Check) Text(where string, truth document.Value, text string) {
	if of := source.New(text).Source(); of != "" {
		c.texts.Add(where, of, values(nil, "", truth))
	}
}

// values adds the values of a document with their attributes to a list.
func values(to []string, at string, v document.Value) []string {
	switch v.Kind() {
	case document.Object:
		for key, member := range v.LastMembers() {
			to = values(to, at+"."+key, member)
		}
	case document.Array:
		for _, item := range v.Items() {
			to = values(to, at+"[]", item)
		}
	default:
		if !v.Empty() {
			to = append(to, at+"="+v.RawText())
		}
	}
	return to
}

func nearCopies(found near.Found) *NearCopies {
	if found.Pairs == 0 {
		return nil
	}
	return &NearCopies{found.Pairs, found.First, found.More}
}

// plus returns the near copies of two parts of a data set.
func (n *NearCopies) plus(o *NearCopies) *NearCopies {
	switch {
	case n == nil:
		return o
	case o == nil:
		return n
	}
	return &NearCopies{n.Pairs + o.Pairs, near.First(slices.Concat(n.First, o.First)), n.More || o.More}
}

// findings returns `"a" and "b" are near copies: 94 % of their 3-word runs are equal`, with how many other pairs are.
func (n *NearCopies) findings() []Finding {
	if n == nil || n.Pairs <= 0 || len(n.First) == 0 {
		return nil
	}
	var b strings.Builder
	first := n.First[:min(len(n.First), near.MostNamed)]                           // a file may say anything
	percent := func(p near.Pair) int { return int(min(max(p.Equal, 0), 1) * 100) } // 99.9 is not 100
	fmt.Fprintf(&b, "%q and %q are near copies: %d %% of their 3-word runs are equal", first[0].A, first[0].B, percent(first[0]))
	if n.Pairs > 1 || n.More {
		atLeast := ""
		if n.More {
			atLeast = "at least "
		}
		fmt.Fprintf(&b, "; %s%s in all", atLeast, words.Plural(n.Pairs, "pair"))
	}
	for i, p := range first[1:] {
		link := ", "
		if i == 0 {
			link = ", also "
		}
		fmt.Fprintf(&b, "%s%q and %q (%d %%)", link, p.A, p.B, percent(p))
	}
	b.WriteString("; intervals and tests count each as a document of its own")
	return []Finding{{Text: b.String()}}
}
