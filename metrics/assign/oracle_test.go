package assign_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/assign"
)

// best is the result of trying every assignment: the greatest sum of similarities in steps of 2^-30, the greatest sum
// of preferences among those, and the different assignments of contents that reach both.
type best struct {
	sum, prefer int64
	contents    map[string]bool
}

func bruteForce(p assign.Problem) best {
	b := best{sum: -1}
	taken := make([]bool, p.Want)
	var pairs []assign.Pair
	var try func(got int, sum, prefer int64)
	try = func(got int, sum, prefer int64) {
		if got == p.Got {
			if sum > b.sum || sum == b.sum && prefer > b.prefer {
				b = best{sum: sum, prefer: prefer, contents: map[string]bool{}}
			}
			if sum == b.sum && prefer == b.prefer {
				b.contents[contents(p, pairs)] = true
			}
			return
		}
		try(got+1, sum, prefer)
		for want := range p.Want {
			s := p.Similarity(got, want)
			q := int64(math.Round(s * (1 << 30)))
			if taken[want] || s < p.Threshold-1e-9 || q == 0 {
				continue
			}
			taken[want] = true
			pairs = append(pairs, assign.Pair{Got: got, Want: want})
			v := int64(0)
			if p.Prefer != nil {
				v = int64(p.Prefer(got, want))
			}
			try(got+1, sum+q, prefer+v)
			pairs = pairs[:len(pairs)-1]
			taken[want] = false
		}
	}
	try(0, 0, 0)
	return b
}

// contents is an assignment with the texts of the items in place of their indices.
func contents(p assign.Problem, pairs []assign.Pair) string {
	var lines []string
	for _, pair := range pairs {
		got, want := fmt.Sprint(pair.Got), fmt.Sprint(pair.Want)
		if p.GotContent != nil {
			got = p.GotContent[pair.Got]
		}
		if p.WantContent != nil {
			want = p.WantContent[pair.Want]
		}
		lines = append(lines, got+"="+want)
	}
	slices.Sort(lines)
	return strings.Join(lines, " ")
}

// sums are the two objectives of a result, as bruteForce counts them.
func sums(p assign.Problem, r assign.Result) (sum, prefer int64) {
	for _, pair := range r.Pairs {
		sum += int64(math.Round(p.Similarity(pair.Got, pair.Want) * (1 << 30)))
		if p.Prefer != nil {
			prefer += int64(p.Prefer(pair.Got, pair.Want))
		}
	}
	return sum, prefer
}

// randomProblem draws up to max items a side, with few distinct similarities, preferences and contents, so that ties
// abound. Items of one letter are interchangeable; similarity and preference are functions of the letters.
func randomProblem(r *rand.Rand, max int) assign.Problem {
	p := assign.Problem{Got: r.IntN(max + 1), Want: r.IntN(max + 1)}
	levels := []int{1, 2, 3, 10, 1000}[r.IntN(5)]
	letters := 1 + r.IntN(10)
	var similarity [10][10]float64
	var prefer [10][10]int
	for i := range similarity {
		for j := range similarity[i] {
			similarity[i][j] = float64(r.IntN(levels+1)) / float64(levels)
			prefer[i][j] = r.IntN(3)
		}
	}
	draw := func(n int) (of []int, content []string) {
		for range n {
			k := r.IntN(letters)
			of = append(of, k)
			content = append(content, string(rune('a'+k)))
		}
		return of, content
	}
	var got, want []int
	got, p.GotContent = draw(p.Got)
	want, p.WantContent = draw(p.Want)
	p.Similarity = func(i, j int) float64 { return similarity[got[i]][want[j]] }
	if r.IntN(2) == 0 {
		p.Prefer = func(i, j int) int { return prefer[got[i]][want[j]] }
	}
	if r.IntN(3) == 0 { // every letter's own pair is as good as any of its pairs can be
		for i := range similarity {
			similarity[i][i], prefer[i][i] = 1, 3
		}
		p.EqualIsOne = true
	}
	if r.IntN(2) == 0 {
		p.Threshold = float64(r.IntN(11)) / 10
	}
	return p
}

// shuffled is the same problem with both lists in another order, and the former indices of its items.
func shuffled(r *rand.Rand, p assign.Problem) (q assign.Problem, got, want []int) {
	got, want = r.Perm(p.Got), r.Perm(p.Want)
	q = p
	q.Similarity = func(i, j int) float64 { return p.Similarity(got[i], want[j]) }
	if p.Prefer != nil {
		q.Prefer = func(i, j int) int { return p.Prefer(got[i], want[j]) }
	}
	q.GotContent, q.WantContent = nil, nil
	for _, i := range got {
		q.GotContent = append(q.GotContent, p.GotContent[i])
	}
	for _, j := range want {
		q.WantContent = append(q.WantContent, p.WantContent[j])
	}
	return q, got, want
}
