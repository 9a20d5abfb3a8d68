package diff_test

import (
	"fmt"
	"log"
	"os"

	"github.com/extracteval/extracteval/report/artifact"

	"github.com/extracteval/extracteval/report/diff"
)

func ExampleCompare() {
	r, err := diff.Compare(
		[]artifact.Source{artifact.File("testdata/old.jsonl")},
		[]artifact.Source{artifact.File("testdata/new.jsonl")},
		diff.Options{MaxDrop: 0.01},
	)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("regressed:", r.Regressed())
	for _, f := range r.Sets[0].Fields {
		fmt.Println(f.Name, f.Old(), f.New(), "broken:", f.Broken, "fixed:", f.Fixed)
	}
	// Output:
	// regressed: false
	// number 1.000 1.000 broken: 0 fixed: 0
	// total 1.000 0.800 broken: 1 fixed: 0
}

// A program that looks into what changed. A Report has a Set for each data set: a Row for each field with its Verdict, a CaseChange for
// each case with the values of both runs, and a Warning for each doubt.
func ExampleReport() {
	r, err := diff.Compare(
		[]artifact.Source{artifact.File("testdata/old.jsonl")},
		[]artifact.Source{artifact.File("testdata/new.jsonl")},
		diff.Options{},
	)
	if err != nil {
		log.Fatal(err)
	}
	for _, set := range r.Sets {
		for _, row := range set.Fields {
			fmt.Println(row.Name, row.Delta, row.Verdict == diff.Same)
		}
		for _, c := range set.Broken.Cases {
			for _, field := range c.Fields {
				for _, value := range field.Values {
					fmt.Println(c.ID, value.Path, "want", value.Want, "got", value.Old.Got, "then", value.New.Got)
				}
			}
		}
		for _, w := range set.Warnings {
			fmt.Println(w.Kind)
		}
	}
	// Output:
	// number 0.000 true
	// total -0.200 true
	// receipt-3 total want 12.5 got 12.5 then 125.0
	// few_cases
}

func ExampleWriteText() {
	old := []artifact.Source{artifact.File("testdata/old.jsonl")}
	r, err := diff.Compare(old, old, diff.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := diff.WriteText(os.Stdout, r); err != nil {
		log.Fatal(err)
	}
	// Output:
	// no significant change
	//
	// receipts: 5 cases in both runs ¹
	//
	// F1          old    new  delta  95% interval  p  n  broken  fixed  finds
	// number    1.000  1.000      ~                   5       ·      ·   none
	// total     1.000  1.000      ~                   5       ·      ·   none
	//
	// micro F1  1.000  1.000      ~                                     0.951
	// macro F1  1.000  1.000      ~                                     0.951
	// finds: the least drop that is found four times in five
	//
	// cases     old     new  delta  95% interval  p  n  broken  fixed  finds
	// pass   5 of 5  5 of 5      ~                   5       ·      ·   none
	//
	// ¹ 5 cases are in both runs: with fewer than 6 changed cases no field is significant
}
