package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/specs"
)

func TestPacketsAreTold(t *testing.T) {
	const sections, list = "match: sections", "match: list"
	for _, tt := range []struct {
		name   string
		truths []string
		want   string // in the spec
	}{
		{"a class and pages", specsOf(`[{"class":"a","pages":"1-2"},{"class":"b","pages":3}]`), sections},
		{"a list of pages", specsOf(`[{"class":"a","pages":[1,"2-3"]}]`), sections},
		{"keys by other names", specsOf(`[{"documentType":"a","page_numbers":[1,2],"x":1}]`), "class_key: documentType"},
		{"the name class goes before the name label", specsOf(`[{"label":"x","class":"a","pages":"1-2"}]`), sections + "\n    classes:\n      a:"},
		{"letter case and white space make no class", specsOf(`[{"class":"a","pages":"1-2"},{"class":" A ","pages":3}]`), "a: {}  # 2 sections"},
		{"the whole truth", []string{`[{"class":"a","pages":"1-2"}]`}, `path: ""`},
		{"the class as a key of the fields", specsOf(`[{"class":"a","pages":"1-2","a":{"x":1}}]`), "{path: a.x, match: numeric}"},
		{"truths without a document", specsOf(`[{"class":"a","pages":"1-2"}]`, `[]`, `null`), sections},

		{"rows of a table with their page", specsOf(`[{"type":"goods","page":1,"amount":5},{"type":"freight","page":1,"amount":7}]`), list},
		{"rows of a table on a page each", specsOf(`[{"type":"goods","page":1},{"type":"freight","page":2}]`), list},
		{"how many pages", specsOf(`[{"type":"a","pages":2},{"type":"b","pages":3}]`), list},
		{"no class", specsOf(`[{"name":"a","pages":"1-2"}]`), list},
		{"an item without a class", specsOf(`[{"class":"a","pages":"1-2"},{"pages":3}]`), list},
		{"a class that is a number", specsOf(`[{"class":4,"pages":"1-2"}]`), list},
		{"pages that are words", specsOf(`[{"class":"a","pages":"one and two"}]`), list},
		{"a page in two items", specsOf(`[{"class":"a","pages":"1-2"},{"class":"b","pages":"2-3"}]`), list},
		{"a list in a list", specsOf(`[{"x":[{"class":"a","pages":"1-2"}]}]`), list},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := specs.Propose(truths(t, tt.truths...), nil)
			require.NoError(t, err)
			var text strings.Builder
			require.NoError(t, specs.WriteYAML(&text, p.Spec, p.Why))
			assert.Contains(t, text.String(), tt.want)
			assert.Equal(t, tt.want == list, !strings.Contains(text.String(), sections), text.String())
		})
	}
}

// More texts than classes have names are descriptions.
func TestPacketsHaveFewClasses(t *testing.T) {
	for n, packet := range map[int]bool{50: true, 51: false} {
		var labels []string
		for i := range n {
			labels = append(labels, `{"a":[{"class":"`+strings.Repeat("x", i+1)+`","pages":"1-2"}]}`)
		}
		p, err := specs.Propose(truths(t, labels...), nil)
		require.NoError(t, err)
		assert.Equal(t, packet, p.Spec.Fields[0].Sections != nil, n)
	}
}

// One label of ten that cannot be right does not hide the packet, and is told with its place.
func TestAPacketWithAWrongLabel(t *testing.T) {
	labels := specsOf(strings.Split(strings.Repeat(`[{"class":"a","pages":"1-2"}] `, 9)+`[{"class":"a","pages":"3-1"}]`, " ")...)
	_, err := specs.Propose(truths(t, labels...), nil)
	assert.ErrorContains(t, err, `set.jsonl:10: eval: field "a": the truth: section [0]: range "3-1" goes down, want "1-3"`)
}
