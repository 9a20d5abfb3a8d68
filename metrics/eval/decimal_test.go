package eval_test

import (
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
)

// word reads and writes any text.
type word struct{ text string }

func (w word) MarshalText() ([]byte, error)     { return []byte(w.text), nil }
func (w *word) UnmarshalText(text []byte) error { w.text = string(text); return nil }

// price is a decimal that writes its JSON itself, as decimal.Decimal does.
type price struct{ apd.Decimal }

func (p price) MarshalJSON() ([]byte, error) { return []byte(`"` + p.Text('f') + `"`), nil }

func TestDecimalsAreComparedAsNumbers(t *testing.T) {
	type answer struct {
		Decimal  apd.Decimal    `json:"decimal"`
		Pointer  *apd.Decimal   `json:"pointer"`
		Decimals []*apd.Decimal `json:"decimals"`
		Amounts  []price        `json:"amounts"`
		Float    *big.Float     `json:"float"`
		Ratio    *big.Rat       `json:"ratio"`
		Word     word           `json:"word"`
	}
	s, err := eval.SpecOf[answer]()
	require.NoError(t, err)
	e, err := s.Compile()
	require.NoError(t, err)
	d := apd.New(950, -2)
	got := answer{*d, d, []*apd.Decimal{apd.New(300, -2), d}, []price{{*d}, {*apd.New(300, -2)}}, big.NewFloat(1.5), big.NewRat(3, 4), word{"9.50"}}
	r, err := e.Evaluate(t.Context(), got, `{"decimal":"9.5","pointer":9.500,"decimals":["9.500","3"],"amounts":["9.5","3"],"float":"1.50","ratio":"3/4","word":"9.5"}`)
	require.NoError(t, err)
	require.Len(t, r.Misses, 1, "%v", r.Misses)
	assert.Equal(t, "word", r.Misses[0].Path, "a text that is a number is a text")
}
