package sidecar

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/words"
)

// number returns a number that identifies a text, never 0.
func number(kind, text string) uint64 {
	sum := sha256.Sum256([]byte(kind + "\n" + text))
	return max(binary.BigEndian.Uint64(sum[:]), 1)
}

// point returns the number in [0,1) of the group with a name.
func (h PartsHead) point(name string) float64 {
	return float64(number(fmt.Sprintf("seed %d", h.Seed), name)>>11) / (1 << 53)
}

// choose returns the part whose share contains the number of the group.
func (h PartsHead) choose(name string) string {
	names, point := h.Names(), h.point(name)
	for _, part := range names[:len(names)-1] {
		if point -= h.Parts[part]; point < 0 {
			return part
		}
	}
	return names[len(names)-1]
}

// Split divides the cases. Cases that have a part in written keep it; a nil written has no cases. data is the name of
// the data set. more says that the search may have overlooked near copies, because there are very many texts. The error
// lists the groups in two parts, or names a part that would have no case.
func (d *Splitter) Split(data string, written *Parts) (f *Parts, more bool, err error) {
	if err := cmp.Or(d.head.validate(), d.keys.missing("-by", d.names), d.class.missing("-stratify", d.names)); err != nil {
		return nil, false, err
	}
	if written == nil {
		written = &Parts{}
	}
	groups, more := d.joined().groups, d.joined().more
	var wrong dataset.Problems
	d.leaks(written, &wrong)
	if err := wrong.Err(); err != nil {
		return nil, more, err
	}
	f = &Parts{PartsHead: d.head, name: PartsFile(data), places: map[string]place{}}
	put := func(g group, part string) {
		for _, i := range g.cases {
			f.places[d.cases[i].id] = place{part: part}
		}
	}
	var open []group
	for _, g := range groups {
		part := ""
		for _, i := range g.cases {
			part = cmp.Or(part, written.places[d.cases[i].id].part)
		}
		switch {
		case part != "":
			put(g, part)
		case d.head.Stratify != "":
			open = append(open, g)
		default:
			put(g, d.head.choose(g.name))
		}
	}
	d.dealGroups(f, open, put)
	for _, s := range d.Shares(f) {
		if s.Cases == 0 {
			return nil, more, fmt.Errorf("part %s would have no case: %s for a share of %v; choose other parts, another -seed, or smaller groups",
				s.Part, words.Plural(len(groups), "group"), s.Wanted)
		}
	}
	return f, more, nil
}

// dealGroups gives each group to the part that lacks most cases of the group's classes.
func (d *Splitter) dealGroups(f *Parts, open []group, put func(group, string)) {
	lacks := map[string]map[string]float64{} // part -> class -> the number of cases that the part lacks
	for part, share := range d.head.Parts {
		lacks[part] = map[string]float64{}
		for i := range d.cases {
			lacks[part][d.class.valueOf(i)] += share
		}
	}
	for i, c := range d.cases {
		if part, ok := f.Part(c.id); ok {
			lacks[part][d.class.valueOf(i)]--
		}
	}
	slices.SortFunc(open, func(a, b group) int {
		return cmp.Or(len(b.cases)-len(a.cases), cmp.Compare(d.head.point(a.name), d.head.point(b.name)), strings.Compare(a.name, b.name))
	})
	for _, g := range open {
		best, most := "", math.Inf(-1)
		for _, part := range d.head.Names() {
			sum := 0.0
			for _, i := range g.cases {
				sum += lacks[part][d.class.valueOf(i)]
			}
			if sum > most+1e-9 {
				best, most = part, sum
			}
		}
		for _, i := range g.cases {
			lacks[best][d.class.valueOf(i)]--
		}
		put(g, best)
	}
}

// PartShare is the share of a data set that a part has.
type PartShare struct {
	Part   string
	Wanted float64 // the wanted share of the cases
	Cases  int
	Groups int
	// Near bounds the distance between the share of cases and the wanted share for 95 of 100 seeds: it is 1.96 standard
	// deviations, given the sizes of the groups. It is 0 with Stratify, which deals out the groups.
	Near float64
	// Classes counts the cases of each class of Stratify, "" for no class; nil without Stratify.
	Classes map[string]int
}

// Shares returns the share of each part, in the alphabetical order of the parts.
func (d *Splitter) Shares(f *Parts) []PartShare {
	groups, squares := d.joined().groups, 0.0
	for _, g := range groups {
		squares += float64(len(g.cases) * len(g.cases))
	}
	var all []PartShare
	for _, part := range d.head.Names() {
		s := PartShare{Part: part, Wanted: d.head.Parts[part]}
		if d.head.Stratify != "" {
			s.Classes = map[string]int{}
		} else {
			s.Near = 1.96 * math.Sqrt(s.Wanted*(1-s.Wanted)*squares) / float64(len(d.cases))
		}
		for _, g := range groups {
			if own, _ := f.Part(d.cases[g.cases[0]].id); own != part {
				continue
			}
			s.Groups++
			for _, i := range g.cases {
				s.Cases++
				if s.Classes != nil {
					s.Classes[d.class.valueOf(i)]++
				}
			}
		}
		all = append(all, s)
	}
	return all
}

// Added returns the ids that f has and old does not have, in alphabetical order. A nil old has no ids.
func (f *Parts) Added(old *Parts) []string {
	if old == nil {
		old = &Parts{}
	}
	return f.without(old)
}

// Dropped returns the ids that old has and f does not have, in alphabetical order. A nil old has no ids.
func (f *Parts) Dropped(old *Parts) []string {
	if old == nil {
		return nil
	}
	return old.without(f)
}

func (f *Parts) without(o *Parts) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(f.places)), func(id string) bool { _, ok := o.places[id]; return ok })
}
