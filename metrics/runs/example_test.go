package runs_test

import (
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/runs"
	"github.com/extracteval/extracteval/metrics/spans"
	"github.com/extracteval/extracteval/metrics/stats"
)

func ExampleUniqueExtractionStability() {
	read := spans.Layout{}.Extractions
	first := read(parse(`{"extractions": [{"class": "person", "start": 0, "end": 4, "quote": "Anna"}]}`))
	second := read(parse(`{"extractions": [
		{"class": "person", "start": 0, "end": 4, "quote": "Anna"},
		{"class": "place", "start": 14, "end": 18, "quote": "Bonn"}]}`))
	fmt.Println(runs.UniqueExtractionStability([][]spans.Extraction{first, second, second}))
	fmt.Println(runs.UniqueExtractionStability([][]spans.Extraction{first}))
	// Output:
	// 0.6666666666666666
	// 1
}

// CountStatistics say how many extractions the runs returned. That all of them returned two does not say that they are the same.
func ExampleCount() {
	c, _ := runs.Count([][]spans.Extraction{{anna, bonn}, {anna, kiel}})
	fmt.Printf("%d runs, %d to %d extractions, sd %g, stability %.2f\n", c.Runs, c.Min, c.Max, c.StdDev, c.Stability)
	// Output:
	// 2 runs, 2 to 2 extractions, sd 0, stability 0.33
}

func ExampleTexts() {
	cases := [][]document.Value{
		values(`{"total": 12}`, `{"total": 12}`, `{"total": 12}`),
		values(`{"total": 7}`, `{"total": 7}`, `{"total": null}`),
	}
	totals, _ := runs.Texts(cases, "total")
	agreement, _ := stats.Agreement(totals)
	flips, _ := stats.FlipRate(totals)
	fmt.Printf("agreement %.3f, flip rate %.1f\n", agreement, flips)
	// Output:
	// agreement 0.667, flip rate 0.5
}

func ExampleDriftRate() {
	rate, ok := runs.DriftRate([][]document.Value{
		values(`{"a": 1, "b": 2}`, `{"b": 2, "a": 1}`),
		values(`{"a": 1}`, `{"a": "1"}`),
	})
	fmt.Println(rate, ok)
	// Output:
	// 0.5 true
}

func ExampleSchemaValid() {
	r := runs.SchemaValid(values(`{"a": 1}`, `[]`), func(v document.Value) error {
		if v.Kind() != document.Object {
			return errors.New("want an object")
		}
		return nil
	})
	fmt.Println(r)
	// Output:
	// 0.5
}

// Two runs over one document: of its three tags, one is in both answers.
func ExampleItemTexts() {
	tags, err := runs.ItemTexts(values(`{"tags": ["urgent", "paid"]}`, `{"tags": ["copy", "urgent"]}`), "tags")
	fmt.Println(tags, err)
	fmt.Printf("%.2f\n", stats.MeanPairwiseJaccard(tags))
	// Output:
	// [["urgent" "paid"] ["copy" "urgent"]] <nil>
	// 0.33
}
