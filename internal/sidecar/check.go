package sidecar

import (
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Check returns an error that lists the cases without a part and the groups that stand in two parts. A key By that
// every case lacks is also an error. The file may name cases that the data set does not have. data is the name of the
// data set in the command that the error proposes.
func (d *Splitter) Check(f *Parts, data string) error {
	if err := d.keys.missing("by", d.names); err != nil {
		return fmt.Errorf("%s:1: %w", f.name, err)
	}
	var wrong dataset.Problems
	n := 0
	for _, c := range d.cases {
		if _, ok := f.places[c.id]; ok {
			continue
		}
		if n++; n <= 3 {
			wrong.Add(fmt.Errorf("%s: %q has no part in %s", c.location, c.id, f.name))
		}
	}
	if n > 0 {
		wrong.Add(fmt.Errorf("%d of %d cases have no part: evalreport data split %s gives parts to them, and changes no other", n, len(d.cases), data))
	}
	d.leaks(f, &wrong)
	return wrong.Err()
}

// leaks adds an error for each group that stands in two parts.
func (d *Splitter) leaks(f *Parts, wrong *dataset.Problems) {
	n := 0
	for _, g := range d.joined().groups {
		if path := d.bridge(f, g); path != nil {
			wrong.Add(errors.New(d.describe(f, path)))
			n++
		}
	}
	if n > 0 {
		wrong.Add(fmt.Errorf("the cases of a group must have one part: give them one in %s, or take the copies out of the data", f.name))
	}
}

// step is a case on the path from one part to another, and why it is linked to the case before.
type step struct {
	index  int
	reason string
}

// bridge returns the shortest path of links from a case of one part to a case of another part, through cases without a
// part. It is nil for a group that is not in two parts.
func (d *Splitter) bridge(f *Parts, g group) (shortest []step) {
	parts := map[string]bool{}
	inPart := map[int]bool{}
	for _, i := range g.cases {
		inPart[i] = true
		if part, ok := f.Part(d.cases[i].id); ok {
			parts[part] = true
		}
	}
	if len(parts) < 2 {
		return nil
	}
	neighbours := map[int][]step{}
	for _, l := range d.joined().links {
		if inPart[l.a] {
			neighbours[l.a] = append(neighbours[l.a], step{l.b, l.reason})
			neighbours[l.b] = append(neighbours[l.b], step{l.a, l.reason})
		}
	}
	for _, start := range g.cases {
		part, ok := f.Part(d.cases[start].id)
		if !ok {
			continue
		}
		path := d.search(f, start, part, neighbours)
		if path != nil && (shortest == nil || len(path) < len(shortest)) {
			shortest = path
		}
	}
	return shortest
}

// search returns the shortest path from a case of a part, through cases without a part, to a case of another part.
func (d *Splitter) search(f *Parts, start int, part string, neighbours map[int][]step) []step {
	steps := map[int]step{start: {index: start}} // case -> the step that led to it; index is the case before
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		current := queue[0]
		for _, next := range neighbours[current] {
			if _, seen := steps[next.index]; seen {
				continue
			}
			other, written := f.Part(d.cases[next.index].id)
			if written && other == part {
				continue
			}
			steps[next.index] = step{current, next.reason}
			if !written {
				queue = append(queue, next.index)
				continue
			}
			var path []step
			for n := next.index; n != start; n = steps[n].index {
				path = append([]step{{n, steps[n].reason}}, path...)
			}
			return append([]step{{index: start}}, path...)
		}
	}
	return nil
}

// describe names the cases and the links of a path between two parts.
func (d *Splitter) describe(f *Parts, path []step) string {
	first, last := d.cases[path[0].index], d.cases[path[len(path)-1].index]
	a, b := f.places[first.id], f.places[last.id]
	text := fmt.Sprintf("%s: %q is in part %s (%s:%d), and %q (%s) in part %s (%s:%d)",
		first.location, first.id, a.part, f.name, a.line, last.id, last.location, b.part, f.name, b.line)
	if len(path) == 2 {
		return text + ": " + path[1].reason
	}
	var ways []string
	for i, s := range path[1:] {
		ways = append(ways, fmt.Sprintf("%q and %q: %s", d.cases[path[i].index].id, d.cases[s.index].id, s.reason))
	}
	return text + "; " + strings.Join(ways, "; ")
}
