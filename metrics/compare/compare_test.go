package compare_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// row is one line of the tables of this package: a comparator judges two JSON texts. The struct and
// the comparator that Prepare returns give the same judgement.
type row struct {
	name      string
	rule      compare.Comparator
	got, want string
	judgement compare.Comparison
}

var (
	hit  = compare.Comparison{Match: true, Score: 1, Similarity: 1}
	miss = compare.Comparison{}
)

func hitWith(note string) compare.Comparison {
	c := hit
	c.Note = note
	return c
}

func missWith(tag, note string) compare.Comparison {
	return compare.Comparison{Tag: tag, Note: note}
}

func similar(similarity float64) compare.Comparison {
	return compare.Comparison{Match: true, Score: similarity, Similarity: similarity}
}

func run(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			got, want := parse(t, r.got), parse(t, r.want)
			prepared, err := compare.Prepare(r.rule)
			require.NoError(t, err)
			for form, c := range map[string]compare.Comparator{"struct": r.rule, "prepared": prepared} {
				judgement, err := c.Compare(context.Background(), got, want)
				require.NoError(t, err, form)
				assert.InDelta(t, r.judgement.Score, judgement.Score, 1e-12, form)
				assert.InDelta(t, r.judgement.Similarity, judgement.Similarity, 1e-12, form)
				judgement.Score, judgement.Similarity = r.judgement.Score, r.judgement.Similarity
				assert.Equal(t, r.judgement, judgement, form)
			}
		})
	}
}

// parse reads a JSON text; "" is a missing value.
func parse(t testing.TB, text string) document.Value {
	t.Helper()
	if text == "" {
		return document.Value{}
	}
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	return v
}

func TestReaches(t *testing.T) {
	assert.True(t, compare.Reaches((1+.7+.7)/3, .8))
	assert.True(t, compare.Reaches(.8, .8))
	assert.False(t, compare.Reaches(.8-2e-9, .8))
}

func TestBinary(t *testing.T) {
	assert.Equal(t, hit, compare.Binary(true))
	assert.Equal(t, miss, compare.Binary(false))
}

// validate returns the error of Prepare.
func validate(c compare.Comparator) error {
	_, err := compare.Prepare(c)
	return err
}
