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
