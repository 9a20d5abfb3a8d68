package document_test

import (
	"errors"
	"math/big"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
)

// money writes itself by a method of the pointer.
type money struct{ cents int64 }

func (m *money) MarshalText() ([]byte, error) {
	return []byte(big.NewRat(m.cents, 100).FloatString(2)), nil
}

// point has such a method, too, and fields that show it without.
type point struct{ X, Y int }

func (p *point) MarshalJSON() ([]byte, error) { return []byte("[1,2]"), nil }

type tree struct {
	Total money
	Sub   map[string]tree
	Up    *tree
}

// encoding/json writes {} for a money that it cannot take the address of, so that any two are equal.
func TestMethodsOfPointersAreCalled(t *testing.T) {
	half := *big.NewRat(1, 2)
	for _, tt := range []struct {
		of   any
		want string
	}{
		{money{1205}, `"12.05"`},
		{struct{ Total money }{money{1205}}, `{"Total":"12.05"}`},
		{struct{ Total big.Rat }{half}, `{"Total":"1/2"}`},
		{struct{ Of [2]money }{[2]money{{1}, {2}}}, `{"Of":["0.01","0.02"]}`},
		{struct{ Lines []struct{ Total money } }{[]struct{ Total money }{{money{1}}}}, `{"Lines":[{"Total":"0.01"}]}`},
		{[]money{{1205}}, `["12.05"]`},
		{map[string]*money{"a": {1205}}, `{"a":"12.05"}`},
		{map[string][]money{"a": {{1205}}}, `{"a":["12.05"]}`},
		{map[string]netip.Addr{"a": netip.MustParseAddr("::1")}, `{"a":"::1"}`},
		{map[string]point{"a": {3, 4}}, `{"a":{"X":3,"Y":4}}`}, // as ever, by its field names
		{map[string]struct{}{"a": {}}, `{"a":{}}`},
		{struct{ By map[string]money }{}, `{"By":null}`}, // nothing is hidden
		{struct{ Total any }{&money{1205}}, `{"Total":"12.05"}`},
		{map[string][1]money{}, `{}`}, // here, too
		{nil, `null`},
		{(*money)(nil), `null`},
	} {
		v, err := document.Of(tt.of)
		require.NoError(t, err, "%T", tt.of)
		assert.Equal(t, tt.want, string(v.Raw()), "%T", tt.of)
	}

	_, err := document.Of(map[string]any{"zone": *time.UTC})
	assert.EqualError(t, err, `document: encoding/json writes {} for each time.Location that map[string]interface {} holds, since its fields are not exported: give it a MarshalJSON or MarshalText method, or leave it out with json:"-"`)
	_, err = document.Of(map[string]any{"total": document.Value{}})
	assert.ErrorContains(t, err, "since its fields are not exported: hold v.Raw() in place of the Value v")
	v, err := document.Of(map[string]any{"zone": struct{ Zone *time.Location }{time.UTC}, "error": errors.New("timeout")})
	require.NoError(t, err)
	assert.Equal(t, `{"error":{},"zone":{"Zone":{}}}`, string(v.Raw()))

	const why = "encoding/json writes {} for each document_test.money that "
	for _, tt := range []struct {
		of   any
		want string
	}{
		{map[string]money{"a": {1205}}, "a map in map[string]document_test.money holds"},
		{struct {
			By map[string]struct{ Total money }
		}{map[string]struct{ Total money }{"a": {}}}, "a map in struct { By map[string]struct { Total document_test.money } } holds"},
		{map[string][1]money{"a": {}}, "a map in map[string][1]document_test.money holds"},
		{struct{ Total any }{money{1205}}, "an interface in struct { Total interface {} } holds"},
		{map[string]any{"a": []any{map[string]any{"b": money{1205}}}}, "an interface in map[string]interface {} holds"},
		{&tree{Sub: map[string]tree{"a": {}}}, "a map in *document_test.tree holds"},
	} {
		_, err := document.Of(tt.of)
		assert.ErrorContains(t, err, "document: "+why+tt.want+", as its MarshalJSON or MarshalText has a pointer receiver: let it hold *document_test.money", "%T", tt.of)
	}
}
