// Study measures how well the library finds wrong truths, and wrong answers without a truth. It
// plants mistakes into the truths of testdata's invoices and into answers, so that it knows which are
// wrong and why, and counts the mistakes that are found. Each of the rounds plants 50 wrong labels,
// and 100 wrong values of each origin.
//
// It makes and checks planted mistakes with its own code, in plant.go, garble.go and
// plain.go, not with rules or package source, which it measures.
//
//	go run ./report/internal/suspect/testdata/study [-rounds 20] [-misses] [-corpus testdata/invoices]
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/extracteval/extracteval/report/internal/suspect"
)

func main() {
	rounds := flag.Uint64("rounds", 20, "the `NUMBER` of rounds that are counted together")
	misses := flag.Bool("misses", false, "list what is not found, and what is taken for another thing")
	corpus := flag.String("corpus", "testdata/invoices", "the `FOLDER` of NAME.input.txt and NAME.want.json")
	flag.Parse()
	if err := study(os.Stdout, *corpus, *rounds, *misses); err != nil {
		fmt.Fprintln(os.Stderr, "study:", err)
		os.Exit(1)
	}
}

// study prints the missed mistakes, if misses is set, and then the tables.
func study(w io.Writer, corpus string, rounds uint64, misses bool) error {
	docs, err := readCorpus(corpus)
	if err != nil {
		return err
	}
	f, err := newFinder()
	if err != nil {
		return err
	}
	var sum tally
	for round := range rounds {
		truths, labels := plantLabels(rand.New(rand.NewPCG(round+1, 1)), docs)
		suspects, err := f.lint(truths)
		if err != nil {
			return err
		}
		answers, standing := plantAnswers(rand.New(rand.NewPCG(round+1, 2)), docs, f.wrong)
		sum.labels(f, labels, suspects)
		sum.answers(f, answers)
		sum.standing += standing
		if misses {
			printMisses(w, f, labels, suspects, answers)
		}
	}
	sum.right(f, docs)
	sum.print(w)
	return nil
}

// printMisses lists the labels that were not found, the right labels that are suspected, and
// the values with a wrong origin.
func printMisses(w io.Writer, f *finder, labels []wrongLabel, suspects []suspect.Label, answers []answer) {
	fmt.Fprint(w, "wrong labels that are not found\n\n")
	for _, e := range labels {
		if !slices.ContainsFunc(suspects, func(s suspect.Label) bool { return f.says(s, e) }) {
			fmt.Fprintf(w, "%s %s: %v for %v (%s)\n", e.doc, e.leaf.path, e.value, e.leaf.value, e.kind)
		}
	}
	fmt.Fprint(w, "\nright labels that are suspected\n\n")
	for _, s := range suspects {
		if !slices.ContainsFunc(labels, func(e wrongLabel) bool { return f.says(s, e) }) {
			fmt.Fprintf(w, "%s %s: %s\n", s.ID, s.Path, s.Evidence[0].Text)
		}
	}
	fmt.Fprint(w, "\nvalues that are taken for another origin\n\n")
	for _, a := range answers {
		if said := f.origin(a); said != a.origin {
			fmt.Fprintf(w, "%s %s: %v for %v is %s and taken for %s\n", a.doc.name, a.attribute, a.got, a.want, a.origin, said)
		}
	}
	fmt.Fprintln(w)
}
