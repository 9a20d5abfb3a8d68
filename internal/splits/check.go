package splits

import (
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Check returns an error that lists the cases without a part and the groups that stand in two parts. A key By that
// every case lacks is an error, too. The file may name cases that the data set does not have. data is the name of the
// data set in the command that the error proposes.
func (d *Data) Check(f *File, data string) error {
	if err := d.by.missing("by", d.names); err != nil {
		return fmt.Errorf("%s:1: %w", f.name, err)
	}
	var wrong dataset.Problems
	n := 0
	for _, c := range d.cases {
		if _, ok := f.of[c.id]; ok {
			continue
		}
		if n++; n <= 3 {
			wrong.Add(fmt.Errorf("%s: %q has no part in %s", c.where, c.id, f.name))
		}
	}
	if n > 0 {
		wrong.Add(fmt.Errorf("%d of %d cases have no part: evalreport data split %s gives parts to them, and changes no other", n, len(d.cases), data))
	}
	d.leaks(f, &wrong)
	return wrong.Err()
}

// leaks adds an error for each group that stands in two parts.
func (d *Data) leaks(f *File, wrong *dataset.Problems) {
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
	at  int
	why string
}

// bridge returns the shortest path of links from a case of one part to a case of another part, through cases without a
// part. It is nil for a group that is not in two parts.
func (d *Data) bridge(f *File, g group) (shortest []step) {
	parts := map[string]bool{}
	in := map[int]bool{}
	for _, i := range g.cases {
		in[i] = true
		if part, ok := f.Part(d.cases[i].id); ok {
			parts[part] = true
		}
	}
	if len(parts) < 2 {
		return nil
	}
	beside := map[int][]step{}
	for _, l := range d.joined().links {
		if in[l.a] {
			beside[l.a] = append(beside[l.a], step{l.b, l.why})
			beside[l.b] = append(beside[l.b], step{l.a, l.why})
		}
	}
	for _, start := range g.cases {
		part, ok := f.Part(d.cases[start].id)
		if !ok {
			continue
		}
		path := d.search(f, start, part, beside)
		if path != nil && (shortest == nil || len(path) < len(shortest)) {
			shortest = path
		}
	}
	return shortest
}

// search returns the shortest path from a case of a part, through cases without a part, to a case of another part.
func (d *Data) search(f *File, start int, part string, beside map[int][]step) []step {
	from := map[int]step{start: {at: start}} // case -> the step that led to it; at is the case before
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range beside[at] {
			if _, seen := from[next.at]; seen {
				continue
			}
			other, written := f.Part(d.cases[next.at].id)
			if written && other == part {
				continue
			}
			from[next.at] = step{at, next.why}
			if !written {
				queue = append(queue, next.at)
				continue
			}
			var path []step
			for n := next.at; n != start; n = from[n].at {
				path = append([]step{{n, from[n].why}}, path...)
			}
			return append([]step{{at: start}}, path...)
		}
	}
	return nil
}

// describe names the cases and the links of a path between two parts.
func (d *Data) describe(f *File, path []step) string {
	first, last := d.cases[path[0].at], d.cases[path[len(path)-1].at]
	a, b := f.of[first.id], f.of[last.id]
	text := fmt.Sprintf("%s: %q is in part %s (%s:%d), and %q (%s) in part %s (%s:%d)",
		first.where, first.id, a.part, f.name, a.line, last.id, last.where, b.part, f.name, b.line)
	if len(path) == 2 {
		return text + ": " + path[1].why
	}
	var ways []string
	for i, s := range path[1:] {
		ways = append(ways, fmt.Sprintf("%q and %q: %s", d.cases[path[i].at].id, d.cases[s.at].id, s.why))
	}
	return text + "; " + strings.Join(ways, "; ")
}
