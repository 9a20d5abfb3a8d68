package compare

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
)

// What a screen tells apart never matches, and it tells apart most of what does not.
func TestScreenAgreesWithCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	texts := []string{"0", "-0", "1e-400", "-1e-400", "1e400", "5e-324", "1e308", "1.7976931348623157e308", "0.1", "0.30000000000000004", "0.3",
		"9007199254740993", "9007199254740992", "1e15", "1000000000000000.5", `"1,5"`, `"1.5"`, "1.5", `"NaN"`, "null", "true", "[]", "100", "100.01", "102", "101.99999999999999"}
	for range 100 {
		texts = append(texts, fmt.Sprintf("%.*f", r.IntN(4), 200*r.Float64()-50), fmt.Sprintf("%ge%d", r.Float64(), r.IntN(40)-20))
	}
	for _, n := range []Numeric{
		{}, {Tolerance: 0.01}, {Tolerance: 2}, {Tolerance: 1e300}, {Tolerance: 5e-324},
		{Tolerance: 0.02, Relative: true}, {Tolerance: 1e-12, Relative: true}, {Tolerance: 3, Relative: true}, {Tolerance: 1, AnyCurrency: true},
	} {
		c, err := Prepare(n)
		require.NoError(t, err)
		screen, ok := ScreenOf(c)
		require.True(t, ok)
		apart, differ := 0, 0
		for _, a := range texts {
			for _, b := range texts {
				got, err := document.Parse([]byte(a))
				require.NoError(t, err)
				want, err := document.Parse([]byte(b))
				require.NoError(t, err)
				result, err := c.Compare(context.Background(), got, want)
				require.NoError(t, err)
				x, okX := screen.Place(got)
				y, okY := screen.Place(want)
				if !result.Match {
					differ++
				}
				if okX && okY && screen.Apart(x, y) {
					require.False(t, result.Match, "%+v: %s and %s match", n, a, b)
					apart++
				}
			}
		}
		if n.Tolerance <= 1 && !n.Relative {
			assert.Greater(t, apart, differ/2, "%+v", n)
		}
	}
	for _, c := range []Comparator{Exact{}, Fuzzy{}, Date{}, Numeric{HalfDigit: true}, OneOf{Each: Numeric{}}, Auto{}} {
		p, err := Prepare(c)
		require.NoError(t, err)
		_, ok := ScreenOf(p)
		assert.False(t, ok, "%+v", c)
	}
}
