package sections_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/sections"
)

// A PDF of nine pages: the service cut the invoice in two, and added the first page of the second delivery note to the first.
func Example() {
	want := []sections.Section{
		{Class: "invoice", Pages: []int{1, 2, 3}},
		{Class: "delivery note", Pages: []int{4, 5}},
		{Class: "delivery note", Pages: []int{6, 7, 8}},
		{Class: "letter", Pages: []int{9}},
	}
	answer, err := document.Of(`{"documents": [
		{"type": "invoice", "pages": "1-2"},
		{"type": "letter", "pages": 3},
		{"type": "delivery note", "pages": "4-6"},
		{"type": "delivery note", "pages": [7, 8]},
		{"type": "letter", "pages": 9}
	]}`)
	if err != nil {
		panic(err)
	}
	var classes []string
	var values []document.Value
	for _, d := range answer.Member("documents").Items() {
		classes = append(classes, d.Member("type").Text())
		values = append(values, d.Member("pages"))
	}
	pages, errs := sections.ReadAll(values)
	got := make([]sections.Section, len(pages))
	for i := range pages {
		if errs[i] != nil {
			fmt.Printf("documents[%d]: %v\n", i, errs[i])
		}
		got[i] = sections.Section{Class: classes[i], Pages: pages[i]}
	}

	c := sections.Compare(got, want)
	for _, p := range c.Pairs {
		fmt.Printf("%s %s: pages %s", want[p.Want].Class, sections.FormatPages(want[p.Want].Pages), sections.FormatPages(got[p.Got].Pages))
		if len(p.Lacks) > 0 {
			fmt.Printf(", without %s", sections.FormatPages(p.Lacks))
		}
		if len(p.Extra) > 0 {
			fmt.Printf(", and %s too many", sections.FormatPages(p.Extra))
		}
		fmt.Println()
	}
	fmt.Printf("of %d sections %d over-split, %d under-split, %d right\n", c.Sections, c.OverSplit, c.UnderSplit, c.Right)
	precision, _ := c.Starts().Precision()
	recall, _ := c.Starts().Recall()
	fmt.Printf("starts: precision %.2f, recall %.2f\n", precision, recall)
	_, _, v := c.VMeasure()
	fmt.Printf("V-measure %.2f, adjusted Rand index %.2f\n", v, c.AdjustedRand())
	// Output:
	// invoice 1-3: pages 1-2, without 3
	// delivery note 4-5: pages 4-6, and 6 too many
	// delivery note 6-8: pages 7-8, without 6
	// letter 9: pages 9
	// of 4 sections 2 over-split, 2 under-split, 1 right
	// starts: precision 0.50, recall 0.67
	// V-measure 0.78, adjusted Rand index 0.40
}
