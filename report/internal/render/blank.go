package render

import (
	"cmp"
	"compress/flate"
	"slices"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Blank returns a data set whose cases have an id, pages and the hash of a text, and nothing else: no answer, no truth and no summary. It
// is for people who read documents and may see nothing of a run.
func Blank(name string, cases []*report.Case) (*Set, error) {
	zip, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is valid, so there is no error
	packer := collector{zip: zip}
	s := &Set{Set: &artifact.Set{Dataset: report.Dataset{Name: name}}}
	for _, c := range cases {
		bare := &report.Case{ID: c.ID, Pages: slices.Clone(c.Pages), TextHash: c.TextHash, Status: report.Skipped}
		for i := range bare.Pages {
			bare.Pages[i].Number = cmp.Or(bare.Pages[i].Number, i+1)
		}
		item := newCase(bare)
		var err error
		if item.packed, err = packer.pack(bare); err != nil {
			return nil, err
		}
		s.Cases = append(s.Cases, item)
	}
	return s, nil
}
