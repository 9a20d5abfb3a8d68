package pairing

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
)

// MaxNearest is the most unpaired items of one side that get a nearest candidate.
const MaxNearest = 10

// Candidate is an item without partner and its nearest candidate: an item of the other side, which may have a partner.
// Got and Want are their indices in the arrays. See eval.Nearest.
type Candidate struct {
	Got, Want       int
	Similarity      float64  // above 0
	Least           float64  // the threshold that a pair would have had to reach
	Taken           bool     // the candidate has a partner
	Differs         []string // the match fields in which the two are not equal
	GotKey, WantKey string
	Joined, Split   []int // the parts of a joint
}

// address replaces the places of items in the sheets by their indices in the arrays, and adds their keys.
func address(all []Candidate, got, want *Sheet) []Candidate {
	for k := range all {
		c := &all[k]
		if got.Keys != nil {
			c.GotKey, c.WantKey = got.Keys[c.Got], want.Keys[c.Want]
		}
		c.Got, c.Want = got.Index[c.Got], want.Index[c.Want]
	}
	return all
}

// nearest returns the candidates of items without partner: those of the items of joints, which ofGot and ofWant have, and
// of the first MaxNearest items of either side. An item that is similar to no other item has no candidate.
func (m *matcher) nearest(r *assign.Result, ofGot, ofWant map[int]Candidate, least float64) (toWant, toGot []Candidate) {
	if m.list.Assign == InOrder || m.ended {
		return nil, nil
	}
	toWant = m.candidatesOf(r.UnmatchedWant, r.UnmatchedGot, ofWant, least, m.gotContent, func(c *Candidate) int { return c.Got }, func(j, i int) (int, int) { return i, j })
	toGot = m.candidatesOf(r.UnmatchedGot, r.UnmatchedWant, ofGot, least, m.wantContent, func(c *Candidate) int { return c.Want }, func(i, j int) (int, int) { return i, j })
	return address(toWant, m.got, m.want), address(toGot, m.got, m.want)
}

// candidatesOf returns the candidates of left, the items of one side without partner. joined has the candidates of items of
// joints. free are the items of the other side without partner, and content has the contents of all its items. candidate
// returns the item of the other side in a Candidate. pair puts an item of each side into the order got, want.
func (m *matcher) candidatesOf(left, free []int, joined map[int]Candidate, least float64, content []string, candidate func(*Candidate) int, pair func(own, other int) (got, want int)) (all []Candidate) {
	isFree := make([]bool, len(content))
	for _, other := range free {
		isFree[other] = true
	}
	for n, own := range left {
		c, ok := joined[own]
		if !ok && n < MaxNearest {
			c, ok = m.bestCandidate(len(content), content, func(other int) (int, int) { return pair(own, other) })
		}
		if ok {
			c.Taken, c.Least = !isFree[candidate(&c)], least
			all = append(all, c)
		}
	}
	return all
}

// bestCandidate returns the most similar of n pairs. Of equally similar pairs it returns the one whose content is the
// least. ok is false if no pair has a similarity above 0.
func (m *matcher) bestCandidate(n int, content []string, pair func(int) (got, want int)) (c Candidate, ok bool) {
	found := -1
	for k := range n {
		i, j := pair(k)
		if m.bound(i, j) < c.Similarity {
			continue
		}
		m.threshold = c.Similarity // a worse one need not be known exactly
		s := m.similarity(i, j)
		if s > c.Similarity || s > 0 && s == c.Similarity && content[k] < content[found] {
			c, found = Candidate{Got: i, Want: j, Similarity: s}, k
		}
	}
	if found < 0 {
		return c, false
	}
	got, want := m.operandsOf(c.Got, c.Want)
	for k := range got {
		if g, w := &got[k], &want[k]; !saysNothing(g, w) && (g.empty != w.empty || !g.empty && g.identity() != w.identity() && (g.text && w.text || m.keys[k].Set || !m.keyAgrees(k, c.Got, c.Want))) {
			c.Differs = append(c.Differs, m.keys[k].Text)
		}
	}
	return c, true
}

// Note names the nearest candidate of an item without partner and its shortfall: see eval.Nearest.
func (c *Candidate) Note(ofGot bool) string {
	switch {
	case len(c.Joined) == 2:
		return fmt.Sprintf("item %d of got is items %d and %d of the truth", c.Got, c.Joined[0], c.Joined[1])
	case len(c.Split) == 2:
		return fmt.Sprintf("items %d and %d of got are item %d of the truth, split", c.Split[0], c.Split[1], c.Want)
	}
	whom, index, key := "got", c.Got, c.GotKey
	if ofGot {
		whom, index, key = "the truth", c.Want, c.WantKey
	}
	item := "item " + strconv.Itoa(index)
	if key != "" {
		item = strconv.Quote(key)
	}
	note := "nearest is " + item + " of " + whom + ", similarity " + strconv.FormatFloat(c.Similarity, 'f', 2, 64)
	if c.Similarity+compare.Slack < c.Least {
		note += ", want " + strconv.FormatFloat(c.Least, 'f', -1, 64)
	} else if c.Taken {
		note += ", which has a partner"
	}
	if len(c.Differs) > 0 {
		note += " (" + strings.Join(c.Differs, ", ") + ")"
	}
	return note
}
