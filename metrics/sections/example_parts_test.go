package sections_test

import (
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/sections"
)

// Pages as an extractor writes them: a range, a list, and a range that goes down.
func ExampleReadPages() {
	for _, text := range []string{`"1-3,7"`, `[4, "5-6"]`, `"9-8"`} {
		v, err := document.Of(text)
		if err != nil {
			panic(err)
		}
		pages, err := sections.ReadPages(v)
		fmt.Println(pages, err != nil)
	}
	// Output:
	// [1 2 3 7] false
	// [4 5 6] false
	// [] true
}

// ReadAll reads the pages of all sections of an answer; an error of one leaves the others.
func ExampleReadAll() {
	answer, err := document.Of(`["1-2", "three", 4]`)
	if err != nil {
		panic(err)
	}
	var values []document.Value
	for _, v := range answer.Items() {
		values = append(values, v)
	}
	pages, errs := sections.ReadAll(values)
	for i := range pages {
		fmt.Println(pages[i], errs[i] != nil)
	}
	// Output:
	// [1 2] false
	// [] true
	// [4] false
}

// The pages of a section for a reader, in whatever order the extractor had them.
func ExampleFormatPages() {
	fmt.Println(sections.FormatPages([]int{7, 2, 1, 3, 3}))
	// Output: 1-3,7
}

// A page that a person gave to two documents is a mistake in the truth.
func ExampleCheck() {
	err := sections.Check([]sections.Section{
		{Class: "invoice", Pages: []int{1, 2}},
		{Class: "letter", Pages: []int{2, 3}},
	})
	fmt.Println(err)
	// Output: page 2 is in sections [0] and [1], want it in one
}

// A Comparison has a Pair of sections for each document that was found, and each Page with the sections that have it. The answer has
// the pages of the invoice in the wrong order, and joins the letters of pages 4 and 5.
func ExampleCompare() {
	c := sections.Compare([]sections.Section{
		{Class: "invoice", Pages: []int{1, 3, 2}},
		{Class: "letter", Pages: []int{4, 5}},
	}, []sections.Section{
		{Class: "invoice", Pages: []int{1, 2, 3}},
		{Class: "letter", Pages: []int{4}},
		{Class: "letter", Pages: []int{5}},
	})
	for _, pair := range c.Pairs {
		tau, ok := pair.PageOrder()
		fmt.Printf("want %d is got %d: right %t, similarity %.2f, order of pages %.2f %t\n", pair.Want, pair.Got, pair.Right(), pair.Similarity, tau, ok)
	}
	for _, page := range c.Pages {
		if page.WantStart != page.GotStart {
			fmt.Printf("page %d: a start in the truth %t, in the answer %t\n", page.Number, page.WantStart, page.GotStart)
		}
	}
	// Output:
	// want 0 is got 0: right true, similarity 1.00, order of pages 0.33 true
	// want 1 is got 1: right false, similarity 0.50, order of pages 0.00 false
	// page 5: a start in the truth true, in the answer false
}
