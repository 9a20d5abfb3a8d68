package compare

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// Of case x "total" is wrong in the second of two trials in one run; in the other run y has no date.
func TestOutcomes(t *testing.T) {
	const (
		head  = `{"type":"run","schema":"extracteval/v1","package":"a"}` + "\n" + `{"type":"dataset","name":"invoices"}` + "\n"
		right = `"verdict":"pass","counts":[{"attribute":"total","counts":{"match":1}},{"attribute":"date","counts":{"match":1}}]}` + "\n"
		wrong = `"verdict":"fail","counts":[{"attribute":"total","counts":{"wrong":1}},{"attribute":"date","counts":{"match":1}}]}` + "\n"
		total = `"verdict":"pass","counts":[{"attribute":"total","counts":{"match":1}}]}` + "\n"
		one   = `{"type":"case","id":"x","trial":1,"status":"ok",`
		two   = `{"type":"case","id":"x","trial":2,"status":"ok",`
		y     = `{"type":"case","id":"y","trial":1,"status":"ok",`
		end   = `{"type":"end","cases":3}` + "\n"
	)
	c := comparison{ledger: &runs.Ledger{}}
	sets, errs := c.ledger.Read([]runs.Input{
		{Name: "a", Sources: []artifact.Source{reporttest.Source("a", head+one+right+two+wrong+y+right+end)}},
		{Name: "b", Sources: []artifact.Source{reporttest.Source("b", head+one+right+two+right+y+total+end)}},
		{Name: "c", Sources: []artifact.Source{reporttest.Source("c", head+one+right+two+wrong+y+right+end)}},
	})
	require.Equal(t, make([]error, 3), errs)
	common := runs.Common(sets[0][0], sets[1][0], sets[2][0])
	require.Len(t, common, 2)
	entries := func(number int32, columns ...int) (all [][]runs.Entry) {
		for _, run := range columns {
			all = append(all, sets[run][0].Entries(number))
		}
		return all
	}
	for _, n := range common {
		assert.False(t, alike(entries(n, 0, 1)), sets[0][0].Name(n))
		assert.Equal(t, sets[0][0].Name(n) == "y", alike(entries(n, 0, 2)), "the trials of x differ")
	}
	marks := func(o outcome) []Mark {
		mark := func(name string) Mark {
			return o.marks[slices.IndexFunc(c.ledger.Attributes, func(a runs.Attribute) bool { return a.Name == name })]
		}
		return []Mark{mark("total"), mark("date")}
	}
	var o outcome
	c.outcome(&o, entries(common[0], 0)[0])
	assert.Equal(t, []Mark{Mistaken, Right}, marks(o))
	assert.Equal(t, []int{1, 0, 2}, []int{o.passed, o.failed, o.trials})
	c.outcome(&o, entries(common[1], 1)[0])
	assert.Equal(t, []Mark{Right, NoValue}, marks(o), "what was there before is not left")

	var fetched []string
	var wanted []runs.Wanted
	for _, n := range []int32{common[1], common[0]} {
		of := sets[0][0]
		wanted = append(wanted, runs.Wanted{Of: of, Number: n, Entry: &of.Entries(n)[0], Take: func(r *report.Case) {
			assert.Equal(t, of.Name(n), r.ID)
			assert.Equal(t, 1, r.Trial)
			fetched = append(fetched, r.ID)
		}})
	}
	for err := range runs.Fetch(wanted) {
		require.NoError(t, err)
	}
	assert.Equal(t, []string{"x", "y"}, fetched)
}
