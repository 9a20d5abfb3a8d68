package phone_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/compare/phone"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		region, got, want string
		match             bool
		note              string
	}{
		{"DE", `"030 123456"`, `"+49 30 123456"`, true, ""},
		{"DE", `"0049 30/123456"`, `"+49 (0)30 123456"`, true, ""},
		{"DE", `"tel:+49-30-123456"`, `"030123456"`, true, ""},
		{"DE", `"+49 30 123465"`, `"+49 30 123456"`, false, ""},
		{"DE", `"+43 30 123456"`, `"030 123456"`, false, ""},
		{"DE", `"030 123456 ext. 7"`, `"030 123456"`, false, ""},
		{"DE", `"030 123456 x7"`, `"+49 30 123456 ext. 7"`, true, ""},
		{"US", `"(202) 555-0143"`, `"+1 202 555 0143"`, true, ""},
		{"US", `"1-202-555-0143"`, `"202.555.0143"`, true, ""},
		{"IT", `"06 1234567"`, `"+39 06 1234567"`, true, ""},
		{"", `"0049 30 123456"`, `"+49 30 123456"`, true, ""},
		{"", `"030 123456"`, `"+49 30 123456"`, false, `got "030 123456" is not a phone number with the code of its country; region: DE reads numbers of Germany`},
		{"DE", `"030 123456 / 030 654321"`, `"030 123456"`, false, `got "030 123456 / 030 654321" has too few or too many digits for a phone number of +49`},
		{"DE", `"on request"`, `"030 123456"`, false, `got "on request" is not a phone number`},
		{"DE", `"On request"`, `"on request"`, true, `the truth "on request" is not a phone number`},
		{"DE", `4930123456`, `"4930123456"`, true, ""},
		{"DE", `true`, `"030 123456"`, false, "got bool, want string"},
	} {
		c, err := phone.Comparator{Region: tt.region}.Compare(t.Context(), value(t, tt.got), value(t, tt.want))
		require.NoError(t, err)
		assert.Equal(t, tt.match, c.Match, "%s %s", tt.got, tt.want)
		assert.Equal(t, tt.note, c.Note, "%s %s", tt.got, tt.want)
	}
}

func TestSpec(t *testing.T) {
	c, err := compare.Parse("phone", json.RawMessage(`{"region":"DE"}`), phone.Custom())
	require.NoError(t, err)
	assert.Equal(t, phone.Comparator{Region: "DE"}, c)
	assert.Equal(t, "phone number, of DE without the code of a country", compare.Sentence(c))
	name, options, err := compare.Describe(c)
	require.NoError(t, err)
	assert.Equal(t, "phone", name)
	assert.JSONEq(t, `{"region":"DE"}`, string(options))
	_, err = compare.Parse("phone", json.RawMessage(`{"region":"de"}`), phone.Custom())
	assert.ErrorContains(t, err, `unknown region "de"`)
	_, err = compare.Parse("phone", json.RawMessage(`{"country":"DE"}`), phone.Custom())
	assert.ErrorContains(t, err, "the option is region")
	r, ok := compare.Read(c, value(t, `"soon"`))
	assert.True(t, ok)
	assert.Equal(t, compare.Reading{Why: `"soon" is not a phone number`}, r)
}

// TestSymmetric: no text makes the comparator fail, and which side is the truth does not decide.
func TestSymmetric(t *testing.T) {
	texts := rapid.OneOf(
		rapid.SampledFrom([]string{"030 123456 x7", "+49 (0)30/123456", "tel:+1-202-555-0143;ext=5", "００４９ 30 123456", "030 123456 / 040 654321", "+", ""}),
		rapid.StringOfN(rapid.SampledFrom([]rune("+0049 30123456()/-.x;٣")), 0, 40, -1),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) {
		c := phone.Comparator{Region: rapid.SampledFrom([]string{"", "DE", "US"}).Draw(t, "region")}
		got, want := value(t, quote(texts.Draw(t, "got"))), value(t, quote(texts.Draw(t, "want")))
		forth, err := c.Compare(context.Background(), got, want)
		require.NoError(t, err)
		back, err := c.Compare(context.Background(), want, got)
		require.NoError(t, err)
		assert.Equal(t, forth.Match, back.Match, "%q %q", got.Text(), want.Text())
	})
}

func quote(text string) string {
	encoded, _ := json.Marshal(text) // never fails for a string
	return string(encoded)
}

func value(t require.TestingT, text string) document.Value {
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	return v
}

// A spec names the comparator where the program hands over Custom.
func ExampleComparator() {
	spec, err := eval.ParseSpec([]byte("fields: [{path: phone, match: phone, region: DE}]"), phone.Custom())
	if err != nil {
		panic(err)
	}
	e, err := spec.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.Evaluate(context.Background(), map[string]string{"phone": "030 / 12 34 56"}, map[string]string{"phone": "+49 30 123456"})
	fmt.Println(r.Fields[0].Outcome, err)
	// Output: match <nil>
}
