package internal_test

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

func TestSmall(t *testing.T) {
	for _, test := range []struct {
		name, got, want string
		boxes           int
		label           string
	}{
		{"apart", `[300,300,400,350]`, `[100,100,200,150]`, 3, "the box of the answer, away from that of the truth"},
		{"one over the other", `[101,100,200,150]`, `[100,100,200,150]`, 2, "the box of the answer beside that of the truth, which it meets"},
		{"missing", ``, `[1,2,3,4]`, 1, "the box of the truth alone"},
		{"unexpected", `[1,2,3,4]`, ``, 1, "the box of the answer alone"},
		{"as large as numbers are", `[0,0,1e308,1e308]`, `[0,0,1,1]`, 2, "the box of the answer beside that of the truth, which it meets"},
		{"not valid", `[5,5,5]`, `[1,2,3,4]`, 1, "the box of the truth alone"},
		{"neither", ``, ``, -1, ""},
		{"no box", `"<script>"`, `{"a":1}`, -1, ""},
		{"different pages", `{"bbox":[1,2,3,4],"page":1}`, `{"bbox":[1,2,3,4],"page":2}`, -1, ""},
	} {
		f := report.Field{Outcome: metrics.Wrong, Got: json.RawMessage(test.got), Want: json.RawMessage(test.want)}
		svg := figures.SmallOverlay(&f, compare.Box{Format: "xyxy"})
		if test.boxes < 0 {
			assert.Empty(t, svg, test.name)
			continue
		}
		require.NoError(t, xml.Unmarshal([]byte(svg), new(struct{})), test.name)
		assert.Equal(t, test.boxes, strings.Count(svg, "<path"), "%s: %s", test.name, svg)
		assert.Contains(t, svg, `aria-label="`+test.label+`"`, test.name)
		assert.NotContains(t, svg, "NaN", test.name)
		assert.NotContains(t, svg, "Inf", test.name)
	}
}
