package preflight_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Beside 2018-04-03, which says no order, 03/04/2018 is read by the default order; where more of such
// answers match by another one, a finding says so, and nothing else changes.
func TestAnswersAdviseAnOrder(t *testing.T) {
	const date = `fields: [{path: date, match: date}]`
	iso := func(i int) string { return fmt.Sprintf(`{"date":"2018-%02d-%02d"}`, 2+i, 1+i) } // 1 February, 2 March
	dmy := func(i int) string { return fmt.Sprintf(`{"date":"%02d/%02d/2018"}`, 1+i, 2+i) }
	mdy := func(i int) string { return fmt.Sprintf(`{"date":"%02d/%02d/2018"}`, 2+i, 1+i) }
	const advice = `"date": 8 ambiguous answers are read by order: mdy, by which 2 match; by order: dmy 6 would: if the documents print dates so, write `
	for _, tt := range []struct {
		name, spec string
		truth      func(int) string
		dmy, mdy   int // answers
		want       []string
	}{
		{"most by another order", date, iso, 6, 2, []string{advice + "order: dmy"}},
		{"by auto", `fields: [{path: date, match: auto}]`, iso, 6, 2, []string{advice + "match: date, order: dmy"}},
		{"most by the default order", date, iso, 2, 6, []string{}},
		{"as many by either", date, iso, 4, 4, []string{}},
		{"a stated order", `fields: [{path: date, match: date, order: mdy}]`, iso, 6, 2, []string{}},
		{"an order that the truths said", date + "\ndate_orders: {date: mdy}", iso, 6, 2, []string{}},
		{"truths that are ambiguous, too", date, mdy, 6, 2, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var truths []string
			for i := range tt.dmy + tt.mdy {
				truths = append(truths, tt.truth(i))
			}
			spec, err := eval.ParseSpec([]byte(tt.spec), nil)
			require.NoError(t, err)
			e, err := spec.Compile()
			require.NoError(t, err)
			c, err := preflight.New(e, preflight.Options{})
			require.NoError(t, err)
			parts := [2]*preflight.Check{c, c}
			if parts[1], err = preflight.New(e, preflight.Options{Redacted: true}); err != nil {
				t.Fatal(err)
			}
			right := 0
			for i, truth := range truths {
				want, err := document.Parse([]byte(truth))
				require.NoError(t, err)
				answer := dmy(i)
				if i >= tt.dmy {
					answer = mdy(i)
				}
				r, err := e.Evaluate(t.Context(), answer, want)
				require.NoError(t, err)
				right += len(r.Hits)
				part := parts[i%2]
				part.Part(2)
				require.NoError(t, part.Add(fmt.Sprintf("set.jsonl:%d", i+1), want))
				part.Answered(want, &r)
			}
			if tt.name == "most by another order" {
				assert.Equal(t, tt.mdy, right, "the default order judges")
			}
			all := parts[0].Evidence().Plus(parts[1].Evidence())
			assert.Equal(t, tt.want, texts(all.Findings()))
		})
	}
}
