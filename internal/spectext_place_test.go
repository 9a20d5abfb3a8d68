package internal_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/spectext"
)

func TestPlaceOf(t *testing.T) {
	type rate struct {
		Amount float64        `json:"amount"`
		Parts  map[bool]*rate `json:"parts"`
	}
	type answer struct {
		Rates  map[string]rate         `json:"rates"`
		Sizes  map[int][]rate          `json:"sizes"`
		Lines  []map[string]rate       `json:"lines"`
		Taxes  map[string]float64      `json:"taxes"`
		Struct struct{ A, B string }   `json:"struct"`
		Open   map[string]any          `json:"open"`
		Key    rate                    `json:"{}"`
		Nested map[string]map[int]rate `json:"nested"`
	}
	for _, tt := range []struct {
		reason, path string
		place        spectext.Place
		beside       []string
	}{
		{"a field of the values of a map", "rates{}.amount", spectext.PlaceKnown, nil},
		{"one that they lack", "rates{}.amont", spectext.PlaceNone, []string{"rates{}.amount", "rates{}.parts"}},
		{"a field under one key: any key may be there", "rates.EUR.amont", spectext.PlaceOpen, nil},
		{"a map in the values of a map", "rates{}.parts{}.amount", spectext.PlaceKnown, nil},
		{"a list in a map", "sizes{}[].amount", spectext.PlaceKnown, nil},
		{"a map in a list", "lines[]{}.amount", spectext.PlaceKnown, nil},
		{"a map in a map", "nested{}{}.amont", spectext.PlaceNone, []string{"nested{}{}.amount", "nested{}{}.parts"}},
		{"values that are scalars", "taxes{}", spectext.PlaceKnown, nil},
		{"below them", "taxes{}.rate", spectext.PlaceNone, nil},
		{"values of any type", "open{}.x", spectext.PlaceOpen, nil},
		{"a struct is not a map", "struct{}", spectext.PlaceNone, []string{"struct.A", "struct.B"}},
		{"a list is not a map", "lines{}", spectext.PlaceNone, nil},
		{"a map is not a list: a key may be a number", "rates[]", spectext.PlaceOpen, nil},
		{"the key {}", `["{}"].amount`, spectext.PlaceKnown, nil},
	} {
		path, err := paths.ParseAttribute(tt.path)
		require.NoError(t, err, tt.reason)
		place, beside := spectext.PlaceOf(reflect.TypeFor[answer](), path)
		assert.Equal(t, tt.place, place, tt.reason)
		assert.Equal(t, tt.beside, beside, tt.reason)
	}
}
