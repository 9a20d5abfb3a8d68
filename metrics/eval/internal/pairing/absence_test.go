package pairing

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// The words of a field say which of its values are none, in all that pairs rows.
func TestWordsOfAFieldDecideInRows(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		match      compare.Comparator
		more       []string
		empty      bool
	}{
		{"a word for no value", "N/A", compare.Exact{}, nil, true},
		{"no such words", "N/A", compare.Exact{}, []string{}, false},
		{"a class", "n/a", compare.Class{Classes: []string{"yes", "n/a"}}, nil, false},
		{"another word", "not found", compare.Exact{}, []string{"not found"}, true},
		{"a dash in place of a number", "-", compare.Numeric{}, nil, true},
		{"a dash", "-", compare.Exact{}, nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			item, err := document.Of(map[string]any{"v": tt.text, "set": []string{tt.text}})
			require.NoError(t, err)
			value := item.Member("v")
			field := Field{Match: tt.match, Words: paths.AbsentWordsOf(tt.match, tt.more)}
			row := Sheet{Index: []int{0, 1}, Items: []document.Value{item, item}, Slots: []document.Value{value, {}}, Width: 1}

			assert.Equal(t, !tt.empty, row.knows(&field))
			contents := row.contents([]Field{field}, nil, 0)
			assert.Equal(t, tt.empty, contents[0] == contents[1], "%q", contents)

			other, set := field, field
			other.Column, set.Column, set.Set = -1, -1, true
			m := matcher{keys: []Field{other, set}}
			ops := m.operands(&row, nil, func(f *Field) document.Path {
				if f.Set {
					return document.Path{document.Key("set")}
				}
				return document.Path{document.Key("v")}
			})
			assert.Equal(t, tt.empty, ops[0].empty, "a match field that is not compared")
			assert.Equal(t, tt.empty, ops[1].empty, "a set")

			list := List{Fields: []Field{field}}
			none := Sheet{Items: make([]document.Value, 1), Slots: []document.Value{{}}, Width: 1}
			equal := newMatcher(t.Context(), &list, &none, &row, func(int, document.Value) bool { return true })
			assert.Equal(t, tt.empty, equal.equality(0, 0) == 1)
		})
	}
}
