package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
)

func TestWithAddsMembers(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		add      map[string]string
		want     string
	}{
		{"nothing", "{\n \"a\": 1}", nil, `{"a": 1}`},
		{"a key", `{"a": 1}`, map[string]string{"b": "0"}, `{"a":1,"b":0}`},
		{"a key of an empty object", `{}`, map[string]string{"b": "0"}, `{"b":0}`},
		{"a key that is there", `{"b": 1}`, map[string]string{"b": "0"}, `{"b":1}`},
		{"a key in an item", `{"l":[{"a":1},{}]}`, map[string]string{"l[1].b": "0"}, `{"l":[{"a":1},{"b":0}]}`},
		{"a key in an object that is not there", `{"a":1}`, map[string]string{"o.p.b": "false"}, `{"a":1,"o":{"p":{"b":false}}}`},
		{"a key in an item that is not there", `{"l":[]}`, map[string]string{"l[0].b": "0"}, `{"l":[]}`},
		{"a key in a value that is not an object", `{"a":"x"}`, map[string]string{"a.b": "0"}, `{"a":"x"}`},
		{"a key with a quote", `{"l":[{"\"":1}]}`, map[string]string{`l[0]["a.b"]`: "0"}, `{"l":[{"\"":1,"a.b":0}]}`},
	} {
		v, err := document.Parse([]byte(tt.in))
		require.NoError(t, err)
		var members []paths.Added
		for path, text := range tt.add {
			p, err := document.ParsePath(path)
			require.NoError(t, err)
			zero, err := document.Parse([]byte(text))
			require.NoError(t, err)
			members = append(members, paths.Added{Path: p, Value: zero})
		}
		assert.Equal(t, tt.want, string(paths.With(v, members)), tt.name)
	}
}

func TestATruthThatAcceptsZero(t *testing.T) {
	for text, want := range map[string]bool{
		`0`: true, `-0.0`: true, `0e7`: true, `false`: true, `"0"`: true, `""`: true, `"0.00"`: true, `"0,00 €"`: true, `["x",0]`: true, `["x","0.0"]`: true,
		`1`: false, `true`: false, `"no"`: false, `"0 of 5"`: false, `"A0"`: false, `"0.01"`: false, `null`: false, `[]`: false, `{"a":0}`: false,
	} {
		v, err := document.Parse([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, want, paths.AcceptsZero(v), text)
	}
}
