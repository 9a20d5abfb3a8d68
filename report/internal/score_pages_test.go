package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/score"
)

func TestPagesOfLines(t *testing.T) {
	for _, tt := range []struct {
		reason, want, got string
		pages             []report.Page
		warning           string
	}{
		{"names of pictures", `{"id":1,"want":{"total":"1"},"pages":["a-1.png","sub/a-2.png"]}`, `{"id":1,"got":{}}`, []report.Page{{Number: 1, Image: "data/a-1.png"}, {Number: 2, Image: "data/sub/a-2.png"}}, ""},
		{"pages as in records", `{"id":1,"want":{"total":"1"},"pages":[{"image":"a.png","width":612,"height":792},{"number":7,"image":"b.png"}]}`, `{"id":1,"got":{}}`,
			[]report.Page{{Image: "data/a.png", Width: 612, Height: 792}, {Number: 7, Image: "data/b.png"}}, ""},
		{"the truth's go first", `{"id":1,"want":{"total":"1"},"pages":["a.png"]}`, `{"id":1,"got":{},"pages":["b.png"]}`, []report.Page{{Number: 1, Image: "data/a.png"}}, ""},
		{"of the answer", `{"id":1,"want":{"total":"1"}}`, `{"id":1,"got":{},"pages":["b.png"]}`, []report.Page{{Number: 1, Image: "b.png"}}, ""},
		{"a name that leads out stays", `{"id":1,"want":{"total":"1"},"pages":["../../a.png","/a.png"]}`, `{"id":1,"got":{}}`, []report.Page{{Number: 1, Image: "../../a.png"}, {Number: 2, Image: "data/a.png"}}, ""},
		{"a number of pages is the user's own", `{"id":1,"want":{"total":"1"},"pages":3}`, `{"id":1,"got":{},"pages":[1,2]}`, nil, ""},
		{"so are other objects", `{"id":1,"want":{"total":"1"},"pages":[{"page":1,"text":"x"}]}`, `{"id":1,"got":{}}`, nil, ""},
		{"a document that has pages", `{"id":1,"total":"1","pages":["a.png"]}`, `{"id":1,"total":"1","pages":["a.png"]}`, nil, ""},
		{"no size", `{"id":1,"want":{"total":"1"},"pages":[{"image":"a.png","width":"wide"}]}`, `{"id":1,"got":{}}`, nil, "pages[0] cannot be read, so the document is shown without pages: json: cannot unmarshal string into Go struct field Page.width of type float64"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			seen, err := score.Evaluate(t.Context(), job(t, totals).Evaluator, score.Lines{}, score.Pair{ID: "1", Want: []byte(tt.want), Got: []byte(tt.got), WantFile: "data/want.jsonl", GotFile: "got.jsonl"})
			require.NoError(t, err)
			assert.Equal(t, tt.pages, seen.Pages)
			if tt.warning != "" {
				assert.Contains(t, seen.Result.Warnings, tt.warning)
			} else {
				assert.NotContains(t, seen.Result.Warnings, "pages")
			}
		})
	}
}
