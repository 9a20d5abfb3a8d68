package similarity

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// All functions give the same results in memory that others have used as in memory of their own, in
// whatever order, and several at a time.
func TestMemoryUsedAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	letters := []string{"a", "b", " ", "é", "ß", "漢", "字", "\U0001F600", "\U00020000", "\xff", "\xed\xa0\x80"}
	text := func() string {
		known := 1 + r.IntN(len(letters))
		var b strings.Builder
		for range r.IntN([]int{5, 30, 70, 300}[r.IntN(4)]) {
			b.WriteString(letters[r.IntN(known)])
		}
		return b.String()
	}
	type question struct {
		name, a, b string
		threshold  float64
		is         [2]float64
	}
	ask := func(q *question) (is [2]float64) {
		f, _ := Named(q.name)
		is[0] = f(q.a, q.b)
		is[1], _ = LevenshteinAtLeast(q.a, q.b, q.threshold)
		return is
	}
	var all []question
	for range 120 {
		a, b := text(), text()
		if r.IntN(3) == 0 { // alike
			at := r.IntN(len(b) + 1)
			a = b[:at] + letters[r.IntN(len(letters))] + b[at:]
		}
		for _, name := range Names() {
			q := question{name: name, a: a, b: b, threshold: r.Float64()}
			workspaces = sync.Pool{New: func() any { return &workspace{table: newTable()} }} // which nobody has used
			q.is = ask(&q)
			all = append(all, q)
		}
	}
	var work sync.WaitGroup
	for range 4 {
		order := r.Perm(len(all))
		work.Go(func() {
			for _, i := range order {
				q := &all[i]
				assert.Equal(t, q.is, ask(q), "%s of %q and %q", q.name, q.a, q.b)
			}
		})
	}
	work.Wait()
}
