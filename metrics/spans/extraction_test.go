package spans_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/spans"
)

func parse(text string) document.Value {
	v, err := document.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return v
}

func TestLayoutExtractions(t *testing.T) {
	nested := spans.Layout{Items: "result.found", Class: "label", Start: "span[0]", End: "span[1]", Quote: "text"}
	anna := spans.Extraction{Class: "person", Start: 0, End: 4, Quote: "Anna"}
	tests := []struct {
		name   string
		layout spans.Layout
		answer string
		want   []spans.Extraction
	}{
		{"member extractions", spans.Layout{}, `{"extractions":[{"class":"person","start":0,"end":4,"quote":"Anna"}]}`, []spans.Extraction{anna}},
		{"array at the top", spans.Layout{}, `[{"class":"person","start":0,"end":4.0,"quote":"Anna"}]`, []spans.Extraction{anna}},
		{"paths of one's own", nested, `{"result":{"found":[{"label":"person","span":[0,4],"text":"Anna"}]}}`, []spans.Extraction{anna}},
		{"none", spans.Layout{}, `{"extractions":[]}`, nil},
		{"no such member", spans.Layout{}, `{"items":[1]}`, nil},
		{"no array", spans.Layout{}, `{"extractions":{"class":"person"}}`, nil},
		{"no object", spans.Layout{}, `3`, nil},
		{"a record that is none", spans.Layout{}, `["Anna"]`, []spans.Extraction{{Problem: "no class"}}},
		{"no offsets", spans.Layout{}, `[{"class":"person","quote":"Anna"}]`, []spans.Extraction{{Class: "person", Quote: "Anna", Problem: "no start"}}},
		{"a fraction", spans.Layout{}, `[{"class":"person","start":0.5,"end":4,"quote":"Anna"}]`, []spans.Extraction{{Class: "person", End: 4, Quote: "Anna", Problem: "start is 0.5, want a whole number"}}},
		{"a huge number", spans.Layout{}, `[{"class":"person","start":0,"end":1e400,"quote":"Anna"}]`, []spans.Extraction{{Class: "person", Quote: "Anna", Problem: "end is 1e400, want a whole number"}}},
		{"offsets as text", spans.Layout{}, `[{"class":"person","start":"0","end":4,"quote":"Anna"}]`, []spans.Extraction{{Class: "person", End: 4, Quote: "Anna", Problem: "start is of type string, want a whole number"}}},
		{"a null class", spans.Layout{}, `[{"class":null,"start":0,"end":4,"quote":"Anna"}]`, []spans.Extraction{{End: 4, Quote: "Anna", Problem: "class is of type null, want a string"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.NoError(t, tt.layout.Validate())
			got := tt.layout.Extractions(parse(tt.answer))
			for i := range got {
				assert.True(t, got[i].Record.Exists())
				got[i].Record = document.Value{}
			}
			assert.Equal(t, tt.want, got)
		})
	}
	assert.Empty(t, spans.Layout{}.Extractions(document.Value{}), "no answer at all")
}

func TestLayoutValidate(t *testing.T) {
	err := spans.Layout{Items: "a..b", Quote: "q["}.Validate()
	assert.ErrorContains(t, err, `spans: layout: Items "a..b": `)
	assert.ErrorContains(t, err, `spans: layout: Quote "q[": `)
	assert.Empty(t, spans.Layout{Items: "a..b"}.Extractions(parse(`{"extractions":[1]}`)))
}

func TestKey(t *testing.T) {
	assert.Equal(t, `"person"|0|4|"Anna"`, spans.Extraction{Class: "person", End: 4, Quote: "Anna"}.Key())
	a := spans.Extraction{Class: `a"|0|0|"b`}
	b := spans.Extraction{Class: `a`, Quote: `b"|0|0|"`}
	assert.NotEqual(t, a.Key(), b.Key(), "no text in a class or quote makes two keys one")

	// Records without a quote are told apart by all that is in them.
	records := spans.Layout{}.Extractions(parse(`[{"sku":"A","n":1},{"n":1,"sku":"A"},{"sku":"B","n":1}]`))
	assert.Equal(t, records[0].Key(), records[1].Key())
	assert.NotEqual(t, records[0].Key(), records[2].Key())
}

func FuzzExtractions(f *testing.F) {
	f.Add(`{"extractions":[{"class":"c","start":0,"end":1,"quote":"x"}]}`)
	f.Add(`[{"start":1e999},{"end":-9223372036854775809},null,[[]]]`)
	f.Fuzz(func(t *testing.T, answer string) {
		v, err := document.Parse([]byte(answer))
		if err != nil {
			return
		}
		got := spans.Layout{}.Extractions(v)
		if _, err := spans.CheckQuotes("some text", "utf16", got); err != nil {
			t.Fatal(err)
		}
		if _, err := spans.Ground(got, []spans.Extraction{{Class: "c", Start: 0, End: 4}}, 0); err != nil {
			t.Fatal(err)
		}
	})
}

func ExampleLayout() {
	layout := spans.Layout{Class: "label", Start: "at.from", End: "at.to", Quote: "text"}
	for _, e := range layout.Extractions(parse(`[{"label": "place", "text": "Bonn", "at": {"from": 14, "to": 18}}]`)) {
		fmt.Println(e.Key())
	}
	// Output:
	// "place"|14|18|"Bonn"
}
