package internal_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/testdata/effort"
)

// sumsOf returns the sums of cases; the counts of a case are the number of its name, three times it, and 0.
func sumsOf(t *testing.T, all []report.Case) *traits.Sums {
	s, err := traits.NewSums(stats.Bootstrap{Resamples: 8}, 3)
	require.NoError(t, err)
	for i := range all {
		n := len(all[i].ID)
		s.Add(traits.UnitOf(&all[i], "vendor"), []int{n, 3 * n, 0})
	}
	return s
}

// encodedSums returns hashes of the bytes of sums, and of those of the sums of all cases, joined and not.
func encodedSums(t *testing.T, s *traits.Sums) (all []string) {
	known, held, err := s.Encode()
	require.NoError(t, err)
	all = append(all, report.Hash(known), report.Hash(held))
	for _, copies := range []bool{false, true} {
		sums, err := s.Joined(copies).MarshalBinary()
		require.NoError(t, err)
		all = append(all, report.Hash(sums))
	}
	return all
}

// Sums do not depend on the order and the grouping of the cases, nor on the hashes that join them.
func TestSumsInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cases := func(key string) (all []report.Case) {
		hash := func(i int) string { return report.Hash(fmt.Append([]byte(key), i)) }
		for i := range 60 {
			c := record(fmt.Sprint("c", i*i), fmt.Sprint(i%11), fmt.Sprint(i%13))
			switch i % 5 {
			case 0:
				c.TruthHash, c.InputHash = "", hash(i%4)
			case 1:
				c.ClusterHash = hash(i % 3)
			case 2:
				c.TruthHash, c.Tags = "", map[string]string{"vendor": fmt.Sprint(i % 2)}
			case 3:
				c.TruthHash = ""
			case 4:
				c.TruthHash = hash(i % 2)
			}
			all = append(all, c)
		}
		return all
	}
	all := cases("one")
	want := encodedSums(t, sumsOf(t, all))
	assert.NotEqual(t, want[2], want[3], "copies by truths")
	assert.Equal(t, want[2:], encodedSums(t, sumsOf(t, cases("two")))[2:], "another key")
	for range 10 {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		cut := r.IntN(len(all))
		a, b := sumsOf(t, all[:cut]), sumsOf(t, all[cut:])
		wide := b.Copy([]int{-1, 1, 0, -1, 2}) // other columns, and back
		known, held, err := wide.Copy([]int{2, 1, 4}).Encode()
		require.NoError(t, err)
		require.NoError(t, a.Decode(known, held))
		assert.Equal(t, want, encodedSums(t, a))
	}
	apart := sumsOf(t, all)
	apart.Apart()
	assert.Equal(t, want[2], encodedSums(t, apart)[3], "equal truths are no copies")
	require.NoError(t, apart.Merge(sumsOf(t, nil)))
	later := sumsOf(t, nil)
	require.NoError(t, later.Merge(apart))
	assert.Equal(t, encodedSums(t, apart)[2:], encodedSums(t, later)[2:])
}

// Beyond a limit no case is held any more, whichever were added first.
func TestSumsHoldSomeCases(t *testing.T) {
	effort.OneGoroutine(t)
	var all []report.Case
	for i := range traits.MostHeld + 10 {
		all = append(all, report.Case{ID: fmt.Sprint(i), InputHash: report.Hash(fmt.Append(nil, i%50_000))})
	}
	want := encodedSums(t, sumsOf(t, all))
	assert.Equal(t, report.Hash([]byte{1, 0, 0, 0}), want[1])
	a, b := sumsOf(t, all[:40_000]), sumsOf(t, all[40_000:])
	require.NoError(t, a.Merge(b))
	assert.Equal(t, want, encodedSums(t, a))
	few, rest := sumsOf(t, all[:5]), sumsOf(t, all[5:])
	require.NoError(t, few.Merge(rest))
	assert.Equal(t, want, encodedSums(t, few))
}

func TestSumsThatCannotBeRead(t *testing.T) {
	s := sumsOf(t, []report.Case{{ID: "a", InputHash: "x"}, record("b", "1", "2")})
	known, held, err := s.Encode()
	require.NoError(t, err)
	before := encodedSums(t, s)
	for n := range held {
		assert.EqualError(t, s.Decode(known, held[:n]), "the held cases cannot be read", "%d bytes", n)
	}
	assert.EqualError(t, s.Decode(known, append(held, 0)), "the held cases cannot be read")
	assert.EqualError(t, s.Decode(known, []byte("\x01\x01\x00\x00")), "the held cases cannot be read")
	assert.Error(t, s.Decode(known[1:], held))
	assert.Equal(t, before, encodedSums(t, s), "they are as they were")
	narrow, err := traits.NewSums(stats.Bootstrap{Resamples: 8}, 1)
	require.NoError(t, err)
	assert.Error(t, narrow.Decode(known, held), "too many columns")
}
