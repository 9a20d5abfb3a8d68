// Package power says how many documents it takes until a comparison finds a drop of F1.
//
// [Of] reads a run and draws pairs of runs from its documents, in the second of which values broke. Each pair is tested as
// package diff does it: the same tests, in the same family, at the same level. Drawing is the idea of pool.go, the test of a pair
// that of trial.go, and the search for the number that of search.go.
package power

import (
	"cmp"
	"fmt"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/abreast"
	"github.com/extracteval/extracteval/report/internal/ledger"
)

// Options say which drop is to be found. The zero value is a drop of five points by a comparison of independent runs.
type Options struct {
	Drop  float64 // of F1, in (0,1). Default 0.05
	Level float64 // of the comparison, in (0,1); see [github.com/extracteval/extracteval/report/diff.Options]. Default 0.95
	// Shared is how much of its mistakes the next run shares with this one, in [0,1): 0
	// for independent draws, about 0.8 for two versions of one extractor.
	Shared float64
	Seed   uint64 // of all draws
}

// Set is one data set of the run.
type Set struct {
	Set       *artifact.Set // as it was read
	Documents int           // that the run asked for
	// Needs are those of micro F1, and then of each field in the order of the spec.
	Needs []Need
}

// Need is how many documents it takes to find a drop in one row.
type Need struct {
	Field string       `json:"field"`          // or "micro F1"
	Items bool         `json:"items,omitzero"` // whole items of a list
	F1    report.Ratio `json:"f1"`             // of all trials together
	// Documents is how many documents of the same kind it takes until a comparison finds
	// the drop four times in five. 0: it cannot be said, since F1 is undefined or not above the drop.
	Documents int `json:"documents"`
}

// Of says of each data set of a run how many documents a comparison needs to find a drop in the micro average, and in
// each single field, four times in five.
//
// It is the number for which 80 % of drawn pairs of runs are marked as regressed in that row. Both runs of a pair have the same
// documents, drawn with replacement from this run; those of one cluster are drawn together. The old run has their counts as they are.
// The new run has, of a share Shared of the documents, the same counts, and of the others those of documents drawn at
// random among those with as many values in the field. Then right values become wrong, each with the chance that makes F1 fall by Drop:
// those of the field alone, or for micro F1 those of all fields in the averages. All fields, items, invariants, both averages and the
// pass rate are tested as package diff tests them, and are one family at 1 - Level;
// beside the row itself, a test of 40 or more changed documents is that of a normal sum. Several trials are one sum.
//
// The result depends on the run and the options alone. The search for a row draws at most 420 pairs, fewer where there are over 20 fields, of at most
// 2048 documents: about 8 s on two busy processors for a run of 1,000 documents with 10 fields, and it does not grow with the run, but for reading it. Where more than 2048 documents
// are needed, the greater drop is sought that so many find, and the number is extrapolated by variance / Drop².
// The standard error that the draws add is 5 %, and 7 % with many fields. The run itself is a sample:
// with k mistakes in a field its variance has a relative standard error of about 1/√k.
//
// The error says which option is out of range, or which source cannot be read.
func Of(sources []artifact.Source, o Options) ([]Set, error) {
	o.Drop, o.Level = cmp.Or(o.Drop, 0.05), cmp.Or(o.Level, stats.DefaultLevel)
	if !(o.Drop > 0 && o.Drop < 1) || !(o.Level > 0 && o.Level < 1) || !(o.Shared >= 0 && o.Shared < 1) {
		return nil, fmt.Errorf("power: drop %v, level %v, shared %v: want a drop and a level between 0 and 1, and a share from 0 to below 1", o.Drop, o.Level, o.Shared)
	}
	runs := &ledger.Runs{}
	sets, errs := runs.Read([]ledger.Input{{Name: "given", Sources: sources}}, ledger.ByName)
	if errs[0] != nil {
		return nil, errs[0]
	}
	var all []Set
	for _, c := range sets[0] {
		p := newPool(runs, c)
		s := Set{Set: c.Set, Documents: p.documents, Needs: []Need{{Field: "micro F1", F1: p.f1(p.averaged())}}}
		rows := [][]int{p.averaged()}
		for f, field := range p.fields {
			if !field.rule {
				s.Needs = append(s.Needs, Need{Field: field.name, Items: field.items, F1: p.f1([]int{f})})
				rows = append(rows, []int{f})
			}
		}
		abreast.Do(len(rows), func(i int) {
			x := search{pool: p, o: o, broken: rows[i], micro: i == 0, row: uint64(i), rows: len(rows)}
			s.Needs[i].Documents = x.documents()
		})
		all = append(all, s)
	}
	return all, nil
}
