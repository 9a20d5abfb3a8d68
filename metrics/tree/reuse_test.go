package tree

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
)

// anyDocument returns a value, in which AnyOf may stand where it must not.
func anyDocument(r *rand.Rand, depth int) any {
	kind := r.IntN(8)
	if depth == 0 {
		kind %= 4
	}
	text := func() string {
		return strings.Repeat([]string{"a", "B", "Äö ", " ", "İ", "ẞ", "x1", "\xff"}[r.IntN(8)], r.IntN(12)) + fmt.Sprint(r.IntN(3))
	}
	switch kind {
	case 0:
		return nil
	case 1:
		return r.IntN(100)
	case 2, 3:
		return text()
	case 4, 5:
		items := []any{}
		for range r.IntN(9) {
			items = append(items, anyDocument(r, depth-1))
		}
		return items
	}
	members := map[string]any{}
	for range r.IntN(6) {
		members[[]string{"a", "b", "name", "amount", text(), AnyOf}[r.IntN(5+r.IntN(2))]] = anyDocument(r, depth-1)
	}
	return members
}

// A comparison in memory that others have used, some of them refused, gives the same result as in
// memory of its own, in whatever order, and several at a time.
func TestMemoryUsedAgain(t *testing.T) {
	type pair struct {
		got, want document.Value
		is        string
	}
	compare := func(p *pair) string {
		score, err := ANLSStar(p.got, p.want)
		return fmt.Sprint(score, err)
	}
	value := func(v any) document.Value {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		of, err := document.Parse(text)
		require.NoError(t, err)
		return of
	}
	r := rand.New(rand.NewPCG(5, 6))
	var pairs []pair
	refused := 0
	for range 400 {
		p := pair{got: value(anyDocument(r, 4)), want: value(anyDocument(r, 4))}
		if r.IntN(3) == 0 {
			p.got = p.want
		}
		workspaces = sync.Pool{New: func() any { return new(workspace) }} // which nobody has used
		p.is = compare(&p)
		if strings.Contains(p.is, "tree: ") {
			refused++
		}
		pairs = append(pairs, p)
	}
	require.Greater(t, refused, 20)
	require.Less(t, refused, 200)
	var work sync.WaitGroup
	for range 4 {
		order := r.Perm(len(pairs))
		work.Go(func() {
			for _, i := range order {
				assert.Equal(t, pairs[i].is, compare(&pairs[i]))
			}
		})
	}
	work.Wait()
}
