package summarize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// units counts the units of evidence of the cases.
type units struct {
	All traits.Census `json:"all"`
	// Documents are the units without the tag that joins cases, nil if there is no such tag.
	Documents *traits.Census `json:"documents,omitempty"`
	Tagged    int            `json:"tagged,omitzero"` // cases that the tag joins
}

// addCase counts a case, and returns its unit.
func (u *units) addCase(c *report.Case, tag string) traits.Unit {
	unit, document := traits.Units(c, tag)
	u.All.Add(c, unit)
	if tag != "" {
		u.apart().Add(c, document)
		if unit.Kind == traits.ByTag && c.Trial <= 1 {
			u.Tagged++
		}
	}
	return unit
}

// apart returns the units without the tag.
func (u *units) apart() *traits.Census {
	if u.Documents == nil {
		u.Documents = &traits.Census{}
	}
	return u.Documents
}

func (u *units) merge(o *units) {
	u.All.Merge(&o.All)
	u.Tagged += o.Tagged
	if o.Documents != nil {
		u.apart().Merge(o.Documents)
	}
}

// ofDocuments returns the census of the documents.
func (u *units) ofDocuments() *traits.Census {
	if u.Documents != nil {
		return u.Documents
	}
	return &u.All
}

// evidence returns the resamples of all cases, and how much evidence the cases are.
func (s *Summarizer) evidence(truthsTell bool) sample {
	units := s.units.All.Count(truthsTell)
	return sample{
		sums:  s.resamples.joined(truthsTell),
		units: units.Sample(s.units.ofDocuments().Count(truthsTell)),
		share: units.Effective(),
	}
}

// documents says how much evidence the cases are, nil if each is a document of its own and no tag joins them.
func (s *Summarizer) documents(truthsTell bool) *report.Documents {
	units := s.units.ofDocuments().Count(truthsTell)
	d := report.Documents{Cases: units.Cases, Distinct: int(units.Units), Estimated: !units.Exact}
	for _, kind := range units.By {
		d.By = append(d.By, kind.String())
	}
	for _, g := range units.Groups {
		names := fmt.Sprintf("%q and %q", g.First, g.Second)
		if g.Cases > 2 {
			names = fmt.Sprintf("%q, %q and %d more", g.First, g.Second, g.Cases-2)
		}
		d.Copies = append(d.Copies, names)
	}
	if s.o.Cluster != "" {
		s.clusters(&d, truthsTell)
	} else if d.Distinct == d.Cases {
		return nil
	}
	return &d
}

// clusters says how the tag joins the cases.
func (s *Summarizer) clusters(d *report.Documents, truthsTell bool) {
	d.Cluster = s.o.Cluster
	d.Clusters = int(s.units.All.Count(truthsTell).Units)
	d.Untagged = d.Cases - s.units.Tagged
	if s.units.Tagged > 0 {
		return
	}
	names := slices.Sorted(maps.Keys(s.order)) // a key of the truths is one of these, mostly
	for _, k := range s.tags.kept {
		names = append(names, strings.Split(k.Text, "\n")...)
	}
	d.Nearest, _ = words.Nearest(d.Cluster, names)
}
