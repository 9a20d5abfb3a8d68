package grounding

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Attributes names the attributes under which package eval has compared a claim:
// "total.value" or, over all items of a list, "lines[].amount.value".
type Attributes struct {
	Value string
	Box   string // compared by [compare.Box]
	Page  string // "" when there is none, or when the boxes are objects that hold it
}

// OfResult grades claims by a result of package eval: a value, page or box is right when it is a match. In a list,
// value, box and page belong together if they are of the same item of the truth: claims of matched items are graded,
// claims of missing items are wrong, and invented items are left out.
//
// A claim is located when the truth has a value and a box. Its page is also right when the truth states no page. The
// findings have the path of the value, in the order of the result; the IoU comes from compare.Box, which gives 0 on
// different pages where boxes hold their pages.
//
// An attribute that the result does not have is an error, and so is a box or page that lies in more or fewer lists than
// the value: "tags[]", the items of a set, and "bbox".
func OfResult(r eval.Result, claims ...Attributes) (Result, error) {
	result := Result{Unreadable: r.Unreadable}
	for _, c := range claims {
		if err := c.check(r.Table); err != nil {
			return Result{}, err
		}
		boxes, pages := leaves(r, c.Box), leaves(r, c.Page)
		for i := range r.Fields {
			value := &r.Fields[i]
			if value.Attribute != c.Value || value.Outcome == metrics.Invented {
				continue
			}
			item := itemKey(value)
			result.addFinding(gradeLeaves(value, boxes[item], pages[item], c.Page == ""))
		}
	}
	return result, nil
}

func (c Attributes) check(t metrics.Table) error {
	attributes := []string{c.Value, c.Box}
	if c.Page != "" {
		attributes = append(attributes, c.Page)
	}
	for _, a := range attributes {
		if _, ok := t.Counts(a); !ok {
			return fmt.Errorf("grounding: the result has no attribute %q", a)
		}
		if depthOf(a) != depthOf(c.Value) {
			return fmt.Errorf("grounding: %q cannot be the place of %q: the two are not in the same list", a, c.Value)
		}
	}
	return nil
}

// depthOf returns how many lists and maps an attribute lies in.
func depthOf(attribute string) int {
	return strings.Count(attribute, paths.Items) + strings.Count(attribute, paths.Members)
}

// leaves returns the leaves of one attribute by the truth's items.
func leaves(r eval.Result, attribute string) map[string]*eval.FieldResult {
	found := make(map[string]*eval.FieldResult)
	for i := range r.Fields {
		if f := &r.Fields[i]; attribute != "" && f.Attribute == attribute && f.Outcome != metrics.Invented {
			found[itemKey(f)] = f
		}
	}
	return found
}

func itemKey(f *eval.FieldResult) string { return fmt.Sprint(f.WantIndex) }

// gradeLeaves grades a claim by the results of its value, box and page. box and page are nil if the result has no such
// leaf.
func gradeLeaves(value, box, page *eval.FieldResult, pageInBox bool) Finding {
	f := Finding{Claim: value.Path}
	if !expected(value.Outcome) || box == nil || !expected(box.Outcome) {
		f.Grade, f.Note = notLocated, notLocatedNote
		return f
	}
	f.IoU = box.Similarity
	for _, leaf := range []*eval.FieldResult{value, page, box} {
		if leaf != nil && leaf.Outcome == metrics.Errored {
			f.Grade, f.Note = errored, leaf.Note
			return f
		}
	}
	samePage, pageNote := true, ""
	if pageInBox {
		got, want := pageOf(box.Got), pageOf(box.Want)
		samePage, pageNote = !want.stated || got == want, fmt.Sprintf("got %s, want %s", got, want)
	} else if page != nil && expected(page.Outcome) {
		samePage, pageNote = page.Outcome == metrics.Match, "page wrong"+detail(page)
	}
	f.judge(value, samePage, pageNote, box.Outcome == metrics.Match, "box wrong"+detail(box))
	return f
}

// pageOf returns the page that a box holds. Anything but a page counts as none.
func pageOf(box json.RawMessage) statedPage {
	v, _ := document.Parse(box)
	p, _ := readPage(v.Member("page"))
	return p
}
