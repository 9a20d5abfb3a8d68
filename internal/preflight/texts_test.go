package preflight_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// letter has 102 words: 100 runs. With another date, in the middle, 97 of 103 are equal.
func letter(of, date string) string {
	var all []string
	for i := range 102 {
		all = append(all, fmt.Sprint(of, i))
	}
	all[50] = date
	return strings.Join(all, " ")
}

func TestNearCopies(t *testing.T) {
	type doc struct{ where, text, truth string }
	same := `{"total": 1}`
	for _, tt := range []struct {
		name string
		docs []doc
		want []string
	}{
		{"one pair", []doc{{"a", letter("x", "today"), same}, {"b", letter("x", "tomorrow"), same}, {"c", letter("y", "today"), same}},
			[]string{`"a" and "b" are near copies: 94 % of their 3-word runs are equal; intervals and tests count each of them as a document`}},
		{"five documents: ten pairs, of which the three first are named", []doc{{"a", letter("x", "1"), same}, {"b", letter("x", "2"), same}, {"c", letter("x", "3"), same}, {"d", letter("x", "4"), same}, {"e", letter("x", "5"), same}},
			[]string{`"a" and "b" are near copies: 94 % of their 3-word runs are equal; 10 pairs in all, also "a" and "c" (94 %), "a" and "d" (94 %); intervals and tests count each of them as a document`}},
		{"other truths: one template", []doc{{"a", letter("x", "1"), `{"total": 1}`}, {"b", letter("x", "2"), `{"total": 2}`}}, nil},
		{"copies", []doc{{"a", letter("x", "1"), same}, {"b", letter("x", "1"), same}}, nil},
		{"no texts", []doc{{"a", "", same}, {"b", "", same}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			texts := func(e preflight.Evidence) (all []string) {
				for _, f := range e.Findings() {
					assert.False(t, f.Error)
					all = append(all, f.Text)
				}
				return all
			}
			c := newCheck(t)
			for _, d := range tt.docs {
				truth, err := document.Parse(json.RawMessage(d.truth))
				require.NoError(t, err)
				require.NoError(t, c.Add(d.where, truth))
				c.Text(d.where, truth, d.text)
			}
			assert.Equal(t, tt.want, texts(c.Evidence()))
		})
	}
}

func newCheck(t *testing.T) *preflight.Check {
	e, err := eval.Spec{Fields: []eval.Field{{Path: "total"}}}.Compile()
	require.NoError(t, err)
	c, err := preflight.New(e, preflight.Options{})
	require.NoError(t, err)
	return c
}

// Of shards the pairs add up, and a file may say anything.
func TestNearCopiesOfShards(t *testing.T) {
	part := func(text string) (e preflight.Evidence) {
		require.NoError(t, json.Unmarshal([]byte(text), &e))
		return e
	}
	a := part(`{"truths": 4, "near_copies": {"pairs": 4, "first": [{"a": "a", "b": "b", "equal": 0.999}, {"a": "c", "b": "d", "equal": 0.95}, {"a": "c", "b": "e", "equal": 0.91}]}}`)
	b := part(`{"truths": 4, "near_copies": {"pairs": 1, "first": [{"a": "f", "b": "g", "equal": 1}], "more": true}}`)
	want := `"f" and "g" are near copies: 100 % of their 3-word runs are equal; at least 5 pairs in all, also "a" and "b" (99 %), "c" and "d" (95 %); intervals and tests count each of them as a document`
	for _, sum := range []preflight.Evidence{a.Plus(b), b.Plus(a)} {
		require.Len(t, sum.Findings(), 1)
		assert.Equal(t, want, sum.Findings()[0].Text)
	}
	for _, text := range []string{`{"pairs": -1, "first": [{"a": "f", "b": "g", "equal": 1e300}]}`, `{"pairs": 7, "first": []}`} {
		assert.Empty(t, part(`{"truths": 1, "near_copies": `+text+`}`).Findings())
	}
}
